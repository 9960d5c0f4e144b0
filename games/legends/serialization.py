"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated, Any

from engine import states
from engine.contract import JSON, BadState

from . import invariants
from .actions import WIDTH
from .maps import SIDE_CODES, BadSegments, check_own_sides, own_sides, plain_side
from .setup import PLACES
from .state import CITIES, OWNERS, Armies, State, blank

_Owner = Annotated[int, states.make_bounds(0, OWNERS - 1)]
_Place = Annotated[int, states.make_bounds(0, WIDTH - 1)]
_SPARSE = ("armies", "cities")
SCHEMA = states.StateSchema(
    State,
    own=Any,
    armies=list[tuple[_Owner, _Place, Armies]],
    cities=list[tuple[_Owner, _Place, Annotated[int, states.make_bounds(0, CITIES)]]],
)
"""``own`` sides as plain JSON; ``armies`` and ``cities`` as rows of owner, region and number."""


def dump(state: State) -> JSON:
    """Dump the whole state, including hidden bids and tokens."""
    data = SCHEMA.dump(state)
    data["own"] = [plain_side(side) for side in state.own]
    for name in _SPARSE:
        # Rows of owner, region, number for every non-zero number.
        data[name] = [[*divmod(at, WIDTH), number] for at, number in enumerate(getattr(state, name)) if number]
    return data


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = SCHEMA.read(data)
    seats = found.seats
    try:
        own = own_sides(check_own_sides(found.own, "own"))
    except BadSegments as error:
        raise BadState(str(error)) from error
    if found.youngest >= seats:
        raise BadState(f"youngest: expected a seat below {seats}, found {found.youngest}")
    state = blank(seats, found.options, found.youngest, own)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, seats)
    sides = len(SIDE_CODES) + len(own)
    # Custom segments have one side.
    segments = {side // 2 if side < len(SIDE_CODES) else side for side, _ in state.laid}
    if len(segments) != len(state.laid) or len(state.laid) > PLACES or any(side >= sides for side, _ in state.laid):
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
    return state
