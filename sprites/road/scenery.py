"""Scenery of campaign maps: mountains, trees, dunes, waves … Each is cached by size."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from sprites.base import icons, shapes, strokes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point
from sprites.base.strokes import INK

ROOM = 2.4
"""Half the side of a thing's picture in its sizes."""
_RUST = "road/roof"


def draw(c: Canvas, kind: str, x: float, y: float, size: float) -> None:
    """Draw a thing with its foot at x, y."""
    key = ("road thing", kind, round(size), c.scale)
    made = c.cache.get(key, lambda: _render(c, kind, float(round(size))))
    half = made.get_width() // 2
    c.surface.blit(made, (c.x(x) - half, c.y(y) - half))


def _render(c: Canvas, kind: str, size: float) -> pygame.Surface:
    half = size * ROOM
    layer = c.layer(2 * half, 2 * half)
    _KINDS[kind](c.on(layer, (-half, -half)), size)
    return layer


def _scale_points(points: list[Point], size: float) -> list[Point]:
    return [(x * size, y * size) for x, y in points]


def _mountain(c: Canvas, s: float) -> None:
    outline = _scale_points([(-0.95, 0), (-0.52, -0.62), (-0.06, -1.35), (0.42, -0.66), (0.95, 0)], s)
    ridge = _scale_points([(-0.06, -1.35), (0.10, -0.86), (-0.02, -0.46), (0.14, 0)], s)
    strokes.polygon(c, outline, [(0, "road/mountain.high"), (1, "road/mountain.low")])
    strokes.polygon(
        c,
        [outline[2], outline[3], outline[4], *reversed(ridge[1:])],
        [(0, "road/mountain.shade.high"), (1, "road/mountain.shade.low")],
        165,
    )
    snow = _scale_points([(-0.06, -1.35), (-0.3, -0.96), (-0.14, -0.9), (-0.04, -1.0), (0.09, -0.9)], s)
    strokes.polygon(c, snow, [(0, "road/snow.high"), (1, "road/snow.low")])
    for k in range(4):
        t = 0.28 + k * 0.19
        foot = (s * (0.08 + 0.30 * t), -s * 1.35 * (1 - t) + s * 0.10)
        strokes.line(c, [foot, (foot[0] - s * 0.05 + s * 0.02 * k, foot[1] + s * 0.26)], INK, 0.9, 150)
    strokes.line(c, outline, INK, 1.7, 235)
    strokes.line(c, ridge[:3], INK, 1.1, 190)


def _hill(c: Canvas, s: float) -> None:
    points = [(-s + 2 * s * k / 10, -s * 0.5 * math.sin(math.pi * k / 10)) for k in range(11)]
    strokes.polygon(c, points, [(0, "road/hill.high"), (1, "road/hill.low")])
    strokes.line(c, points, INK, 1.3, 200)
    strokes.line(c, _scale_points([(0.2, -0.36), (0.36, -0.12)], s), INK, 0.9, 130)


def _tree(c: Canvas, s: float) -> None:
    green = ("road/forest.1", "road/forest.2", "road/forest.3")[round(s) % 3]
    strokes.line(c, [(0, 0), (0, -s * 0.3)], INK, 1.6, 230)
    for wide, low, high in ((0.5, 0.2, 0.75), (0.4, 0.5, 1.05), (0.28, 0.82, 1.35)):
        cone = _scale_points([(-wide, -low), (0, -high), (wide, -low)], s)
        strokes.polygon(c, cone, [(0, theme.mix(green, "road/light", 0.28)), (1, green)])
        strokes.polygon(
            c,
            _scale_points([(0, -high), (wide, -low), (0.05, -low)], s),
            [(0, "road/forest.shade"), (1, "road/forest.shade")],
            70,
        )
        strokes.line(c, cone, INK, 0.95, 210)


def _dune(c: Canvas, s: float) -> None:
    back = [(-1.3, 0), (-0.9, -0.26), (-0.5, -0.42), (-0.1, -0.5), (0.1, -0.5), (0.6, -0.28), (1.2, 0)]
    strokes.line(c, _scale_points(back, s), _RUST, 1.3, 180)
    strokes.line(c, _scale_points([(0.1, -0.5), (0.02, -0.22), (0.2, 0)], s), _RUST, 1.0, 140)


def _waves(c: Canvas, s: float) -> None:
    for k in range(2):
        points = [(s * (-0.5 + 0.27 * k + t / 8), s * (0.22 * k - 0.12 * math.sin(math.tau * t / 4))) for t in range(9)]
        strokes.line(c, points, "road/ripple", 1.2, 150)


def _rose(c: Canvas, s: float) -> None:
    """Draw the wind rose, and north by its longest ray."""
    for k in range(8):
        angle, long = math.pi / 4 * k, s * (1.0 if k % 2 == 0 else 0.56) * (1.15 if k == 0 else 1)
        tip = (long * math.sin(angle), -long * math.cos(angle))
        for side, colour in ((1, "road/name.light"), (-1, "road/furrow.dark")):
            turn = angle + side * math.pi / 4
            corner = (0.24 * s * math.sin(turn), -0.24 * s * math.cos(turn))
            strokes.polygon(c, [(0, 0), tip, corner], [(0, colour), (1, colour)])
            strokes.line(c, [(0, 0), tip, corner], INK, 0.9, 220)


def _icon(name: str, colour: str, up: float = 0.5) -> Callable[[Canvas, float], None]:
    def draw_it(c: Canvas, s: float) -> None:
        icons.draw(c, name, 1.2, -s * up + 1.4, s, "road/sign.light", alpha=130)
        icons.draw(c, name, 0, -s * up, s, colour, alpha=230)

    return draw_it


def _village(c: Canvas, s: float) -> None:
    shapes.glow(c, 0, 0, s * 0.95, "road/castle.light", 230)
    _icon("house", "road/sign", 0.0)(c, s)


_KINDS: dict[str, Callable[[Canvas, float], None]] = {
    "mountain": _mountain, "hill": _hill, "tree": _tree, "dune": _dune, "waves": _waves, "rose": _rose,
    "village": _village, "wheat": _icon("wheat", "road/wheat"), "cactus": _icon("cactus", "road/cactus"),
    "ship": _icon("caravel", "road/ship"), "serpent": _icon("sea-serpent", "road/serpent"),
    "ruin": _icon("ancient-ruins", "road/ruin"),
}  # fmt: skip
