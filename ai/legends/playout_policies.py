"""How turns are played in play-outs: each of these policies foretells the players of one kind.

Who plans foretells planning players, but finds points that others overlook, up to the last turn. Masters look further
than any plan of one turn, and how well their positions are valued tells nothing of what their search will find.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log

from engine.chance import SeededChance, mix
from engine.contract import Chance
from games.legends.state import TAKE_CARD, State, count_turns

from .evaluator import load_valuation, make_plain_valuation
from .greedy import gains
from .lookahead import EXPERT_WIDTH, QUICK_WIDTH, SKILLED_WIDTH, play_turn, rank_by_lookahead
from .plan import Plan, apply_plan
from .planned_before import make_planner

Policy = Callable[[State, Chance, float], State]
"""Plays the turn under way: from a state, chance and the temperature at which plans are drawn, 0 for the best one; the
state where the next turn begins."""
LATE = 8
"""Turns left up to which Masters plan as widely as the player itself and again before every step: earlier, narrower
plans for whole turns tell as much of their games in half of the time; near the end they tell much less."""
MASTERLY_PLANS, MASTERLY_GAP, MASTERLY_TRIES = 3, 1.5, 2
"""What a Master of play-outs looks ahead at: fewer plans, with fewer deals of new cards, than the player itself, which
would take six times as long."""
FINE = 1 << 30
"""Steps of a number that is drawn between 0 and 1."""


def plan_quickly(state: State, chance: Chance, warmth: float) -> State:
    """Plan the turn once, and carry out the best plan or one that is drawn."""
    plans = make_planner(state, state.active, make_plain_valuation(), QUICK_WIDTH).plans()
    plan = draw_plan(state, plans, warmth, chance) if warmth else plans[0]
    return apply_plan(state, state.active, plan, chance)


def plan_stepwise(state: State, chance: Chance, warmth: float) -> State:
    """Plan again before every step, as Shrewd does: a plan for a whole turn overlooks points that are found while it
    is carried out, and near the end they decide the game."""
    valuation = make_plain_valuation()

    def choose(after: State, legal: Sequence[int]) -> int:
        return make_planner(after, after.active, valuation, SKILLED_WIDTH).plans()[0].action

    return play_turn(state, choose, chance)


def plan_like_master(state: State, chance: Chance, warmth: float) -> State:
    """Look ahead from a few plans, as the Master does, and carry out the one that then looks best; near the end step by
    step."""
    luck = SeededChance(chance.below(FINE))
    if count_turns(state.seats) - state.turns > LATE:
        return apply_plan(state, state.active, _find_masterly_plan(state, SKILLED_WIDTH, luck), chance)
    return play_turn(state, lambda after, legal: _find_masterly_plan(after, EXPERT_WIDTH, luck).action, chance)


def _find_masterly_plan(state: State, width: int, chance: Chance) -> Plan:
    """The best plan once it has been looked ahead; in the middle of a turn the best by itself."""
    valuation = load_valuation(state.seats)
    planner = make_planner(state, state.active, valuation, width)
    if state.phase == TAKE_CARD:
        seen = rank_by_lookahead(state, planner, valuation, MASTERLY_PLANS, MASTERLY_GAP, MASTERLY_TRIES, chance)
        if seen:
            return max(seen, key=lambda pair: pair[1])[0]
    return planner.plans()[0]


def take_best_steps(state: State, chance: Chance, warmth: float) -> State:
    """Take the step that brings most points at once, as Casual does; equal ones as it happens."""
    luck = SeededChance(chance.below(FINE))

    def choose(after: State, legal: Sequence[int]) -> int:
        values = gains(after, after.active, legal, luck)
        return legal[max(range(len(legal)), key=values.__getitem__)]

    return play_turn(state, choose, chance)


def draw_plan(state: State, plans: Sequence[Plan], warmth: float, chance: Chance) -> Plan:
    """Draw one of the plans of a turn, the rarer the worse it looks (a softmax). Each card has a luck of its own, so
    that positions that are compared go on alike."""
    luck = chance.below(FINE)

    def judge(plan: Plan) -> float:
        card = state.row[plan.action] if state.phase == TAKE_CARD else len(state.row) + plan.action
        drawn = (SeededChance(mix(luck, card)).below(FINE) + 0.5) / FINE
        return plan.value - warmth * log(-log(drawn))

    return max(plans, key=judge)
