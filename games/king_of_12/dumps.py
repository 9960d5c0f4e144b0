"""A whole state as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

from typing import Any

from engine.contract import JSON, BadState

from .cards import CARD_COUNT
from .options import SEAT_COUNTS
from .state import PHASES, State, blank

_NUMBERS = ("round", "phase", "owing", "length", "thief", "victim")
_LISTS = ("faces", "ones", "twos", "points", "hands", "commits", "picks")
_TUPLES = ("crowns", "laid", "shown")
_MAYBE_TUPLES = ("amounts", "values")

_ANY = 1 << 20
_CARD_MASK = (1 << CARD_COUNT) - 1
_BOUNDS: dict[str, tuple[int, int]] = {
    "round": (1, _ANY), "phase": (0, len(PHASES) - 1), "owing": (0, 15), "length": (0, 6),
    "thief": (-1, 3), "victim": (-1, 3), "faces": (1, 12), "ones": (0, _ANY), "twos": (0, _ANY),
    "points": (0, _ANY), "hands": (0, _CARD_MASK), "commits": (-1, CARD_COUNT - 1), "picks": (-1, 99),
    "crowns": (0, 2), "laid": (0, _CARD_MASK), "shown": (0, _CARD_MASK), "amounts": (-7, 12),
    "values": (-6, 24),
}  # fmt: skip
"""Smallest and largest allowed number of each field (−6 = face 1 with Parasite, 24 = 12 doubled)."""


def dump(state: State) -> JSON:
    """The whole state, hidden cards included."""
    data: dict[str, JSON] = {"seats": state.seats, "cards": state.cards}
    for name in _NUMBERS:
        data[name] = getattr(state, name)
    for name in _LISTS + _TUPLES + _MAYBE_TUPLES:
        data[name] = list(getattr(state, name))
    data["tricks"] = [list(cards) for cards in state.tricks]
    data["last"] = None if state.last is None else [list(x) if isinstance(x, tuple) else x for x in state.last]
    data["results"] = [[list(points), winner] for points, winner in state.results]
    return data


def load(data: JSON) -> State:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    if not isinstance(data, dict):
        raise BadState(f"state: expected an object, found {type(data).__name__}")
    seats = _number(data, "seats", min(SEAT_COUNTS), max(SEAT_COUNTS))
    cards = _number(data, "cards", 1, _CARD_MASK)
    if cards.bit_count() != 7 or not cards & 1:
        raise BadState(f"cards: expected seven cards with the Knight among them, found mask {cards}")
    state = blank(seats, cards)
    for name in _NUMBERS:
        setattr(state, name, _number(data, name, *_BOUNDS[name]))
    for name in _LISTS:
        setattr(state, name, _numbers(data, name, seats, *_BOUNDS[name]))
    for name in _TUPLES:
        setattr(state, name, tuple(_numbers(data, name, seats, *_BOUNDS[name])))
    for name in _MAYBE_TUPLES:
        if _field(data, name) != []:
            setattr(state, name, tuple(_numbers(data, name, seats, *_BOUNDS[name])))
    tricks = _rows(data, "tricks")
    state.tricks = tuple(tuple(_numbers({"tricks": row}, "tricks", seats, 0, CARD_COUNT - 1)) for row in tricks)
    state.last = _last(data, seats)
    state.results = tuple(_result(row, seats) for row in _rows(data, "results"))
    _check_cards(state)
    return state


def _field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise BadState(f"{name}: missing")
    return data[name]


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def _number(data: dict[str, Any], name: str, low: int, high: int) -> int:
    return _whole(_field(data, name), name, low, high)


def _numbers(data: dict[str, Any], name: str, count: int, low: int, high: int) -> list[int]:
    values = _field(data, name)
    if not isinstance(values, list) or len(values) != count:
        raise BadState(f"{name}: expected a list of {count} numbers, found {values!r}")
    return [_whole(value, f"{name}[{index}]", low, high) for index, value in enumerate(values)]


def _rows(data: dict[str, Any], name: str) -> list[Any]:
    rows = _field(data, name)
    if not isinstance(rows, list):
        raise BadState(f"{name}: expected a list, found {rows!r}")
    return rows


def _last(data: dict[str, Any], seats: int) -> Any:
    row = _field(data, "last")
    if row is None:
        return None
    if not isinstance(row, list) or len(row) != 8:
        raise BadState(f"last: expected null or a list of 8 entries, found {row!r}")
    ranges = {2: (0, CARD_COUNT - 1), 3: _BOUNDS["faces"], 4: _BOUNDS["amounts"], 5: _BOUNDS["values"]}
    parts: list[Any] = []
    for index, part in enumerate(row):
        place = f"last[{index}]"
        if index in ranges:
            parts.append(tuple(_numbers({place: part}, place, seats, *ranges[index])))
        else:
            parts.append(_whole(part, place, -1 if index > 5 else 1, seats - 1 if index > 5 else _ANY))
    return tuple(parts)


def _result(row: Any, seats: int) -> tuple[tuple[int, ...], int]:
    if not isinstance(row, list) or len(row) != 2:
        raise BadState(f"results: expected [points, winner], found {row!r}")
    points = _numbers({"results": row[0]}, "results", seats, 0, _ANY)
    return tuple(points), _whole(row[1], "results winner", -1, seats - 1)


def _check_cards(state: State) -> None:
    """Every seat holds the whole set once: in hand, laid down, played this round or as a crown."""
    for seat in range(state.seats):
        where = [card for card in range(CARD_COUNT) if state.hands[seat] >> card & 1]
        where += [card for card in range(CARD_COUNT) if state.laid[seat] >> card & 1]
        where += [cards[seat] for cards in state.tricks]
        if state.commits[seat] >= 0:
            where.append(state.commits[seat])
        if sum(1 << card for card in where) != state.cards or len(where) != 7:
            raise BadState(f"hands[{seat}]: the cards of seat {seat} are not the seven of the set")
        if state.points[seat] != state.ones[seat] + 2 * state.twos[seat]:
            raise BadState(f"points[{seat}]: expected the sum of the tokens, found {state.points[seat]}")
