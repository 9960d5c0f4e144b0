"""The 34 cards, read from ``cards.json``. Their numbers are written into saved games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

CARD_COUNT = 34
ADJECTIVES = ("ancient", "arcane", "cursed", "dire", "forest", "mountain", "night", "noble")
ABILITIES: dict[str, int] = {
    "flying": 0, "plus_move": 0, "plus_army": 0, "elixir": 0, "immune": 0, "coins": 0,
    "vp_per_flying": 0, "vp_per_3_coins": 0, "vp_per_adjective": 1, "set_bonus": 2,
}  # fmt: skip
"""Ability → how many further values stand after its amount (an adjective; how many of them)."""
PLACE_ARMIES, MOVE_ARMIES, BUILD_CITY, DESTROY_ARMY = range(4)
KINDS = ("place", "move", "city", "destroy")
"""Names of the four kinds of action; the index is the kind's number."""
JOINS = ("", "/", "+")

CARDS_FILE = Path(__file__).with_name("cards.json")


class BadCards(ValueError):
    """The card data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``adjective`` is "" where the name has none (ruling L4).

    ``abilities`` are (name, amount), (vp_per_adjective, amount, adjective) or (set_bonus, points,
    adjective, how many); ``actions`` pairs of kind and number; ``join`` says how two belong
    together: "/" one of them, "+" the first, then the second.
    """

    id: int
    code: str
    adjective: str
    min_players: int
    abilities: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[int, int], ...]
    join: str

    def amount(self, ability: str) -> int:
        """How much of a plain ability the card gives."""
        return sum(each[1] for each in self.abilities if each[0] == ability)


@lru_cache(maxsize=1)
def cards() -> tuple[Card, ...]:
    """All cards by number, read and checked once; raises :class:`BadCards`."""
    return read_cards(CARDS_FILE)


@lru_cache(maxsize=4)
def deck_for(seats: int) -> int:
    """Mask of the cards in play (set-up 2): 34, 32 or 27 cards for 4, 3 or 2 seats."""
    return sum(1 << card.id for card in cards() if card.min_players <= seats)


def read_cards(path: Path) -> tuple[Card, ...]:
    """Read and check a card file; raises :class:`BadCards`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadCards(f"{path}: cannot be read: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("cards"), list):
        raise BadCards(f"{path}: cards: expected a list")
    found = tuple(_card(f"{path}: cards[{index}]", index, entry) for index, entry in enumerate(data["cards"]))
    if len(found) != CARD_COUNT:
        raise BadCards(f"{path}: cards: expected {CARD_COUNT} entries, found {len(found)}")
    if len({card.code for card in found}) != CARD_COUNT:
        raise BadCards(f"{path}: cards: expected {CARD_COUNT} different codes")
    return found


def _card(place: str, index: int, entry: Any) -> Card:
    if not isinstance(entry, dict):
        raise BadCards(f"{place}: expected an object, found {entry!r}")
    if entry.get("id") != index:
        raise BadCards(f"{place}.id: expected {index}, found {entry.get('id')!r}")
    code = entry.get("code")
    if not isinstance(code, str) or not code:
        raise BadCards(f"{place}.code: expected a word, found {code!r}")
    if entry.get("adjective") not in ("", *ADJECTIVES):
        raise BadCards(f"{place}.adjective: expected one of {ADJECTIVES} or '', found {entry.get('adjective')!r}")
    if entry.get("min_players") not in (2, 3, 4):
        raise BadCards(f"{place}.min_players: expected 2, 3 or 4, found {entry.get('min_players')!r}")
    abilities = tuple(_ability(f"{place}.abilities", each) for each in _listed(place, entry, "abilities"))
    actions = tuple(_action(f"{place}.actions", each) for each in _listed(place, entry, "actions"))
    join = entry.get("join")
    if join not in JOINS or len(actions) != (2 if join else 1):
        raise BadCards(f"{place}.join: expected '/' or '+' between two actions, else '', found {join!r}")
    return Card(index, code, entry["adjective"], entry["min_players"], abilities, actions, join)


def _listed(place: str, entry: dict[str, Any], name: str) -> list[Any]:
    found = entry.get(name)
    if not isinstance(found, list) or not found:
        raise BadCards(f"{place}.{name}: expected a list with something in it, found {found!r}")
    return found


def _ability(place: str, entry: Any) -> tuple[Any, ...]:
    if not isinstance(entry, list) or not entry or entry[0] not in ABILITIES:
        raise BadCards(f"{place}: expected one of {sorted(ABILITIES)} with an amount, found {entry!r}")
    more = entry[2:]
    fits = len(entry) == 2 + ABILITIES[entry[0]] and type(entry[1]) is int and entry[1] > 0
    if not fits or (more and more[0] not in ADJECTIVES) or (len(more) == 2 and type(more[1]) is not int):
        raise BadCards(f"{place}: expected an amount and what {entry[0]} needs, found {entry!r}")
    return tuple(entry)


def _action(place: str, entry: Any) -> tuple[int, int]:
    fits = isinstance(entry, list) and len(entry) == 2 and entry[0] in KINDS
    if not fits or type(entry[1]) is not int or entry[1] < 1:
        raise BadCards(f"{place}: expected one of {KINDS} with a number above 0, found {entry!r}")
    return KINDS.index(entry[0]), entry[1]
