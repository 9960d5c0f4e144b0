"""What of a position can be set by hand: pieces, points, actions, hands, tasks, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.content.arrangement import CardPlace, Choice, Explanation, Number, Piece
from engine.contract import Message, Problem

from .card_draws import BEINGS, FLARES_HELD, LEGENDS_HELD
from .cards import FLARES, LEGENDS, RANK_NAMES
from .invariants import find_problems
from .maps import bits
from .messages import card_name, square_name, task_name
from .serialization import read
from .setup import CURRENT_TASKS
from .state import (
    ALL_BEINGS,
    ALL_FLARES,
    ALL_LEGENDS,
    ALL_TASKS,
    FRESH,
    HIGH,
    LEGENDARY_PIECES,
    MAIN,
    NO_SUMMONS,
    NOTHING,
    State,
    count_sides,
    first_card,
    ground,
    limit,
    supply,
)

__all__ = ["find_problems", "read"]

HAND, LEGEND, FLARE, TASKS, NEXT = "hand", "legends", "flares", "tasks", "next"
MOST_POINTS = 99
MOST_HELD = {HAND: 6, LEGEND: 4, FLARE: 3}
"""Cards of each kind for which a hand has room."""


def can_arrange(state: State) -> bool:
    """Whether a turn goes on and nothing is being summoned."""
    return state.phase == MAIN


def clear(state: State) -> None:
    """Take all pieces off the arena."""
    state.men = [0] * len(state.men)
    _refresh(state)


def _refresh(state: State) -> None:
    state.choices = None


# --- the arena ----------------------------------------------------------------------------------


def list_places(state: State) -> Sequence[int]:
    """List the squares on which a piece can stand."""
    return bits(ground(state))


def name_place(state: State, place: int) -> Message:
    """Name a square."""
    return Message("ui.edit.place", {"place": square_name(place)})


def list_pieces(state: State) -> Sequence[Piece]:
    """List the ranks of every colour; common and heroic pieces share a supply."""
    return [
        Piece(
            str(3 * side + rank),
            Message(f"tash_kalar.arrange.{RANK_NAMES[rank]}", {"player": {"seat": side}}),
            side,
            supply(state, side, rank),
            f"{side}.{rank}",
        )
        for side in range(count_sides(state))
        for rank in range(3)
    ]


def put(state: State, place: int, piece: str) -> None:
    """Put a piece on a square; the one that stood there leaves."""
    remove(state, place, piece)
    state.men[int(piece)] |= 1 << place


def remove(state: State, place: int, piece: str) -> None:
    """Take whatever stands on a square."""
    state.men = [mask & ~(1 << place) for mask in state.men]
    _refresh(state)


# --- numbers and choices --------------------------------------------------------------------------


def list_numbers(state: State) -> Sequence[Number]:
    """List the points of each colour and the actions left."""
    rows = [
        Number(f"points.{side}", Message("ui.edit.points"), state.points[5 * side], 0, MOST_POINTS, side)
        for side in range(count_sides(state))
        if count_sides(state) == 2
    ]
    return [*rows, Number("actions", Message("tash_kalar.arrange.actions"), state.actions, 1, 3)]


def list_choices(state: State) -> Sequence[Choice]:
    """List who moves."""
    seats = tuple(Message("ui.edit.player", {"player": {"seat": seat}}) for seat in range(state.seats))
    return [Choice("active", Message("ui.edit.moves"), seats, state.active)]


def set_value(state: State, name: str, value: int) -> None:
    """Set points, actions, or who moves; a turn begins with nothing destroyed or summoned."""
    if name == "active":
        state.active = state.acting = value
        state.tally = [0] * len(state.tally)
        state.summoned = NO_SUMMONS
        state.fx = list(FRESH)
    elif name == "actions":
        state.actions = value
    else:
        state.points[5 * int(name.rpartition(".")[2])] = value
    _refresh(state)


# --- cards ----------------------------------------------------------------------------------------


def list_card_places(state: State) -> Sequence[CardPlace]:
    """List hands by kind, then the open tasks and the next one."""
    found = []
    for seat in range(state.seats):
        for kind, held, rest in (
            (HAND, state.hands[seat], ALL_BEINGS & ~state.hands[seat]),
            (LEGEND, state.legends[seat], ALL_LEGENDS & ~_union(state.legends)),
            (FLARE, state.flares[seat], ALL_FLARES & ~_union(state.flares)),
        ):
            text = Message(f"tash_kalar.arrange.{kind}")
            lying = tuple(bits(held)), tuple(bits(rest))
            found.append(CardPlace(f"{kind}.{seat}", text, seat, *lying, MOST_HELD[kind]))
    if state.form == HIGH:
        closed = {task for claimed in state.claimed for task in claimed} | set(state.tasks) | {state.next_task}
        others = tuple(task for task in bits(ALL_TASKS) if task not in closed)
        upcoming = (state.next_task,) if state.next_task != NOTHING else ()
        found.append(CardPlace(TASKS, Message("tash_kalar.arrange.tasks"), None, state.tasks, others, CURRENT_TASKS))
        found.append(CardPlace(NEXT, Message("tash_kalar.arrange.next"), None, upcoming, others, 1))
    return found


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def name_card(state: State, place: str, card: int) -> Message:
    """Name a being, legend, flare or task."""
    kind, _, seat = place.partition(".")
    if kind in (TASKS, NEXT):
        return Message("ui.edit.card", {"card": task_name(card)})
    first = {LEGEND: LEGENDS, FLARE: FLARES}.get(kind)
    number = card + (first_card(state, int(seat)) if first is None else first)
    known = state.book.cards[number] if first is None else None
    return Message("ui.edit.card", {"card": card_name(number, known.name if known is not None else "")})


def add_card(state: State, place: str, card: int) -> None:
    """Put a card into a hand or among the tasks, from wherever it was."""
    kind, _, seat = place.partition(".")
    if kind in (TASKS, NEXT):
        _free_task(state, card)
        if kind == TASKS:
            state.tasks = tuple(sorted((*state.tasks, card)))
        else:
            if state.next_task != NOTHING:
                state.task_pool |= 1 << state.next_task
            state.next_task = card
        state.task_pool &= ~(1 << card)
    else:
        _free_card(state, kind, int(seat), card)
        _hands(state, kind)[int(seat)] |= 1 << card
    _refresh(state)


def remove_card(state: State, place: str, card: int) -> None:
    """Put a card back into its deck, whose order nobody knows."""
    kind, _, seat = place.partition(".")
    if kind in (TASKS, NEXT):
        _free_task(state, card)
        state.task_pool |= 1 << card
    else:
        _free_card(state, kind, int(seat), card)
        if kind == HAND:
            state.pool[int(seat)] |= 1 << card
        elif kind == LEGEND:
            state.legend_pool |= 1 << card
        else:
            state.flare_pool |= 1 << card
    _refresh(state)


def _hands(state: State, kind: str) -> list[int]:
    return {HAND: state.hands, LEGEND: state.legends, FLARE: state.flares}[kind]


def _free_task(state: State, task: int) -> None:
    """Take a task from where it lies, claimed ones excepted."""
    state.tasks = tuple(each for each in state.tasks if each != task)
    state.task_bottom = tuple(each for each in state.task_bottom if each != task)
    state.turned_up &= ~(1 << task)
    if state.next_task == task:
        state.next_task = NOTHING


def _free_card(state: State, kind: str, seat: int, card: int) -> None:
    """Take a card from every place where one of its kind can lie."""
    keep = ~(1 << card)
    if kind == HAND:
        for masks in (state.hands, state.open_hand, state.pool, state.discards):
            masks[seat] &= keep
        for rows in (state.tops, state.bottoms):
            rows[seat] = tuple(each for each in rows[seat] if each != card)
    elif kind == LEGEND:
        state.legends = [mask & keep for mask in state.legends]
        state.known_legends = [mask & keep for mask in state.known_legends]
        state.legend_pool &= keep
        state.legend_discard &= keep
        state.legend_bottom = tuple(pair for pair in state.legend_bottom if pair[0] != card)
    else:
        state.flares = [mask & keep for mask in state.flares]
        state.flare_pool &= keep
        state.flare_discard &= keep
        state.flare_bottom = tuple(pair for pair in state.flare_bottom if pair[0] != card)


# --- words ------------------------------------------------------------------------------------------


def explain(state: State, problem: Problem) -> Explanation | None:
    """Explain too many pieces with their squares, tasks that are missing, and a turn without an action."""
    if problem.reason == "too_many" and problem.place.startswith("men["):
        side = int(problem.place[4:-1]) // 3
        legendary = supply(state, side, 2) < 0
        men = state.men[3 * side + 2] if legendary else state.men[3 * side] | state.men[3 * side + 1]
        kind = "legends" if legendary else "pieces"
        most = LEGENDARY_PIECES if legendary else limit(state)
        params = {
            "player": {"seat": side}, "n": men.bit_count(), "most": most,
            "squares": {"list": [square_name(square) for square in bits(men)]},
        }  # fmt: skip
        return Explanation(
            Message(f"tash_kalar.arrange.too_many.{kind}.title", {"n": men.bit_count()}),
            Message(f"tash_kalar.arrange.too_many.{kind}", params),
            tuple(bits(men)),
        )
    if problem.place == "tasks":
        return Explanation(
            Message("tash_kalar.arrange.tasks"), Message("tash_kalar.arrange.tasks.wrong", {"n": CURRENT_TASKS})
        )
    if problem.reason == "stuck":
        return Explanation(Message("ui.edit.moves"), Message("ui.edit.stuck"))
    return None


def find_oddities(state: State) -> Sequence[Message]:
    """Tell who holds fewer or more cards than at the beginning of a turn."""
    found = []
    for seat in range(state.seats):
        held = [state.hands[seat].bit_count(), state.legends[seat].bit_count(), state.flares[seat].bit_count()]
        wanted = [BEINGS, LEGENDS_HELD, FLARES_HELD]
        if state.teams:
            held[1] = wanted[1] = 0
        if held != wanted:
            params = {"player": {"seat": seat}, "n": sum(held), "usual": sum(wanted)}
            found.append(Message("tash_kalar.arrange.hand.unusual", params))
    return found
