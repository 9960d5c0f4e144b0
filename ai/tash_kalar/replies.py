"""What the next opponent could answer to a plan, with cards it may hold.

A few hands are drawn for it from the cards that nobody has seen. Every plan meets the same hands; the opponent
plans its turn quickly, for itself, and the position after it is judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Chance
from games.tash_kalar.maps import bits
from games.tash_kalar.state import ALL_LEGENDS, OVER, State, copied, members, side_of

from .planning import Breadth, Plan, Planner
from .worth import Judge, Weights

REPLY = Breadth(turn=2, steps=2, ends=6, kept=1, squares=5)


def drawn_hand(state: State, seat: int, other: int, chance: Chance) -> tuple[int, int]:
    """Beings and legends that another seat may hold, for all that ``seat`` knows."""
    unseen = state.hands[other] & ~state.open_hand[other] | state.pool[other]
    for card in state.bottoms[other]:
        unseen |= 1 << card
    beings = state.open_hand[other]
    wanted = state.hands[other].bit_count() - beings.bit_count()
    beings |= _drawn(unseen, wanted, chance)
    known = state.legend_discard
    for member in members(state, side_of(state, seat)):
        known |= state.legends[member]
    for card, by in state.legend_bottom:
        if by == seat:
            known |= 1 << card
    return beings, _drawn(ALL_LEGENDS & ~known, state.legends[other].bit_count(), chance)


def _drawn(pool: int, wanted: int, chance: Chance) -> int:
    found = 0
    for _ in range(min(wanted, pool.bit_count())):
        card = chance.draw(bits(pool))
        pool ^= 1 << card
        found |= 1 << card
    return found


def answered(plan: Plan, hand: tuple[int, int], weights: Weights) -> State:
    """The position once the seat whose turn it is after a plan, holding these cards, has had its turn."""
    state = copied(plan.state)
    other = state.active
    state.hands[other], state.legends[other] = hand
    state.flares[other] = 0
    state.choices = None
    planner = Planner(state, Judge(state, other, weights), REPLY, summons_only=True)
    best = planner.best_end()
    return state if best is None else best.state


def looked_at(
    state: State, judge: Judge, plans: Sequence[Plan], weights: Weights, tries: int, chance: Chance
) -> list[float]:
    """The worth of each plan after the next opponent's answer, on average over some hands it may hold."""
    seat = state.active
    others = [(seat + number) % state.seats for number in range(1, state.seats)]
    next_one = others[0]
    hands = [drawn_hand(state, seat, next_one, chance) for _ in range(tries)]
    found = []
    for plan in plans:
        after = plan.state
        if after.phase == OVER or after.active != next_one:
            found.append(plan.value)
            continue
        values = [judge.value(answered(plan, hand, weights)) for hand in hands]
        found.append(sum(values) / len(values))
    return found
