"""Serialization of states: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import JSON, BadState

from . import effect_compiler as word
from . import invariants
from .actions import HAND_OVER, SURRENDER
from .candidates import get_program
from .cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, BadCards, build_book, deck_text
from .maps import BOARD, SQUARES_END, bits
from .options import MOST_TWISTS, find_legend_seat
from .setup import start_choices
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    DECK_OF,
    DECKS,
    EFFECT,
    FLARE_SOURCE,
    FORMS,
    HIGH,
    LEGEND_POINT,
    MARKS,
    NOTHING,
    OVER,
    PHASES,
    PICKING,
    REGISTERS,
    SEEN,
    SHOWING,
    START,
    TARGET,
    USED_MASK,
    State,
    blank,
    ground,
    supply,
)
from .turns import choices

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
_LAST_SOURCE = FLARE_SOURCE + 2 * FLARE_COUNT - 1


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
    queue: list[Annotated[int, msgspec.Meta(ge=FLARE_SOURCE, le=_LAST_SOURCE)]]
    tasks: list[_Task]
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


_BEGUN = ("seats", "form", "teams", "may_surrender", "twists", "decks", "own_decks")
_BY_SEAT = ("hands", "legends", "flares", "open_hand", "pool", "discards", "spent", "tops", "bottoms")
_BY_SIDE = {"points": 4, "tally": 3, "claimed": 1}
"""Number of entries per colour."""
_APART = (*_BEGUN, *_BY_SEAT, *_BY_SIDE, "known_legends", "turned_up", "men", "fx")
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
    if state.turned_up:
        data["turned_up"] = state.turned_up
    if any(state.known_legends):
        data["known_legends"] = list(state.known_legends)
    return data


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    found = states.read(data, Dumped)
    state = _create_state(found)
    sides = len(state.men) // 3
    states.take(state, found, (*_OTHERS, "turned_up"))
    states.take(state, found, _BY_SEAT, seats=state.seats)
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
    _check_arena(state)
    _check_cards(state)
    invariants.check(state)
    _check_phase(state)
    return state


def _create_state(found: Dumped) -> State:
    """Create a state from the fields fixed in a game."""
    seats, teams, form = found.seats, found.teams, found.form
    if form not in FORMS or (teams and seats != 4) or (form == "melee") != (seats > 2 and not teams):
        raise BadState(f"form: expected one that {seats} seats can play, found {form!r}")
    try:
        book = build_book(tuple(map(deck_text, found.own_decks)))
    except (BadCards, TypeError) as error:
        raise BadState(f"own_decks: {error}") from error
    if len(found.decks) != seats or any(name not in DECKS[1:] for name in found.decks):
        raise BadState(f"decks: expected a deck for each seat, found {found.decks!r}")
    decks = tuple(DECKS.index(name) for name in found.decks)
    if any(DECK_OF[deck] >= len(book.decks) for deck in decks):
        raise BadState("decks: expected no own deck that is not there")
    if find_legend_seat(found.twists) >= seats:
        raise BadState(f"twists: expected a seat of the game to begin with a legend, found {found.twists}")
    return blank(seats, FORMS.index(form), teams, found.may_surrender, decks, book, found.twists)


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


def _check_arena(state: State) -> None:
    """Check that no square holds two pieces or a wall with a piece, and no colour has too many pieces."""
    seen = BOARD & ~ground(state)
    for at, mask in enumerate(state.men):
        if seen & mask:
            raise BadState(f"men[{at}]: a square has two pieces, or one and a wall")
        seen |= mask
    for colour in range(len(state.men) // 3):
        if supply(state, colour, 0) < 0 or supply(state, colour, 2) < 0:
            raise BadState(f"men[{3 * colour}]: more pieces than there are")


def _once(place: str, whole: int, masks: list[int]) -> None:
    """Check that every card is in exactly one place."""
    seen = 0
    for mask in masks:
        if seen & mask:
            raise BadState(f"{place}: a card is in two places")
        seen |= mask
    if seen != whole:
        raise BadState(f"{place}: a card is missing")


def _mask(cards: Any) -> int:
    return sum(1 << card for card in set(cards))


def _check_cards(state: State) -> None:
    in_play = state.card if state.phase in (EFFECT, LEGEND_POINT) else NOTHING
    if state.active >= state.seats or state.acting >= state.seats or state.first >= state.seats:
        raise BadState(f"active: expected seats below {state.seats}")
    for seat in range(state.seats):
        first = state.book.first(DECK_OF[state.decks[seat]])
        played = 0
        if seat == state.active and 0 <= in_play < LEGENDS:
            if not 0 <= in_play - first < IN_DECK:
                raise BadState("card: expected one of the own deck")
            played = 1 << in_play - first
        lists = [_mask(state.tops[seat]), _mask(state.bottoms[seat])]
        held = [state.hands[seat], state.pool[seat], state.discards[seat]]
        _once(f"hands[{seat}]", ALL_BEINGS, [*held, *lists, played])
        if state.open_hand[seat] & ~state.hands[seat]:
            raise BadState(f"open_hand[{seat}]: expected only cards in hand")
    for side, known in enumerate(state.known_legends):
        held_by_both = state.legends[side] | (state.legends[side + 2] if state.teams else 0)
        if known & ~held_by_both or (known and not state.teams):
            raise BadState(f"known_legends[{side}]: expected only legends that a team holds")
    played = 1 << in_play - LEGENDS if in_play >= LEGENDS else 0
    under = _mask(card for card, _ in state.legend_bottom)
    _once("legends", ALL_LEGENDS, [*state.legends, state.legend_pool, state.legend_discard, under, played])
    under = _mask(card for card, _ in state.flare_bottom)
    _once("flares", ALL_FLARES, [*state.flares, state.flare_pool, state.flare_discard, under])
    if state.form == HIGH:
        open_ones = [*state.tasks, *([state.next_task] if state.next_task >= 0 else [])]
        rows = [_mask(open_ones), _mask(state.task_bottom), *(_mask(tasks) for tasks in state.claimed)]
        _once("tasks", ALL_TASKS, [*rows, state.task_pool])


def _check_phase(state: State) -> None:
    """Check that the fields of the phase are set and that there is a legal action."""
    phase = state.phase
    if (state.acting != state.active) and not (state.teams and state.acting == (state.active + 2) % 4):
        raise BadState("acting: expected the seat on turn or its partner")
    if phase in (TARGET, SHOWING, PICKING):
        _check_card(state)
    elif phase not in (EFFECT, LEGEND_POINT) and state.card != NOTHING:
        raise BadState("card: expected none in this phase")
    if phase == EFFECT:
        of_card = state.source < FLARE_SOURCE
        if (of_card and (state.source != state.card or not _is_card(state))) or (not of_card and state.card >= 0):
            raise BadState("source: expected the card whose effect is carried out")
        program = get_program(state)
        if not 0 <= state.fx[0] < len(program) or program[state.fx[0]].op == word.JUMP:
            raise BadState("fx[0]: expected a step of the effect")
    if phase == OVER:
        return
    try:
        found = start_choices(state) if phase == START and state.form != HIGH else choices(state)
    except (IndexError, LookupError, ValueError) as error:
        raise BadState(f"phase: cannot go on in phase {PHASES[phase]}: {error}") from error
    if not any(action not in (HAND_OVER, SURRENDER) for action in found):
        raise BadState(f"phase: nothing can be done in phase {PHASES[phase]}")


def _is_card(state: State) -> bool:
    return state.card >= 0 and state.book.cards[state.card] is not None


def _check_card(state: State) -> None:
    """Check that the card being summoned is in hand, with square and orientation chosen."""
    first = state.book.first(DECK_OF[state.decks[state.active]])
    card = state.card
    held = (
        state.legends[state.active] >> card - LEGENDS
        if card >= LEGENDS
        else state.hands[state.active] >> card - first
        if 0 <= card - first < IN_DECK
        else 0
    )
    if not held & 1:
        raise BadState("card: expected one in hand")
    if state.phase != TARGET and not (state.square >= 0 and BOARD >> state.square & 1):
        raise BadState("square: expected the summoning square")
    shown = state.book.card(card)
    if state.phase == PICKING and not (0 <= state.way // 8 < len(shown.ways) and state.way % 8 <= len(shown.pieces)):
        raise BadState("way: expected the way the card is held")
