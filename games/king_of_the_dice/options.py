"""What can be set before a game: the map as printed, or the variant with everything at random; how it ends.

Ruling D13: the rulebook ends the game with the turn in which the supply runs out, so the first player often has
a turn more than the last. With ``finish_round`` the round is played to its end, with nothing left to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import BadOptions, Option

SEAT_COUNTS = (2, 3, 4)
MAPS = ("printed", "random")
FINISH = "finish_round"


def offered() -> tuple[Option, ...]:
    """The options in the order of the set-up screen."""
    return (Option("map", "choice", "printed", MAPS), Option(FINISH, "flag", False))


def checked(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Complete options; raises :class:`BadOptions` naming the option and what was expected."""
    if seats not in SEAT_COUNTS:
        raise BadOptions(f"seats: expected 2 to 4, found {seats!r}")
    for name in options:
        if name not in ("map", FINISH):
            raise BadOptions(f"{name}: there is no such option")
    chosen = options.get("map", "printed")
    if not isinstance(chosen, str) or chosen not in MAPS:
        raise BadOptions(f"map: expected one of {', '.join(MAPS)}, found {chosen!r}")
    finish = options.get(FINISH, False)
    if not isinstance(finish, bool):
        raise BadOptions(f"{FINISH}: expected true or false, found {finish!r}")
    return {"map": chosen, FINISH: finish}
