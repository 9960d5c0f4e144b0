"""The chronicle of the Legends table: a line for every event worth one, and the regions each speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import Event
from scenes.panels import Line

if TYPE_CHECKING:
    from scenes.legends.table import Table

MARKS = {
    "game_begins": "hourglass", "shape": "compass", "segment_laid": "compass", "start_laid": "star-formation",
    "joint_laid": "star-formation", "token_laid": "star-formation", "bids_opened": "two-coins", "rolled": "dice",
    "scored": "laurel-crown",
}  # fmt: skip
"""What stands before a line about no seat in particular."""


class Record:
    """Lines made once and added to, until the language or the one who listens changes."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.spoken_of: list[tuple[int, ...]] = []
        """The regions each line speaks of."""
        self._from: tuple[int, str] = (-1, "")
        self._of: list[tuple[int, Event]] = []

    def forget(self) -> None:
        """Make all lines anew next time."""
        self._from = (-1, "")

    def update(self, table: Table) -> None:
        """Lines for what the table has told so far."""
        key = (len(table.told), table.ctx.texts.language)
        same = self._of is table.told  # another list: the history of another seat, to be read anew
        if same and key == self._from:
            return
        start = 0
        if same and self._from[1] == key[1] and 0 <= self._from[0] < len(table.told):
            start = self._from[0]
        else:
            self.lines, self.spoken_of = [], []
        for turn, event in table.told[start:]:
            self._add(table, turn, event)
        self._from, self._of = key, table.told

    def _add(self, table: Table, turn: int, event: Event) -> None:
        rules = table.session.rules
        message = rules.describe(event)
        if message is None:
            return
        why = rules.explain(event)
        seat = event.data.get("seat")
        mark = seat if isinstance(seat, int) else MARKS.get(event.kind, "hourglass")
        said = table.ctx.say(message, table.names)
        reason = table.ctx.say(why, table.names) if why is not None else ""
        self.lines.append(Line(said, mark, turn, event.kind, reason))
        self.spoken_of.append(tuple(event.data[name] for name in ("region", "from", "to") if name in event.data))
