"""Signs of campaign stations: a disc of parchment, the ring of the next stage, thrones and the hall."""

from __future__ import annotations

import math

import pygame

from sprites.base import icons, raster, shapes, strokes, theme
from sprites.base.canvas import Canvas
from sprites.base.wax import Wax

R = 17.0
"""The radius of a station's sign."""


def disc(c: Canvas, wax: Wax, x: float, y: float, *, dim: bool = False) -> None:
    """Draw a station that has not been passed: a disc of parchment; pale behind a throne that is not won."""

    def make() -> pygame.Surface:
        layer = c.layer(3 * R, 3 * R)
        on = c.on(layer, (-1.5 * R, -1.5 * R))
        stops = [(0.0, "#f6e9c8"), (1.0, "#d9c08a")]
        shapes.outline(on, "circle", 0, 0, 15.5, stops, rim="#5a3a18", rim_w=1.7, shadow="coin")
        icons.draw(on, wax.icon, 0, 0, 18, theme.mix(wax.low, "#5a4024", 0.25))
        return raster.fade(layer, 150) if dim else layer

    made = c.cache.get(("road disc", wax, dim, c.scale), make)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def mark_next_stage(c: Canvas, wax: Wax, x: float, y: float, pulse: float) -> None:
    """Mark the next stage: a gold ring with a pulsing light (``pulse`` 0 … 1), and a pin above it."""
    shapes.glow(c, x, y, 62 + 14 * pulse, "#fff0b0", 235)
    shapes.glow(c, x, y, 46, "#ffd15a", 235)
    shapes.outline(c, "circle", x, y, 25, [(0, "#fff0c4"), (1, "#c98a2a")], rim="#3a1e06", rim_w=2, shadow="hand")
    shapes.outline(c, "circle", x, y, 20, [(0, wax.high), (1, wax.base)], rim="#3a1e06", rim_w=1.2)
    icons.draw(c, wax.icon, x, y, 24, "#fff6e0")
    _pin(c, x, y - 34)


def _pin(c: Canvas, x: float, y: float) -> None:
    """Draw a pin whose point is at x, y."""

    def make() -> pygame.Surface:
        layer = c.layer(40, 48)
        on = c.on(layer, (-20, -44))
        drop = [(12 * math.sin(a), -26 - 12 * math.cos(a)) for a in [math.radians(k) for k in range(-130, 131, 10)]]
        strokes.polygon(on, [(px + 1.4, py + 1.8) for px, py in (*drop, (0, 0))], [(0, "#3a1206"), (1, "#3a1206")], 150)
        strokes.polygon(on, [*drop, (0, 0)], [(0, "#e0654a"), (1, "#a83420")])
        strokes.line(on, [*drop, (0, 0), drop[0]], "#4a1408", 1.3)
        shapes.outline(on, "circle", 0, -26, 4.6, [(0, "#fff1d0"), (1, "#f0d8a8")])
        return layer

    made = c.cache.get(("road pin", c.scale), make)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - c.px(44)))


def throne(c: Canvas, wax: Wax, x: float, y: float, label: str, *, won: bool, now: bool, pulse: float) -> None:
    """Draw a throne with its ribbon: grey, or gold under a crown once it is won."""
    shapes.glow(c, x, y - 4, 74, "#fff3cf", 235)
    if won or now:
        shapes.glow(c, x, y - 6, 62 + (14 * pulse if now else 0), "#ffd15a", 200)
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1.5, -1.5), (1.5, 1.5), (-1.5, 1.5), (1.5, -1.5)):
        icons.draw(c, "stone-throne", x + dx, y - 12 + dy, 66, "#2e1a08")
    icons.gradient(c, "stone-throne", x, y - 12, 66, (wax.high, wax.base, wax.low))
    if won:
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            icons.draw(c, "queen-crown", x + dx, y - 57 + dy, 34, "#3a2206")
        icons.gradient(c, "queen-crown", x, y - 57, 34, ("#ffdf7e", "#b9701f"))
    shapes.ribbon(c, x, y + 34, label, "gold" if won else "grey", size=14)
    if now:
        _pin(c, x, y - 52)


def hall(c: Canvas, x: float, y: float, *, won: bool, now: bool, pulse: float) -> None:
    """Draw the last hall."""
    shapes.glow(c, x, y, 60 + (14 * pulse if now else 0), "#ffd15a" if won or now else "#fff3cf", 235)
    icons.draw(c, "castle", x + 1.4, y + 1.6, 62, "#fff3d0", alpha=130)
    if won:
        icons.gradient(c, "castle", x, y, 62, ("#e8b24c", "#8a5714"))
    else:
        icons.draw(c, "castle", x, y, 62, "#3a2412", alpha=245)
    if now:
        _pin(c, x, y - 38)


def stars(c: Canvas, x: float, y: float, won: int, most: int) -> None:
    """Draw small stars below a sign."""
    for k in range(most):
        at = x + (k - (most - 1) / 2) * 11
        icons.draw(c, "round-star", at, y, 11.5, "#3a2206")
        icons.draw(c, "round-star", at, y, 9.5, "#f0b33e" if k < won else "#a8906a")
