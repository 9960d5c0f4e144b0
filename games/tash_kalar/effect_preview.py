"""How the arena would look after some decisions of one seat: a preview of a summoning or of a step of an effect.

Worked out by the rules on two states that fit the view, in which all that the view hides is drawn at random; only what
both agree on is told, so a preview says nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.chance import SeededChance
from engine.contract import View

from .maps import BOARD, bits
from .rules import RULES
from .state import State, find_man
from .views import determinize


@dataclass(frozen=True, slots=True)
class Change:
    """A square whose piece changes: before and after as ``3 * colour + rank``, -1 = empty."""

    square: int
    before: int
    after: int


def preview_arena(view: View, seat: int, actions: Sequence[int]) -> tuple[Change, ...]:
    """Return the squares that change when a seat decides so, up to its next choice; empty when it may not."""
    first, second = (_play(view, seat, actions, seed) for seed in (1, 2))
    if first is None or second is None:
        return ()
    before = determinize(view, SeededChance(1))
    found = []
    for square in bits(BOARD):
        old, new = find_man(before, square), find_man(first, square)
        if old != new and new == find_man(second, square):
            found.append(Change(square, old, new))
    return tuple(found)


def _play(view: View, seat: int, actions: Sequence[int], seed: int) -> State | None:
    chance = SeededChance(seed)
    state = determinize(view, chance)
    for number, action in enumerate(actions):
        if action not in RULES.legal(state, seat):
            return state if number else None  # the only square, or way, was chosen by itself
        RULES.apply(state, seat, action, chance)
    return state
