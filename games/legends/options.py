"""Options of a game, as players see them and packed into one integer for the state.

``segments`` is a list of up to four custom sides. Every one of them is used on the
board; the other places are filled from the box. A side is plain JSON, so that saves are self-contained::

    {"code": "my_isle",            1 to 16 of a-z A-Z 0-9 _ -, no two alike, not one from the box
     "names": ["Port", "Fen"],     a name for each region 0, 1 …; at most 8 regions
     "islands": [[0], [1]],        every region once; each island hangs together by land
     "land": [], "sea": [[0, 1]],  pairs of neighbours, the smaller first; all hangs together
     "exits": {"N": 0, "E": 1, "S": 1, "W": 0},
     "start_here": false,          true: the start region must be on this side
     "land_links": false,          true: islands count apart, yet moves between them cost as on land
     "drawing": null}              data for drawing the side; the rules ignore it

The drawing stays in the options (and so in saves); states and views omit it.
In views ``segments`` names such a side by its code, and a region of it is "my_isle.0:Port".
"""

from collections.abc import Mapping
from typing import Any

from engine.contract import HANDICAP, BadOptions, Option, check_seats, complete, handicap_option, take_handicap

from .maps import BadSegments, Side, check_own_sides, plain_side

SEAT_COUNTS = (2, 3, 4)

BY_HAND, AS_RING, FULL, TIE_DIE, EXPLORE_OPEN, EXPLORE_SWAMP, WITH_CITADELS, WITH_DRAGON, WITH_PORTALS, WITH_ROGUES, \
    WITH_LEADERS, SINKING, FROZEN, TRUCE, EXILE = (1 << bit for bit in range(15))  # fmt: skip
ALL_BITS = (1 << 15) - 1

_CHOICES: dict[str, dict[str, int]] = {
    "setup": {"automatic": 0, "by_hand": BY_HAND},
    "shape": {"t": 0, "ring": AS_RING},
    "length": {"single": 0, "full": FULL},
    "tie": {"youngest": 0, "die": TIE_DIE},
    "explore": {"none": 0, "open": EXPLORE_OPEN, "swamp": EXPLORE_SWAMP},
}
FLAGS: dict[str, int] = {
    "citadels": WITH_CITADELS, "dragon": WITH_DRAGON, "portals": WITH_PORTALS, "rogues": WITH_ROGUES,
    "leaders": WITH_LEADERS,
}  # fmt: skip
"""Options that are flags."""
_TWISTS: dict[str, int] = {"sinking": SINKING, "frozen": FROZEN, "truce": TRUCE, "exile": EXILE}
YOUNGEST = "youngest"
SEGMENTS = "segments"
GAMES_IN_FULL = 3


def count_games(options: int) -> int:
    """Return the number of games played in a row (1 or 3) by packed options."""
    return GAMES_IN_FULL if options & FULL else 1


def list_options() -> tuple[Option, ...]:
    """Return the options in the order of the set-up screen; ``youngest`` is a seat (ruling L2)."""
    choices = {name: Option(name, "choice", next(iter(values)), tuple(values)) for name, values in _CHOICES.items()}
    return (
        choices["setup"],
        choices["shape"],
        choices["length"],
        Option(YOUNGEST, "choice", 0, (0, 1, 2, 3)),
        choices["tie"],
        choices["explore"],
        *(Option(name, "flag", False) for name in FLAGS),
        Option(SEGMENTS, "data", []),
        *(Option(name, "flag", False, twist=True) for name in _TWISTS),
        handicap_option(),
    )


_OFFERED = list_options()


def check_options(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Check options and return them complete; raises :class:`BadOptions` naming the option and the expected value.

    A youngest seat outside the table becomes the first seat.
    """
    check_seats(seats, SEAT_COUNTS)
    full = complete(_OFFERED, options)
    take_handicap(full, seats)
    if full[YOUNGEST] >= seats:
        full[YOUNGEST] = 0
    try:
        full[SEGMENTS] = check_own_sides(full[SEGMENTS], SEGMENTS)
    except BadSegments as error:
        raise BadOptions(str(error)) from error
    return full


def pack(full: Mapping[str, Any]) -> int:
    """Return complete options as a bit mask, without the youngest seat, custom segments and the handicap."""
    mask = 0
    for name, values in _CHOICES.items():
        mask |= values[full[name]]
    for name, bit in FLAGS.items():
        if full[name]:
            mask |= bit
    for name, bit in _TWISTS.items():
        if full.get(name):
            mask |= bit
    return mask


def twists(mask: int) -> list[str]:
    """Return the names of the twists in packed options."""
    return [name for name, bit in _TWISTS.items() if mask & bit]


def unpack(mask: int, youngest: int, own: tuple[Side, ...]) -> dict[str, Any]:
    """Return the options of a mask of :func:`pack`, in set-up order; custom sides without drawings."""
    found: dict[str, Any] = {}
    for option in _OFFERED:
        if option.name == HANDICAP:
            continue  # views have it next to the options
        if option.name in FLAGS or option.name in _TWISTS:
            found[option.name] = bool(mask & (FLAGS | _TWISTS)[option.name])
        elif option.name == YOUNGEST:
            found[option.name] = youngest
        elif option.name == SEGMENTS:
            found[option.name] = [{**plain_side(side), "drawing": None} for side in own]
        else:
            values = _CHOICES[option.name]
            found[option.name] = next((name for name, bit in values.items() if bit & mask), option.default)
    return found
