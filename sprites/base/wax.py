"""Sealing wax: on letters, where a game has its own colour, whole or broken; and small stamps of the same."""

from __future__ import annotations

import math
from collections.abc import Hashable
from itertools import pairwise

import pygame

from sprites.base import icons, paint, shapes
from sprites.base.canvas import Canvas
from sprites.base.theme import mix

GREEN = "#4f7f36"
"""The wax of puzzles."""
CRACK = ((0.1, -1.1), (-0.08, -0.5), (0.12, -0.1), (-0.1, 0.4), (0.06, 1.1))
"""Where a seal breaks, in radii from its middle."""
PAPER = "#e9d8ae"
CORNERS = 72


def tones(colour: str) -> tuple[str, str, str]:
    """Light, middle and shade of wax of a colour."""
    base = mix(colour, "#ffffff", 0.14)
    return mix(base, "#ffffff", 0.42), base, mix(base, "#000000", 0.55)


def _blob(middle: float, r: float, wave: float) -> list[tuple[float, float]]:
    """The uneven rim of a drop that was pressed, in pixels."""
    points = []
    for k in range(CORNERS):
        a = math.tau * k / CORNERS
        uneven = 1 + 0.045 * math.sin(3 * a + wave) + 0.035 * math.sin(5 * a + wave * 2.3) + 0.02 * math.sin(9 * a)
        points.append((middle + r * uneven * math.cos(a), middle + r * uneven * math.sin(a)))
    return points


def seal(
    c: Canvas, cx: float, cy: float, r: float, colour: str, icon: str, *, broken: bool = False, shadow: bool = True
) -> None:
    """A seal of radius ``r`` with a sign pressed into it; its rim differs with the sign."""
    high, base, low = tones(colour)
    wave = sum(map(ord, icon)) * 0.37
    px = r * c.scale
    key: tuple[Hashable, ...] = ("seal", round(px * 4), colour, wave)

    def make() -> pygame.Surface:
        middle = px * 1.3
        size = math.ceil(2 * middle)
        made = paint.fill(
            paint.polygon_mask(size, size, _blob(middle, px * 1.06, wave)), [(0, low), (1, mix(low, "#000000", 0.4))]
        )
        top = paint.polygon_mask(size, size, _blob(middle - px * 0.025, px * 1.02, wave))
        made.blit(paint.fill(top, [(0, high), (0.35, base), (1, low)]), (0, 0))
        return made

    if shadow:
        shapes.glow(c, cx + r * 0.08, cy + r * 0.2, r * 1.35, "#000000", 120)
    made = c.cache.get(key, make)
    half = made.get_width() // 2
    c.surface.blit(made, (c.x(cx) - half, c.y(cy) - half))
    shapes.outline(c, "circle", cx, cy, r * 0.76, [(0, low), (1, high)])
    shapes.outline(c, "circle", cx, cy + r * 0.015, r * 0.73, [(0, mix(base, low, 0.45)), (1, mix(base, high, 0.18))])
    icons.draw(c, icon, cx - r * 0.025, cy - r * 0.035, r * 0.94, mix(low, "#000000", 0.25))
    icons.draw(c, icon, cx + r * 0.03, cy + r * 0.04, r * 0.94, mix(high, "#ffffff", 0.3))
    icons.gradient(c, icon, cx, cy, r * 0.94, (mix(high, "#ffffff", 0.12), base))
    if broken:
        points = [(cx + r * x, cy + r * y) for x, y in CRACK]
        for (x1, y1), (x2, y2) in pairwise(points):
            shapes.line(c, x1 + 1.4, y1, x2 + 1.4, y2, mix(low, "#000000", 0.5), r * 0.13 + 1.4)
            shapes.line(c, x1, y1, x2, y2, PAPER, r * 0.13)


def stamp(c: Canvas, cx: float, cy: float, r: float, colour: str, icon: str) -> None:
    """A small one, as in a calendar: a disc with its sign."""
    high, base, low = tones(colour)
    shapes.outline(c, "circle", cx, cy, r, [(0, high), (1, base)], rim=low, rim_w=1)
    icons.draw(c, icon, cx, cy, r * 1.25, mix(low, "#000000", 0.3))
