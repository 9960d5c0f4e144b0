"""Arrows between two places, plain or with a label in a player's colour, and numbers of steps.

Positions and sizes are logical units.
"""

from __future__ import annotations

import math

from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.theme import player


def draw_arrow(
    c: Canvas, x1: float, y1: float, x2: float, y2: float, colour: str, width: float, room: float, alpha: int = 255,
    *, edge: float = 0.0,
) -> None:  # fmt: skip
    """Draw an arrow from one place to another that stays ``room`` units away from the middle of both, on a dark
    ``edge``."""
    long = math.hypot(x2 - x1, y2 - y1)
    if long <= 2 * room + 2 * width:
        return
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    tip, head = (x2 - dx * room, y2 - dy * room), 4.5 * width
    strokes = [(x1 + dx * room, y1 + dy * room)]
    for side in (-1, 1):
        turned = math.atan2(dy, dx) + side * 2.6
        strokes.append((tip[0] + math.cos(turned) * head, tip[1] + math.sin(turned) * head))
    for ink, wide in ([("shadow", width + edge)] if edge else []) + [(colour, width)]:
        for start in strokes:
            shapes.line(c, *start, *tip, ink, wide, alpha)


def draw_labelled_arrow(
    c: Canvas, start: tuple[float, float], end: tuple[float, float], colour: int, label: str, width: float, room: float
) -> None:
    """Draw an arrow in a player's colour on a dark edge, with ``label`` on a disc in its middle; ``room`` as for
    arrows."""
    look = player(colour, c.palette)
    draw_arrow(c, *start, *end, look.high, width, room, edge=2.4)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    size = max(12.0, 4.2 * width)
    half = max(size * 0.72, text.width(c, label, text.Font("black", size), fixed=True) / 2 + size * 0.36)
    shapes.round_rect(c, x - half - 1.5, y - size * 0.72 - 1.5, 2 * half + 3, size * 1.44 + 3, size * 0.8, "shadow")
    shapes.round_rect(c, x - half, y - size * 0.72, 2 * half, size * 1.44, size * 0.72, look.base)
    text.draw(c, label, x, y, text.Font("black", size), look.ink, "cm", fixed=True)


def draw_number(c: Canvas, x: float, y: float, label: str, colour: str, size: float) -> None:
    """Draw the number of a step, or several of them, on a disc of a role's colour with a dark edge."""
    half = max(size * 0.72, text.width(c, label, text.Font("black", size), fixed=True) / 2 + size * 0.36)
    tall = size * 0.72
    shapes.round_rect(c, x - half - 1.5, y - tall - 1.5, 2 * half + 3, 2 * tall + 3, tall + 1.5, "shadow")
    shapes.round_rect(c, x - half, y - tall, 2 * half, 2 * tall, tall, colour)
    text.draw(c, label, x, y, text.Font("black", size), "confirm.text", "cm", fixed=True)
