"""Serialization of states: dump to plain JSON data, load with every value checked and compared with the others."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import JSON, BadState, Problem
from engine.states import collect_problems, compare

from . import effect_compiler as word
from .actions import HAND_OVER, SURRENDER
from .candidates import get_program
from .cards import IN_DECK, LEGENDS, BadCards, build_book, deck_text
from .expansions import list_expansions
from .maps import BOARD, MELEE_START, SQUARES_END, bits
from .options import find_legend_seat, is_missing, miss_deck
from .setup import start_choices
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    CLAIMING,
    DECK_OF,
    DECKS,
    EACH,
    EFFECT,
    FLARE_SOURCE,
    FORMS,
    FRESH,
    HIDDEN_TASKS,
    HIGH,
    LEFT_OVER,
    LEGEND_POINT,
    LINE_SOURCE,
    LOCK,
    MASKS,
    MELEE,
    MOST_ACTIONS,
    NO_SUMMONS,
    NOTHING,
    OVER,
    PICKING,
    PLACED_COUNTS,
    REGISTERS,
    RETURNING,
    SHOWING,
    START,
    TARGET,
    WAYS,
    State,
    add_expansions,
    blank,
    count_sides,
    count_stock,
    find_occupied_squares,
    find_sunk,
    ground,
    own_mask,
    supply,
)
from .turns import choices

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
    """Return the state as plain JSON, without the legal actions, which are derived; masks of squares become lists."""
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
    states.refuse(find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state, consistent or not; raises :class:`BadState` naming the place where a field is out of
    bounds."""
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


# Check that a loaded state, valid field by field, is a position that a game can reach.
#
# Pieces and cards occur once each; fields hold what the phases leave behind.

CURRENT_TASKS = 3
MOST_TURNS = 9_999
MOST_POINTS = 99
_SMALL: dict[str, int] = {
    "last_rank": 2, "heading": 7, "count": 99, "times": 99, "equals": 99, "lock": 11, "placed": (1 << 16) - 1,
    "ways": 255, "self_moved": 1, "each": 15,
}  # fmt: skip
"""Highest value of a register."""
_FROM_NOTHING = ("last_rank", "heading", "lock")
_SQUARES = ("self", "centre", "last", "picked")


def find_problems(state: State) -> list[Problem]:
    """List the reasons why a state cannot occur in a game."""
    return (
        collect_problems(state, (_check_arena, _check_cards))
        or collect_problems(state, (_check_lists, _check_turn, _check_summoning, _check_registers, _check_tasks))
        or collect_problems(state, (_check_expansions,))
        or collect_problems(state, (_check_decision,))
    )


def _check_arena(state: State) -> Iterator[Problem]:
    """Check that no square holds two pieces or a wall with a piece, and no colour has too many pieces."""
    seen = BOARD & ~ground(state)
    for at, mask in enumerate(state.men):
        if seen & mask:
            yield Problem(f"men[{at}]", "two_places")
        seen |= mask
    for colour in range(len(state.men) // 3):
        if supply(state, colour, 0) < 0 or supply(state, colour, 2) < 0:
            yield Problem(f"men[{3 * colour}]", "too_many")


def _once(place: str, whole: int, masks: list[int]) -> Iterator[Problem]:
    """Check that every card is in exactly one place."""
    seen = 0
    for mask in masks:
        if seen & mask:
            yield Problem(place, "two_places")
        seen |= mask
    if seen != whole:
        yield Problem(place, "missing")


def _mask(cards: Any) -> int:
    return sum(1 << card for card in set(cards))


def _check_cards(state: State) -> Iterator[Problem]:
    in_play = state.card if state.phase in (EFFECT, LEGEND_POINT) else NOTHING
    if state.active >= state.seats or state.acting >= state.seats or state.first >= state.seats:
        yield Problem("active", "seats", {"seats": state.seats})
    for seat in range(state.seats):
        first = state.book.first(DECK_OF[state.decks[seat]])
        played = 0
        if seat == state.active and 0 <= in_play < LEGENDS:
            if not 0 <= in_play - first < IN_DECK:
                yield Problem("card", "derived", {"fields": "decks"})
            played = 1 << in_play - first
        lists = [_mask(state.tops[seat]), _mask(state.bottoms[seat])]
        held = [state.hands[seat], state.pool[seat], state.discards[seat]]
        held += [one.find_cards(state, seat) for one in state.expansions]
        yield from _once(f"hands[{seat}]", ALL_BEINGS, [*held, *lists, played])
        if state.sunk[seat] & ~(state.hands[seat] | lists[1]):
            yield Problem(f"sunk[{seat}]", "derived", {"fields": "hands, bottoms"})
        if state.open_hand[seat] & ~state.hands[seat]:
            yield Problem(f"open_hand[{seat}]", "derived", {"fields": "hands"})
    for side, known in enumerate(state.known_legends):
        held_by_both = state.legends[side] | (state.legends[side + 2] if state.teams else 0)
        if known & ~held_by_both or (known and not state.teams):
            yield Problem(f"known_legends[{side}]", "derived", {"fields": "legends"})
    played = 1 << in_play - LEGENDS if in_play >= LEGENDS else 0
    under = _mask(card for card, _ in state.legend_bottom)
    yield from _once("legends", ALL_LEGENDS, [*state.legends, state.legend_pool, state.legend_discard, under, played])
    under = _mask(card for card, _ in state.flare_bottom)
    yield from _once("flares", ALL_FLARES, [*state.flares, state.flare_pool, state.flare_discard, under])
    if state.form == HIGH:
        open_ones = [*state.tasks, *([state.next_task] if state.next_task >= 0 else [])]
        rows = [_mask(open_ones), _mask(state.task_bottom), *(_mask(tasks) for tasks in state.claimed)]
        yield from _once("tasks", ALL_TASKS, [*rows, state.task_pool])


def _check_expansions(state: State) -> Iterator[Problem]:
    """Check the fields of expansions."""
    for one, value in zip(state.expansions, state.added, strict=True):
        yield from one.find_problems(state, value)


def _check_decision(state: State) -> Iterator[Problem]:
    """Check that the fields of the phase are set and that there is a legal action."""
    phase = state.phase
    if (state.acting != state.active) and not (state.teams and state.acting == (state.active + 2) % 4):
        yield Problem("acting", "derived", {"fields": "active"})
    if phase in (TARGET, SHOWING, PICKING):
        yield from _check_card(state)
    elif phase not in (EFFECT, LEGEND_POINT) and state.card != NOTHING:
        yield Problem("card", "empty")
    if phase == EFFECT:
        of_card = state.source < FLARE_SOURCE
        if state.source >= LINE_SOURCE and not _has_line(state):
            yield Problem("source", "illegal", {"found": state.source})
            return
        is_card = state.card >= 0 and state.book.cards[state.card] is not None
        if (of_card and (state.source != state.card or not is_card)) or (not of_card and state.card >= 0):
            yield Problem("source", "needed")
        program = get_program(state)
        if not 0 <= state.fx[0] < len(program) or program[state.fx[0]].op == word.JUMP:
            yield Problem("fx[0]", "illegal", {"found": state.fx[0]})
    if phase == OVER:
        return
    try:
        found = start_choices(state) if phase == START and state.form != HIGH else choices(state)
    except (IndexError, LookupError, ValueError):
        yield Problem("phase", "stuck")
        return
    if not any(action not in (HAND_OVER, SURRENDER) for action in found):
        yield Problem("phase", "stuck")


def _has_line(state: State) -> bool:
    card = state.book.cards[state.source - LINE_SOURCE]
    return card is not None and bool(card.line)


def _check_card(state: State) -> Iterator[Problem]:
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
        yield Problem("card", "derived", {"fields": "hands, legends"})
    if state.phase != TARGET and not (state.square >= 0 and BOARD >> state.square & 1):
        yield Problem("square", "phase")
    shown = state.book.card(card)
    if state.phase == PICKING and not (0 <= state.way // 8 < len(shown.ways) and state.way % 8 <= len(shown.pieces)):
        yield Problem("way", "phase")


def _check_tasks(state: State) -> Iterator[Problem]:
    """Check the current tasks, and a state before the first turn."""
    if state.form == HIGH:
        if len(state.tasks) > CURRENT_TASKS or (state.next_task != NOTHING) > (len(state.tasks) == CURRENT_TASKS):
            yield Problem("tasks", "total", {"wanted": CURRENT_TASKS})
        if state.turned_up & ~sum(1 << task for task in state.tasks if state.twists & HIDDEN_TASKS):
            yield Problem("turned_up", "derived", {"fields": "tasks"})
    else:
        yield from compare("turned_up", 0, state.turned_up)
        rest = (state.tasks, state.next_task, state.task_pool, state.task_bottom, any(state.claimed))
        yield from compare("tasks", ((), NOTHING, 0, (), False), rest)
    if state.phase == START:
        yield from _check_start(state)


def _check_lists(state: State) -> Iterator[Problem]:
    """Check that lists hold no duplicates."""
    for name in ("tops", "bottoms", "claimed"):
        for number, row in enumerate(getattr(state, name)):
            if len(set(row)) != len(row):
                yield Problem(f"{name}[{number}]", "twice", {"found": str(list(row))})
    for name in ("tasks", "task_bottom"):
        row = getattr(state, name)
        if len(set(row)) != len(row):
            yield Problem(name, "twice", {"found": str(list(row))})
    for name in ("legend_bottom", "flare_bottom"):
        cards = [card for card, _ in getattr(state, name)]
        if len(set(cards)) != len(cards):
            yield Problem(name, "twice", {"found": str(cards)})
    for side in range(count_sides(state)):
        for colour in range(4):
            most = MOST_POINTS if colour < count_sides(state) else 0
            if state.points[4 * side + colour] > most:
                yield Problem(f"points[{4 * side + colour}]", "at_most", {"most": most})
    for seat, mask in enumerate(state.spent):
        if mask >> count_sides(state):
            yield Problem(f"spent[{seat}]", "seats", {"seats": count_sides(state)})


def _check_turn(state: State) -> Iterator[Problem]:
    """Check the fields of the turn and of the end."""
    phase = state.phase
    if (state.turn == 0) != (phase == START) or state.turn > MOST_TURNS:
        yield Problem("turn", "phase")
    if state.actions > MOST_ACTIONS or (phase in (CLAIMING, LEFT_OVER) and state.actions):
        yield Problem("actions", "at_most", {"most": 0 if phase in (CLAIMING, LEFT_OVER) else MOST_ACTIONS})
    if phase == RETURNING and not state.discarded:
        yield Problem("discarded", "needed")
    if phase == CLAIMING and state.form != HIGH:
        yield Problem("phase", "options")
    if phase in (LEGEND_POINT, LEFT_OVER) and state.form != MELEE:
        yield Problem("phase", "options")
    if state.final > state.seats or (state.final >= 0 and not state.triggered):
        yield Problem("final", "end")
    ended = state.loser != NOTHING or state.final == 0
    if ended != (phase == OVER):
        yield Problem("final", "end")
    if state.loser != NOTHING and (count_sides(state) != 2 or not state.may_surrender):
        yield Problem("loser", "options")


def _check_summoning(state: State) -> Iterator[Problem]:
    """Check square and orientation of the card being summoned, the source and the queue of effects."""
    phase = state.phase
    square, way = state.square, state.way
    of_card = phase in (EFFECT, LEGEND_POINT) and state.card != NOTHING
    if phase == LEGEND_POINT and state.card == NOTHING:
        yield Problem("card", "needed")
    if (square != NOTHING) != (phase in (SHOWING, PICKING) or of_card):
        yield Problem("square", "phase")
    if square != NOTHING and not BOARD >> square & 1:
        yield Problem("square", "board", {"found": square})
    if (way != NOTHING) != (phase == PICKING or of_card):
        yield Problem("way", "phase")
    if way != NOTHING:
        card = state.book.card(state.card)
        if way // 8 >= len(card.ways) or way % 8 > len(card.pieces):
            yield Problem("way", "illegal", {"found": way})
    if phase not in (EFFECT, LEGEND_POINT):
        yield from compare("source", (NOTHING, ()), (state.source, state.queue))
    elif phase == LEGEND_POINT:
        yield from compare("source", (state.card, ()), (state.source, state.queue))
    if len(state.queue) > 1 or (state.queue and (state.queue[0] != state.source + 1 or state.source % 2)):
        yield Problem("queue", "derived", {"fields": "source"})
    if phase in (TARGET, SHOWING, PICKING) and state.acting != state.active:
        yield Problem("acting", "derived", {"fields": "active"})


def _check_registers(state: State) -> Iterator[Problem]:
    """Check the registers of the current effect; without an effect they are unset."""
    if state.phase not in (EFFECT, LEGEND_POINT):
        yield from compare("fx", list(FRESH), state.fx)
        yield from compare("summoned", state.summoned if state.turn else NO_SUMMONS, state.summoned)
        return
    for at, name in enumerate(REGISTERS):
        value = state.fx[at]
        if name in _SQUARES and value != NOTHING and not BOARD >> value & 1:
            yield Problem(f"fx[{at}]", "board", {"found": value})
        if name in _SMALL and not (NOTHING if name in _FROM_NOTHING else 0) <= value <= _SMALL[name]:
            yield Problem(f"fx[{at}]", "at_most", {"most": _SMALL[name]})
    sides = count_sides(state)
    if state.fx[LOCK] >= 3 * sides or state.fx[PLACED_COUNTS] >> 4 * sides or state.fx[EACH] >> sides:
        yield Problem("fx", "seats", {"seats": count_sides(state)})
    yield from compare(f"fx[{WAYS}]", state.fx[WAYS] & 255, state.fx[WAYS])


def _check_start(state: State) -> Iterator[Problem]:
    """Check a state before the first turn: there are only the first pieces."""
    yield from compare("active", ((state.first - 1) % state.seats,) * 2, (state.active, state.acting))
    numbers = (state.actions, state.discarded, state.extra_turn, state.triggered, state.final, state.extra)
    yield from compare("actions", (0, 0, 0, 0, NOTHING, (0, 0)), numbers)
    if any(state.tally) or any(state.points) or any(state.spent):
        yield Problem("tally", "empty")
    laid = find_occupied_squares(state).bit_count()
    if state.form != MELEE and laid:
        yield Problem("men", "empty")
    marks = [sum(find_occupied_squares(state) >> square & 1 for square in mark) for mark in MELEE_START]
    if laid != sum(marks) or marks != [int(number < laid) for number in range(len(MELEE_START))] or laid > 2:
        yield Problem("men", "phase")
    for side in range(count_sides(state)):
        if own_mask(state, side).bit_count() > 1 or own_mask(state, side) != state.men[3 * side]:
            yield Problem(f"men[{3 * side}]", "at_most", {"most": 1})
    second = (state.first + 1) % state.seats
    if state.form == MELEE and state.seats == 4 and own_mask(state, second):
        yield Problem(f"men[{3 * second}]", "empty")
