"""The fourteen cards: their numbers for the code, their data from ``cards.json``.

The numbers are written into saved games and must never change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

KNIGHT = 0
SORCERER = 1
ORACLE = 2
ALCHEMIST = 3
MACHINE = 4
PARASITE = 5
GOLEM = 6
GAMBLER = 7
LADY = 8
MERCHANTS = 9
REVERSER = 10
TROUBLEMAKERS = 11
COLLECTOR = 12
FAUN = 13

CODES = (
    "knight", "sorcerer", "oracle", "alchemist", "machine", "parasite", "golem",
    "gambler", "lady", "merchants", "reverser", "troublemakers", "collector", "faun",
)  # fmt: skip
"""Code of each card; the index is the card's number."""

CARD_COUNT = len(CODES)

SIGNS = frozenset(
    {
        "lowest", "neighbour", "reroll", "double", "plus_7", "minus_7", "twelve",
        "swap_points", "silence", "pass_left", "opposite", "all_opposite", "collect", "escape",
    }
)  # fmt: skip
"""Effect signs a card face may carry."""

CARDS_FILE = Path(__file__).with_name("cards.json")


class BadCards(ValueError):
    """The card data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: number, code, effect sign on its seal, colour of its die sign."""

    id: int
    code: str
    sign: str
    blue: bool
    promo: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards by number, and the six that join the Knight in a first game."""

    cards: tuple[Card, ...]
    first_game: tuple[int, ...]

    @property
    def free(self) -> tuple[int, ...]:
        """The eleven cards a set is chosen from: neither the Knight nor a promo."""
        return tuple(card.id for card in self.cards if card.id != KNIGHT and not card.promo)

    @property
    def blue(self) -> frozenset[int]:
        """Ruling K1: blue = Sorcerer, Oracle, Reverser, Troublemakers, Merchants.

        Of the twelve these are exactly the cards that physically move dice.
        """
        return frozenset(card.id for card in self.cards if card.blue)


@lru_cache(maxsize=1)
def deck() -> Deck:
    """The cards of ``cards.json``, read and checked once; raises :class:`BadCards`."""
    return read_deck(CARDS_FILE)


def read_deck(path: Path) -> Deck:
    """Read and check a card file; raises :class:`BadCards`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadCards(f"{path}: cannot be read: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("cards"), list):
        raise BadCards(f"{path}: cards: expected a list")
    cards = tuple(_card(path, index, entry) for index, entry in enumerate(data["cards"]))
    if len(cards) != CARD_COUNT:
        raise BadCards(f"{path}: cards: expected {CARD_COUNT} entries, found {len(cards)}")
    first = data.get("first_game")
    if not isinstance(first, list) or len(first) != 6 or not all(code in CODES for code in first):
        raise BadCards(f"{path}: first_game: expected six card codes, found {first!r}")
    return Deck(cards, tuple(CODES.index(code) for code in first))


def _card(path: Path, index: int, entry: Any) -> Card:
    """Check one entry of the card list."""
    place = f"{path}: cards[{index}]"
    if not isinstance(entry, dict):
        raise BadCards(f"{place}: expected an object, found {entry!r}")
    if entry.get("id") != index:
        raise BadCards(f"{place}.id: expected {index}, found {entry.get('id')!r}")
    if index >= CARD_COUNT or entry.get("code") != CODES[index]:
        wanted = CODES[index] if index < CARD_COUNT else "no further card"
        raise BadCards(f"{place}.code: expected {wanted!r}, found {entry.get('code')!r}")
    if entry.get("sign") not in SIGNS:
        raise BadCards(f"{place}.sign: expected one of {sorted(SIGNS)}, found {entry.get('sign')!r}")
    for name in ("blue", "promo"):
        if not isinstance(entry.get(name), bool):
            raise BadCards(f"{place}.{name}: expected true or false, found {entry.get(name)!r}")
    return Card(index, entry["code"], entry["sign"], entry["blue"], entry["promo"])
