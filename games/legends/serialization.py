"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState
from games.legends.cards import TOKEN_COUNT

from . import invariants, options
from .actions import WIDTH
from .board import SHAPES
from .cards import CARD_COUNT
from .maps import SIDE_CODES, BadSegments, check_own_sides, own_sides, plain_side
from .setup import PLACES
from .state import ARMIES, CITIES, NOTHING, OWNERS, PHASES, State, blank

_ANY = 9_999
"""Upper bounds of coins and points."""
_Region = Annotated[int, msgspec.Meta(ge=NOTHING, lt=WIDTH)]
_Cards = Annotated[int, msgspec.Meta(ge=0, lt=1 << CARD_COUNT)]
_Card = Annotated[int, msgspec.Meta(ge=0, lt=CARD_COUNT)]
_Token = Annotated[int, msgspec.Meta(ge=NOTHING, lt=TOKEN_COUNT)]
_Owner = Annotated[int, msgspec.Meta(ge=0, lt=OWNERS)]
_Armies = Annotated[int, msgspec.Meta(ge=0, le=ARMIES)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
_Number = Annotated[int, msgspec.Meta(ge=NOTHING, le=_ANY)]
_Place = Annotated[int, msgspec.Meta(ge=0, lt=WIDTH)]
_Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]


class Dumped(msgspec.Struct, kw_only=True):
    """Schema of a dumped state; fields as in ``State``.

    ``own`` sides as plain JSON; ``armies`` and ``cities`` as rows of owner, region and number. What cards and tokens
    give follows from the rest.
    """

    seats: Annotated[int, msgspec.Meta(ge=min(options.SEAT_COUNTS), le=max(options.SEAT_COUNTS))]
    options: Annotated[int, msgspec.Meta(ge=0, le=options.ALL_BITS)]
    youngest: _Seat
    own: Any
    game: Annotated[int, msgspec.Meta(ge=1, le=options.GAMES_IN_FULL)]
    phase: Annotated[int, msgspec.Meta(ge=0, lt=len(PHASES))]
    owing: Annotated[int, msgspec.Meta(ge=0, le=15)]
    shape: Annotated[int, msgspec.Meta(ge=0, lt=len(SHAPES))]
    start: _Region
    joint: _Region
    deck: _Cards
    turns: Annotated[int, msgspec.Meta(ge=0, le=64)]
    active: _Seat
    card: Annotated[int, msgspec.Meta(ge=NOTHING, lt=CARD_COUNT)]
    left: Annotated[int, msgspec.Meta(ge=0, le=64)]
    picked: _Region
    namer: Annotated[int, msgspec.Meta(ge=NOTHING, le=3)]
    supply: list[_Armies]
    captured: list[_Armies]
    coins: list[Annotated[int, msgspec.Meta(ge=0, le=_ANY)]]
    bids: list[_Number]
    held: list[Annotated[int, msgspec.Meta(ge=0, lt=1 << TOKEN_COUNT)]]
    leaders: list[Annotated[int, msgspec.Meta(ge=NOTHING, le=3)]]
    taken: list[list[_Card]]
    laid: Annotated[list[tuple[Annotated[int, msgspec.Meta(ge=0)], _Bit]], msgspec.Meta(max_length=PLACES)]
    armies: list[tuple[_Owner, _Place, _Armies]]
    cities: list[tuple[_Seat, _Place, Annotated[int, msgspec.Meta(ge=0, le=CITIES)]]]
    row: list[_Card]
    todo: list[tuple[_Seat, Annotated[int, msgspec.Meta(ge=0, le=9)]]]
    spots: Annotated[list[_Region], msgspec.Meta(min_length=TOKEN_COUNT, max_length=TOKEN_COUNT)]
    down: list[tuple[_Region, _Token, Annotated[int, msgspec.Meta(ge=NOTHING, le=15)]]]
    totals: list[list[tuple[_Number, _Number, _Number, _Number, _Number]]]
    handicap: list[Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]] = msgspec.field(default_factory=list)
    """Omitted without a handicap."""


_BY_SEAT = ("supply", "captured", "coins", "bids", "held", "leaders", "taken")
_SPARSE = ("armies", "cities")
_OTHERS = tuple(name for name in Dumped.__struct_fields__ if name not in (*_BY_SEAT, *_SPARSE, "own", HANDICAP))


def dump(state: State) -> JSON:
    """Dump the whole state, including hidden bids and tokens."""
    data = states.plain(state, (*_OTHERS, *_BY_SEAT))
    data["own"] = [plain_side(side) for side in state.own]
    for name in _SPARSE:
        # Rows of owner, region, number for every non-zero number.
        data[name] = [[*divmod(at, WIDTH), number] for at, number in enumerate(getattr(state, name)) if number]
    if state.handicap:
        data[HANDICAP] = list(state.handicap)
    return data


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
    try:
        own = own_sides(check_own_sides(found.own, "own"))
    except BadSegments as error:
        raise BadState(str(error)) from error
    if found.youngest >= seats:
        raise BadState(f"youngest: expected a seat below {seats}, found {found.youngest}")
    state = blank(seats, found.options, found.youngest, own, states.take_steps(found.handicap, seats))
    states.take(state, found, _OTHERS)
    states.take(state, found, _BY_SEAT, seats=seats)
    sides = len(SIDE_CODES) + len(own)
    # Custom segments have one side.
    segments = {side // 2 if side < len(SIDE_CODES) else side for side, _ in state.laid}
    if len(segments) != len(state.laid) or any(side >= sides for side, _ in state.laid):
        raise BadState(f"laid: expected up to four different segments, found {state.laid}")
    last = invariants.find_last_region(state)
    for name in _SPARSE:
        pieces = getattr(state, name)
        for owner, region, number in getattr(found, name):
            if region > last or (name == "cities" and owner >= seats):
                raise BadState(f"{name}: expected regions up to {last} of {seats} seats, found {[owner, region]}")
            pieces[WIDTH * owner + region] = number
    for name, places in (("spots", state.spots), ("down", [region for region, _, _ in state.down])):
        if any(place > last for place in places):
            raise BadState(f"{name}: expected regions up to {last}, found {list(places)}")
    if any(len(rows) != seats for rows in state.totals):
        raise BadState(f"totals: expected an entry for each of {seats} seats")
    state.taken = [tuple(cards) for cards in state.taken]
    return state
