"""Schema of the fields that dumps of a single table and of a tournament share."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine import states
from engine.contract import BadState

from .cards import CARD_COUNT
from .state import NOBODY, NOTHING, PHASES, State, Trick

_ANY = 9_999
"""Upper bounds for the rounds of a game and the points of a round."""

Number = Annotated[int, msgspec.Meta(ge=1, le=_ANY)]
Points = Annotated[int, msgspec.Meta(ge=0, le=_ANY)]
Card = Annotated[int, msgspec.Meta(ge=0, lt=CARD_COUNT)]
Played = Annotated[int, msgspec.Meta(ge=NOTHING, lt=CARD_COUNT)]
Cards = Annotated[int, msgspec.Meta(ge=0, lt=1 << CARD_COUNT)]
Face = Annotated[int, msgspec.Meta(ge=1, le=12)]
Amount = Annotated[int, msgspec.Meta(ge=-7, le=12)]
Value = Annotated[int, msgspec.Meta(ge=-6, le=24)]
"""−6 = face 1 with Parasite, 24 = 12 doubled."""
Seat = Annotated[int, msgspec.Meta(ge=0, lt=16)]
Somebody = Annotated[int, msgspec.Meta(ge=NOBODY, lt=16)]
Finished = tuple[Number, Number, list[Card], list[Face], list[Amount], list[Value], Somebody, Somebody]
"""A finished trick, see ``state.Trick``."""
Opened = tuple[Number, list[Face], list[Points], list[Points], list[Card]]
"""A trick when its cards are turned over, see ``state.Opened``."""


class Common(msgspec.Struct, kw_only=True):
    """Fields of every dump; as in ``State``, lists by seat."""

    seats: int
    cards: Annotated[int, msgspec.Meta(ge=1, lt=1 << CARD_COUNT)]
    round: Number
    phase: Annotated[int, msgspec.Meta(ge=0, lt=len(PHASES))]
    length: Annotated[int, msgspec.Meta(ge=0, le=6)]
    faces: list[Face]
    ones: list[Points]
    twos: list[Points]
    points: list[Points]
    hands: list[Cards]
    commits: list[Played]
    picks: list[Annotated[int, msgspec.Meta(ge=NOTHING, le=99)]]
    crowns: list[Annotated[int, msgspec.Meta(ge=0, le=2)]]
    laid: list[Cards]
    shown: list[Cards]
    tricks: list[list[Played]]


NUMBERS = ("seats", "cards", "round", "phase", "length")
BY_SEAT = ("faces", "ones", "twos", "points", "hands", "commits", "picks", "crowns", "laid", "shown")


def take(state: State, found: Common) -> None:
    """Copy the common fields into a state; raises :class:`BadState` naming the place."""
    states.take(state, found, NUMBERS)
    states.take(state, found, BY_SEAT, seats=found.seats)
    check_row_lengths("tricks", found.tricks, found.seats)
    states.take(state, found, ("tricks",))


def check_row_lengths(name: str, rows: list[list[int]], seats: int) -> None:
    """Raise :class:`BadState` unless every row has an entry for each seat."""
    if any(len(row) != seats for row in rows):
        raise BadState(f"{name}: expected an entry for each of {seats} seats in every row")


def trick(found: Finished, name: str, seats: int) -> Trick:
    """Convert a dumped trick of ``seats`` seats; raises :class:`BadState`."""
    number, order, cards, faces, amounts, values, first, second = found
    check_row_lengths(name, [cards, faces, amounts, values], seats)
    if max(first, second) >= seats:
        raise BadState(f"{name}: expected seats below {seats}, found {max(first, second)}")
    return number, order, tuple(cards), tuple(faces), tuple(amounts), tuple(values), first, second
