"""Light of a ceremony: rays, the cone of a lamp, glints, gold leaf in the air, fireworks, a darker edge.

Every picture is made once for a size and kept. Light is added to what lies below; nothing is read from the window.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pygame

from sprites.base import raster, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point

LEAF = ("base/leaf", "glow", "base/leaf.light")
"""Colours of gold leaf."""
RAY, BEAM = 50, 60
"""Alpha values of rays and of a lamp at full strength."""
STEPS = 3
"""Strengths of a light that grows."""
BLUR = 4
"""Rays and lamps are drawn smaller by this factor and scaled up: light has no edges."""


def rays(c: Canvas, cx: float, cy: float, reach: float, count: int = 18, strength: float = 1.0) -> None:
    """Draw wedges of light that fade outwards, ``reach`` units from their middle; ``strength`` 0 … 1."""
    side = max(8, c.px(2 * reach) // BLUR * BLUR)

    def make() -> pygame.Surface:
        small = side // BLUR
        made = raster.empty(small, small)
        for k in range(count):
            turn = math.tau * k / count + 0.06
            half = math.tau / count * (0.20 if k % 2 else 0.32)
            points: list[Point] = [(small / 2, small / 2)]
            points += [
                (small / 2 + small * math.cos(turn + by * half), small / 2 + small * math.sin(turn + by * half))
                for by in (-1, 1)
            ]
            light = RAY if k % 2 else round(RAY * 0.7)
            made.blit(raster.tint(raster.polygon_mask(small, small, points), "base/ray", light), (0, 0))
        made.blit(raster.radial(small, "base/white", 1.2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return _flatten(c, made, side, side)

    _add_light(c, ("rays", side, count), make, (c.x(cx) - side // 2, c.y(cy) - side // 2), strength)


def beam(c: Canvas, cx: float, top_w: float, bottom_w: float, high: float, strength: float = 1.0) -> None:
    """Draw the cone of a lamp above the window, ``high`` units long; ``strength`` 0 … 1."""
    w, h = c.px(bottom_w) // BLUR * BLUR, c.px(high) // BLUR * BLUR

    def make() -> pygame.Surface:
        narrow, low, top = w // BLUR, h // BLUR, c.px(top_w) / BLUR
        edge = top * 0.1
        made = raster.empty(narrow, low)
        for step in range(4):  # soft sides
            by = edge * step
            points = [((narrow - top) / 2 + by, 0.0), ((narrow + top) / 2 - by, 0.0)]
            points += [(narrow - 4 * by, float(low)), (4 * by, float(low))]
            made.blit(raster.tint(raster.polygon_mask(narrow, low, points), "base/ray", BEAM // 4), (0, 0))
        fading = raster.gradient(narrow, low, [(0, "base/white"), (1, theme.colour("base/white", 0))])
        made.blit(fading, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return _flatten(c, made, w, h)

    _add_light(c, ("beam", w, h, round(top_w)), make, (c.x(cx) - w // 2, 0), strength)


def _add_light(
    c: Canvas, key: tuple[object, ...], make: Callable[[], pygame.Surface], at: tuple[int, int], strength: float
) -> None:
    """Add a light to what lies below, in one of few strengths."""
    step = round(STEPS * max(0.0, min(1.0, strength)))
    if step == 0:
        return
    whole = c.cache.get(key, make)

    def dim() -> pygame.Surface:
        made = whole.copy()
        level = 255 * step // STEPS
        made.fill(pygame.Color(level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        return made

    made = whole if step == STEPS else c.cache.get((*key, step), dim)
    c.surface.blit(made, at, special_flags=pygame.BLEND_RGB_ADD)


def _flatten(c: Canvas, made: pygame.Surface, w: int, h: int) -> pygame.Surface:
    """Return a light on black, scaled to its size, as it is added to what lies below."""
    flat = pygame.Surface(made.get_size()).convert(c.target)
    flat.blit(made, (0, 0))
    return pygame.transform.smoothscale(flat, (w, h))


def glint(c: Canvas, x: float, y: float, r: float, alpha: int = 230) -> None:
    """Draw a four-pointed glint."""
    side = c.px(2 * r)

    def make() -> pygame.Surface:
        middle = side / 2
        points = [
            (
                middle + middle * (1 if k % 2 == 0 else 0.13) * math.cos(math.pi * k / 4 - math.pi / 2),
                middle + middle * (1 if k % 2 == 0 else 0.13) * math.sin(math.pi * k / 4 - math.pi / 2),
            )
            for k in range(8)
        ]
        return raster.tint(raster.polygon_mask(side, side, points), "base/leaf.light", alpha // 8 * 8)

    if alpha < 8:
        return
    shapes.glow(c, x, y, r * 0.9, "glow", alpha // 2)
    made = c.cache.get(("glint", side, alpha // 8), make)
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def gold_leaf(
    c: Canvas, cx: float, cy: float, wide: float, high: float, count: int, *, fall: float = 0.0, seed: int = 3
) -> None:
    """Draw small turned diamonds of gold in a block round a middle; ``fall`` units lower, from the top again."""
    lot = random.Random(seed)
    for _ in range(count):
        x = cx + max(-wide / 2, min(wide / 2, lot.gauss(0, wide / 2.6)))
        y = cy - high / 2 + (lot.uniform(0, high) + fall * lot.uniform(0.6, 1.2)) % high
        _leaf(c, x, y, lot.randrange(5), lot.randrange(6), lot.choice(LEAF))


def _leaf(c: Canvas, x: float, y: float, size: int, turn: int, colour: str) -> None:
    """Draw one of few leaves."""
    r = 2.0 + 0.7 * size
    side = c.px(r * 2.6) + 2

    def make() -> pygame.Surface:
        middle, angle, flat = side / 2, math.pi * turn / 6, 0.3 + 0.12 * turn
        points = []
        for k in range(4):
            px, py = math.cos(math.tau * k / 4) * r * c.scale, math.sin(math.tau * k / 4) * r * flat * c.scale
            points.append(
                (
                    middle + px * math.cos(angle) - py * math.sin(angle),
                    middle + px * math.sin(angle) + py * math.cos(angle),
                )
            )
        return raster.tint(raster.polygon_mask(side, side, points), colour, 140 + 20 * size)

    made = c.cache.get(("leaf", side, turn, colour, size), make)
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def firework(c: Canvas, cx: float, cy: float, r: float, share: float, colour: str = "base/leaf") -> None:
    """Draw a burst of sparks; ``share`` of its time has passed, 0 … 1 (nothing at both ends)."""
    if not 0 < share < 1:
        return
    open_, bright = 1 - (1 - share) ** 3, min(1.0, 2.2 * (1 - share))
    for ring, reach in enumerate((1.0, 0.72, 0.42)):
        count = 18 - 4 * ring
        for k in range(count):
            turn = math.tau * (k + ring * 0.5) / count
            x = cx + r * reach * open_ * math.cos(turn)
            y = cy + r * reach * open_ * math.sin(turn) + r * 0.25 * share**2
            shapes.glow(c, x, y, 5.5 - ring, colour, round(255 * bright))
    shapes.glow(c, cx, cy, r * 0.9 * open_ + 4, colour, round(90 * bright))


def darken_edges(surface: pygame.Surface, strength: float) -> None:
    """Darken a picture towards its edges, in place; its light comes from a little above the middle."""
    small = pygame.Surface((48, 27))
    for y in range(27):
        for x in range(48):
            away = math.hypot((x / 47 - 0.5) * 1.2, (y / 26 - 0.42) * 1.05)
            light = round(255 * (1 - strength * min(1.0, max(0.0, away - 0.16) / 0.5) ** 1.5))
            small.set_at((x, y), pygame.Color(light, light, light))
    veil = pygame.transform.smoothscale(small, surface.get_size())
    surface.blit(veil, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
