"""Log of Legends: marks of lines, and links to regions."""

from __future__ import annotations

from engine.contract import Event, Message, View
from games.legends.messages import region_name
from games.legends.moves import decode
from scenes.table.game_log import Places

MARKS = {
    "game_begins": "hourglass", "shape": "compass", "segment_laid": "compass", "start_laid": "star-formation",
    "joint_laid": "star-formation", "token_laid": "star-formation", "bids_opened": "two-coins", "rolled": "dice",
    "scored": "laurel-crown",
}  # fmt: skip
"""Icons of log lines without a seat."""


def find_mark(event: Event) -> int | str | None:
    """Return the mark of an event's log line: a seat or an icon."""
    seat = event.data.get("seat")
    return seat if isinstance(seat, int) else MARKS.get(event.kind, "hourglass")


class Regions(Places):
    """Links from log lines to regions."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Return the regions of an event, including origin and target."""
        return tuple(event.data[name] for name in ("region", "from", "to") if isinstance(event.data.get(name), int))

    def find_way(self, event: Event) -> tuple[int, int] | None:
        """Return the (from, to) regions of an army's move in an event."""
        start, end = event.data.get("from"), event.data.get("to")
        return (start, end) if isinstance(start, int) and isinstance(end, int) else None

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the places of an action."""
        region = decode(action).region
        return () if region is None else (region,)

    def list_named_places(self, message: Message, view: View) -> tuple[int, ...]:
        """Return the regions named in a text."""
        named = [value for value in message.params.values() if not isinstance(value, int)]
        return tuple(at for at, where in enumerate(view["regions"]) if region_name(where) in named)
