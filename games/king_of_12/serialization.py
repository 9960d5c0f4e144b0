"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from collections.abc import Sequence

from engine import states
from engine.contract import JSON, BadState
from games.king_of_12 import invariants
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.state import NOTHING, Seats, State, Trick, blank

SCHEMA = states.StateSchema(State)
dump = SCHEMA.dump
"""Dump the whole state, including hidden cards."""


def check_row_lengths(name: str, rows: Sequence[Seats], seats: int) -> None:
    """Raise :class:`BadState` unless every row has an entry for each seat."""
    if any(len(row) != seats for row in rows):
        raise BadState(f"{name}: expected an entry for each of {seats} seats in every row")


def check_trick_lengths(trick: Trick, name: str, seats: int) -> None:
    """Raise :class:`BadState` unless a dumped trick has an entry for each of the seats."""
    *_, cards, faces, amounts, values, first, second = trick
    check_row_lengths(name, [cards, faces, amounts, values], seats)
    if max(first, second) >= seats:
        raise BadState(f"{name}: expected seats below {seats}, found {max(first, second)}")


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = SCHEMA.read(data)
    seats: int = found.seats
    if not min(SEAT_COUNTS) <= seats <= MOST_AT_A_TABLE:
        raise BadState(f"seats: expected {min(SEAT_COUNTS)} to {MOST_AT_A_TABLE}, found {seats}")
    state = blank(seats, found.cards)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, seats)
    check_row_lengths("tricks", state.tricks, seats)
    for name in ("amounts", "values"):
        if getattr(state, name):
            check_row_lengths(name, [getattr(state, name)], seats)
    if any(card == NOTHING for row in state.tricks for card in row):
        raise BadState("tricks: expected a card of every seat")
    check_row_lengths("results", [points for points, _ in state.results], seats)
    if any(winner >= seats for _, winner in state.results):
        raise BadState(f"results: expected winners below {seats}")
    for at, (_, *rows) in enumerate(state.course):
        check_row_lengths(f"course[{at}]", rows, seats)
    if state.last is not None:
        check_trick_lengths(state.last, "last", seats)
    return state
