"""How somebody plays, told from decisions alone: a simple reader of logs that counts what was chosen against what could
have been.

For every term that characters lean towards (``ai.leanings``) it adds up how much more of it the chosen actions brought
than the legal ones on average, in units of how much these differ. So a manner is a few numbers, about -1 to 1, whoever
played and whatever the cards were. Besides, what somebody decides about again and again tells who it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import dist, sqrt

from ai.leanings import BLUFF, TERMS, StyleBias
from engine.contract import View

COUNTED = tuple(term for term in TERMS if term != BLUFF)
"""A bluff shows in no single decision."""


@dataclass(slots=True)
class Manner:
    """What has been counted so far, by term."""

    more: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))
    spread: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0.0))

    def note(self, leans: StyleBias, view: View, seat: int, legal: Sequence[int], action: int) -> None:
        """One decision more; one that brings the same of every term whatever is chosen changes nothing."""
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
        """Whether no decision so far could show anything."""
        return not any(self.spread.values())

    def add(self, other: Manner) -> None:
        """Put another game's decisions to these."""
        for term in COUNTED:
            self.more[term] += other.more[term]
            self.spread[term] += other.spread[term]

    @property
    def numbers(self) -> tuple[float, ...]:
        """By term of ``COUNTED`` how far the decisions lean."""
        return tuple(self.more[term] / self.spread[term] if self.spread[term] else 0.0 for term in COUNTED)

    @property
    def stakes(self) -> tuple[float, ...]:
        """By term of ``COUNTED`` but the last, which follows from them, its part of all that was at stake: whoever
        takes cards that march decides about more raids."""
        total = sum(self.spread.values()) or 1.0
        return tuple(self.spread[term] / total for term in COUNTED[:-1])


_SAME = 1e-6
EARLY_TURNS = 3
"""So many turns of a player are its first ones."""


@dataclass(slots=True)
class Play:
    """One player's manner in a game as it is played: in all of it, and in its first :data:`EARLY_TURNS` turns.

    A turn is a row of decisions without anybody else's between them, or one together with others; where nothing is at
    stake that could show a manner (neutral armies that are laid before the game, say) it is not counted. ``had``:
    whether another turn has come after the first ones.
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
        """One decision more: the ``step``-th of the game, ``together`` with others or alone."""
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
    """Whose manner (by id) these numbers are likest; each of them is to vary as much as any other."""
    return min(sorted(known), key=lambda who: dist(numbers, known[who]))
