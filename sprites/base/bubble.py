"""A line of speech on parchment, with a tail that points at the speaker."""

from __future__ import annotations

from typing import Literal

import pygame

from sprites.base import raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.raster import Point

Side = Literal["below", "above", "left", "right"]
"""Where a bubble stands, seen from what speaks."""
FONT = "aside"
PAD_X, PAD_Y = 18.0, 13.0
LEAST_W, MOST_W = 200.0, 260.0
"""Widths of a bubble: a longer line gets more rows."""
RADIUS = 14.0
_MARGIN = 26.0
"""Room round the box in its picture, for the tail."""


def measure(c: Canvas, words: str, most: float = MOST_W) -> tuple[float, float]:
    """Return width, up to the ``most``, and height of the bubble for a line."""
    wide = text.width(c, words, FONT) * c.text_scale
    w = max(LEAST_W, min(most, wide + 2 * PAD_X + 6))
    return w, text.paragraph_height(c, words, w - 2 * PAD_X, FONT) + 2 * PAD_Y


def draw(c: Canvas, words: str, box: Box, tip: Point, alpha: int = 255) -> None:
    """Draw a line in its box; the tail ends at ``tip``, which lies outside the box."""
    x, y, w, h = box
    if alpha >= 255:
        shapes.box_shadow(c, x, y, w, h, RADIUS, "chip")
    left, top = x - _MARGIN, y - _MARGIN
    key = ("bubble", words, c.px(w), c.px(h), round(tip[0] - x), round(tip[1] - y), c.text_scale)

    def make() -> pygame.Surface:
        layer = c.layer(w + 2 * _MARGIN, h + 2 * _MARGIN)
        on = c.on(layer, (left, top))
        outer, inner = _list_tail_points(box, tip, 11.0), _list_tail_points(box, tip, 8.5)
        _fill(on, layer, outer, (left, top), "paper.edge")
        shapes.panel(on, x, y, w, h, "parchment", radius=RADIUS, shadow=False)
        _fill(on, layer, inner, (left, top), "paper")
        text.paragraph(on, words, x + PAD_X, y + PAD_Y, w - 2 * PAD_X, FONT, "paper.text", "c")
        return layer

    made = c.cache.get(key, make)
    if alpha < 255:
        made = c.cache.get((*key, alpha // 32), lambda: raster.fade(made, alpha // 32 * 32))
    c.surface.blit(made, (c.x(left), c.y(top)))


def _list_tail_points(box: Box, tip: Point, half: float) -> list[Point]:
    """Return the triangle from the nearest edge of the box to the tip; a smaller ``half`` lies inside a larger one."""
    x, y, w, h = box
    sunk, short = 4.0 + (11.0 - half) * 1.4, 1.0 - (11.0 - half) * 0.06
    if x + RADIUS < tip[0] < x + w - RADIUS:
        below = tip[1] > y
        edge = y + h if below else y
        base = edge - sunk if below else edge + sunk
        return [(tip[0] - half, base), (tip[0] + half, base), (tip[0], edge + (tip[1] - edge) * short)]
    right = tip[0] > x
    edge = x + w if right else x
    base = edge - sunk if right else edge + sunk
    middle = min(max(tip[1], y + 22), y + h - 22)
    end = (edge + (tip[0] - edge) * short, middle + (tip[1] - middle) * short)
    return [(base, middle - half), (base, middle + half), end]


def _fill(on: Canvas, layer: pygame.Surface, points: list[Point], at: Point, colour: str) -> None:
    k = on.scale
    shape = [((px - at[0]) * k, (py - at[1]) * k) for px, py in points]
    layer.blit(raster.tint(raster.polygon_mask(*layer.get_size(), shape), colour), (0, 0))
