"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import HANDICAP, JSON, MOST_STEPS, BadState

from . import invariants
from .cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, BadCards, build_book, deck_text
from .expansions import list_expansions
from .maps import BOARD, SQUARES_END, bits
from .options import MOST_TWISTS, find_legend_seat, is_missing, miss_deck
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    DECK_OF,
    DECKS,
    FLARE_SOURCE,
    FORMS,
    LINE_SOURCE,
    MARKS,
    NOTHING,
    PHASES,
    REGISTERS,
    SEEN,
    USED_MASK,
    State,
    add_expansions,
    blank,
    count_stock,
    find_sunk,
)

_MASKS = (USED_MASK, SEEN, MARKS)
_Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]
_Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
_Beings = Annotated[int, msgspec.Meta(ge=0, le=ALL_BEINGS)]
_Legends = Annotated[int, msgspec.Meta(ge=0, le=ALL_LEGENDS)]
_Flares = Annotated[int, msgspec.Meta(ge=0, le=ALL_FLARES)]
_Task = Annotated[int, msgspec.Meta(ge=0, lt=TASK_COUNT)]
_Being = Annotated[int, msgspec.Meta(ge=0, lt=IN_DECK)]
_Square = Annotated[int, msgspec.Meta(ge=0, lt=SQUARES_END)]
_LAST_FLARE = FLARE_SOURCE + 2 * FLARE_COUNT - 1
_LAST_SOURCE = LINE_SOURCE + LEGENDS - 1


class Dumped(msgspec.Struct, kw_only=True):
    """Schema of a dumped state without the derived choices; fields as in ``State``.

    Form and decks by name, custom decks as plain JSON, masks of squares as lists.
    """

    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    form: str
    teams: _Bit
    may_surrender: _Bit
    twists: Annotated[int, msgspec.Meta(ge=0, lt=MOST_TWISTS)] = 0
    """Omitted when empty."""
    handicap: list[Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]] = msgspec.field(default_factory=list)
    """Omitted without a handicap."""
    decks: list[str]
    own_decks: list[Any]
    first: _Seat
    turn: Annotated[int, msgspec.Meta(ge=0, le=1 << 20)]
    active: _Seat
    acting: _Seat
    actions: _Count
    discarded: _Bit
    extra_turn: _Bit
    lent: _Bit
    triggered: _Bit
    final: Annotated[int, msgspec.Meta(ge=NOTHING, le=4)]
    phase: Annotated[int, msgspec.Meta(ge=0, lt=len(PHASES))]
    card: Annotated[int, msgspec.Meta(ge=NOTHING, lt=LEGENDS + LEGEND_COUNT)]
    square: Annotated[int, msgspec.Meta(ge=NOTHING, lt=SQUARES_END)]
    way: Annotated[int, msgspec.Meta(ge=NOTHING, le=63)]
    source: Annotated[int, msgspec.Meta(ge=NOTHING, le=_LAST_SOURCE)]
    loser: Annotated[int, msgspec.Meta(ge=NOTHING, le=1)]
    legend_pool: _Legends
    legend_discard: _Legends
    flare_pool: _Flares
    flare_discard: _Flares
    task_pool: Annotated[int, msgspec.Meta(ge=0, le=ALL_TASKS)]
    next_task: Annotated[int, msgspec.Meta(ge=NOTHING, lt=TASK_COUNT)]
    hands: list[_Beings]
    legends: list[_Legends]
    flares: list[_Flares]
    open_hand: list[_Beings]
    pool: list[_Beings]
    discards: list[_Beings]
    spent: list[Annotated[int, msgspec.Meta(ge=0, le=15)]]
    tops: list[list[_Being]]
    bottoms: list[list[_Being]]
    claimed: list[list[_Task]]
    points: list[Annotated[int, msgspec.Meta(ge=0, le=999)]]
    tally: list[_Count]
    extra: tuple[_Count, _Count]
    summoned: tuple[_Count, _Count, _Count, _Count, _Count]
    known_legends: list[_Legends] | None = None
    """Omitted when no seat knows cards of another hand, as in saves made before the field existed."""
    queue: list[Annotated[int, msgspec.Meta(ge=FLARE_SOURCE, le=_LAST_FLARE)]]
    tasks: list[_Task]
    sunk: list[_Beings] | None = None
    """Omitted when no card went under a deck before all eyes, as in saves made before the field existed."""
    turned_up: Annotated[int, msgspec.Meta(ge=0, le=ALL_TASKS)] = 0
    """Omitted when no task lies face down."""
    task_bottom: list[_Task]
    legend_bottom: list[tuple[Annotated[int, msgspec.Meta(ge=0, lt=LEGEND_COUNT)], _Seat]]
    flare_bottom: list[tuple[Annotated[int, msgspec.Meta(ge=0, lt=FLARE_COUNT)], _Seat]]
    men: list[list[_Square]]
    fx: Annotated[
        list[list[_Square] | Annotated[int, msgspec.Meta(ge=NOTHING, le=1 << 16)]],
        msgspec.Meta(min_length=len(REGISTERS), max_length=len(REGISTERS)),
    ]


_BEGUN = ("seats", "form", "teams", "may_surrender", "twists", HANDICAP, "decks", "own_decks")
_BY_SEAT = ("hands", "legends", "flares", "open_hand", "pool", "discards", "spent", "tops", "bottoms")
_BY_SIDE = {"points": 4, "tally": 3, "claimed": 1}
"""Number of entries per colour."""
_APART = (*_BEGUN, *_BY_SEAT, *_BY_SIDE, "known_legends", "sunk", "turned_up", "men", "fx")
_OTHERS = tuple(name for name in Dumped.__struct_fields__ if name not in _APART)


def dump(state: State) -> JSON:
    """Dump the state without the choices, which are derived; masks of squares become lists."""
    data: dict[str, JSON] = {
        "seats": state.seats, "form": FORMS[state.form], "teams": state.teams, "may_surrender": state.may_surrender,
        "decks": [DECKS[deck] for deck in state.decks], "own_decks": [json.loads(text) for text in state.book.own],
        "men": [bits(mask) for mask in state.men],
        "fx": [bits(value) if at in _MASKS else value for at, value in enumerate(state.fx)],
        **states.plain(state, (*_OTHERS, *_BY_SEAT, *_BY_SIDE)),
    }  # fmt: skip
    if state.twists:
        data["twists"] = state.twists
    if state.handicap:
        data[HANDICAP] = list(state.handicap)
    if state.turned_up:
        data["turned_up"] = state.turned_up
    sunk = [find_sunk(state, seat) for seat in range(state.seats)]
    if any(sunk):
        data["sunk"] = sunk
    if any(state.known_legends):
        data["known_legends"] = list(state.known_legends)
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
    found = states.read(data if not added else {name: data[name] for name in data if name not in added}, Dumped)
    state = _create_state(found)
    _load_expansion_fields(state, added)
    sides = len(state.men) // 3
    states.take(state, found, (*_OTHERS, "turned_up"))
    states.take(state, found, _BY_SEAT, seats=state.seats)
    if found.sunk is not None:
        states.take(state, found, ("sunk",), seats=state.seats)
    if found.known_legends is not None:
        states.take(state, found, ("known_legends",), seats=sides)
    for name, each in (*_BY_SIDE.items(), ("men", 3)):
        if len(getattr(found, name)) != each * sides:
            raise BadState(f"{name}: expected {each * sides} entries, found {len(getattr(found, name))}")
    states.take(state, found, _BY_SIDE)
    for name in ("tops", "bottoms", "claimed"):
        setattr(state, name, [tuple(row) for row in getattr(state, name)])
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


def _create_state(found: Dumped) -> State:
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
    if find_legend_seat(found.twists) >= seats:
        raise BadState(f"twists: expected a seat of the game to begin with a legend, found {found.twists}")
    steps = states.take_steps(found.handicap, seats)
    return blank(seats, FORMS.index(form), teams, found.may_surrender, decks, book, found.twists, steps)


def _squares(squares: list[int], place: str) -> int:
    mask = 0
    for square in squares:
        if not BOARD >> square & 1 or mask >> square & 1:
            raise BadState(f"{place}: expected different squares of the arena, found {square}")
        mask |= 1 << square
    return mask


def _register(at: int, value: list[int] | int) -> int:
    if isinstance(value, list) != (at in _MASKS):
        raise BadState(f"fx[{at}]: expected {'a list of squares' if at in _MASKS else 'a number'}, found {value!r}")
    return _squares(value, f"fx[{at}]") if isinstance(value, list) else value
