"""Rehearsals of the Grandmaster: games played on to their end, everybody by quick plans.

What a position is worth is only guessed while rounds are left, and the guess is what a plan is chosen by; where the
game is played on to its end, points are counted. Plans that look alike are told apart that way: not only the best plan
of each card, but several that end differently. All of them meet the same cards, so few deals are enough, and those that
fall behind are given up on the way.

The cards of a rehearsal come from the position, not from the seed of the decision: in the middle of a turn the same
ends meet the same cards again, so that the plan is carried on that was begun.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import SeededChance, mix
from games.legends.state import TAKE_CARD, State

from .evaluator import Valuation
from .lookahead import quick_plan
from .map_value import worths
from .plan import Plan, apply_plan
from .planning import Planner

HalvingRound = tuple[int, int]
"""So many deals for each plan that is left, then so many plans stay."""

CARD_ROUNDS: tuple[HalvingRound, ...] = ((4, 4), (5, 2), (7, 1))
"""Before a card is taken."""
STEP_ROUNDS: tuple[HalvingRound, ...] = ((4, 1),)
"""In the middle of a turn."""
CARD_ENDS, STEP_ENDS = 10, 4
"""So many plans are played on."""
GAP = 2.5
"""Points by which a plan may look worse than the best and is still played on."""
FURTHEST = 24
"""Turns that a rehearsal goes on for at the most: to the end between two; at four seats the first two rounds would
take more than the time of a decision, and are judged two rounds before the end."""
LOOKS = 0.3
"""How much what a plan looks like counts beside what comes of it."""


def rank_plans(state: State, planner: Planner, valuation: Valuation) -> list[tuple[Plan, float]]:
    """Plans with what comes of them, best first; only the best one alone where all begin with the same action."""
    taking = state.phase == TAKE_CARD
    plans = planner.ends(CARD_ENDS if taking else STEP_ENDS, GAP)
    if len({plan.action for plan in plans}) == 1:
        return [(plans[0], plans[0].value)]
    return _halve(state, planner, plans, valuation, CARD_ROUNDS if taking else STEP_ROUNDS, make_chance(state))


def make_chance(state: State) -> SeededChance:
    """The cards of all rehearsals of a turn."""
    return SeededChance(mix(state.turns, state.deck, state.active))


def _halve(
    state: State,
    planner: Planner,
    plans: Sequence[Plan],
    valuation: Valuation,
    heats: Sequence[HalvingRound],
    luck: SeededChance,
) -> list[tuple[Plan, float]]:
    """A plan that falls behind reports by how much when it was dropped."""
    top = max(plan.value for plan in plans)
    looks = [LOOKS * (plan.value - top) for plan in plans]
    sums = [0.0] * len(plans)
    live = list(range(len(plans)))
    given_up: list[list[tuple[int, float]]] = []
    played = 0
    for deals, stay in heats:
        for _ in range(deals):
            cards = luck.below(1 << 20)
            for index in live:
                sums[index] += play_out(state, planner, plans[index], valuation, SeededChance(cards))
        played += deals
        worths = {index: sums[index] / played + looks[index] for index in live}
        live.sort(key=lambda index: -worths[index])
        given_up.append([(index, worths[index]) for index in live])
        live = live[:stay]
    winner = live[0]
    value = given_up[-1][0][1]
    found = {winner: value}
    for row in reversed(given_up):
        of_winner = dict(row)[winner]
        for index, worth in row:
            found.setdefault(index, value + min(0.0, worth - of_winner))
    return sorted(((plans[index], value) for index, value in found.items()), key=lambda pair: -pair[1])


def play_out(state: State, planner: Planner, plan: Plan, valuation: Valuation, deal: SeededChance) -> float:
    """The lead of the seat over the others' mean in the end, when it plays this plan and then everybody quick ones."""
    after = apply_plan(state, planner.seat, plan, deal)
    for _ in range(FURTHEST):
        if after.phase != TAKE_CARD:
            break
        after = apply_plan(after, after.active, quick_plan(after, valuation), deal)
    found = worths(after, valuation.find_outlook(after))
    own = found[planner.seat]
    return own - (sum(found) - own) / (len(found) - 1)
