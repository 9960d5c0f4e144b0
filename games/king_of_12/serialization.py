"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine import states
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState
from games.king_of_12 import invariants
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS, TWISTS
from games.king_of_12.state import NOBODY, NOTHING, PHASES, State, Trick, blank

# Schema of the fields that dumps of a single table and of a tournament share.

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
SeatOrNobody = Annotated[int, msgspec.Meta(ge=NOBODY, lt=16)]
Finished = tuple[Number, Number, list[Card], list[Face], list[Amount], list[Value], SeatOrNobody, SeatOrNobody]
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


def read_trick(found: Finished, name: str, seats: int) -> Trick:
    """Convert a dumped trick of ``seats`` seats; raises :class:`BadState`."""
    number, order, cards, faces, amounts, values, first, second = found
    check_row_lengths(name, [cards, faces, amounts, values], seats)
    if max(first, second) >= seats:
        raise BadState(f"{name}: expected seats below {seats}, found {max(first, second)}")
    return number, order, tuple(cards), tuple(faces), tuple(amounts), tuple(values), first, second


_Seat = Annotated[int, msgspec.Meta(ge=NOBODY, lt=MOST_AT_A_TABLE)]


class Dumped(Common, kw_only=True):
    """Schema of a dumped game at one table; fields as in ``State``."""

    twists: Annotated[int, msgspec.Meta(ge=0, lt=1 << len(TWISTS))] = 0
    """Omitted when empty, as in saves made before twists existed."""
    owing: Annotated[int, msgspec.Meta(ge=0, lt=1 << MOST_AT_A_TABLE)]
    thief: _Seat
    victim: _Seat
    amounts: list[Amount]
    values: list[Value]
    last: Finished | None
    results: list[tuple[list[Points], _Seat]]
    course: list[Opened] = msgspec.field(default_factory=list)
    """Omitted in saves made before the field existed."""
    handicap: list[Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]] = msgspec.field(default_factory=list)
    """Omitted without a handicap."""


_SELDOM = ("twists", "course", HANDICAP)
"""Omitted when empty."""
_FIELDS = tuple(name for name in Dumped.__struct_fields__ if name not in _SELDOM)


def dump(state: State) -> JSON:
    """Dump the whole state, including hidden cards."""
    return states.plain(state, (*_FIELDS, *(name for name in _SELDOM if getattr(state, name))))


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = states.read(data, Dumped)
    seats = found.seats
    if not min(SEAT_COUNTS) <= seats <= MOST_AT_A_TABLE:
        raise BadState(f"seats: expected {min(SEAT_COUNTS)} to {MOST_AT_A_TABLE}, found {seats}")
    state = blank(seats, found.cards, found.twists, states.take_steps(found.handicap, seats))
    take(state, found)
    for name in ("amounts", "values"):
        if getattr(found, name):
            check_row_lengths(name, [getattr(found, name)], seats)
    if any(card == NOTHING for row in found.tricks for card in row):
        raise BadState("tricks: expected a card of every seat")
    check_row_lengths("results", [points for points, _ in found.results], seats)
    if any(winner >= seats for _, winner in found.results):
        raise BadState(f"results: expected winners below {seats}")
    for at, (_, *rows) in enumerate(found.course):
        check_row_lengths(f"course[{at}]", rows, seats)
    states.take(state, found, ("owing", "thief", "victim", "amounts", "values", "results", "course"))
    state.last = None if found.last is None else read_trick(found.last, "last", seats)
    return state
