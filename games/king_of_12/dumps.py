"""A whole state as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

from typing import Any

from engine.contract import JSON, BadState

from . import meaning
from .cards import CARD_COUNT
from .fields import ANY, BOUNDS, card_set, check_seat, field, number, numbers, rows, trick, whole
from .options import MOST_AT_A_TABLE, SEAT_COUNTS
from .state import State, blank

_NUMBERS = ("round", "phase", "owing", "length", "thief", "victim")
LISTS = ("faces", "ones", "twos", "points", "hands", "commits", "picks")
TUPLES = ("crowns", "laid", "shown")
_MAYBE_TUPLES = ("amounts", "values")


def dump(state: State) -> JSON:
    """The whole state, hidden cards included."""
    data: dict[str, JSON] = {"seats": state.seats, "cards": state.cards}
    for name in _NUMBERS:
        data[name] = getattr(state, name)
    for name in LISTS + TUPLES + _MAYBE_TUPLES:
        data[name] = list(getattr(state, name))
    data["tricks"] = [list(cards) for cards in state.tricks]
    data["last"] = None if state.last is None else [list(x) if isinstance(x, tuple) else x for x in state.last]
    data["results"] = [[list(points), winner] for points, winner in state.results]
    return data


def load(data: JSON) -> State:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    if not isinstance(data, dict):
        raise BadState(f"state: expected an object, found {type(data).__name__}")
    seats = number(data, "seats", min(SEAT_COUNTS), MOST_AT_A_TABLE)
    cards = card_set(data)
    state = blank(seats, cards)
    for name in _NUMBERS:
        setattr(state, name, number(data, name, *BOUNDS[name]))
    for name in LISTS:
        setattr(state, name, numbers(data, name, seats, *BOUNDS[name]))
    for name in TUPLES:
        setattr(state, name, tuple(numbers(data, name, seats, *BOUNDS[name])))
    for name in _MAYBE_TUPLES:
        if field(data, name) != []:
            setattr(state, name, tuple(numbers(data, name, seats, *BOUNDS[name])))
    tricks = rows(data, "tricks")
    state.tricks = tuple(tuple(numbers({"tricks": row}, "tricks", seats, 0, CARD_COUNT - 1)) for row in tricks)
    last = field(data, "last")
    state.last = None if last is None else trick(last, "last", seats)
    state.results = tuple(_result(row, seats) for row in rows(data, "results"))
    for seat in range(seats):
        check_seat(state, seat, [cards[seat] for cards in state.tricks])
    meaning.check(state)
    return state


def _result(row: Any, seats: int) -> tuple[tuple[int, ...], int]:
    if not isinstance(row, list) or len(row) != 2:
        raise BadState(f"results: expected [points, winner], found {row!r}")
    points = numbers({"results": row[0]}, "results", seats, 0, ANY)
    return tuple(points), whole(row[1], "results winner", -1, seats - 1)
