"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine import states
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState

from . import invariants, state_schema
from .options import MOST_AT_A_TABLE, SEAT_COUNTS, TWISTS
from .state import NOBODY, NOTHING, State, blank
from .state_schema import Amount, Common, Finished, Opened, Points, Value

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
    state_schema.take(state, found)
    for name in ("amounts", "values"):
        if getattr(found, name):
            state_schema.check_row_lengths(name, [getattr(found, name)], seats)
    if any(card == NOTHING for row in found.tricks for card in row):
        raise BadState("tricks: expected a card of every seat")
    state_schema.check_row_lengths("results", [points for points, _ in found.results], seats)
    if any(winner >= seats for _, winner in found.results):
        raise BadState(f"results: expected winners below {seats}")
    for at, (_, *rows) in enumerate(found.course):
        state_schema.check_row_lengths(f"course[{at}]", rows, seats)
    states.take(state, found, ("owing", "thief", "victim", "amounts", "values", "results", "course"))
    state.last = None if found.last is None else state_schema.trick(found.last, "last", seats)
    return state
