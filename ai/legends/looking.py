"""Looking ahead: what the others do about a plan, and what the own next turn then brings.

Several of the best plans are played on in the mind: the others take their turns by a quick
plan each, new cards come at random, the own next turn follows, and the position is judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import SeededChance
from engine.contract import Chance
from games.legends.actions import WIDTH
from games.legends.setting_up import deal_card
from games.legends.state import (
    ARMIES,
    CARDS_EACH,
    NEUTRAL_OWNER,
    NOTHING,
    OVER,
    TAKE_CARD,
    State,
    gain_token,
    remove_army,
)
from games.legends.tokens import BANDIT_KING, DRAGON, EXPLORE, RED_SORCERESS, TREASURE, TREASURE_COINS

from .ground import rival_weights
from .map_evaluate import worths
from .outlook import outlook_after, outlook_now
from .planning import Plan, Planner, bought

QUICK_WIDTH = 1


def enacted(state: State, seat: int, plan: Plan, chance: Chance) -> State:
    """The state after a seat, about to take a card, has carried out a plan; the next turn begins.

    Face-down tokens are left to lie; nothing else differs from what the rules would do.
    """
    after = bought(state, seat, plan.action)
    set_pieces(after, seat, plan, state.coins[seat] - after.coins[seat])
    after.turns += 1
    deal_card(after, chance, None)
    if after.turns >= after.seats * CARDS_EACH[after.seats]:
        after.phase, after.owing = OVER, 0
    else:
        after.active = (seat + 1) % after.seats
        after.owing = 1 << after.active
        after.phase = TAKE_CARD
    return after


def set_pieces(after: State, seat: int, plan: Plan, paid: int) -> None:
    """Put the pieces where a plan leaves them; ``paid`` of its coins are paid already."""
    at = WIDTH * seat
    after.armies[at : at + len(plan.armies)] = plan.armies
    after.present[seat] = sum(1 << region for region, number in enumerate(plan.armies) if number)
    after.supply[seat] = ARMIES - after.captured[seat] - sum(plan.armies)
    after.coins[seat] = max(0, after.coins[seat] + paid - plan.spent)
    for region in plan.cities:
        after.cities[at + region] += 1
        after.towns[seat] |= 1 << region
        for token in EXPLORE:
            if after.spots[token] == region:
                _take_token(after, seat, token)
    for owner, region in plan.destroyed:
        remove_army(after, owner, region)
        if owner == NEUTRAL_OWNER:
            continue
        if after.leaders[seat] == RED_SORCERESS:
            after.captured[owner] += 1
        else:
            after.supply[owner] += 1
        if after.leaders[seat] == BANDIT_KING and after.coins[owner]:
            after.coins[owner] -= 1
            after.coins[seat] += 1
    if plan.dragon:
        _take_token(after, seat, DRAGON)


def _take_token(after: State, seat: int, token: int) -> None:
    after.spots = (*after.spots[:token], NOTHING, *after.spots[token + 1 :])
    after.held[seat] |= 1 << token
    gain_token(after, seat, token)
    if token == TREASURE:
        after.coins[seat] += TREASURE_COINS


def quick_plan(state: State, width: int = QUICK_WIDTH) -> Plan:
    """What the seat whose turn it is does, by a quick plan."""
    outlook = outlook_after(state)
    weights = rival_weights(worths(state, outlook), state.active)
    return Planner(state, state.active, weights, outlook, width).plans()[0]


def margin(state: State, seat: int, weights: Sequence[float]) -> float:
    """The points a seat can expect, the others' against them."""
    found = worths(state, outlook_now(state))
    return found[seat] - sum(weight * worth for weight, worth in zip(weights, found, strict=True) if weight)


def looked_ahead(
    state: State, seat: int, plans: Sequence[Plan], weights: Sequence[float], tries: int, turns: int, chance: Chance
) -> list[float]:
    """The worth of each plan once so many turns have followed, on average over ``tries`` deals of cards.

    All plans meet the same luck.
    """
    sums = [0.0] * len(plans)
    for _ in range(tries):
        luck = chance.below(1 << 20)
        for index, plan in enumerate(plans):
            deal = SeededChance(luck)
            after = enacted(state, seat, plan, deal)
            for _ in range(turns):
                if after.phase != TAKE_CARD:
                    break
                after = enacted(after, after.active, quick_plan(after), deal)
            sums[index] += margin(after, seat, weights)
    return [value / tries for value in sums]
