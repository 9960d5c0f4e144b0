"""The advice a person has asked for: for one decision, shown to nobody else, gone when that is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ai.decision import recommended
from scenes.table.spoken import Row

if TYPE_CHECKING:
    from ai.decision import Decision
    from scenes.table.opponents import Hint, Owed


class Hints:
    """What is shown of an expert's thoughts."""

    def __init__(self, left_out: Sequence[int]) -> None:
        self._left_out = left_out
        """Actions that are nobody's advice: giving up."""
        self.shown: Decision | None = None
        self.count = 0
        """How many hints there have been: tells the picture of one from that of the next."""
        self.rows: list[Row] = []
        """The lines of what is shown, as they are drawn now."""
        self._owed: Owed | None = None

    @property
    def best(self) -> int | None:
        """The action that is recommended most."""
        return None if self.shown is None else recommended(self.shown, ())

    def take(self, hint: Hint) -> None:
        """Show what has been thought about a decision that is still owed."""
        left = [one for one in hint.decision.considered if one.action not in self._left_out]
        self.shown, self._owed = replace(hint.decision, considered=left), hint.owed
        self.count += 1

    def late(self, owed: Owed | None) -> bool:
        """Whether what is shown was for another decision than the one that is owed now."""
        return self.shown is not None and self._owed != owed

    def drop(self) -> None:
        """Show none any more."""
        self.shown = self._owed = None
        self.rows.clear()
