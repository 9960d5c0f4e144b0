"""The chronicle of the Tash-Kalar table: a line for every event worth one, and the squares each speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from scenes.table.chronicle import Lines

if TYPE_CHECKING:
    from scenes.table.chronicle import Telling

MARKS = {
    "game_begins": "arena", "task_opened": "laurel-crown", "task_put_under": "laurel-crown", "reshuffled": "cycle",
    "last_turns": "hourglass",
}  # fmt: skip
"""What stands before a line about no seat in particular."""


class Record(Lines):
    """The lines, and the squares each of them speaks of."""

    def __init__(self, table: Telling) -> None:
        super().__init__(table, self.mark)
        self._sides: Sequence[int] = ()
        self.spoken_of: list[tuple[int, ...]] = []

    def mark(self, event: Event) -> int | str | None:
        """What stands before the line of an event: the colour of whoever acts, or an icon."""
        if event.kind == "game_begins":
            self._sides = event.data["sides"]
        if event.kind in MARKS:
            return MARKS[event.kind]
        who = event.data.get("seat")
        if not isinstance(who, int):
            return "arena"
        return self._sides[who] if who < len(self._sides) else who  # what a snapshot begins with is not told

    def clear(self) -> None:
        """Drop all lines."""
        super().clear()
        self.spoken_of = []

    def added(self, event: Event) -> None:
        """Remember the squares of the new line."""
        found = [event.data[name] for name in ("square", "from", "to") if isinstance(event.data.get(name), int)]
        if event.kind == "summoned":
            found += event.data["pattern"]
        self.spoken_of.append(tuple(found))
