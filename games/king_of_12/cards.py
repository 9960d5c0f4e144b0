"""The cards of a hand and the dice; saved games hold the numbers of cards.

Saved games hold the numbers, so they must never change.
"""

from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from engine import schema
from engine.schema import expect

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

PROMO_CARDS = (COLLECTOR, FAUN)
"""Cards of which one may join a set, in the order of the set-up screen."""

CODES = (
    "knight", "sorcerer", "oracle", "alchemist", "machine", "parasite", "golem",
    "gambler", "lady", "merchants", "reverser", "troublemakers", "collector", "faun",
)  # fmt: skip
"""Code of each card; the index is the card's number."""

CARD_COUNT = len(CODES)

Sign = Literal[
    "lowest", "neighbour", "reroll", "double", "plus_7", "minus_7", "twelve",
    "swap_points", "silence", "pass_left", "opposite", "all_opposite", "collect", "escape",
]  # fmt: skip
SIGNS = frozenset(get_args(Sign))
"""Effect signs that a card face can have."""

CARDS_FILE = Path(__file__).with_name("cards.json")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card: number, code, effect sign on its seal, whether the die sign is blue, whether it is a promo card."""

    id: int
    code: str
    sign: Sign
    blue: bool
    promo: bool


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the file: all cards by number, and the codes of the six cards used with the Knight in a first game."""

    cards: tuple[Card, ...]
    first_codes: tuple[str, ...] = msgspec.field(name="first_game")

    def __post_init__(self) -> None:
        """Check that the cards stand in the order of their numbers and that the codes are known."""
        expect(len(self.cards) == CARD_COUNT, "cards", f"{CARD_COUNT} entries", len(self.cards))
        for number, card in enumerate(self.cards):
            expect(card.id == number, f"cards[{number}].id", str(number), card.id)
            expect(card.code == CODES[number], f"cards[{number}].code", CODES[number], card.code)
            expect(card.promo == (number in PROMO_CARDS), f"cards[{number}].promo", "as PROMO_CARDS says", card.promo)
        known = len(self.first_codes) == 6 and set(self.first_codes) <= set(CODES)
        expect(known, "first_game", "six card codes", self.first_codes)

    @property
    def first_game(self) -> tuple[int, ...]:
        """Numbers of the six cards used with the Knight in a first game."""
        return tuple(CODES.index(code) for code in self.first_codes)

    @property
    def free(self) -> tuple[int, ...]:
        """Numbers of the eleven cards from which a set is chosen: all but the Knight and the promos."""
        return tuple(card.id for card in self.cards if card.id != KNIGHT and not card.promo)

    @property
    def blue(self) -> frozenset[int]:
        """Numbers of the blue cards (ruling K1): Sorcerer, Oracle, Reverser, Troublemakers, Merchants.

        These are exactly the cards that move dice.
        """
        return frozenset(card.id for card in self.cards if card.blue)


@lru_cache(maxsize=1)
def deck(path: Path = CARDS_FILE) -> Deck:
    """Return the cards of a file, by default ``cards.json``, read and checked once; raises ``Misfit``."""
    return schema.read(path, Deck)


# Geometry of the twelve-sided die: the opposite face and the five neighbours of each face.

FACES = range(1, 13)

NEIGHBOURS: dict[int, tuple[int, int, int, int, int]] = {
    1: (2, 4, 6, 5, 10),
    2: (1, 4, 8, 7, 10),
    3: (4, 6, 11, 12, 8),
    4: (1, 2, 8, 3, 6),
    5: (1, 6, 11, 9, 10),
    6: (1, 4, 3, 11, 5),
    7: (2, 8, 12, 9, 10),
    8: (2, 4, 3, 12, 7),
    9: (5, 10, 7, 12, 11),
    10: (1, 2, 7, 9, 5),
    11: (3, 6, 5, 9, 12),
    12: (3, 8, 7, 9, 11),
}
"""Neighbours of each face in cyclic order (either mirror image is a legal die)."""


def opposite(face: int) -> int:
    """Return the opposite face; opposite faces add to 13."""
    return 13 - face
