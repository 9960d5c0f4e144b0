"""The sixty citizens: five piles of twelve, read from ``citizens.json``.

The number of a citizen is its place in the file: pile x 12 + 0 … 11. Numbers are written into
saved games.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .conditions import BadCondition, Condition, Conditions, parse
from .dice import COLOURS, SYMBOLS, symbol

DWARF, THIEF, TAMER, BULLY, LANDOWNER = range(5)
PILES = 5
IN_PILE = 12
CARDS = PILES * IN_PILE
PILE_CODES = ("dwarf", "thief", "tamer", "bully", "landowner")
"""Code of each pile's citizen; the index is the pile's number."""
EFFECTS = ("steal_citizen", "steal_gem")

CITIZENS_FILE = Path(__file__).with_name("citizens.json")


class BadCards(ValueError):
    """The card data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True)
class Tier:
    """What a condition earns: number of the condition, tiles drawn, a gem from the supply."""

    condition: int
    draw: int
    gem: bool


@dataclass(frozen=True, slots=True)
class Citizen:
    """One citizen. ``tiers``: one, or for the dwarf several, the last one met counts.

    ``needs``: mask of the conditions of all tiers. ``steals_gem``: the thief that takes a gem
    instead of a citizen. ``joker``: symbol at its upper edge.
    """

    id: int
    pile: int
    tiers: tuple[Tier, ...]
    needs: int
    steals_gem: bool
    joker: int


@dataclass(frozen=True, slots=True)
class Citizens:
    """All citizens by number, all conditions that occur, and the cards of each joker symbol as masks."""

    cards: tuple[Citizen, ...]
    conditions: Conditions
    with_joker: tuple[int, ...]

    def best_tier(self, card: int, met: int) -> Tier | None:
        """The last listed tier that is met; tiers need not contain each other. None if none is."""
        for tier in reversed(self.cards[card].tiers):
            if met >> tier.condition & 1:
                return tier
        return None


@lru_cache(maxsize=1)
def citizens() -> Citizens:
    """The citizens of ``citizens.json``, read and checked once; raises :class:`BadCards`."""
    return read_citizens(CITIZENS_FILE)


def read_citizens(path: Path) -> Citizens:
    """Read and check a file of citizens; raises :class:`BadCards`.

    Ruling D1: the printed cards are lost to us; these are our own, in a file that anyone with
    the box can replace.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadCards(f"{path}: cannot be read: {error}") from error
    rows = data.get("citizens") if isinstance(data, dict) else None
    if not isinstance(rows, list) or len(rows) != CARDS:
        raise BadCards(f"{path}: citizens: expected a list of {CARDS}")
    found: dict[str, Condition] = {}
    cards = tuple(_citizen(f"{path}: citizens[{number}]", number, row, found) for number, row in enumerate(rows))
    with_joker = tuple(sum(1 << card.id for card in cards if card.joker == sign) for sign in range(SYMBOLS))
    return Citizens(cards, Conditions(found.values()), with_joker)


def _citizen(place: str, number: int, row: Any, found: dict[str, Condition]) -> Citizen:
    if not isinstance(row, dict):
        raise BadCards(f"{place}: expected an object, found {row!r}")
    pile = number // IN_PILE
    if row.get("pile") != pile + 1:
        raise BadCards(f"{place}.pile: expected {pile + 1}, found {row.get('pile')!r}")
    own = _condition(f"{place}.condition", row.get("condition"), found)
    steals_gem = False
    if pile == DWARF:
        tiers = _tiers(f"{place}.tiers", row.get("tiers"), found)
        if own != tiers[0].condition:
            raise BadCards(f"{place}.condition: expected that of the first tier")
    elif pile == THIEF:
        if row.get("effect") not in EFFECTS:
            raise BadCards(f"{place}.effect: expected one of {', '.join(EFFECTS)}, found {row.get('effect')!r}")
        steals_gem = row["effect"] == "steal_gem"
        tiers = (Tier(own, _draws(place, row, 1, 2), False),)
    else:
        tiers = (Tier(own, 2 if pile == LANDOWNER else 0, False),)
    needs = sum({1 << tier.condition for tier in tiers})
    return Citizen(number, pile, tiers, needs, steals_gem, _joker(f"{place}.joker", row.get("joker")))


def _condition(place: str, data: Any, found: dict[str, Condition]) -> int:
    """The number of this condition among those found; equal ones share a number."""
    try:
        condition = parse(data)
    except BadCondition as error:
        raise BadCards(f"{place}: {error}") from error
    found.setdefault(condition.name, condition)
    return list(found).index(condition.name)


def _draws(place: str, row: dict[str, Any], low: int, high: int) -> int:
    value = row.get("draw")
    if type(value) is not int or not low <= value <= high:
        raise BadCards(f"{place}.draw: expected {low} to {high}, found {value!r}")
    return value


def _tiers(place: str, rows: Any, found: dict[str, Condition]) -> tuple[Tier, ...]:
    if not isinstance(rows, list) or not rows:
        raise BadCards(f"{place}: expected a list, found {rows!r}")
    tiers = []
    for number, row in enumerate(rows):
        spot = f"{place}[{number}]"
        if not isinstance(row, dict) or not isinstance(row.get("gem"), bool):
            raise BadCards(f"{spot}.gem: expected true or false")
        condition = _condition(f"{spot}.condition", row.get("condition"), found)
        tiers.append(Tier(condition, _draws(spot, row, 1, 3), row["gem"]))
    return tuple(tiers)


def _joker(place: str, entry: Any) -> int:
    if not isinstance(entry, dict) or entry.get("colour") not in COLOURS:
        raise BadCards(f"{place}.colour: expected one of {', '.join(COLOURS)}, found {entry!r}")
    number = entry.get("number")
    if type(number) is not int or not 1 <= number <= 6:
        raise BadCards(f"{place}.number: expected 1 to 6, found {number!r}")
    return symbol(number, COLOURS.index(entry["colour"]))
