"""Handicap of a seat: pieces in the arena, points, and an action more in the first turn. Not part of the rulebook.

Points count for the seat's side; in a Melee in every enemy colour, for there the least of them counts.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import HANDICAP, Emit

from .cards import COMMON, HEROIC
from .maps import COLOURED, to_square
from .pieces import put
from .scoring import give_points
from .state import MELEE, State, count_sides, empty, get_side, supply


class Ahead(NamedTuple):
    """What a step gives: pieces, how many of them heroic, points, actions more in the first turn."""

    pieces: int = 0
    heroic: int = 0
    points: int = 0
    actions: int = 0


AHEAD = (
    Ahead(),
    Ahead(2),
    Ahead(2, 0, 1),
    Ahead(2, 1, 1),
    Ahead(3, 1, 1),
    Ahead(3, 1, 2),
    Ahead(3, 1, 2, 1),
)
"""Step → what a seat has more than the rulebook gives; each step keeps those before it."""

_PLACES = (
    ((5, 7), (4, 6), (6, 6), (5, 6), (4, 7), (5, 8), (6, 7)),
    ((5, 3), (6, 4), (4, 4), (5, 4), (6, 3), (5, 2), (4, 3)),
    ((2, 5), (3, 4), (3, 6), (3, 5), (4, 5), (2, 4), (2, 6)),
    ((8, 5), (7, 6), (7, 4), (7, 5), (6, 5), (8, 4), (7, 7)),
)
"""By seat: columns and rows of the squares for its pieces; the first free ones are taken, a heroic piece first."""


def place_bonus_pieces(state: State, emit: Emit | None) -> None:
    """Put the pieces of a handicap in the arena and add its points; nothing without one."""
    for seat, step in enumerate(state.handicap):
        ahead, side = AHEAD[step], get_side(state, seat)
        for number in range(ahead.pieces):
            square = _find_square(state, seat)
            if square is not None and supply(state, side, COMMON):
                put(state, 3 * side + (HEROIC if number < ahead.heroic else COMMON), square, emit)
        if ahead.points:
            colours = [colour for colour in range(count_sides(state)) if colour != side]
            for colour in colours if state.form == MELEE else [side]:
                give_points(state, seat, side, colour, ahead.points, HANDICAP, emit)


def list_first_squares(seat: int, count: int) -> list[int]:
    """Return the squares that the pieces of a seat take in an empty arena, the heroic one first."""
    squares = [to_square(x, y) for x, y in _PLACES[seat]]
    return [square for square in squares if not COLOURED >> square & 1][:count]


def _find_square(state: State, seat: int) -> int | None:
    free = empty(state) & ~COLOURED
    return next((square for x, y in _PLACES[seat] if free >> (square := to_square(x, y)) & 1), None)


def count_bonus_actions(state: State) -> int:
    """Return the actions that the seat on turn has more; only in the first turn of each seat."""
    if not state.handicap or state.turn > state.seats:
        return 0
    return AHEAD[state.handicap[state.active]].actions
