"""Options of a game: the printed map or the random variant, and how the game ends.

Ruling D13: the rulebook ends the game with the turn in which the supply runs out, so the first player often has
a turn more than the last. With ``finish_round`` the round is played to its end, with nothing left to draw.
"""

from collections.abc import Mapping
from typing import Any

from engine.contract import Option, check_seats, complete, handicap_option, take_handicap

SEAT_COUNTS = (2, 3, 4)
MAPS = ("printed", "random")
FINISH = "finish_round"
TWISTS = ("alarm_first", "unforced", "no_jokers", "impatient")
ALARM_FIRST, UNFORCED, NO_JOKERS, IMPATIENT = (1 << place for place in range(len(TWISTS)))
"""Bits of the twists in ``state.twists``."""
GEMS = ((0, 0), (2, 0), (2, 1), (4, 1), (4, 2), (6, 2), (6, 4))
"""Handicap: step → white and gold gems at the start more than the rulebook gives, from beyond the box."""


def list_options() -> tuple[Option, ...]:
    """Return the options in the order of the set-up screen."""
    twists = (Option(name, "flag", False, twist=True) for name in TWISTS)
    return (Option("map", "choice", "printed", MAPS), Option(FINISH, "flag", False), *twists, handicap_option())


def check_options(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Check options and return them complete; raises :class:`BadOptions` naming the option and the expected value."""
    check_seats(seats, SEAT_COUNTS)
    full = complete(list_options(), options)
    take_handicap(full, seats)
    return full
