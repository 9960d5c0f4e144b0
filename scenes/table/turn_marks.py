"""Numbers and arrows on a board that show what a turn did, in the order in which it was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sprites.base.canvas import Canvas
from sprites.base.strokes import draw_number


class NumberMark(NamedTuple):
    """The number of a step at a place of the board; ``colour``: role of the theme."""

    place: int
    label: str
    colour: str


class ArrowMark(NamedTuple):
    """Where something went, or where a shot flew; ``colour``: role of the theme."""

    start: int
    end: int
    colour: str


class TurnMarks(NamedTuple):
    """What is drawn over a board: numbers, arrows, and places where something fell."""

    numbers: tuple[NumberMark, ...] = ()
    arrows: tuple[ArrowMark, ...] = ()
    lost: tuple[int, ...] = ()


def draw_numbers(c: Canvas, marks: TurnMarks, size: float, find_spot: Callable[[int], tuple[float, float]]) -> None:
    """Draw the numbers of all steps where ``find_spot`` (place to x, y) says."""
    for mark in marks.numbers:
        x, y = find_spot(mark.place)
        draw_number(c, x, y, mark.label, mark.colour, size)
