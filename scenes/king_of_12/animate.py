"""Animations of King of 12 events that show why a player won.

Each function is a script (see ``scenes.table.script``): it starts motions on the timeline and yields how
many milliseconds to wait before the next step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from scenes.king_of_12 import animate_effects, animate_scores
from scenes.king_of_12.animation_context import Animation
from scenes.table.script import Script

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

SCRIPTS: dict[str, Animation] = {**animate_effects.SCRIPTS, **animate_scores.SCRIPTS}


def tell(table: KingTable, events: Sequence[Event]) -> Script:
    """Animate the events of an update; simultaneous ones together."""
    for group in moments(events):
        # The log must not show a roll before the die lies still.
        suspense = group[0].kind == "rolled"
        if not suspense:
            table.note(group)
        script = SCRIPTS.get(group[0].kind)
        if script is not None:
            yield from script(table, group)
        if suspense:
            table.note(group)


def moments(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Split events into groups that are animated together."""
    group: list[Event] = []
    for event in events:
        if group and not _together(group[0], event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _together(first: Event, other: Event) -> bool:
    if first.kind != other.kind:
        return False
    if first.kind == "rolled":
        return bool(first.data["cause"] == other.data["cause"] == "round")
    if first.kind == "turned":
        return bool(first.data["cause"] == other.data["cause"] in ("troublemakers", "turning", "dull"))
    return first.kind in ("scored", "dice_cancelled", "cards_cancelled", "points_dropped")
