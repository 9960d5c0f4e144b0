"""The sixty citizens: five piles of twelve, read from ``citizens.json``.

The number of a citizen is its place in the file: pile x 12 + 0 … 11. Numbers are written into
saved games.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engine import schema
from engine.schema import expect

from .dice import COLOURS, SYMBOLS, BadCondition, Colour, Condition, Conditions, parse, symbol

DWARF, THIEF, TAMER, BULLY, LANDOWNER = range(5)
PILES = 5
IN_PILE = 12
CARDS = PILES * IN_PILE
PILE_CODES = ("dwarf", "thief", "tamer", "bully", "landowner")
"""Code of each pile's citizen; the index is the pile's number."""
STEAL_GEM = "steal_gem"

CITIZENS_FILE = Path(__file__).with_name("citizens.json")


@dataclass(frozen=True, slots=True)
class Tier:
    """Reward for a condition: number of the condition, tiles drawn, whether a gem comes from the supply."""

    condition: int
    draw: int
    gem: bool


@dataclass(frozen=True, slots=True)
class Citizen:
    """A citizen. ``tiers``: one, or for the dwarf several; the last one met counts.

    ``needs``: mask of the conditions of all tiers. ``steals_gem``: a thief that takes a gem instead of a citizen.
    ``joker``: symbol that it adds as a joker.
    """

    id: int
    pile: int
    tiers: tuple[Tier, ...]
    needs: int
    steals_gem: bool
    joker: int


@dataclass(frozen=True, slots=True)
class Citizens:
    """All citizens by number, all conditions that occur, and by joker symbol the mask of the citizens that have it."""

    cards: tuple[Citizen, ...]
    conditions: Conditions
    with_joker: tuple[int, ...]

    def best_tier(self, card: int, met: int) -> Tier | None:
        """Return the last listed tier of a citizen whose condition is in the mask ``met``, or None."""
        for tier in reversed(self.cards[card].tiers):
            if met >> tier.condition & 1:
                return tier
        return None


@lru_cache(maxsize=1)
def citizens(path: Path = CITIZENS_FILE) -> Citizens:
    """Return the citizens of a file, by default ``citizens.json``, read and checked once; raises ``Misfit``.

    Ruling D1: the printed cards are unavailable; these are replacements in a file that anyone with
    the box can replace.
    """
    rows = schema.read(path, _File).citizens
    conditions: dict[str, Condition] = {}
    cards = tuple(_citizen(number, row, conditions) for number, row in enumerate(rows))
    with_joker = tuple(sum(1 << card.id for card in cards if card.joker == sign) for sign in range(SYMBOLS))
    return Citizens(cards, Conditions(conditions.values()), with_joker)


class _Joker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=6)]
    colour: Colour


class _Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    condition: dict[str, Any]
    draw: Annotated[int, msgspec.Meta(ge=1, le=3)]
    gem: bool

    def __post_init__(self) -> None:
        _parse_condition(self.condition)


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of a citizen in the file: the dwarf has ``tiers``, the thief an ``effect`` and tiles to draw."""

    pile: Annotated[int, msgspec.Meta(ge=1, le=PILES)]
    condition: dict[str, Any]
    joker: _Joker
    tiers: Annotated[list[_Tier], msgspec.Meta(min_length=1)] | None = None
    effect: Literal["steal_citizen", "steal_gem"] | None = None
    draw: Annotated[int, msgspec.Meta(ge=1, le=2)] | None = None

    def __post_init__(self) -> None:
        """Check that exactly the fields that a citizen of this pile has are set."""
        _parse_condition(self.condition)
        pile = self.pile - 1
        expect((self.tiers is not None) == (pile == DWARF), "tiers", "a list for the dwarf alone")
        expect((self.effect is not None) == (pile == THIEF), "effect", "one for the thief alone", self.effect)
        expect((self.draw is not None) == (pile == THIEF), "draw", "a number for the thief alone", self.draw)
        if self.tiers is not None:
            expect(self.condition == self.tiers[0].condition, "condition", "that of the first tier")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    citizens: Annotated[list[_Row], msgspec.Meta(min_length=CARDS, max_length=CARDS)]

    def __post_init__(self) -> None:
        """Check that the citizens are sorted by pile."""
        for number, row in enumerate(self.citizens):
            expect(row.pile == number // IN_PILE + 1, f"citizens[{number}].pile", str(number // IN_PILE + 1), row.pile)


def _parse_condition(data: dict[str, Any]) -> Condition:
    """Parse a condition; raises Misfit."""
    try:
        return parse(data)
    except BadCondition as error:
        raise schema.Misfit(f"condition: {error}") from error


def _citizen(number: int, row: _Row, conditions: dict[str, Condition]) -> Citizen:
    """Build a citizen and add its conditions to ``conditions``, where equal ones share a number."""

    def number_condition(data: dict[str, Any]) -> int:
        condition = _parse_condition(data)
        conditions.setdefault(condition.name, condition)
        return list(conditions).index(condition.name)

    own = number_condition(row.condition)
    pile = row.pile - 1
    if row.tiers is not None:
        tiers = tuple(Tier(number_condition(tier.condition), tier.draw, tier.gem) for tier in row.tiers)
    else:
        tiers = (Tier(own, row.draw or (2 if pile == LANDOWNER else 0), False),)
    needs = sum({1 << tier.condition for tier in tiers})
    joker = symbol(row.joker.number, COLOURS.index(row.joker.colour))
    return Citizen(number, pile, tiers, needs, row.effect == STEAL_GEM, joker)
