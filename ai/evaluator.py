"""What a judge of positions is: who is likely to win, and what that is told from.

A game's opponents may offer one as ``JUDGE`` (see ``ai.opponent_registry``); everybody else asks it through the one
door, ``ai.win_probability``. *Sides* are those who win together: the seats, or the teams of a team game, numbered from
0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.contract import View

CHANCE = "chance"
"""The unit of values that are chances to win the game themselves."""


class Judge(Protocol):
    """Judges states of one game that are not over."""

    hides: bool
    """Whether a view hides anything; if not, one state that fits it is enough."""

    @property
    def offers(self) -> bool:
        """Whether :meth:`closely` sees more than :meth:`of_sides`."""
        ...

    def sides(self, state: Any) -> Sequence[int]:
        """The side of every seat."""
        ...

    def of_sides(self, state: Any) -> Sequence[float]:
        """The chance of every side to win the game, together 1; ties are shared."""
        ...

    def closely(self, state: Any) -> Sequence[float]:
        """The same, looked at more closely where that takes its time: with what lies there for everybody to take. A
        judge that sees no more then answers as before."""
        ...

    def unit(self, view: View) -> str:
        """What the level that gives advice counts in at this decision (``Considered.value``): ``CHANCE``, the name of
        the term that is counted in the same points, or "" where neither fits."""
        ...

    def one_more(self, state: Any, term: str) -> float:
        """By how much one more of a term raises the log-odds of a side."""
        ...

    def terms(self, state: Any) -> Sequence[Mapping[str, float]]:
        """By side what its chance is told from: named parts of its log-odds, against nothing known at all.

        A part above 0 speaks for the side, below 0 against it. They do not add up to anything exact: every part is
        what it brings against the mean of all sides.
        """
        ...
