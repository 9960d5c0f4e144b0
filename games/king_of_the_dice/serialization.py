"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine import states
from engine.contract import JSON, BadState

from .cards import BULLY, CARDS, DWARF, IN_PILE, PILES, TAMER, THIEF, citizens
from .derive_legal import choices
from .dice import DICE, SYMBOLS
from .maps import DRAGONS, EVERYWHERE, IN_HALF, kingdom
from .options import NO_JOKERS, TWISTS, UNFORCED
from .state import (
    FLAMES,
    GOLD_GEMS,
    NOTHING,
    PHASES,
    ROLLS,
    TILES,
    WHITE_GEMS,
    State,
    blank,
    count_remaining_turns,
    supply,
)
from .turns import can_hire_by_dice

_Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]
_Regions = Annotated[int, msgspec.Meta(ge=0, le=EVERYWHERE)]
_Citizens = Annotated[int, msgspec.Meta(ge=0, lt=1 << CARDS)]
_Citizen = Annotated[int, msgspec.Meta(ge=NOTHING, lt=CARDS)]
_Tiles = Annotated[int, msgspec.Meta(ge=0, lt=1 << TILES)]
_Tile = Annotated[int, msgspec.Meta(ge=0, lt=TILES)]
_Flames = Annotated[int, msgspec.Meta(ge=0, le=FLAMES)]
_White = Annotated[int, msgspec.Meta(ge=0, le=WHITE_GEMS)]
_Gold = Annotated[int, msgspec.Meta(ge=0, le=GOLD_GEMS)]
_Face = Annotated[int, msgspec.Meta(ge=0, le=6)]
_PER_PILE = msgspec.Meta(min_length=PILES, max_length=PILES)


class Dumped(msgspec.Struct, kw_only=True):
    """Schema of a dumped state without the derived choices; fields as in ``State``."""

    seats: Annotated[int, msgspec.Meta(ge=min(DRAGONS), le=max(DRAGONS))]
    arrangement: Annotated[int, msgspec.Meta(ge=0)]
    finish: _Bit = 0
    """Omitted when off, as in saves made before the option existed."""
    twists: Annotated[int, msgspec.Meta(ge=0, lt=1 << len(TWISTS))] = 0
    """Omitted when empty."""
    turn: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]
    active: Annotated[int, msgspec.Meta(ge=0, le=3)]
    phase: Annotated[int, msgspec.Meta(ge=0, lt=len(PHASES))]
    rolls: Annotated[int, msgspec.Meta(ge=0, le=ROLLS)]
    forced: _Bit
    unseen: _Tiles
    known: _Tiles
    claims: _Tile
    hired: _Citizen
    flames: _Regions
    free: _Regions
    white: _Regions
    gold: _Regions
    flames_left: _Flames
    white_left: _White
    gold_left: _Gold
    dice: Annotated[list[_Face], msgspec.Meta(min_length=DICE, max_length=DICE)]
    added: list[Annotated[int, msgspec.Meta(ge=0, lt=SYMBOLS)]]
    market: Annotated[list[_Citizen], _PER_PILE]
    piles: Annotated[list[_Citizens], _PER_PILE]
    drawn: list[_Tile]
    open: list[_Citizens]
    down: list[_Citizens]
    marks: list[_Regions]
    whites: list[_White]
    golds: list[_Gold]
    tamed: list[_Flames]


_FIELDS = Dumped.__struct_fields__
_SELDOM = ("finish", "twists")
_BY_SEAT = ("open", "down", "marks", "whites", "golds", "tamed")


def dump(state: State) -> JSON:
    """Dump the state without the choices, which are derived."""
    return states.plain(state, [name for name in _FIELDS if name not in _SELDOM or getattr(state, name)])


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    found = states.read(data, Dumped)
    if found.arrangement >= len(kingdom().arrangements):
        raise BadState(f"arrangement: expected one of {len(kingdom().arrangements)}, found {found.arrangement}")
    state = blank(found.seats, found.finish, found.twists)
    states.take(state, found, [name for name in _FIELDS if name not in _BY_SEAT])
    states.take(state, found, _BY_SEAT, seats=found.seats)
    if state.active >= state.seats:
        raise BadState(f"active: expected a seat below {state.seats}, found {state.active}")
    _check_cards(state)
    _check_map(state)
    _check_phase(state)
    state.choices = choices(state)
    if not state.choices and PHASES[state.phase] != "over":
        raise BadState(f"phase: nothing can be done in phase {PHASES[state.phase]}")
    return state


def _check_cards(state: State) -> None:
    """Check that every citizen is in at most one place, those in a pile in their own."""
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
    gone = CARDS - seen.bit_count()
    if gone % 2 or gone < 2 * len(state.added):
        raise BadState("added: expected two citizens that have left the game for each symbol added")


def _check_map(state: State) -> None:
    """Check that regions, tiles, gems and flames occur once each."""
    seen = state.free
    for name, mask in (("flames", state.flames), *(("marks", mask) for mask in state.marks)):
        if seen & mask:
            raise BadState(f"{name}: a region is in two states")
        seen |= mask
    if state.white & state.gold:
        raise BadState("gold: a region has two gems")
    if any((state.white | state.gold) & mask for mask in state.marks):
        raise BadState("marks: a region has a marker and a gem")
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
    """Check that the fields of the phase are set."""
    phase = PHASES[state.phase]
    if (0 in state.dice) != (state.rolls == 0) or (0 in state.dice and any(state.dice)):
        raise BadState(f"dice: expected six faces after a roll and none before, found {list(state.dice)}")
    if phase in ("roll", "check"):
        _check_turn(state)
    elif phase == "over":
        if supply(state) or count_remaining_turns(state):
            raise BadState("phase: the game is not over while there are tiles in the supply or turns to come")
    elif not state.rolls and (max(state.market) != NOTHING or phase not in ("lay", "flame")):
        raise BadState("rolls: expected a roll before anything is done")
    _check_effect(state, phase)
    if phase == "lay" and len(state.drawn) != 1:
        raise BadState("drawn: expected the tile of the dragon")
    if phase not in ("claim", "lay") and state.drawn:
        raise BadState("drawn: expected no tile in this phase")
    if phase == "flame":
        if not any(state.tamed) or state.tamed[state.active] or state.flames_left:
            raise BadState("tamed: expected flames at other seats only")
        taken = state.free | state.flames
        for mask in state.marks:
            taken |= mask
        if taken >> state.claims & 1:
            raise BadState("claims: expected the region of the tile just laid")
    elif phase != "claim" and state.claims:
        raise BadState(f"claims: expected none in this phase, found {state.claims}")
    if state.added and state.twists & NO_JOKERS:
        raise BadState("added: expected no jokers where there are none")
    if phase in ("lay", "flame") and state.forced:
        raise BadState("forced: expected no alarm where a citizen had to be hired")


def _check_turn(state: State) -> None:
    """Check the phases of rolling and of deciding after the rolls."""
    rolling, out = PHASES[state.phase] == "roll", max(state.market) == NOTHING
    if not supply(state) and not (state.finish and (state.turn - 1) % state.seats):
        raise BadState("phase: the game is over when the supply is empty and the round finished")
    if rolling and (state.rolls == ROLLS or out):
        raise BadState("rolls: there is nothing left to roll for")
    if not rolling and (state.rolls == 0) != out:
        raise BadState("rolls: expected a roll before the check")
    if state.added and (rolling or out):
        raise BadState("added: expected no symbols before the check")
    free = rolling or out or state.twists & UNFORCED
    forced = 0 if free else int(can_hire_by_dice(state))
    if state.forced != forced:
        raise BadState(f"forced: expected {forced}, found {state.forced}")


_AT_WORK: dict[str, tuple[int, ...]] = {
    "claim": tuple(pile for pile in range(PILES) if pile not in (TAMER, BULLY)), "tame": (TAMER,), "attack": (BULLY,),
    "steal_citizen": (THIEF,), "steal_gem": (THIEF,),
}  # fmt: skip
"""Phase → piles whose citizens lead to it."""


def _check_effect(state: State, phase: str) -> None:
    """Check the citizen whose effect is carried out, and the tiles it may claim."""
    if phase not in _AT_WORK:
        if state.hired != NOTHING:
            raise BadState("hired: expected no citizen in this phase")
        return
    if state.hired == NOTHING or not state.open[state.active] >> state.hired & 1:
        raise BadState("hired: expected the citizen whose effect is carried out")
    card = citizens().cards[state.hired]
    steals = phase in ("steal_citizen", "steal_gem")
    if card.pile not in _AT_WORK[phase] or (steals and card.steals_gem != (phase == "steal_gem")):
        raise BadState("hired: expected a citizen with this effect")
    if phase == "claim":
        claims = 1 if card.pile in (DWARF, THIEF) else len(state.drawn)
        if state.claims != claims or not 0 < len(state.drawn) <= max(tier.draw for tier in card.tiers):
            raise BadState("claims: expected tiles that the citizen has drawn")
