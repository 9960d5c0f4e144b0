"""Check that a loaded state, valid field by field, is a position that a game can reach.

Loading has checked that pieces and cards occur once; this checks what the
phases leave behind. Raises :class:`BadState` naming the place.
"""

from __future__ import annotations

from engine.contract import BadState

from .maps import BOARD, MELEE_START
from .state import (
    CLAIMING,
    EACH,
    EFFECT,
    FRESH,
    HIDDEN_TASKS,
    HIGH,
    LEFT_OVER,
    LEGEND_POINT,
    LOCK,
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
    count_sides,
    find_occupied_squares,
    own_mask,
)

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


def expect(place: str, wanted: object, found: object) -> None:
    """Raise :class:`BadState` unless a derived value equals the stored one."""
    if wanted != found:
        raise BadState(f"{place}: expected {wanted}, found {found}")


def check(state: State) -> None:
    """A whole game."""
    _check_lists(state)
    _check_turn(state)
    _check_summoning(state)
    _check_registers(state)
    if state.form == HIGH:
        if len(state.tasks) > CURRENT_TASKS or (state.next_task != NOTHING) > (len(state.tasks) == CURRENT_TASKS):
            raise BadState(f"tasks: expected {CURRENT_TASKS} current ones while there is a next one")
        if state.turned_up & ~sum(1 << task for task in state.tasks if state.twists & HIDDEN_TASKS):
            raise BadState(f"turned_up: expected current tasks of a game with hidden ones, found {state.turned_up}")
    else:
        expect("turned_up", 0, state.turned_up)
        rest = (state.tasks, state.next_task, state.task_pool, state.task_bottom, any(state.claimed))
        expect("tasks", ((), NOTHING, 0, (), False), rest)
    if state.phase == START:
        _check_start(state)


def _check_lists(state: State) -> None:
    """Check that lists hold no duplicates."""
    for name in ("tops", "bottoms", "claimed"):
        for number, row in enumerate(getattr(state, name)):
            if len(set(row)) != len(row):
                raise BadState(f"{name}[{number}]: expected everything once, found {list(row)}")
    for name in ("tasks", "task_bottom"):
        row = getattr(state, name)
        if len(set(row)) != len(row):
            raise BadState(f"{name}: expected everything once, found {list(row)}")
    for name in ("legend_bottom", "flare_bottom"):
        cards = [card for card, _ in getattr(state, name)]
        if len(set(cards)) != len(cards):
            raise BadState(f"{name}: expected every card once, found {cards}")
    for side in range(count_sides(state)):
        for colour in range(4):
            most = MOST_POINTS if colour < count_sides(state) else 0
            if state.points[4 * side + colour] > most:
                raise BadState(f"points[{4 * side + colour}]: expected up to {most}")
    for seat, mask in enumerate(state.spent):
        if mask >> count_sides(state):
            raise BadState(f"spent[{seat}]: expected colours of the game, found mask {mask}")


def _check_turn(state: State) -> None:
    """Check the fields of the turn and of the end."""
    phase = state.phase
    if (state.turn == 0) != (phase == START) or state.turn > MOST_TURNS:
        raise BadState(f"turn: expected 0 before the first turn only, found {state.turn}")
    if state.actions > MOST_ACTIONS or (phase in (CLAIMING, LEFT_OVER) and state.actions):
        raise BadState(f"actions: expected up to {MOST_ACTIONS}, and none at the end of a turn")
    if phase == RETURNING and not state.discarded:
        raise BadState("discarded: expected a card before others are returned")
    if phase == CLAIMING and state.form != HIGH:
        raise BadState("phase: expected no claiming without tasks")
    if phase in (LEGEND_POINT, LEFT_OVER) and state.form != MELEE:
        raise BadState("phase: expected this one in a Melee only")
    if state.final > state.seats or (state.final >= 0 and not state.triggered):
        raise BadState(f"final: expected up to {state.seats} turns once the end is triggered, found {state.final}")
    ended = state.loser != NOTHING or state.final == 0
    if ended != (phase == OVER):
        raise BadState("final: expected the game to be over after the last turn or a surrender")
    if state.loser != NOTHING and (count_sides(state) != 2 or not state.may_surrender):
        raise BadState("loser: expected a surrender only where there can be one")


def _check_summoning(state: State) -> None:
    """Check square and orientation of the card being summoned, the source and the queue of effects."""
    phase = state.phase
    square, way = state.square, state.way
    of_card = phase in (EFFECT, LEGEND_POINT) and state.card != NOTHING
    if phase == LEGEND_POINT and state.card == NOTHING:
        raise BadState("card: expected the legend that was summoned")
    if (square != NOTHING) != (phase in (SHOWING, PICKING) or of_card):
        raise BadState(f"square: expected the summoning square exactly where there is one, found {square}")
    if square != NOTHING and not BOARD >> square & 1:
        raise BadState(f"square: expected a square of the arena, found {square}")
    if (way != NOTHING) != (phase == PICKING or of_card):
        raise BadState(f"way: expected the way the card is held exactly where it is, found {way}")
    if way != NOTHING:
        card = state.book.card(state.card)
        if way // 8 >= len(card.ways) or way % 8 > len(card.pieces):
            raise BadState(f"way: expected a way to hold the card, found {way}")
    if phase not in (EFFECT, LEGEND_POINT):
        expect("source", (NOTHING, ()), (state.source, state.queue))
    elif phase == LEGEND_POINT:
        expect("source", (state.card, ()), (state.source, state.queue))
    if len(state.queue) > 1 or (state.queue and (state.queue[0] != state.source + 1 or state.source % 2)):
        raise BadState(f"queue: expected the lower effect of the flare, found {list(state.queue)}")
    if phase in (TARGET, SHOWING, PICKING) and state.acting != state.active:
        raise BadState("acting: expected the seat on turn to summon")


def _check_registers(state: State) -> None:
    """Check the registers of the current effect; unset without one."""
    if state.phase not in (EFFECT, LEGEND_POINT):
        expect("fx", list(FRESH), state.fx)
        expect("summoned", state.summoned if state.turn else NO_SUMMONS, state.summoned)
        return
    for at, name in enumerate(REGISTERS):
        value = state.fx[at]
        if name in _SQUARES and value != NOTHING and not BOARD >> value & 1:
            raise BadState(f"fx[{at}]: expected a square of the arena, found {value}")
        if name in _SMALL and not (NOTHING if name in _FROM_NOTHING else 0) <= value <= _SMALL[name]:
            raise BadState(f"fx[{at}]: expected up to {_SMALL[name]}, found {value}")
    sides = count_sides(state)
    if state.fx[LOCK] >= 3 * sides or state.fx[PLACED_COUNTS] >> 4 * sides or state.fx[EACH] >> sides:
        raise BadState("fx: expected colours of the game")
    expect(f"fx[{WAYS}]", state.fx[WAYS] & 255, state.fx[WAYS])


def _check_start(state: State) -> None:
    """Check a state before the first turn: only the first pieces are laid."""
    expect("active", ((state.first - 1) % state.seats,) * 2, (state.active, state.acting))
    numbers = (state.actions, state.discarded, state.extra_turn, state.triggered, state.final, state.extra)
    expect("actions", (0, 0, 0, 0, NOTHING, (0, 0)), numbers)
    if any(state.tally) or any(state.points) or any(state.spent):
        raise BadState("tally: expected nothing before the first turn")
    laid = find_occupied_squares(state).bit_count()
    if state.form != MELEE and laid:
        raise BadState("men: expected no piece before the first is laid")
    marks = [sum(find_occupied_squares(state) >> square & 1 for square in mark) for mark in MELEE_START]
    if laid != sum(marks) or marks != [int(number < laid) for number in range(len(MELEE_START))] or laid > 2:
        raise BadState("men: expected a piece at each mark in turn")
    for side in range(count_sides(state)):
        if own_mask(state, side).bit_count() > 1 or own_mask(state, side) != state.men[3 * side]:
            raise BadState(f"men[{3 * side}]: expected one common piece at most")
    second = (state.first + 1) % state.seats
    if state.form == MELEE and state.seats == 4 and own_mask(state, second):
        raise BadState(f"men[{3 * second}]: expected no piece of the second seat")
