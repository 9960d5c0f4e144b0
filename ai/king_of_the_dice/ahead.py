"""What an end of the own turn is worth once the next player has had a turn as well.

The next player does what its own judge likes best, as often as the chances of the dice say; what that means to oneself
is asked of the same judge.
"""

from __future__ import annotations

from functools import lru_cache

from games.king_of_the_dice.state import OVER, State

from .checking import hoped
from .evaluate import Evaluator
from .gains import carried_out, prospects, settled
from .in_the_end import InTheEnd

TINT = 1e-4
"""A judge of the next player is tinted by so much of what a position is worth to oneself: too little to change what the
next player likes best, and enough to tell afterwards what it meant."""
NEAR = 3.0
"""Points behind the best within which a choice is looked at once more."""
MOST = 6
"""Choices that are looked at once more."""


def looked_again(state: State, seat: int, judge: InTheEnd, legal: list[int], values: list[float]) -> list[float]:
    """The values of choices that end the own turn, where they are near the best, a turn later; the others fall behind
    as far as they were."""
    best = max(values)
    near = sorted((at for at, value in enumerate(values) if value > best - NEAR), key=lambda at: -values[at])[:MOST]
    ends = [settled(carried_out(state, legal[at])) for at in near]
    if len(near) < 2 or any(each.active == seat and each.phase != OVER for end in ends for each in end):
        return values
    now = judge(state, seat)
    later = [max(a_turn_later(each, seat, judge) for each in end) - now for end in ends]
    shift = min(later) - min(values[at] for at in near)
    found = [value + shift for value in values]
    for at, value in zip(near, later, strict=True):
        found[at] = value
    return found


def a_turn_later(state: State, seat: int, judge: InTheEnd) -> float:
    """What a seat can expect once the next player has had its turn."""
    if state.phase == OVER:
        return judge(state, seat)
    mover = state.active
    plain, tinted = (prospects(state, mover, each) for each in (judge, _tinted(judge, seat)))
    change = tinted.alarm + hoped(state, tinted, plain) - plain.alarm - hoped(state, plain, plain)
    return judge.lead(state, mover, seat) + change / TINT


@lru_cache(maxsize=16)
def _tinted(judge: InTheEnd, seat: int) -> Evaluator:
    return lambda state, mover: judge(state, mover) + TINT * judge.lead(state, mover, seat)
