"""Pen strokes, filled shapes, and arrows between two places, in logical units."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

from sprites.base import raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops
from sprites.base.theme import player, rgb

INK = "base/pen"


def polygon(c: Canvas, points: Sequence[Point], stops: Stops, alpha: int = 255) -> None:
    """Draw a filled shape with a gradient from top to bottom."""
    left, top = min(x for x, _ in points) - 2, min(y for _, y in points) - 2
    box = c.rect(left, top, max(x for x, _ in points) - left + 2, max(y for _, y in points) - top + 2)
    shape = raster.polygon_mask(box.w, box.h, [((x - left) * c.scale, (y - top) * c.scale) for x, y in points])
    made = raster.fill(shape, stops)
    c.surface.blit(raster.fade(made, alpha) if alpha < 255 else made, box)


def line(c: Canvas, points: Sequence[Point], colour: str, width: float, alpha: int = 255) -> None:
    """Draw a line through points with round joints."""
    strokes(c, [points], colour, width, alpha)


def strokes(c: Canvas, lines: Sequence[Sequence[Point]], colour: str, width: float, alpha: int = 255) -> None:
    """Draw several lines at once, which is faster than one surface per dash."""
    if not lines:
        return
    room = 4 + width
    xs, ys = [x for row in lines for x, _ in row], [y for row in lines for _, y in row]
    left, top = min(xs) - room, min(ys) - room
    box = c.rect(left, top, max(xs) - left + room, max(ys) - top + room)
    fine = 3 if box.w * box.h < 60_000 else 2
    scale = c.scale * fine
    big = raster.blank_mask(box.w * fine, box.h * fine)
    thick = max(1, round(width * scale))
    for row in lines:
        path = [((x - left) * scale, (y - top) * scale) for x, y in row]
        for a, b in pairwise(path):
            pygame.draw.line(big, raster.SOLID, a, b, thick)
        if thick > 2:
            for point in path:
                pygame.draw.circle(big, raster.SOLID, point, thick / 2)
    made = pygame.transform.smoothscale(big, box.size)
    c.surface.blit(raster.tint(made, colour, alpha), box)


def dashes(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """Cut a line into dashes of length ``on`` with gaps of ``off``."""
    found: list[list[Point]] = []
    run: list[Point] = [points[0]]
    drawing, left = True, on
    for a, b in pairwise(points):
        long = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        done = 0.0
        while long - done > left:
            done += left
            share = done / long
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if drawing:
                found.append([*run, at])
            drawing = not drawing
            run, left = [at], on if drawing else off
        left -= long - done
        run.append(b)
    if drawing and len(run) > 1:
        found.append(run)
    return found


def part(points: Sequence[Point], share: float) -> list[Point]:
    """Return the first ``share`` (0 … 1) of a line."""
    lengths = [((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 for a, b in pairwise(points)]
    left = sum(lengths) * share
    found = [points[0]]
    for long, a, b in zip(lengths, points, points[1:], strict=False):
        if left <= 0:
            break
        step = min(1.0, left / long) if long else 1.0
        found.append((a[0] + (b[0] - a[0]) * step, a[1] + (b[1] - a[1]) * step))
        left -= long
    return found


def apply_mask(picture: pygame.Surface, shape: pygame.Surface) -> pygame.Surface:
    """Return a copy of a picture whose opacity is multiplied by a mask of the same size."""
    made = picture.copy()
    made.blit(raster.tint(shape, "base/white"), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


# Arrows between two places, plain or with a label in a player's colour, and numbers of steps.
#
# Positions and sizes are logical units.


def draw_arrow(
    c: Canvas, x1: float, y1: float, x2: float, y2: float, colour: str, width: float, room: float, alpha: int = 255,
    *, edge: float = 0.0,
) -> None:  # fmt: skip
    """Draw an arrow from one point to another, ``room`` units away from both; nothing when it would be too short.
    ``edge``: width of its dark edge."""
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
    """Draw the numbers of steps (``label``) on a disc of a role's colour with a dark edge."""
    half = max(size * 0.72, text.width(c, label, text.Font("black", size), fixed=True) / 2 + size * 0.36)
    tall = size * 0.72
    shapes.round_rect(c, x - half - 1.5, y - tall - 1.5, 2 * half + 3, 2 * tall + 3, tall + 1.5, "shadow")
    shapes.round_rect(c, x - half, y - tall, 2 * half, 2 * tall, tall, colour)
    text.draw(c, label, x, y, text.Font("black", size), "confirm.text", "cm", fixed=True)


def draw_closing_ring(c: Canvas, x: float, y: float, r: float, share: float) -> None:
    """Draw the ``share`` (0 … 1) of a ring that has closed around a resting finger."""
    turns = [at * math.tau / 48 for at in range(49)]
    ring = [(x + r * math.sin(turn), y - r * math.cos(turn)) for turn in turns]
    line(c, part(ring, min(1.0, share)), "glow", 6)


# Dotted underlines of glossary words in texts on card faces.

Marks = tuple[tuple[int, int], ...]
"""Marked words of a text: index of the first, and number of words."""
UNDERLINE = "paper.link"


def draw_glossary_text(
    c: Canvas,
    said: str,
    place: tuple[float, float, float],
    font: text.Font,
    marks: Marks,
    *,
    line: float,
    align: str,
) -> None:
    """Draw dots under the marked words of a text that ``text.paragraph`` has drawn at ``place`` (x, y, width)."""
    if not marks:
        return
    x, y, w = place
    boxes = text.word_boxes(c, said, w, font, line=line, align=align, fixed=True)
    thick = max(1, round(font.size * c.scale / 11))
    for at, count in marks:
        for _, (left, top, wide, high) in boxes[at : at + count]:
            first, last, low = c.x(x + left), c.x(x + left + wide), c.y(y + top + high + font.size * 0.17)
            for px in range(first, max(first + 1, last - thick + 1), 3 * thick):
                c.surface.fill(rgb(UNDERLINE), (px, low, 2 * thick, thick))
