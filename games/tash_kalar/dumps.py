"""A whole state as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

import json
from typing import Any

from engine.contract import JSON, BadState

from . import meaning
from . import program as word
from .actions import HAND_OVER, SURRENDER
from .candidates import program_of
from .cards import FLARE_COUNT, IN_DECK, LEGEND_COUNT, LEGENDS, TASK_COUNT, BadCards, book_of, deck_text
from .maps import BOARD, SQUARES_END, bits
from .setting_up import start_choices
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
    supply,
)
from .turns import choices

_MASKS = (USED_MASK, SEEN, MARKS)
_MOST = 1 << 20
_NUMBERS: dict[str, tuple[int, int]] = {
    "first": (0, 3), "turn": (0, _MOST), "active": (0, 3), "acting": (0, 3), "actions": (0, 99), "discarded": (0, 1),
    "extra_turn": (0, 1), "lent": (0, 1), "triggered": (0, 1), "final": (NOTHING, 4), "phase": (0, len(PHASES) - 1),
    "card": (NOTHING, LEGENDS + LEGEND_COUNT - 1), "square": (NOTHING, SQUARES_END - 1), "way": (NOTHING, 63),
    "source": (NOTHING, FLARE_SOURCE + 2 * FLARE_COUNT - 1), "loser": (NOTHING, 1), "legend_pool": (0, ALL_LEGENDS),
    "legend_discard": (0, ALL_LEGENDS), "flare_pool": (0, ALL_FLARES), "flare_discard": (0, ALL_FLARES),
    "task_pool": (0, ALL_TASKS), "next_task": (NOTHING, TASK_COUNT - 1),
}  # fmt: skip
_BY_SEAT: dict[str, tuple[int, int]] = {
    "hands": (0, ALL_BEINGS), "legends": (0, ALL_LEGENDS), "flares": (0, ALL_FLARES), "open_hand": (0, ALL_BEINGS),
    "pool": (0, ALL_BEINGS), "discards": (0, ALL_BEINGS), "spent": (0, 15),
}  # fmt: skip
"""Smallest and largest allowed number of each field."""


def dump(state: State) -> JSON:
    """The whole state but the choices, which follow from the rest; masks of squares as lists."""
    data: dict[str, JSON] = {
        "seats": state.seats, "form": FORMS[state.form], "teams": state.teams, "may_surrender": state.may_surrender,
        "decks": [DECKS[deck] for deck in state.decks], "own_decks": [json.loads(text) for text in state.book.own],
        "men": [bits(mask) for mask in state.men],
    }  # fmt: skip
    for name in _NUMBERS:
        data[name] = getattr(state, name)
    for name in (*_BY_SEAT, "points", "tally", "extra", "summoned", "queue", "tasks", "task_bottom"):
        data[name] = list(getattr(state, name))
    if any(state.known_legends):  # left out elsewhere, as in games that were saved before it was kept
        data["known_legends"] = list(state.known_legends)
    for name in ("tops", "bottoms", "claimed", "legend_bottom", "flare_bottom"):
        data[name] = [list(each) for each in getattr(state, name)]
    data["fx"] = [bits(value) if at in _MASKS else value for at, value in enumerate(state.fx)]
    return data


def load(data: JSON) -> State:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    if not isinstance(data, dict):
        raise BadState(f"state: expected an object, found {type(data).__name__}")
    state = _begun(data)
    sides = len(state.men) // 3
    for name, (low, high) in _NUMBERS.items():
        setattr(state, name, _whole(_field(data, name), name, low, high))
    for name, (low, high) in _BY_SEAT.items():
        setattr(state, name, _numbers(_field(data, name), name, low, high, state.seats))
    state.men = [_squares(mask, f"men[{at}]") for at, mask in enumerate(_rows(data, "men", 3 * sides))]
    state.points = _numbers(_field(data, "points"), "points", 0, 999, 4 * sides)
    state.tally = _numbers(_field(data, "tally"), "tally", 0, 99, 3 * sides)
    beings, legends = _numbers(_field(data, "extra"), "extra", 0, 99, 2)
    state.extra = (beings, legends)
    a, b, c, d, e = _numbers(_field(data, "summoned"), "summoned", 0, 99, 5)
    state.summoned = (a, b, c, d, e)
    if "known_legends" in data:
        state.known_legends = _numbers(data["known_legends"], "known_legends", 0, ALL_LEGENDS, sides)
    state.queue = tuple(_numbers(_field(data, "queue"), "queue", FLARE_SOURCE, _NUMBERS["source"][1]))
    for name in ("tasks", "task_bottom"):
        setattr(state, name, tuple(_numbers(_field(data, name), name, 0, TASK_COUNT - 1)))
    seats = state.seats
    for name, count, most in (("tops", seats, IN_DECK), ("bottoms", seats, IN_DECK), ("claimed", sides, TASK_COUNT)):
        rows = [tuple(_numbers(row, f"{name}[{i}]", 0, most - 1)) for i, row in enumerate(_rows(data, name, count))]
        setattr(state, name, rows)
    for name, most in (("legend_bottom", LEGEND_COUNT), ("flare_bottom", FLARE_COUNT)):
        pairs = [_numbers(row, f"{name}[{i}]", 0, most - 1, 2) for i, row in enumerate(_rows(data, name))]
        if any(by >= state.seats for _, by in pairs):
            raise BadState(f"{name}: expected cards with the seat that put them there")
        setattr(state, name, tuple((card, by) for card, by in pairs))
    state.fx = _registers(data)
    _check_arena(state)
    _check_cards(state)
    meaning.check(state)
    _check_phase(state)
    return state


def _begun(data: dict[str, Any]) -> State:
    """What is fixed in a game."""
    seats = _whole(_field(data, "seats"), "seats", 2, 4)
    teams = _whole(_field(data, "teams"), "teams", 0, 1)
    surrender = _whole(_field(data, "may_surrender"), "may_surrender", 0, 1)
    form = _field(data, "form")
    if form not in FORMS or (teams and seats != 4) or (form == "melee") != (seats > 2 and not teams):
        raise BadState(f"form: expected one that {seats} seats can play, found {form!r}")
    own = _field(data, "own_decks")
    if not isinstance(own, list):
        raise BadState(f"own_decks: expected a list, found {own!r}")
    try:
        texts = tuple(map(deck_text, own))
        book = book_of(texts)
    except (BadCards, TypeError) as error:
        raise BadState(f"own_decks: {error}") from error
    names = _field(data, "decks")
    if not isinstance(names, list) or len(names) != seats or any(name not in DECKS[1:] for name in names):
        raise BadState(f"decks: expected a deck for each seat, found {names!r}")
    decks = tuple(DECKS.index(name) for name in names)
    if any(DECK_OF[deck] >= len(book.decks) for deck in decks):
        raise BadState("decks: expected no own deck that is not there")
    return blank(seats, FORMS.index(form), teams, surrender, decks, book)


def _field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise BadState(f"{name}: missing")
    return data[name]


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def _numbers(values: Any, place: str, low: int, high: int, count: int | None = None) -> list[int]:
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise BadState(f"{place}: expected a list of {'' if count is None else count} numbers, found {values!r}")
    return [_whole(value, f"{place}[{index}]", low, high) for index, value in enumerate(values)]


def _rows(data: dict[str, Any], name: str, count: int | None = None) -> list[Any]:
    values = _field(data, name)
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise BadState(f"{name}: expected a list of {'' if count is None else count} lists, found {values!r}")
    return values


def _squares(values: Any, place: str) -> int:
    found = 0
    for square in _numbers(values, place, 0, SQUARES_END - 1):
        if not BOARD >> square & 1 or found >> square & 1:
            raise BadState(f"{place}: expected different squares of the arena, found {square}")
        found |= 1 << square
    return found


def _registers(data: dict[str, Any]) -> list[int]:
    values = _rows(data, "fx", len(REGISTERS))
    return [
        _squares(value, f"fx[{at}]") if at in _MASKS else _whole(value, f"fx[{at}]", NOTHING, 1 << 16)
        for at, value in enumerate(values)
    ]


def _check_arena(state: State) -> None:
    """No square with two pieces, no colour with more pieces than it has."""
    seen = 0
    for at, mask in enumerate(state.men):
        if seen & mask:
            raise BadState(f"men[{at}]: a square has two pieces")
        seen |= mask
    for colour in range(len(state.men) // 3):
        if supply(state, colour, 0) < 0 or supply(state, colour, 2) < 0:
            raise BadState(f"men[{3 * colour}]: more pieces than there are")


def _once(place: str, whole: int, masks: list[int]) -> None:
    """Every card is in one place, none is missing."""
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
    """What the phase needs is there, and something can be done."""
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
        program = program_of(state)
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
    """The card that is being summoned is in hand; its square and way were chosen."""
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
