"""A whole state as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

from typing import Any

from engine.contract import JSON, BadState

from .cards import CARDS, IN_PILE, PILES, citizens
from .dice import SYMBOLS
from .maps import DRAGONS, EVERYWHERE, IN_HALF, kingdom
from .pending import choices
from .state import FLAMES, GOLD_GEMS, NOTHING, PHASES, ROLLS, TILES, WHITE_GEMS, State, blank, supply

_CARD_MASK = (1 << CARDS) - 1
_TILE_MASK = (1 << TILES) - 1
_NUMBERS: dict[str, tuple[int, int]] = {
    "turn": (1, 1 << 20), "active": (0, 3), "phase": (0, len(PHASES) - 1), "rolls": (0, ROLLS), "forced": (0, 1),
    "unseen": (0, _TILE_MASK), "known": (0, _TILE_MASK), "claims": (0, TILES - 1), "hired": (NOTHING, CARDS - 1),
    "flames": (0, EVERYWHERE), "free": (0, EVERYWHERE), "white": (0, EVERYWHERE), "gold": (0, EVERYWHERE),
    "flames_left": (0, FLAMES), "white_left": (0, WHITE_GEMS), "gold_left": (0, GOLD_GEMS),
}  # fmt: skip
_LISTS: dict[str, tuple[int, int]] = {
    "open": (0, _CARD_MASK), "down": (0, _CARD_MASK), "marks": (0, EVERYWHERE), "whites": (0, WHITE_GEMS),
    "golds": (0, GOLD_GEMS), "tamed": (0, FLAMES),
}  # fmt: skip
"""Smallest and largest allowed number of each field."""


def dump(state: State) -> JSON:
    """The whole state but the choices, which follow from the rest."""
    data: dict[str, JSON] = {"seats": state.seats, "arrangement": state.arrangement}
    if state.finish:  # left out where it is not, as in games that were saved before there was a choice
        data["finish"] = state.finish
    for name in _NUMBERS:
        data[name] = getattr(state, name)
    for name in ("dice", "added", "market", "piles", "drawn", *_LISTS):
        data[name] = list(getattr(state, name))
    return data


def load(data: JSON) -> State:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    if not isinstance(data, dict):
        raise BadState(f"state: expected an object, found {type(data).__name__}")
    seats = _whole(_field(data, "seats"), "seats", min(DRAGONS), max(DRAGONS))
    state = blank(seats, _whole(data.get("finish", 0), "finish", 0, 1))
    arrangements = len(kingdom().arrangements)
    state.arrangement = _whole(_field(data, "arrangement"), "arrangement", 0, arrangements - 1)
    for name, (low, high) in _NUMBERS.items():
        setattr(state, name, _whole(_field(data, name), name, low, high))
    for name, (low, high) in _LISTS.items():
        setattr(state, name, _numbers(data, name, low, high, seats))
    state.dice = tuple(_numbers(data, "dice", 0, 6, 6))
    state.added = tuple(_numbers(data, "added", 0, SYMBOLS - 1))
    state.market = _numbers(data, "market", NOTHING, CARDS - 1, PILES)
    state.piles = _numbers(data, "piles", 0, _CARD_MASK, PILES)
    state.drawn = tuple(_numbers(data, "drawn", 0, TILES - 1))
    if state.active >= seats:
        raise BadState(f"active: expected a seat below {seats}, found {state.active}")
    _check_cards(state)
    _check_map(state)
    _check_phase(state)
    state.choices = choices(state)
    if not state.choices and PHASES[state.phase] != "over":
        raise BadState(f"phase: nothing can be done in phase {PHASES[state.phase]}")
    return state


def _field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise BadState(f"{name}: missing")
    return data[name]


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def _numbers(data: dict[str, Any], name: str, low: int, high: int, count: int | None = None) -> list[int]:
    values = _field(data, name)
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise BadState(f"{name}: expected a list of {'' if count is None else count} numbers, found {values!r}")
    return [_whole(value, f"{name}[{index}]", low, high) for index, value in enumerate(values)]


def _check_cards(state: State) -> None:
    """Every citizen is in one place at most, those in a pile in their own."""
    seen = 0
    places = [1 << card if card >= 0 else 0 for card in state.market] + state.piles + state.open + state.down
    for mask in places:
        if seen & mask:
            raise BadState("market: a citizen is in two places")
        seen |= mask
    for pile in range(PILES):
        own = (1 << IN_PILE) - 1 << IN_PILE * pile
        if state.piles[pile] & ~own or (state.market[pile] >= 0 and not own >> state.market[pile] & 1):
            raise BadState(f"piles[{pile}]: a citizen of another pile")
        if state.piles[pile] and state.market[pile] == NOTHING:
            raise BadState(f"market[{pile}]: expected an open citizen on a pile that is not empty")


def _check_map(state: State) -> None:
    """Regions, tiles, gems and flames are all there, once each."""
    seen = state.free
    for name, mask in (("flames", state.flames), *(("marks", mask) for mask in state.marks)):
        if seen & mask:
            raise BadState(f"{name}: a region is in two states")
        seen |= mask
    if state.white & state.gold:
        raise BadState("gold: a region has two gems")
    if state.white.bit_count() + sum(state.whites) + state.white_left != WHITE_GEMS:
        raise BadState(f"whites: expected {WHITE_GEMS} white gems in all")
    if state.gold.bit_count() + sum(state.golds) + state.gold_left != GOLD_GEMS:
        raise BadState(f"golds: expected {GOLD_GEMS} gold gems in all")
    lit = state.flames.bit_count()
    if lit + sum(state.tamed) + state.flames_left != FLAMES:
        raise BadState(f"tamed: expected {FLAMES} flames in all")
    if state.unseen & state.known or any((state.unseen | state.known) >> tile & 1 for tile in state.drawn):
        raise BadState("known: a tile is in two places")
    if len(set(state.drawn)) != len(state.drawn) or supply(state) < 0:
        raise BadState("drawn: expected different tiles, and two more than the supply unseen")
    for terrain, regions in enumerate(kingdom().sites):
        tiles = sum((state.unseen | state.known) >> tile & 1 for tile in (terrain, terrain + IN_HALF))
        tiles += sum(tile % IN_HALF == terrain for tile in state.drawn)
        if tiles != sum(state.free >> region & 1 for region in regions):
            raise BadState(f"free: terrain {terrain} has not as many free regions as tiles")


def _check_phase(state: State) -> None:
    """What the phase needs is there."""
    phase = PHASES[state.phase]
    if (0 in state.dice) != (state.rolls == 0) or (0 in state.dice and any(state.dice)):
        raise BadState(f"dice: expected six faces after a roll and none before, found {list(state.dice)}")
    if phase == "roll" and (state.rolls == ROLLS or max(state.market) == NOTHING):
        raise BadState("rolls: there is nothing left to roll for")
    if phase == "check" and state.rolls == 0 and max(state.market) != NOTHING:
        raise BadState("rolls: expected a roll before the check")
    if phase == "claim" and not 0 < state.claims <= len(state.drawn):
        raise BadState("claims: expected tiles to claim")
    if phase == "lay" and len(state.drawn) != 1:
        raise BadState("drawn: expected the tile of the dragon")
    if phase not in ("claim", "lay") and state.drawn:
        raise BadState("drawn: expected no tile in this phase")
    if phase == "flame" and (state.free >> state.claims & 1 or not any(state.tamed)):
        raise BadState("claims: expected a region with a tile, and a flame for it")
    with_citizen = phase in ("claim", "steal_citizen", "steal_gem")
    if with_citizen and (state.hired == NOTHING or not state.open[state.active] >> state.hired & 1):
        raise BadState("hired: expected the citizen whose effect is carried out")
    if phase.startswith("steal"):
        card = citizens().cards[state.hired]
        if card.pile != 1 or card.steals_gem != (phase == "steal_gem"):
            raise BadState("hired: expected a thief that steals this")
    if phase == "over" and supply(state):
        raise BadState("phase: the game is not over while there are tiles in the supply")
