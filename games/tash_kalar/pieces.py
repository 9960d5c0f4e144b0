"""Pieces put down, moved, turned over and destroyed, with what an effect under way has to notice of it.

The events about a piece say whose decision it is (``seat`` and its ``side``), and what else has changed with it:
``supply`` of its colour (common or heroic, legendary), ``scores`` of all sides, and the ``actions`` left.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Emit, Event

from .scoring import destroyed_points, scores
from .state import CENTRE, LAST, SEEN, SELF, USED_MASK, State, in_supply, man_at, side_of


def _by_whom(state: State) -> dict[str, int]:
    """The seat that decides, and the side it plays for."""
    return {"seat": state.acting, "side": side_of(state, state.acting)}


def _told(state: State, man: int, square: int) -> dict[str, Any]:
    """What an event about a piece says, once the change is made."""
    return {
        **_by_whom(state), "colour": man // 3, "rank": man % 3, "square": square,
        "supply": in_supply(state, man // 3), "scores": scores(state), "actions": state.actions,
    }  # fmt: skip


def _destroyed_so_far(state: State, colour: int) -> dict[str, Any]:
    """What has been destroyed of a colour in this turn, by rank, and the points it will give."""
    return {"destroyed": state.tally[3 * colour : 3 * colour + 3], "worth": destroyed_points(state, colour)}


def put(state: State, man: int, square: int, emit: Emit | None) -> None:
    """A piece of the supply on an empty square."""
    state.men[man] |= 1 << square
    if emit is not None:
        emit(Event("put", _told(state, man, square)))


def convert(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """An enemy piece is destroyed and one of the side on turn takes its place."""
    was = man_at(state, square)
    destroy(state, square, True, None)
    man = 3 * side_of(state, state.active) + rank
    state.men[man] |= 1 << square
    if emit is not None:
        lost = {"colour": was // 3, "supply": in_supply(state, was // 3), **_destroyed_so_far(state, was // 3)}
        emit(Event("converted", {**_told(state, man, square), "lost": lost}))


def take(state: State, square: int, emit: Emit | None) -> int:
    """Pick an own piece up again (shortage); that is not destroying. Gives what it was."""
    man = man_at(state, square)
    state.men[man] ^= 1 << square
    if emit is not None:
        emit(Event("taken_up", _told(state, man, square)))
    return man


def destroy(state: State, square: int, by_you: bool, emit: Emit | None) -> None:
    """A piece leaves the arena for its owner's supply; ``by_you``: an enemy one counts for points and tasks."""
    man = man_at(state, square)
    state.men[man] ^= 1 << square
    counts = by_you and man // 3 != side_of(state, state.active)
    if counts:
        state.tally[man] += 1
    fx = state.fx
    if fx[SELF] == square:
        fx[SELF] = -1
    if fx[LAST] == square:
        fx[LAST] = -1
    fx[USED_MASK] &= ~(1 << square)
    fx[SEEN] &= ~(1 << square)
    if emit is not None:
        data = {**_told(state, man, square), "counts": counts, **_destroyed_so_far(state, man // 3)}
        emit(Event("destroyed", data))


def relocate(state: State, origin: int, target: int, leap: bool, emit: Emit | None) -> None:
    """A piece moves; what stood there is destroyed (by the player, whoever's piece moves)."""
    man = man_at(state, origin)
    if emit is not None:
        where = {"from": origin, "to": target, "leap": leap}
        emit(Event("moved", {**_by_whom(state), "colour": man // 3, "rank": man % 3, **where}))
    if man_at(state, target) >= 0:
        destroy(state, target, True, emit)
    state.men[man] ^= 1 << origin | 1 << target
    fx = state.fx
    if fx[SELF] == origin:
        fx[SELF] = fx[CENTRE] = target
    for mask in (USED_MASK, SEEN):
        if fx[mask] >> origin & 1:
            fx[mask] ^= 1 << origin | 1 << target


def set_rank(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """Upgrade or downgrade by turning the piece over, or by exchanging it for one of the other kind.

    Nothing happens where there is no such piece in supply or no such rank; neither counts as destroying.
    """
    man = man_at(state, square)
    old = man % 3
    if rank == old or not 0 <= rank <= 2:
        return
    state.men[man] ^= 1 << square
    state.men[man - old + rank] |= 1 << square
    if emit is not None:
        kind = "upgraded" if rank > old else "downgraded"
        emit(Event(kind, _told(state, man - old + rank, square)))
