"""Sealing wax in the colour of a game: on letters (whole or broken), on campaign stations, and as small stamps."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from sprites.base import icons, raster, shapes, strokes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point

GREEN = "base/wax.green"
"""The wax of puzzles."""
CRACK: tuple[Point, ...] = ((0.1, -1.1), (-0.08, -0.5), (0.12, -0.1), (-0.1, 0.4), (0.06, 1.1))
"""Where a seal breaks, in radii from its middle."""
PAPER = "base/wax.paper"


class Wax(NamedTuple):
    """Light, middle and dark of a seal, and the sign that is pressed into it."""

    high: str
    base: str
    low: str
    icon: str


def build_wax(colour: str, icon: str) -> Wax:
    """Return the wax of a game, derived from the colour of its cover at the brightness of wax."""
    red, green, blue = theme.rgb(colour)
    bright = max(red, green, blue)
    base = "#" + "".join(f"{min(255, round(each * 176 / max(1, bright))):02x}" for each in (red, green, blue))
    return Wax(theme.mix(base, "base/white", 0.42), base, theme.mix(base, "base/black", 0.55), icon)


def seal(
    c: Canvas, wax: Wax, x: float, y: float, r: float, *, grown: float = 1.0, alpha: int = 255, broken: bool = False
) -> None:
    """Sealing wax pressed onto paper, its middle at x, y; ``grown`` and ``alpha`` while it comes down."""
    made = c.cache.get(("seal", wax, round(r * c.scale), broken), lambda: _seal(c, wax, r, broken))
    if grown != 1.0:
        made = pygame.transform.smoothscale_by(made, grown)
    if alpha < 255:
        made = raster.fade(made, alpha)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def _seal(c: Canvas, wax: Wax, r: float, broken: bool) -> pygame.Surface:
    layer = c.layer(3.2 * r, 3.2 * r)
    on = c.on(layer, (-1.6 * r, -1.6 * r))
    seed = sum(map(ord, wax.icon)) * 0.37

    def blob(scale: float, dx: float = 0.0, dy: float = 0.0) -> list[Point]:
        found = []
        for k in range(72):
            a = math.tau * k / 72
            uneven = 0.045 * math.sin(3 * a + seed) + 0.035 * math.sin(5 * a + seed * 2.3)
            w = 1 + uneven + 0.02 * math.sin(9 * a + seed)
            found.append((r * scale * w * math.cos(a) + dx, r * scale * w * math.sin(a) + dy))
        return found

    high, base, low, icon = wax
    shapes.glow(on, r * 0.08, r * 0.2, r * 1.35, "base/black", 120)
    strokes.polygon(on, blob(1.06), [(0, low), (1, theme.mix(low, "base/black", 0.4))])
    strokes.polygon(on, blob(1.02, -r * 0.02, -r * 0.03), [(0, high), (0.35, base), (1, low)])
    shapes.outline(on, "circle", 0, 0, r * 0.76, [(0, low), (1, high)])
    pressed = [(0.0, theme.mix(base, low, 0.45)), (1.0, theme.mix(base, high, 0.18))]
    shapes.outline(on, "circle", 0, r * 0.015, r * 0.73, pressed)
    icons.draw(on, icon, -r * 0.025, -r * 0.035, r * 0.94, theme.mix(low, "base/black", 0.25), alpha=190)
    icons.draw(on, icon, r * 0.03, r * 0.04, r * 0.94, theme.mix(high, "base/white", 0.3), alpha=200)
    icons.gradient(on, icon, 0, 0, r * 0.94, (theme.mix(high, "base/white", 0.3), theme.mix(base, "base/white", 0.2)))
    if broken:
        crack = [(r * px, r * py) for px, py in CRACK]
        strokes.line(on, [(px + 1.4, py) for px, py in crack], theme.mix(low, "base/black", 0.5), r * 0.13 + 1.4)
        strokes.line(on, crack, PAPER, r * 0.13)
    return layer


def stamp(c: Canvas, wax: Wax, cx: float, cy: float, r: float) -> None:
    """Draw a small one, as in a calendar: a disc with its sign."""
    shapes.outline(c, "circle", cx, cy, r, [(0, wax.high), (1, wax.base)], rim=wax.low, rim_w=1)
    icons.draw(c, wax.icon, cx, cy, r * 1.25, theme.mix(wax.low, "base/black", 0.3))
