"""A whole state as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

from typing import Any

from engine.contract import JSON, BadState

from . import meaning, options
from .actions import WIDTH
from .board import SHAPES, board_of, key_of
from .cards import CARD_COUNT, deck_for
from .maps import SIDE_CODES, BadSegments, checked_own, own_sides, plain_side
from .setting_up import tokens_in_play
from .state import (
    ARMIES,
    CITIES,
    NEUTRAL_ARMIES,
    NEUTRAL_OWNER,
    NOTHING,
    OVER,
    OWNERS,
    PHASES,
    ROW,
    State,
    blank,
    complete,
)
from .tokens import PORTALS, TOKEN_COUNT
from .views import board_laid

_ANY = 9_999
"""More coins and points than any game has."""
_NUMBERS: dict[str, tuple[int, int]] = {
    "game": (1, options.GAMES_IN_FULL), "phase": (0, len(PHASES) - 1), "owing": (0, 15),
    "shape": (0, len(SHAPES) - 1), "start": (-1, WIDTH - 1), "joint": (-1, WIDTH - 1),
    "deck": (0, (1 << CARD_COUNT) - 1), "turns": (0, 64), "active": (0, 3), "card": (-1, CARD_COUNT - 1),
    "left": (0, 64), "picked": (-1, WIDTH - 1), "namer": (-1, 3),
}  # fmt: skip
_LISTS: dict[str, tuple[int, int]] = {
    "supply": (0, ARMIES), "captured": (0, ARMIES), "coins": (0, _ANY), "bids": (-1, _ANY),
    "held": (0, (1 << TOKEN_COUNT) - 1), "leaders": (-1, 3),
}  # fmt: skip
"""Smallest and largest allowed number of each field."""


def dump(state: State) -> JSON:
    """The whole state, hidden bids and tokens included."""
    data: dict[str, JSON] = {"seats": state.seats, "options": state.options, "youngest": state.youngest}
    data["own"] = [plain_side(side) for side in state.own]
    for name in _NUMBERS:
        data[name] = getattr(state, name)
    for name in _LISTS:
        data[name] = list(getattr(state, name))
    data["laid"] = [list(pair) for pair in state.laid]
    data["armies"] = _sparse(state.armies)
    data["cities"] = _sparse(state.cities)
    data["taken"] = [list(taken) for taken in state.taken]
    data["row"] = list(state.row)
    data["todo"] = [list(pair) for pair in state.todo]
    data["spots"] = list(state.spots)
    data["down"] = [list(each) for each in state.down]
    data["totals"] = [[list(row) for row in rows] for rows in state.totals]
    return data


def _sparse(pieces: list[int]) -> list[list[int]]:
    """Rows of owner, region, number, for every number that is not 0."""
    return [[*divmod(at, WIDTH), number] for at, number in enumerate(pieces) if number]


def load(data: JSON) -> State:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    if not isinstance(data, dict):
        raise BadState(f"state: expected an object, found {type(data).__name__}")
    seats = _number(data, "seats", min(options.SEAT_COUNTS), max(options.SEAT_COUNTS))
    bits = _number(data, "options", 0, options.ALL_BITS)
    try:
        own = own_sides(checked_own(_field(data, "own"), "own"))
    except BadSegments as error:
        raise BadState(str(error)) from error
    state = blank(seats, bits, _number(data, "youngest", 0, seats - 1), own)
    for name, (low, high) in _NUMBERS.items():
        setattr(state, name, _number(data, name, low, high))
    for name, (low, high) in _LISTS.items():
        setattr(state, name, _numbers(_field(data, name), name, seats, low, high))
    state.leaders = tuple(state.leaders)
    state.laid = tuple((row[0], row[1]) for row in _table(data, "laid", (len(SIDE_CODES) + len(state.own) - 1, 1)))
    if len(state.laid) > 4 or len({_segment(side) for side, _ in state.laid}) != len(state.laid):
        raise BadState(f"laid: expected up to four different segments, found {state.laid}")
    last = board_of(key_of(state.shape, state.laid, (), state.own)).n - 1 if len(state.laid) == 4 else -1
    for owner, region, number in _table(data, "armies", (OWNERS - 1, last, ARMIES)):
        state.armies[WIDTH * owner + region] = number
    for owner, region, number in _table(data, "cities", (seats - 1, last, CITIES)):
        state.cities[WIDTH * owner + region] = number
    rows = _rows(_field(data, "taken"), "taken")
    if len(rows) != seats:
        raise BadState(f"taken: expected a list for each of {seats} seats")
    state.taken = [tuple(_cards(row, f"taken[{seat}]")) for seat, row in enumerate(rows)]
    state.row = tuple(_cards(_field(data, "row"), "row"))
    state.todo = tuple((row[0], row[1]) for row in _table(data, "todo", (3, 9)))
    state.spots = tuple(_numbers(_field(data, "spots"), "spots", TOKEN_COUNT, NOTHING, last))
    down = _table(data, "down", (last, TOKEN_COUNT - 1, 15), low=NOTHING)
    state.down = tuple((row[0], row[1], row[2]) for row in down)
    state.totals = tuple(_total(rows, seats) for rows in _rows(_field(data, "totals"), "totals"))
    _check(state, last)
    state.board = board_laid(state)
    complete(state)
    meaning.check(state)
    return state


def _segment(side: int) -> int:
    """Two sides of the box make a segment, a player's own has one."""
    return side // 2 if side < len(SIDE_CODES) else side


def _field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise BadState(f"{name}: missing")
    return data[name]


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{place}: expected a whole number {low} to {high}, found {value!r}")
    return value


def _number(data: dict[str, Any], name: str, low: int, high: int) -> int:
    return _whole(_field(data, name), name, low, high)


def _numbers(values: Any, place: str, count: int, low: int, high: int) -> list[int]:
    if not isinstance(values, list) or len(values) != count:
        raise BadState(f"{place}: expected a list of {count} numbers, found {values!r}")
    return [_whole(value, f"{place}[{index}]", low, high) for index, value in enumerate(values)]


def _rows(rows: Any, place: str) -> list[Any]:
    if not isinstance(rows, list):
        raise BadState(f"{place}: expected a list, found {rows!r}")
    return rows


def _table(data: dict[str, Any], name: str, highest: tuple[int, ...], low: int = 0) -> list[list[int]]:
    """A list of rows of numbers, each up to its own limit."""
    found = []
    for number, row in enumerate(_rows(_field(data, name), name)):
        if not isinstance(row, list) or len(row) != len(highest):
            raise BadState(f"{name}[{number}]: expected a list of {len(highest)} numbers, found {row!r}")
        found.append([_whole(each, f"{name}[{number}]", low, high) for each, high in zip(row, highest, strict=True)])
    return found


def _cards(row: Any, place: str) -> list[int]:
    return [_whole(card, place, 0, CARD_COUNT - 1) for card in _rows(row, place)]


def _total(rows: Any, seats: int) -> tuple[tuple[int, int, int, int, int], ...]:
    if len(_rows(rows, "totals")) != seats:
        raise BadState(f"totals: expected a list for each of {seats} seats, found {rows!r}")
    found = [_numbers(row, "totals", 5, -1, _ANY) for row in rows]
    return tuple((row[0], row[1], row[2], row[3], row[4]) for row in found)


def _check(state: State, last: int) -> None:
    """Pieces and cards are all there, once each."""
    for seat in range(state.seats):
        armies = sum(state.armies[WIDTH * seat : WIDTH * (seat + 1)])
        if armies + state.supply[seat] + state.captured[seat] != ARMIES:
            raise BadState(f"armies: seat {seat} has not {ARMIES} of them in all")
        if sum(state.cities[WIDTH * seat : WIDTH * (seat + 1)]) > CITIES:
            raise BadState(f"cities: seat {seat} has more than {CITIES}")
    if sum(state.armies[WIDTH * NEUTRAL_OWNER :]) > (NEUTRAL_ARMIES if state.seats == 2 else 0):
        raise BadState("armies: more neutral ones than there are")
    for owner in range(state.seats, NEUTRAL_OWNER):
        if any(state.armies[WIDTH * owner : WIDTH * (owner + 1)]):
            raise BadState(f"armies: there is no seat {owner}")
    _check_cards(state)
    if state.active >= state.seats or state.namer >= state.seats or state.owing >> state.seats:
        raise BadState(f"owing: expected seats below {state.seats}")
    if bool(state.owing) == (state.phase == OVER):
        raise BadState("owing: somebody owes a decision until the game is over, and nobody then")
    if state.phase > PHASES.index("segment") and last < 0:
        raise BadState("laid: expected four segments")
    if state.phase == PHASES.index("token") and not 0 < state.left <= len(tokens_in_play(state)):
        raise BadState(f"left: expected up to {len(tokens_in_play(state))} tokens, found {state.left}")
    with_portals = state.options & options.WITH_PORTALS and state.phase > PHASES.index("token")
    if with_portals and any(state.spots[token] == NOTHING for token in PORTALS):
        raise BadState("spots: expected both Magic Portals on the map")
    for name in ("start", "joint", "picked"):
        if getattr(state, name) > last:
            raise BadState(f"{name}: there is no such region")
    _check_phase(state)


def _check_cards(state: State) -> None:
    cards = [*state.row, *(card for taken in state.taken for card in taken)]
    mask = state.deck
    for card in cards:
        if mask >> card & 1:
            raise BadState(f"taken: card {card} is there twice")
        mask |= 1 << card
    if mask not in (0, deck_for(state.seats)) or len(state.row) > ROW:
        raise BadState("deck: expected every card of this number of seats once")


def _check_phase(state: State) -> None:
    """What the phase needs is there."""
    phase = PHASES[state.phase]
    if phase in ("choose_action", "place", "move_from", "move_to", "city", "knight_army", "destroy") and state.card < 0:
        raise BadState("card: expected the card whose action is carried out")
    if phase in ("move_to", "knight_army") and state.picked < 0:
        raise BadState("picked: expected a region")
    if phase == "take_card" and not state.row:
        raise BadState("row: expected a card to take")
    if phase not in ("stem", "segment", "start") and state.start < 0:
        raise BadState("start: expected a region")
