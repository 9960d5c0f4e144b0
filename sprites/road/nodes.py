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
        stops = [(0.0, "road/stop.high"), (1.0, "road/stop.low")]
        shapes.outline(on, "circle", 0, 0, 15.5, stops, rim="road/stop.rim", rim_w=1.7, shadow="coin")
        icons.draw(on, wax.icon, 0, 0, 18, theme.mix(wax.low, "road/stop.ink", 0.25))
        return raster.fade(layer, 150) if dim else layer

    made = c.cache.get(("road disc", wax, dim, c.scale), make)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2))


def mark_next_stage(c: Canvas, wax: Wax, x: float, y: float, pulse: float) -> None:
    """Mark the next stage: a gold ring with a pulsing light (``pulse`` 0 … 1), and a pin above it."""
    shapes.glow(c, x, y, 62 + 14 * pulse, "road/here.light", 235)
    shapes.glow(c, x, y, 46, "road/here.glow", 235)
    shapes.outline(
        c,
        "circle",
        x,
        y,
        25,
        [(0, "road/here.high"), (1, "road/here.low")],
        rim="road/here.rim",
        rim_w=2,
        shadow="hand",
    )
    shapes.outline(c, "circle", x, y, 20, [(0, wax.high), (1, wax.base)], rim="road/here.rim", rim_w=1.2)
    icons.draw(c, wax.icon, x, y, 24, "road/here.ink")
    _pin(c, x, y - 34)


def _pin(c: Canvas, x: float, y: float) -> None:
    """Draw a pin whose point is at x, y."""

    def make() -> pygame.Surface:
        layer = c.layer(40, 48)
        on = c.on(layer, (-20, -44))
        drop = [(12 * math.sin(a), -26 - 12 * math.cos(a)) for a in [math.radians(k) for k in range(-130, 131, 10)]]
        strokes.polygon(
            on,
            [(px + 1.4, py + 1.8) for px, py in (*drop, (0, 0))],
            [(0, "road/pin.shadow"), (1, "road/pin.shadow")],
            150,
        )
        strokes.polygon(on, [*drop, (0, 0)], [(0, "road/pin.high"), (1, "road/pin.low")])
        strokes.line(on, [*drop, (0, 0), drop[0]], "road/pin.edge", 1.3)
        shapes.outline(on, "circle", 0, -26, 4.6, [(0, "road/pin.head"), (1, "road/pin.head.low")])
        return layer

    made = c.cache.get(("road pin", c.scale), make)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - c.px(44)))


def throne(c: Canvas, wax: Wax, x: float, y: float, label: str, *, won: bool, now: bool, pulse: float) -> None:
    """Draw a throne with its ribbon: grey, or gold under a crown once it is won."""
    shapes.glow(c, x, y - 4, 74, "road/castle.light", 235)
    if won or now:
        shapes.glow(c, x, y - 6, 62 + (14 * pulse if now else 0), "road/here.glow", 200)
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1.5, -1.5), (1.5, 1.5), (-1.5, 1.5), (1.5, -1.5)):
        icons.draw(c, "stone-throne", x + dx, y - 12 + dy, 66, "road/throne.shadow")
    icons.gradient(c, "stone-throne", x, y - 12, 66, (wax.high, wax.base, wax.low))
    if won:
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            icons.draw(c, "queen-crown", x + dx, y - 57 + dy, 34, "road/gold.edge")
        icons.gradient(c, "queen-crown", x, y - 57, 34, ("road/crown.high", "road/crown.low"))
    shapes.ribbon(c, x, y + 34, label, "gold" if won else "grey", size=14)
    if now:
        _pin(c, x, y - 52)


def hall(c: Canvas, x: float, y: float, *, won: bool, now: bool, pulse: float) -> None:
    """Draw the last hall."""
    shapes.glow(c, x, y, 60 + (14 * pulse if now else 0), "road/here.glow" if won or now else "road/castle.light", 235)
    icons.draw(c, "castle", x + 1.4, y + 1.6, 62, "road/sign.light", alpha=130)
    if won:
        icons.gradient(c, "castle", x, y, 62, ("road/castle.won.high", "road/castle.won.low"))
    else:
        icons.draw(c, "castle", x, y, 62, "road/sign", alpha=245)
    if now:
        _pin(c, x, y - 38)


def find_star(x: float, y: float, number: int, most: int) -> tuple[float, float]:
    """Return the middle of the small star ``number`` (from 0) of ``most`` round x, y."""
    return x + (number - (most - 1) / 2) * 11, y


def stars(c: Canvas, x: float, y: float, won: int, most: int) -> None:
    """Draw small stars below a sign."""
    for k in range(most):
        at, _y = find_star(x, y, k, most)
        icons.draw(c, "round-star", at, y, 11.5, "road/gold.edge")
        icons.draw(c, "round-star", at, y, 9.5, "road/star.won" if k < won else "road/star.open")
