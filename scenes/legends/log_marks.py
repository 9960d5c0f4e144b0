"""The lines of the Legends chronicle: what stands before each of them, and the regions that words speak of."""

from __future__ import annotations

from engine.contract import Event, Message, View
from games.legends.messages import region_name
from games.legends.moves import decode
from scenes.table.location_links import Places

MARKS = {
    "game_begins": "hourglass", "shape": "compass", "segment_laid": "compass", "start_laid": "star-formation",
    "joint_laid": "star-formation", "token_laid": "star-formation", "bids_opened": "two-coins", "rolled": "dice",
    "scored": "laurel-crown",
}  # fmt: skip
"""What stands before a line about no seat in particular."""


def find_mark(event: Event) -> int | str | None:
    """What stands before the line of an event: a seat or an icon."""
    seat = event.data.get("seat")
    return seat if isinstance(seat, int) else MARKS.get(event.kind, "hourglass")


class Regions(Places):
    """The regions that are spoken of."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Where it happened, and from where to where."""
        return tuple(event.data[name] for name in ("region", "from", "to") if isinstance(event.data.get(name), int))

    def find_way(self, event: Event) -> tuple[int, int] | None:
        """From where to where an army moved."""
        start, end = event.data.get("from"), event.data.get("to")
        return (start, end) if isinstance(start, int) and isinstance(end, int) else None

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Where it would be carried out."""
        region = decode(action).region
        return () if region is None else (region,)

    def list_named_places(self, message: Message, view: View) -> tuple[int, ...]:
        """The regions that a text names."""
        named = [value for value in message.params.values() if not isinstance(value, int)]
        return tuple(at for at, where in enumerate(view["regions"]) if region_name(where) in named)
