"""Statistics of dice and draws compared with their expectation.

The log stores random results but not the number of possibilities, so the decisions are replayed and every request is
recorded. A *die* has faces. A *draw* takes one of a varying number of things, so the quarter of the pool it fell in is
counted. Both are uniform without manipulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from typing import Any

from engine.chance import ReplayedChance
from engine.contract import Rules
from engine.history import History

QUARTERS = 4
FEWEST = 4
"""Draws from smaller pools are not counted."""
LEAST_EXPECTED = 5.0
"""Least expected count per result for a statement about evenness."""


@dataclass(slots=True)
class Tally:
    """Observed and expected count of each result."""

    counts: list[int]
    expected: list[float]

    @classmethod
    def empty(cls, results: int) -> Tally:
        """Return a tally without counts."""
        return cls([0] * results, [0.0] * results)

    @property
    def size(self) -> int:
        """Total count."""
        return sum(self.counts)

    def add(self, other: Tally) -> None:
        """Add another tally of the same kind."""
        self.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        self.expected = [one + two for one, two in zip(self.expected, other.expected, strict=True)]

    @property
    def unevenness(self) -> float | None:
        """Probability that a fair series is at least as uneven (chi-square test), or None if there are too few.

        Tail of the chi-square distribution by the Wilson-Hilferty approximation, accurate to about 0.01.
        """
        if min(self.expected, default=0.0) < LEAST_EXPECTED:
            return None
        free = len(self.counts) - 1
        squares = sum((count - wanted) ** 2 / wanted for count, wanted in zip(self.counts, self.expected, strict=True))
        away = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        return erfc(away / sqrt(2)) / 2


@dataclass(slots=True)
class DrawCounts:
    """Tallies of one or several games: dice by number of sides, and draws; separately for persons and computers."""

    dice: dict[str, dict[int, Tally]] = field(default_factory=dict)
    draws: dict[str, Tally] = field(default_factory=dict)
    games: int = 0

    def add(self, other: DrawCounts) -> None:
        """Add the counts of other games."""
        self.games += other.games
        for kind, by_sides in other.dice.items():
            for sides, tally in by_sides.items():
                self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides)).add(tally)
        for kind, tally in other.draws.items():
            self.draws.setdefault(kind, Tally.empty(QUARTERS)).add(tally)

    def die(self, kind: str, sides: int, face: int) -> None:
        """Count a die; ``face`` from 0."""
        tally = self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides))
        tally.counts[face] += 1
        tally.expected = [wanted + 1 / sides for wanted in tally.expected]

    def draw(self, kind: str, things: int, taken: int) -> None:
        """Count a draw; ``taken`` from 0."""
        if things < FEWEST:
            return
        tally = self.draws.setdefault(kind, Tally.empty(QUARTERS))
        tally.counts[taken * QUARTERS // things] += 1
        for thing in range(things):
            tally.expected[thing * QUARTERS // things] += 1 / things


class _Noting(ReplayedChance):
    """Recorded chance that counts what is requested."""

    __slots__ = ("_counted", "_kind")

    def __init__(self, draws: Sequence[int], counted: DrawCounts, kind: str) -> None:
        super().__init__(draws)
        self._counted = counted
        self._kind = kind

    def die(self, sides: int) -> int:
        """The next recorded face."""
        face = super().die(sides)
        if sides > 1:
            self._counted.die(self._kind, sides, face - 1)
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """The element of the pool that was drawn."""
        at = super().below(len(pool))
        if len(pool) > 1:
            self._counted.draw(self._kind, len(pool), at)
        return pool[at]


def count_draws(course: History, kinds: Sequence[str]) -> DrawCounts:
    """Count the random results of a game. ``kinds`` by seat: "person" or "computer"; the opening is not counted.

    Results after simultaneous decisions belong to nobody and are counted as "table".
    """
    rules: Rules[Any] = course.rules
    found = DrawCounts(games=1)
    for at, entry in enumerate(course.entries):
        if entry.draws:
            state = rules.clone(course.positions[at].state)
            kind = "table" if course.positions[at].hidden else kinds[entry.seat]
            rules.apply(state, entry.seat, entry.action, _Noting(entry.draws, found, kind))
    return found
