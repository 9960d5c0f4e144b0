"""Reading dumped data field by field: every value is checked, and errors name the place."""

from __future__ import annotations

from typing import Any

from engine.contract import BadState

from .cards import CARD_COUNT, COLLECTOR, FAUN
from .state import PHASES, State, Trick

ANY = 9_999
"""More rounds than any game has, and more points than any round gives."""
CARD_MASK = (1 << CARD_COUNT) - 1
BOUNDS: dict[str, tuple[int, int]] = {
    "round": (1, ANY), "phase": (0, len(PHASES) - 1), "owing": (0, 15), "length": (0, 6),
    "thief": (-1, 3), "victim": (-1, 3), "faces": (1, 12), "ones": (0, ANY), "twos": (0, ANY),
    "points": (0, ANY), "hands": (0, CARD_MASK), "commits": (-1, CARD_COUNT - 1), "picks": (-1, 99),
    "crowns": (0, 2), "laid": (0, CARD_MASK), "shown": (0, CARD_MASK), "amounts": (-7, 12),
    "values": (-6, 24),
}  # fmt: skip
"""Smallest and largest allowed number of each field (−6 = face 1 with Parasite, 24 = 12 doubled)."""


def field(data: dict[str, Any], name: str) -> Any:
    """A field that must be there."""
    if name not in data:
        raise BadState(f"{name}: missing")
    return data[name]


def whole(value: Any, place: str, low: int, high: int) -> int:
    """A whole number within its bounds."""
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def number(data: dict[str, Any], name: str, low: int, high: int) -> int:
    """A field that is a whole number."""
    return whole(field(data, name), name, low, high)


def numbers(data: dict[str, Any], name: str, count: int, low: int, high: int) -> list[int]:
    """A field that is a list of so many whole numbers."""
    values = field(data, name)
    if not isinstance(values, list) or len(values) != count:
        raise BadState(f"{name}: expected a list of {count} numbers, found {values!r}")
    return [whole(value, f"{name}[{index}]", low, high) for index, value in enumerate(values)]


def rows(data: dict[str, Any], name: str) -> list[Any]:
    """A field that is a list."""
    found = field(data, name)
    if not isinstance(found, list):
        raise BadState(f"{name}: expected a list, found {found!r}")
    return found


def card_set(data: dict[str, Any]) -> int:
    """The mask of the seven cards that all play with."""
    cards = number(data, "cards", 1, CARD_MASK)
    if cards.bit_count() != 7 or not cards & 1:
        raise BadState(f"cards: expected seven cards with the Knight among them, found mask {cards}")
    if cards >> COLLECTOR & cards >> FAUN & 1:
        raise BadState("cards: expected one promo card at most")
    return cards


def trick(row: Any, name: str, seats: int) -> Trick:
    """A finished trick of so many seats."""
    if not isinstance(row, list) or len(row) != 8:
        raise BadState(f"{name}: expected a list of 8 entries, found {row!r}")
    ranges = {2: (0, CARD_COUNT - 1), 3: BOUNDS["faces"], 4: BOUNDS["amounts"], 5: BOUNDS["values"]}
    parts: list[Any] = []
    for index, part in enumerate(row):
        place = f"{name}[{index}]"
        if index in ranges:
            parts.append(tuple(numbers({place: part}, place, seats, *ranges[index])))
        else:
            parts.append(whole(part, place, -1 if index > 5 else 1, seats - 1 if index > 5 else ANY))
    number_, order, cards, faces, amounts, values, first, second = parts
    return number_, order, cards, faces, amounts, values, first, second


def check_seat(state: State, seat: int, played: list[int]) -> None:
    """A seat holds the whole set once: in hand, laid down, played this round or as a crown."""
    where = [card for card in range(CARD_COUNT) if state.hands[seat] >> card & 1]
    where += [card for card in range(CARD_COUNT) if state.laid[seat] >> card & 1]
    where += played
    if state.commits[seat] >= 0:
        where.append(state.commits[seat])
    if sum(1 << card for card in where) != state.cards or len(where) != 7:
        raise BadState(f"hands[{seat}]: the cards of seat {seat} are not the seven of the set")
    if state.points[seat] != state.ones[seat] + 2 * state.twos[seat]:
        raise BadState(f"points[{seat}]: expected the sum of the tokens, found {state.points[seat]}")
