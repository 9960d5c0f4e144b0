"""What can be set before a game: the map as printed, or the variant with everything at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import BadOptions, Option

SEAT_COUNTS = (2, 3, 4)
MAPS = ("printed", "random")


def offered() -> tuple[Option, ...]:
    """The options in the order of the set-up screen."""
    return (Option("map", "choice", "printed", MAPS),)


def checked(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Complete options; raises :class:`BadOptions` naming the option and what was expected."""
    if seats not in SEAT_COUNTS:
        raise BadOptions(f"seats: expected 2 to 4, found {seats!r}")
    for name in options:
        if name != "map":
            raise BadOptions(f"{name}: there is no such option")
    chosen = options.get("map", "printed")
    if chosen not in MAPS:
        raise BadOptions(f"map: expected one of {', '.join(MAPS)}, found {chosen!r}")
    return {"map": chosen}
