"""The chronicle of the Legends table: a line for every event worth one, and the regions each speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import Event
from scenes.table.chronicle import Lines

if TYPE_CHECKING:
    from scenes.table.chronicle import Telling

MARKS = {
    "game_begins": "hourglass", "shape": "compass", "segment_laid": "compass", "start_laid": "star-formation",
    "joint_laid": "star-formation", "token_laid": "star-formation", "bids_opened": "two-coins", "rolled": "dice",
    "scored": "laurel-crown",
}  # fmt: skip
"""What stands before a line about no seat in particular."""


def mark_of(event: Event) -> int | str | None:
    """What stands before the line of an event: a seat or an icon."""
    seat = event.data.get("seat")
    return seat if isinstance(seat, int) else MARKS.get(event.kind, "hourglass")


class Record(Lines):
    """The lines, and the regions each of them speaks of."""

    def __init__(self, table: Telling) -> None:
        super().__init__(table, mark_of)
        self.spoken_of: list[tuple[int, ...]] = []

    def clear(self) -> None:
        """Drop all lines."""
        super().clear()
        self.spoken_of = []

    def added(self, event: Event) -> None:
        """Remember the regions of the new line."""
        self.spoken_of.append(tuple(event.data[name] for name in ("region", "from", "to") if name in event.data))
