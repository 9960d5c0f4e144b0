"""Flags of the ceremony of Legends: planted on regions, and the long banner that bears the title."""

from __future__ import annotations

import math
from itertools import pairwise

import pygame

from sprites.base import icons, raster, regalia, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops

HIGH = 78.0
"""Height of a planted flag from its foot."""
PHASES = 6
"""Pictures of one wave of the cloth."""


def draw_flag(c: Canvas, x: float, y: float, colour: int, emblem: str, share: float = 1.0, phase: int = 0) -> None:
    """Draw a flag whose foot stands at a place; ``share`` of it has been raised, ``phase`` of its wave."""
    if share <= 0:
        return
    look = theme.player(colour, c.palette)

    def make() -> pygame.Surface:
        made = raster.empty(c.px(78), c.px(HIGH + 10))
        on = c.on(made, (0, 0))
        foot, top = HIGH + 4, 8.0
        shapes.glow(on, 10, foot - 2, 9, "shadow", 150, 1, 0.4)
        regalia.bar(on, 8, top, 4.4, foot - top, 2)
        regalia.ball(on, 10.2, top - 1, 4.6)
        wave = math.tau * phase / PHASES
        upper = [(13.0 + 50 * k / 8, 13 + 3.2 * math.sin(wave + k * 0.8) * k / 8) for k in range(9)]
        points: list[Point] = [*upper, *((px, py + 37) for px, py in reversed(upper))]
        stops: Stops = [(0, look.base), (0.3, look.high), (0.62, look.base), (1, look.low)]
        regalia.polygon(on, points, stops, 75, rim="base/gilt.rim", rim_w=1.2, shadow="chip")
        sway = 2.0 * math.sin(wave + 3.0)
        icons.draw(on, emblem, 38, 32 + sway, 30, look.ink)
        return made

    made = c.cache.get(("planted flag", colour, emblem, phase % PHASES, c.palette), make)
    high = round(made.get_height() * min(1.0, share))
    left, foot = c.x(x - 10), c.y(y)
    c.surface.blit(made, (left, foot - high), (0, 0, made.get_width(), high))


def long_banner(c: Canvas, x: float, y: float, w: float, h: float, colour: int, share: float = 1.0) -> None:
    """Draw a waving banner with a forked end in a player's colour, unrolled from left to right."""
    look = theme.player(colour, c.palette)

    def make() -> pygame.Surface:
        made = raster.empty(c.px(w + 24), c.px(h + 30))
        on = c.on(made, (0, 0))
        upper = [(4 + w * k / 24, 14 + 6 * math.sin(k * 0.42)) for k in range(25)]
        lower = [(px, py + h - 12) for px, py in reversed(upper)]
        notch = (4 + w - h * 0.42, upper[-1][1] + (h - 12) / 2)
        points: list[Point] = [*upper, notch, *lower]
        mid = theme.mix(look.base, look.high, 0.35)
        stops: Stops = [(0, look.low), (0.12, look.base), (0.45, mid), (0.8, look.base), (1, look.low)]
        regalia.polygon(on, points, stops, 90, rim="base/gilt", rim_w=2.0, shadow="hand")
        for off in (9.0, h - 21):
            for (ax, ay), (bx, by) in pairwise(upper[1:-1]):
                shapes.line(on, ax, ay + off, bx, by + off, "edge.bright", 1.2, 110)
        return made

    made = c.cache.get(("long banner", colour, c.palette, round(w), round(h)), make)
    shown = round(made.get_width() * max(0.0, min(1.0, share)))
    if shown > 0:
        c.surface.blit(made, (c.x(x - 4), c.y(y - 10)), (0, 0, shown, made.get_height()))
