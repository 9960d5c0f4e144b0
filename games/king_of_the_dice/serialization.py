"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine import states
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState
from games.king_of_the_dice.setup import GEMS

from . import invariants
from .cards import CARDS, PILES
from .dice import DICE, SYMBOLS
from .maps import DRAGONS, EVERYWHERE, kingdom
from .options import SEAT_COUNTS, TWISTS
from .state import FLAMES, GOLD_GEMS, NOTHING, PHASES, ROLLS, TILES, WHITE_GEMS, State, blank

_Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]
_Regions = Annotated[int, msgspec.Meta(ge=0, le=EVERYWHERE)]
_Citizens = Annotated[int, msgspec.Meta(ge=0, lt=1 << CARDS)]
_Citizen = Annotated[int, msgspec.Meta(ge=NOTHING, lt=CARDS)]
_Tiles = Annotated[int, msgspec.Meta(ge=0, lt=1 << TILES)]
_Tile = Annotated[int, msgspec.Meta(ge=0, lt=TILES)]
_Flames = Annotated[int, msgspec.Meta(ge=0, le=FLAMES)]
_White = Annotated[int, msgspec.Meta(ge=0, le=WHITE_GEMS)]
_Gold = Annotated[int, msgspec.Meta(ge=0, le=GOLD_GEMS)]
_HeldWhite = Annotated[int, msgspec.Meta(ge=0, le=WHITE_GEMS + max(SEAT_COUNTS) * GEMS[-1][0])]
_HeldGold = Annotated[int, msgspec.Meta(ge=0, le=GOLD_GEMS + max(SEAT_COUNTS) * GEMS[-1][1])]
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
    handicap: list[Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]] = msgspec.field(default_factory=list)
    """Omitted without a handicap."""
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
    whites: list[_HeldWhite]
    golds: list[_HeldGold]
    tamed: list[_Flames]


_FIELDS = Dumped.__struct_fields__
_SELDOM = ("finish", "twists", HANDICAP)
_BY_SEAT = ("open", "down", "marks", "whites", "golds", "tamed")


def dump(state: State) -> JSON:
    """Dump the state without the choices, which are derived."""
    return states.plain(state, [name for name in _FIELDS if name not in _SELDOM or getattr(state, name)])


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = states.read(data, Dumped)
    if found.arrangement >= len(kingdom().arrangements):
        raise BadState(f"arrangement: expected one of {len(kingdom().arrangements)}, found {found.arrangement}")
    state = blank(found.seats, found.finish, found.twists, states.take_steps(found.handicap, found.seats))
    states.take(state, found, [name for name in _FIELDS if name not in _BY_SEAT])
    states.take(state, found, _BY_SEAT, seats=found.seats)
    if state.active >= state.seats:
        raise BadState(f"active: expected a seat below {state.seats}, found {state.active}")
    return state
