"""Moves: action codes of the log, of views and of opponents decoded to named fields, and encoded."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.contract import ActionCodec

from . import actions as act
from .maps import MOST_OWN, SIDE_CODES
from .state import NEUTRAL_OWNER, ROW


class Kind(StrEnum):
    """Kinds of moves."""

    CARD = "card"
    DONE = "done"
    OPTION = "option"
    STEM = "stem"
    NAME = "name"
    SEGMENT = "segment"
    OWN_SEGMENT = "own_segment"
    BID = "bid"
    START = "start"
    JOINT = "joint"
    TOKEN = "token"
    NEUTRAL = "neutral"
    PLACE = "place"
    FROM = "move_from"
    TO = "move_to"
    CITY = "city"
    DESTROY = "destroy"
    BRIBE = "bribe"


class Move(NamedTuple):
    """One action.

    ``number``: the place in the row (CARD), the index of a card's action (OPTION), 0 above or 1 below (STEM), the seat
    that begins (NAME), a side of the box or a custom one (SEGMENT, OWN_SEGMENT), coins (BID). ``region`` where it
    happens; ``owner`` of the army destroyed (4 = neutral) or of the city bribed; ``turned``: the segment is.
    """

    kind: Kind
    number: int = 0
    region: int | None = None
    owner: int | None = None
    turned: bool = False


DONE = Move(Kind.DONE)


def build_region_move(kind: Kind, region: int, owner: int | None = None) -> Move:
    """Build a move with a region."""
    return Move(kind, 0, region, owner)


_NUMBERED = {
    Kind.CARD: (act.CARD, ROW),
    Kind.DONE: (act.DONE, 1),
    Kind.OPTION: (act.FIRST_ACTION, 2),
    Kind.STEM: (act.STEM_ABOVE, 2),
    Kind.NAME: (act.NAME, NEUTRAL_OWNER),
    Kind.BID: (act.BID, act.START - act.BID),
}
"""First action code of each kind, and the number of its codes."""
_SIDES = {
    Kind.SEGMENT: (act.SEGMENT, len(SIDE_CODES)),
    Kind.OWN_SEGMENT: (act.OWN_SEGMENT, MOST_OWN),
}
_ABOUT_REGIONS = {
    Kind.START: act.START,
    Kind.JOINT: act.JOINT,
    Kind.TOKEN: act.TOKEN,
    Kind.NEUTRAL: act.NEUTRAL,
    Kind.PLACE: act.PLACE,
    Kind.FROM: act.FROM,
    Kind.TO: act.TO,
    Kind.CITY: act.CITY,
}
_OWNED = {Kind.DESTROY: (act.DESTROY, NEUTRAL_OWNER + 1), Kind.BRIBE: (act.BRIBE, NEUTRAL_OWNER)}


def _all() -> Iterator[tuple[int, Move]]:
    for kind, (first, count) in _NUMBERED.items():
        for number in range(count):
            yield first + number, Move(kind, number)
    for kind, (first, count) in _SIDES.items():
        for number in range(count):
            for turned in (0, 1):
                yield first + 2 * number + turned, Move(kind, number, turned=bool(turned))
    for kind, first in _ABOUT_REGIONS.items():
        for region in range(act.WIDTH):
            yield first + region, build_region_move(kind, region)
    for kind, (first, owners) in _OWNED.items():
        for owner in range(owners):
            for region in range(act.WIDTH):
                yield first + act.WIDTH * owner + region, build_region_move(kind, region, owner)


_CODEC = ActionCodec("Legends", _all)
decode = _CODEC.decode
"""Decode an action code; raises ValueError for an unknown code."""
find_move = _CODEC.find_move
"""Decode an action code; None for an unknown code."""
encode = _CODEC.encode
"""Encode a move as an action code; raises ValueError for an impossible move."""
