"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import JSON, BadState

from . import invariants
from .cards import BadCards, build_book, deck_text
from .expansions import list_expansions
from .maps import BOARD, SQUARES_END, bits
from .options import find_legend_seat, is_missing, miss_deck
from .state import (
    DECK_OF,
    DECKS,
    FORMS,
    MASKS,
    NOTHING,
    REGISTERS,
    State,
    add_expansions,
    blank,
    count_stock,
    find_sunk,
)

_Square = Annotated[int, states.make_bounds(0, SQUARES_END - 1)]
SCHEMA = states.StateSchema(
    State,
    form=str,
    decks=list[str],
    own_decks=list[Any],
    men=list[list[_Square]],
    fx=Annotated[
        list[list[_Square] | Annotated[int, states.make_bounds(NOTHING, 1 << 16)]],
        msgspec.Meta(min_length=len(REGISTERS), max_length=len(REGISTERS)),
    ],
)
"""Form and decks by name, custom decks as plain JSON, masks of squares as lists."""


def dump(state: State) -> JSON:
    """Dump the state without the choices, which are derived; masks of squares become lists."""
    data: dict[str, JSON] = {
        **SCHEMA.dump(state),
        "form": FORMS[state.form],
        "decks": [DECKS[deck] for deck in state.decks],
        "own_decks": [json.loads(text) for text in state.book.own],
        "men": [bits(mask) for mask in state.men],
        "fx": [bits(value) if at in MASKS else value for at, value in enumerate(state.fx)],
    }
    if "sunk" in data:
        data["sunk"] = [find_sunk(state, seat) for seat in range(state.seats)]
        if not any(data["sunk"]):
            del data["sunk"]
    for one, value in zip(state.expansions, state.added, strict=True):
        data[one.code] = one.dump(value)
    return data


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(invariants.find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    codes = {one.code for one in list_expansions()}
    added = {name: data[name] for name in data if name in codes} if isinstance(data, dict) else {}
    found = SCHEMA.read(data if not added else {name: data[name] for name in data if name not in added})
    state = _create_state(found)
    _load_expansion_fields(state, added)
    sides = len(state.men) // 3
    SCHEMA.take(state, found, sides)
    states.check_steps(state.handicap, state.seats)
    if len(found.men) != 3 * sides:
        raise BadState(f"men: expected {3 * sides} entries, found {len(found.men)}")
    for name in ("legend_bottom", "flare_bottom"):
        if any(by >= state.seats for _, by in getattr(state, name)):
            raise BadState(f"{name}: expected cards with the seat that put them there")
    state.men = [_squares(squares, f"men[{at}]") for at, squares in enumerate(found.men)]
    state.fx = [_register(at, value) for at, value in enumerate(found.fx)]
    return state


def _load_expansion_fields(state: State, added: dict[str, JSON]) -> None:
    """Load the fields of the expansions that the decks of the game need; raises :class:`BadState`."""
    add_expansions(state)
    wanted = {one.code for one in state.expansions}
    if wanted != set(added):
        names = sorted(wanted ^ set(added))
        raise BadState(f"{names[0]}: expected {'the field of its cards' if names[0] in wanted else 'no such field'}")
    sides = len(state.men) // 3
    state.added = [one.load(added[one.code], state.seats, sides) for one in state.expansions]
    count_stock(state)


def _create_state(found: Any) -> State:
    """Create a state from the fields fixed in a game."""
    seats, teams, form = found.seats, found.teams, found.form
    if form not in FORMS or (teams and seats != 4) or (form == "melee") != (seats > 2 and not teams):
        raise BadState(f"form: expected one that {seats} seats can play, found {form!r}")
    try:
        book = build_book(tuple(map(deck_text, found.own_decks)))
    except (BadCards, TypeError) as error:
        raise BadState(f"own_decks: {error}") from error
    unknown = [name for name in found.decks if is_missing(name)]
    if unknown:
        raise BadState(f"decks: expected decks that are installed, found {unknown!r}", [miss_deck("decks", unknown[0])])
    if len(found.decks) != seats or DECKS[0] in found.decks:
        raise BadState(f"decks: expected a deck for each seat, found {found.decks!r}")
    decks = tuple(DECKS.index(name) for name in found.decks)
    if any(DECK_OF[deck] >= len(book.decks) or not book.decks[DECK_OF[deck]] for deck in decks):
        raise BadState("decks: expected no own deck that is not there")
    twists = found.twists or 0
    if find_legend_seat(twists) >= seats:
        raise BadState(f"twists: expected a seat of the game to begin with a legend, found {twists}")
    return blank(seats, FORMS.index(form), teams, found.may_surrender, decks, book, twists)


def _squares(squares: list[int], place: str) -> int:
    mask = 0
    for square in squares:
        if not BOARD >> square & 1 or mask >> square & 1:
            raise BadState(f"{place}: expected different squares of the arena, found {square}")
        mask |= 1 << square
    return mask


def _register(at: int, value: list[int] | int) -> int:
    if isinstance(value, list) != (at in MASKS):
        raise BadState(f"fx[{at}]: expected {'a list of squares' if at in MASKS else 'a number'}, found {value!r}")
    return _squares(value, f"fx[{at}]") if isinstance(value, list) else value
