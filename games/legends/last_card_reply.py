"""The last card of a game: whether the leading seat stays ahead against every use of it."""

from __future__ import annotations

from functools import lru_cache

from engine.chance import SeededChance

from . import RULES
from .scoring import ending
from .state import NOTHING, OVER, State, copied, count_turns

KEPT = 2_500
"""Size of the cache: different lines reach the same position."""
Rows = tuple[tuple[int, ...], ...]


def last_but_one(state: State) -> bool:
    """Whether the second last turn begins and the deck is empty."""
    return state.turns == count_turns(state.seats) - 2 and not state.deck and state.seats > 2


def first(rows: Rows, seat: int) -> bool:
    """Whether a seat is the sole winner."""
    return all(rows[seat] > row for other, row in enumerate(rows) if other != seat)


def is_ahead(state: State, seat: int) -> bool:
    """Whether a seat would win if the game ended now."""
    return first(ending(state), seat)


class _Position:
    """Cache key of a position before the last card: pieces, cards and coins."""

    __slots__ = ("key", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.key = (
            seat, state.active, state.row, tuple(state.armies), tuple(state.cities), tuple(state.taken),
            tuple(state.coins), tuple(state.held),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def answer(state: State, seat: int) -> int:
    """Return a card whose use as the last one keeps this seat from winning; NOTHING when there is none."""
    return _answer(_Position(state, seat))


@lru_cache(maxsize=KEPT)
def _answer(position: _Position) -> int:
    start, seat = position.state, position.seat
    mover, chance = start.active, SeededChance(0)
    seen: set[tuple[object, ...]] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for action in RULES.legal(state, mover):
            after = copied(state)
            RULES.apply(after, mover, action, chance)
            if after.phase == OVER:
                if not first(after.totals[-1], seat):
                    return after.taken[mover][-1]
                continue
            key = (
                after.phase, after.card, after.left, after.picked, after.todo, tuple(after.armies),
                tuple(after.cities), tuple(after.coins),
            )  # fmt: skip
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return NOTHING
