"""Board pieces of expansions: the rift round the piece that bears it, and the ice over a stored card."""

from __future__ import annotations

import math

import pygame

from sprites.base import icons, raster, shapes
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops
from sprites.base.theme import is_flat

Box = tuple[float, float, float, float]
_RIFT: Stops = ((0.0, "tash_kalar/rift.high"), (0.55, "tash_kalar/rift"), (1.0, "tash_kalar/rift.low"))
_ICE: Stops = ((0.0, "tash_kalar/ice.high"), (0.5, "tash_kalar/ice"), (1.0, "tash_kalar/ice.low"))
RIFT_REACH = 1.66
"""Radius of the rift in radii of a common piece; it is seen round a heroic one too."""
RIFT_POINTS = 11
_JAGS = (1.0, 0.93, 1.0, 0.9, 0.97, 0.94, 1.0, 0.88, 0.98, 0.92, 0.96)
"""Length of the points of the rift, so that no two of them are alike."""


def draw_rift(c: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the rift in the stone, to lie under its piece; ``radius`` of a common piece."""
    shapes.glow(c, x, y, radius * 2.1, "tash_kalar/rift.light", 150, add=True)
    side = 2 * math.ceil((radius * RIFT_REACH + 2) * c.scale)
    made = c.cache.get(("tash rift", side), lambda: _make_rift(side))
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def _make_rift(side: int) -> pygame.Surface:
    """Return the rift: a dark jagged hole in a burning rim."""
    made = raster.empty(side, side)
    m = side / 2
    for share, inner, stops in (
        (0.98, 0.8, _RIFT),
        (0.9, 0.74, ((0, "tash_kalar/rift.deep"), (1, "tash_kalar/black"))),
    ):
        made.blit(raster.fill(raster.polygon_mask(side, side, _list_jags(m, share, inner)), stops, 25), (0, 0))
    return made


def _list_jags(m: float, share: float, inner: float) -> list[Point]:
    """Return the corners of the rift in a square of half width ``m``; ``inner``: how deep it is between two points."""
    found = []
    for k in range(2 * RIFT_POINTS):
        angle = math.pi * k / RIFT_POINTS + 0.2
        reach = m * share * (_JAGS[k // 2] if k % 2 == 0 else inner)
        found.append((m + reach * math.cos(angle), m + reach * math.sin(angle)))
    return found


def draw_rift_sign(c: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the sign of the rift at the lower left edge of its piece."""
    cx, cy = x - 0.95 * radius, y + 0.95 * radius
    shapes.outline(c, "circle", cx, cy, 0.5 * radius, _RIFT, rim="rim.dark", rim_w=1.3)
    icons.draw(c, "vortex", cx, cy, 0.72 * radius, "tash_kalar/rift.ink")


def draw_ice(c: Canvas, box: Box) -> None:
    """Draw the ice over a stored card: a pale sheet, thicker along the edges, with icicles below and a snowflake."""
    x, y, w, _h = box
    r = c.rect(*box)
    made = c.cache.get(("tash ice", r.size), lambda: _make_ice(r.w, r.h))
    c.surface.blit(made, r)
    shapes.outline(c, "hexagon", x + w - 6, y + 6, 9.5, _ICE, rim="rim.dark", rim_w=1.2)
    icons.draw(c, "snowflake-2", x + w - 6, y + 6, 13, "tash_kalar/ice.ink")


def _make_ice(w: int, h: int) -> pygame.Surface:
    made = raster.empty(w, h)
    radius = max(2, round(0.09 * w))
    if not is_flat():
        made.blit(raster.tint(raster.round_rect_mask(w, h, radius), "tash_kalar/ice", 26), (0, 0))
    rim = raster.round_rect_mask(w, h, radius, max(2, round(0.055 * w)))
    made.blit(raster.fill(rim, _ICE, 35), (0, 0))
    count = 5
    for k in range(count):
        left, right = w * k / count, w * (k + 1) / count
        long = h * (0.1, 0.17, 0.08, 0.13, 0.1)[k]
        points = [(left, h - 1.0), (right, h - 1.0), ((left + right) / 2, h - 1.0 - long)]
        made.blit(raster.fill(raster.polygon_mask(w, h, points), _ICE, 90), (0, 0))
    return made
