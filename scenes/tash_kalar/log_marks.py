"""Log of Tash-Kalar: marks of lines, and links to squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from games.tash_kalar.moves import decode
from scenes.table.game_log import Lines, Places

if TYPE_CHECKING:
    from scenes.table.table import AnyTable

MARKS = {
    "game_begins": "arena", "task_opened": "laurel-crown", "task_met": "laurel-crown",
    "task_put_under": "laurel-crown", "reshuffled": "cycle", "last_turns": "hourglass", "game_over": "crown",
}  # fmt: skip
"""Icons of log lines without a seat."""


class Record(Lines):
    """Log with the colours of the acting sides."""

    def __init__(self, table: AnyTable) -> None:
        super().__init__(table, self.mark)
        self._sides: Sequence[int] = ()

    def mark(self, event: Event) -> int | str | None:
        """Return the mark of an event's log line: the acting colour or an icon."""
        if event.kind == "game_begins":
            self._sides = event.data["sides"]
        if event.kind in MARKS:
            return MARKS[event.kind]
        who = event.data.get("seat")
        if not isinstance(who, int):
            return "arena"
        return self._sides[who] if who < len(self._sides) else who  # the events before a snapshot are not logged


class Squares(Places):
    """Links from log lines to squares."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Return the squares of an event, including origin and target, and the pattern of a summoning."""
        found = [event.data[name] for name in ("square", "from", "to") if isinstance(event.data.get(name), int)]
        if event.kind == "summoned":
            found += event.data["pattern"]
        return tuple(found)

    def find_way(self, event: Event) -> tuple[int, int] | None:
        """Return the (from, to) squares of the move in an event."""
        start, end = event.data.get("from"), event.data.get("to")
        return (start, end) if isinstance(start, int) and isinstance(end, int) else None

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the places of an action."""
        square = decode(action).square
        return (square,) if square >= 0 else ()
