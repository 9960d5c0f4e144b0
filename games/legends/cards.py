"""The 34 cards, read from ``cards.json``, tokens and leaders. Saved games hold their numbers."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from engine import schema
from engine.schema import expect

CARD_COUNT = 34
Adjective = Literal["ancient", "arcane", "cursed", "dire", "forest", "mountain", "night", "noble"]
ADJECTIVES = get_args(Adjective)
ABILITIES: dict[str, int] = {
    "flying": 0, "plus_move": 0, "plus_army": 0, "elixir": 0, "immune": 0, "coins": 0,
    "vp_per_flying": 0, "vp_per_3_coins": 0, "vp_per_adjective": 1, "set_bonus": 2,
}  # fmt: skip
"""Ability → number of further values after its amount (an adjective; a count)."""
PLACE_ARMIES, MOVE_ARMIES, BUILD_CITY, DESTROY_ARMY = range(4)
Kind = Literal["place", "move", "city", "destroy"]
KINDS = get_args(Kind)
"""Names of the four kinds of action; the index is the kind."""

CARDS_FILE = Path(__file__).with_name("cards.json")


@dataclass(frozen=True, slots=True)
class Card:
    """A card. ``adjective`` is "" where the name has none (ruling L4).

    ``abilities``: (name, amount), (vp_per_adjective, amount, adjective) or (set_bonus, points, adjective, number
    needed); ``actions``: pairs (kind, number); ``join`` of two actions: "/" one of them, "+" the first, then the
    second.
    """

    id: int
    code: str
    adjective: str
    min_players: int
    abilities: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[int, int], ...]
    join: str

    def amount(self, ability: str) -> int:
        """Return the sum of the amounts of an ability (by name) of the card, 0 without it."""
        return sum(each[1] for each in self.abilities if each[0] == ability)


@lru_cache(maxsize=4)
def deck_for(seats: int) -> int:
    """Return the mask of the cards in play (set-up 2): 34, 32 or 27 cards for 4, 3 or 2 seats."""
    return sum(1 << card.id for card in cards() if card.min_players <= seats)


@lru_cache(maxsize=1)
def cards(path: Path = CARDS_FILE) -> tuple[Card, ...]:
    """Return all cards of a file by number, by default the box, read and checked once; raises ``Misfit``."""
    return tuple(entry.card() for entry in schema.read(path, _File).cards)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of a card in the file."""

    id: int
    code: Annotated[str, msgspec.Meta(min_length=1)]
    adjective: Adjective | Literal[""]
    min_players: Annotated[int, msgspec.Meta(ge=2, le=4)]
    abilities: Annotated[list[tuple[Any, ...]], msgspec.Meta(min_length=1)]
    actions: Annotated[list[tuple[Kind, Annotated[int, msgspec.Meta(ge=1)]]], msgspec.Meta(min_length=1, max_length=2)]
    join: Literal["", "/", "+"]

    def __post_init__(self) -> None:
        """Check that every ability has its values and that ``join`` stands between two actions."""
        for number, ability in enumerate(self.abilities):
            _check_ability(f"abilities[{number}]", ability)
        expect(
            len(self.actions) == (2 if self.join else 1), "join", "'/' or '+' between two actions, else ''", self.join
        )

    def card(self) -> Card:
        """Return the entry as a card of the rules."""
        actions = tuple((KINDS.index(kind), number) for kind, number in self.actions)
        return Card(self.id, self.code, self.adjective, self.min_players, tuple(self.abilities), actions, self.join)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[list[_Entry], msgspec.Meta(min_length=CARD_COUNT, max_length=CARD_COUNT)]

    def __post_init__(self) -> None:
        """Check the order of the numbers and that codes are distinct."""
        for number, entry in enumerate(self.cards):
            expect(entry.id == number, f"cards[{number}].id", str(number), entry.id)
        expect(len({entry.code for entry in self.cards}) == CARD_COUNT, "cards", f"{CARD_COUNT} different codes")


def _check_ability(place: str, ability: tuple[Any, ...]) -> None:
    known = bool(ability) and ability[0] in ABILITIES
    expect(known, place, f"one of {', '.join(sorted(ABILITIES))} with an amount", ability)
    more = ability[2:]
    fits = len(ability) == 2 + ABILITIES[ability[0]] and type(ability[1]) is int and ability[1] > 0
    fits = fits and (not more or more[0] in ADJECTIVES) and (len(more) < 2 or type(more[1]) is int)
    expect(fits, place, f"an amount and what {ability[0]} needs", ability)


# Numbers of the tokens and the leaders; saved games hold them.

SPRING, COTTAGE, TREASURE, BOOK, STABLE, SWAMP = range(6)
"""Explore tokens, and the Poison Swamp that is mixed among them face down."""
CITADELS = (6, 7, 8)
DRAGON = 9
PORTALS = (10, 11)
ROGUES = 12
TOKEN_COUNT = 13
EXPLORE = (SPRING, COTTAGE, TREASURE, BOOK, STABLE)
EXPLORE_AND_SWAMP = (*EXPLORE, SWAMP)
TOKEN_CODES = (
    "spring", "cottage", "treasure", "book", "stable", "swamp",
    "citadel", "citadel", "citadel", "dragon", "portal", "portal", "rogues",
)  # fmt: skip
"""Code of each token in texts; the index is the token's number."""

SPRING_ELIXIRS = 2
TREASURE_COINS = 1
TOKEN_POINTS = {BOOK: 1, SWAMP: -1, DRAGON: 2}
"""Points of a token for the player who holds it."""
DRAGON_ARMIES = 7

FAIRY_QUEEN, BANDIT_KING, RED_SORCERESS, WHITE_KNIGHT = range(4)
LEADER_CODES = ("fairy_queen", "bandit_king", "red_sorceress", "white_knight")
QUEEN_FOREST_CARDS = 3
SORCERESS_ARMIES = 3
"""Captured armies per point."""
KNIGHT_REGIONS = 3
"""Regions of an island that gives the White Knight a point."""
NO_LEADER = -1
