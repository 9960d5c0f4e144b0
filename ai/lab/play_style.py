"""Play style of a player, estimated from decisions alone.

For every term of the leanings (``ai.leanings``) the amounts of the chosen actions are compared with the mean of the
legal ones, in standard deviations of the legal actions. A style is a few numbers of about -1 to 1, independent of the
cards. The kinds of decisions a player gets are part of the style too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import dist, sqrt

from ai.leanings import BLUFF, TERMS, StyleBias
from engine.contract import View

COUNTED = tuple(term for term in TERMS if term != BLUFF)
"""All terms but bluffing, which no single decision shows."""


@dataclass(slots=True)
class Manner:
    """Accumulated style by term."""

    more: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))
    spread: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))

    def note(self, leans: StyleBias, view: View, seat: int, legal: Sequence[int], action: int) -> None:
        """Add a decision; decisions whose actions have equal amounts change nothing."""
        if len(legal) < 2:
            return
        rows = leans.amounts(view, seat, legal)
        chosen = rows[legal.index(action)]
        for term in COUNTED:
            amounts = [row.get(term, 0.0) for row in rows]
            mean = sum(amounts) / len(amounts)
            apart = sqrt(sum((amount - mean) ** 2 for amount in amounts) / len(amounts))
            if apart > _SAME:
                self.more[term] += chosen.get(term, 0.0) - mean
                self.spread[term] += apart

    @property
    def empty(self) -> bool:
        """Whether no informative decision was added."""
        return not any(self.spread.values())

    def add(self, other: Manner) -> None:
        """Add the decisions of another game."""
        for term in COUNTED:
            self.more[term] += other.more[term]
            self.spread[term] += other.spread[term]

    @property
    def numbers(self) -> tuple[float, ...]:
        """Lean by term of ``COUNTED``."""
        return tuple(self.more[term] / self.spread[term] if self.spread[term] else 0.0 for term in COUNTED)

    @property
    def stakes(self) -> tuple[float, ...]:
        """Share of each term in all that was at stake, by term of ``COUNTED`` without the last, which follows from
        the others."""
        total = sum(self.spread.values()) or 1.0
        return tuple(self.spread[term] / total for term in COUNTED[:-1])


_SAME = 1e-6
EARLY_TURNS = 3
"""Number of a player's turns that count as the first ones."""


@dataclass(slots=True)
class Play:
    """Style of one player in a running game: overall and in its first :data:`EARLY_TURNS` turns.

    A turn is a run of decisions without other players' in between, or one simultaneous decision. Turns without
    informative decisions (such as placing neutral armies) do not count. ``had``: whether a further turn has begun.
    """

    whole: Manner = field(default_factory=Manner)
    early: Manner = field(default_factory=Manner)
    had: bool = False
    _turns: int = 0
    _last: int = -2
    _counted: bool = False

    def note(
        self, leans: StyleBias, view: View, seat: int, legal: Sequence[int], action: int, step: int, together: bool
    ) -> None:
        """Add a decision, the ``step``-th of the game; ``together``: made simultaneously with others."""
        if together or self._last != step - 1:
            self._counted = False
        self._last = step
        decision = Manner()
        decision.note(leans, view, seat, legal, action)
        if decision.empty:
            return
        self.whole.add(decision)
        self._turns += not self._counted
        self._counted = True
        self.had = self._turns > EARLY_TURNS
        if not self.had:
            self.early.add(decision)


def nearest(numbers: Sequence[float], known: Mapping[str, Sequence[float]]) -> str:
    """Id of the style closest to these numbers, with all features scaled equally."""
    return min(sorted(known), key=lambda who: dist(numbers, known[who]))
