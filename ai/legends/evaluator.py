"""A way to judge positions: one set of numbers, with the outlooks that were worked out by it."""

from __future__ import annotations

from functools import lru_cache

from games.legends.state import State, count_turns

from .persistence import Outlook
from .weights import EvaluationWeights, load_plain_weights, load_weights

PARTS_OF_A_ROUND = 4
"""Rounds left are counted in quarters."""


class Valuation:
    """Judges by one set of numbers."""

    __slots__ = ("_outlooks", "numbers")

    def __init__(self, numbers: EvaluationWeights) -> None:
        self.numbers = numbers
        self._outlooks: dict[int, Outlook] = {}

    def find_outlook_after_turn(self, state: State) -> Outlook:
        """The outlook once the turn being played is over."""
        return self._outlook(state, 1)

    def find_outlook(self, state: State) -> Outlook:
        """The outlook when a turn is just about to begin."""
        return self._outlook(state, 0)

    def _outlook(self, state: State, turns: int) -> Outlook:
        parts = count_quarters(state, turns)
        found = self._outlooks.get(parts)
        if found is None:
            found = self._outlooks[parts] = Outlook(parts / PARTS_OF_A_ROUND, self.numbers)
        return found


def count_quarters(state: State, turns: int = 0) -> int:
    """Quarter-rounds left after ``turns`` more turns."""
    left = count_turns(state.seats) - state.turns - turns
    return round(PARTS_OF_A_ROUND * max(0, left) / state.seats)


@lru_cache(maxsize=1)
def make_plain_valuation() -> Valuation:
    """Return the evaluator with the plain weights."""
    return Valuation(load_plain_weights())


@lru_cache(maxsize=3)
def load_valuation(seats: int) -> Valuation:
    """Return the evaluator with the coefficients fitted for this number of seats."""
    return Valuation(load_weights(seats))
