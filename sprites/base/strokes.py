"""Pen strokes and filled shapes in logical units, for campaign maps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from sprites.base import raster
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops

INK = "base/pen"
_SOLID = (255, 255, 255, 255)


def polygon(c: Canvas, points: Sequence[Point], stops: Stops, alpha: int = 255) -> None:
    """Draw a filled shape."""
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
            pygame.draw.line(big, _SOLID, a, b, thick)
        if thick > 2:
            for point in path:
                pygame.draw.circle(big, _SOLID, point, thick / 2)
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
    """Return a picture with a mask of the same size applied."""
    made = picture.copy()
    made.blit(raster.tint(shape, "base/white"), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made
