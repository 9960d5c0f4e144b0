"""What dice and draws gave: counted, beside what is to be expected.

The log keeps what chance gave, not out of how many; so the decisions of a game are carried out once more, and every
asking is noted. A *die* has faces. A *draw* takes one of several things that lie there: how many there are changes all
the time, so what is counted is the quarter of them that was met. Both are even when nobody has a hand in it.
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
"""A draw from fewer things says nothing of quarters."""
LEAST_EXPECTED = 5.0
"""So often each result has to be expected before a word is said about how even they are."""


@dataclass(slots=True)
class Tally:
    """How often each result came, and how often it was to be expected (in parts)."""

    counts: list[int]
    expected: list[float]

    @classmethod
    def empty(cls, results: int) -> Tally:
        """Nothing counted yet."""
        return cls([0] * results, [0.0] * results)

    @property
    def size(self) -> int:
        """How many there are of them."""
        return sum(self.counts)

    def add(self, other: Tally) -> None:
        """Count another tally of the same kind too."""
        self.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        self.expected = [one + two for one, two in zip(self.expected, other.expected, strict=True)]

    @property
    def unevenness(self) -> float | None:
        """How many of a hundred fair series are as uneven as this or more, 0 … 1; None while there are too few.

        The tail of chi-square by the cube root of Wilson and Hilferty, right to about a hundredth.
        """
        if min(self.expected, default=0.0) < LEAST_EXPECTED:
            return None
        free = len(self.counts) - 1
        squares = sum((count - wanted) ** 2 / wanted for count, wanted in zip(self.counts, self.expected, strict=True))
        away = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        return erfc(away / sqrt(2)) / 2


@dataclass(slots=True)
class DrawCounts:
    """Of a game, or of several: tallies of dice by their sides, and one of draws; persons and computers apart."""

    dice: dict[str, dict[int, Tally]] = field(default_factory=dict)
    draws: dict[str, Tally] = field(default_factory=dict)
    games: int = 0

    def add(self, other: DrawCounts) -> None:
        """Count other games too."""
        self.games += other.games
        for kind, by_sides in other.dice.items():
            for sides, tally in by_sides.items():
                self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides)).add(tally)
        for kind, tally in other.draws.items():
            self.draws.setdefault(kind, Tally.empty(QUARTERS)).add(tally)

    def die(self, kind: str, sides: int, face: int) -> None:
        """A die showed a face, counted from 0."""
        tally = self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides))
        tally.counts[face] += 1
        tally.expected = [wanted + 1 / sides for wanted in tally.expected]

    def draw(self, kind: str, things: int, taken: int) -> None:
        """One of several things was taken, counted from 0."""
        if things < FEWEST:
            return
        tally = self.draws.setdefault(kind, Tally.empty(QUARTERS))
        tally.counts[taken * QUARTERS // things] += 1
        for thing in range(things):
            tally.expected[thing * QUARTERS // things] += 1 / things


class _Noting(ReplayedChance):
    """Recorded chance that notes what was asked for."""

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
    """What a game gave to whom; ``kinds`` by seat: "person" or "computer". What the opening gave counts for nobody.

    What came when several had decided together is nobody's own, but the table's: "table".
    """
    rules: Rules[Any] = course.rules
    found = DrawCounts(games=1)
    for at, entry in enumerate(course.entries):
        if entry.draws:
            state = rules.clone(course.positions[at].state)
            kind = "table" if course.positions[at].hidden else kinds[entry.seat]
            rules.apply(state, entry.seat, entry.action, _Noting(entry.draws, found, kind))
    return found
