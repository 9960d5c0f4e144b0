"""The chronicle of the Tash-Kalar table: what stands before each line, and the squares that words speak of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from games.tash_kalar.moves import decode
from scenes.table.game_log import Lines
from scenes.table.location_links import Places

if TYPE_CHECKING:
    from scenes.table.game_log import Telling

MARKS = {
    "game_begins": "arena", "task_opened": "laurel-crown", "task_met": "laurel-crown",
    "task_put_under": "laurel-crown", "reshuffled": "cycle", "last_turns": "hourglass", "game_over": "crown",
}  # fmt: skip
"""What stands before a line about no seat in particular."""


class Record(Lines):
    """The lines, with the colours of whoever acts."""

    def __init__(self, table: Telling) -> None:
        super().__init__(table, self.mark)
        self._sides: Sequence[int] = ()

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


class Squares(Places):
    """The squares that are spoken of."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Where it happened, from where to where, and the pattern of a summoning."""
        found = [event.data[name] for name in ("square", "from", "to") if isinstance(event.data.get(name), int)]
        if event.kind == "summoned":
            found += event.data["pattern"]
        return tuple(found)

    def find_way(self, event: Event) -> tuple[int, int] | None:
        """From where to where a piece moved."""
        start, end = event.data.get("from"), event.data.get("to")
        return (start, end) if isinstance(start, int) and isinstance(end, int) else None

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Where it would be carried out."""
        square = decode(action).square
        return (square,) if square >= 0 else ()
