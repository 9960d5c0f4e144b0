"""Placing, moving, turning and destroying pieces, including updates of the current effect's registers.

The events about a piece say whose decision it is (``seat`` and its ``side``), and what else has changed with it:
``supply`` of its colour (common or heroic, legendary), ``scores`` of all sides, and the ``actions`` left.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Emit, Event

from .scoring import count_destruction_points, scores
from .state import CENTRE, LAST, SEEN, SELF, USED_MASK, State, count_supply, find_man, get_side


def _describe_actor(state: State) -> dict[str, int]:
    """Event data: the deciding seat and its side."""
    return {"seat": state.acting, "side": get_side(state, state.acting)}


def _describe_piece(state: State, man: int, square: int) -> dict[str, Any]:
    """Event data about a piece, after the change."""
    return {
        **_describe_actor(state), "colour": man // 3, "rank": man % 3, "square": square,
        "supply": count_supply(state, man // 3), "scores": scores(state), "actions": state.actions,
    }  # fmt: skip


def _count_losses(state: State, colour: int) -> dict[str, Any]:
    """Event data: pieces of a colour destroyed this turn, by rank, and the points they will give."""
    return {"destroyed": state.tally[3 * colour : 3 * colour + 3], "worth": count_destruction_points(state, colour)}


def put(state: State, man: int, square: int, emit: Emit | None) -> None:
    """Put a piece of the supply on an empty square."""
    state.men[man] |= 1 << square
    if emit is not None:
        emit(Event("put", _describe_piece(state, man, square)))


def convert(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """Destroy an enemy piece and put one of the side on turn in its place."""
    was = find_man(state, square)
    destroy(state, square, True, None)
    man = 3 * get_side(state, state.active) + rank
    state.men[man] |= 1 << square
    if emit is not None:
        lost = {"colour": was // 3, "supply": count_supply(state, was // 3), **_count_losses(state, was // 3)}
        emit(Event("converted", {**_describe_piece(state, man, square), "lost": lost}))


def take(state: State, square: int, emit: Emit | None) -> int:
    """Pick up an own piece (shortage), which is not destroying. Returns the piece."""
    man = find_man(state, square)
    state.men[man] ^= 1 << square
    for one in state.expansions:
        one.on_removal(state, square)
    if emit is not None:
        emit(Event("taken_up", _describe_piece(state, man, square)))
    return man


def destroy(state: State, square: int, by_you: bool, emit: Emit | None) -> None:
    """Return a piece to its owner's supply; ``by_you``: an enemy one counts for points and tasks."""
    man = find_man(state, square)
    state.men[man] ^= 1 << square
    counts = by_you and man // 3 != get_side(state, state.active)
    if counts:
        state.tally[man] += 1
    fx = state.fx
    if fx[SELF] == square:
        fx[SELF] = -1
    if fx[LAST] == square:
        fx[LAST] = -1
    fx[USED_MASK] &= ~(1 << square)
    fx[SEEN] &= ~(1 << square)
    for one in state.expansions:
        one.on_removal(state, square)
    if emit is not None:
        data = {**_describe_piece(state, man, square), "counts": counts, **_count_losses(state, man // 3)}
        emit(Event("destroyed", data))


def relocate(state: State, origin: int, target: int, leap: bool, emit: Emit | None) -> None:
    """Move a piece; a piece on the target is destroyed (by the deciding player, whichever piece moves)."""
    man = find_man(state, origin)
    if emit is not None:
        where = {"from": origin, "to": target, "leap": leap}
        emit(Event("moved", {**_describe_actor(state), "colour": man // 3, "rank": man % 3, **where}))
    if find_man(state, target) >= 0:
        destroy(state, target, True, emit)
    state.men[man] ^= 1 << origin | 1 << target
    for one in state.expansions:
        one.on_move(state, origin, target)
    fx = state.fx
    if fx[SELF] == origin:
        fx[SELF] = fx[CENTRE] = target
    for mask in (USED_MASK, SEEN):
        if fx[mask] >> origin & 1:
            fx[mask] ^= 1 << origin | 1 << target


def set_rank(state: State, square: int, rank: int, emit: Emit | None) -> None:
    """Upgrade or downgrade by turning the piece over, or by exchanging it for one of the other kind.

    Nothing happens without such a piece in supply or such a rank; neither counts as destroying.
    """
    man = find_man(state, square)
    old = man % 3
    if rank == old or not 0 <= rank <= 2:
        return
    state.men[man] ^= 1 << square
    state.men[man - old + rank] |= 1 << square
    for one in state.expansions:
        one.on_rank_change(state, square, rank)
    if emit is not None:
        kind = "upgraded" if rank > old else "downgraded"
        emit(Event(kind, _describe_piece(state, man - old + rank, square)))
