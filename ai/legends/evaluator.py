"""A way to judge positions: one set of numbers, with the outlooks that were worked out by it."""

from __future__ import annotations

from functools import lru_cache

from games.legends.state import State, count_turns

from .persistence import Outlook
from .weights import Numbers, fitted_numbers, plain_numbers

PARTS_OF_A_ROUND = 4
"""Rounds left are counted in quarters."""


class Valuation:
    """Judges by one set of numbers."""

    __slots__ = ("_outlooks", "numbers")

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._outlooks: dict[int, Outlook] = {}

    def after(self, state: State) -> Outlook:
        """The outlook once the turn being played is over."""
        return self._outlook(state, 1)

    def now(self, state: State) -> Outlook:
        """The outlook when a turn is just about to begin."""
        return self._outlook(state, 0)

    def _outlook(self, state: State, turns: int) -> Outlook:
        parts = parts_left(state, turns)
        found = self._outlooks.get(parts)
        if found is None:
            found = self._outlooks[parts] = Outlook(parts / PARTS_OF_A_ROUND, self.numbers)
        return found


def parts_left(state: State, turns: int = 0) -> int:
    """Quarters of a round to be played once so many turns more are over."""
    left = count_turns(state.seats) - state.turns - turns
    return round(PARTS_OF_A_ROUND * max(0, left) / state.seats)


@lru_cache(maxsize=1)
def plain() -> Valuation:
    """By the plain numbers."""
    return Valuation(plain_numbers())


@lru_cache(maxsize=3)
def fitted(seats: int) -> Valuation:
    """By the numbers that were fitted for so many seats."""
    return Valuation(fitted_numbers(seats))
