"""The throne of King of 12: steps of stone with a runner, a gold frame, tufted velvet, posts, arms and a cushion."""

import math

import pygame

from sprites.base import icons, raster, shapes
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops
from sprites.base.regalia import ACROSS, ball, bar, polygon

WIDE, HIGH = 600.0, 560.0
"""Size of the picture in units; its upper edge lies 40 above the top of the back."""
HEAD = 40.0
STONE: Stops = [(0, "king_of_12/stone.high"), (0.25, "king_of_12/stone"), (1, "king_of_12/stone.low")]
VELVET: Stops = [(0, "king_of_12/velvet.high"), (0.45, "king_of_12/velvet"), (1, "king_of_12/velvet.low")]


def draw(c: Canvas, cx: float, top: float, alpha: int = 255) -> None:
    """Draw the throne with the top of its back at ``top``; its foot is 514 units lower."""
    made = c.cache.get(("throne",), lambda: _render(c))
    made.set_alpha(alpha)
    c.surface.blit(made, (c.x(cx - WIDE / 2), c.y(top - HEAD)))


def _render(c: Canvas) -> pygame.Surface:
    made = raster.empty(c.px(WIDE), c.px(HIGH))
    on = c.on(made, (0, 0))
    cx, top = WIDE / 2, HEAD
    floor = top + 452
    _steps(on, cx, floor)
    _back(on, cx, top, floor)
    for side in (-1, 1):
        x = cx + side * 146
        bar(on, x - 12, top + 92, 24, floor - top - 92)
        for y in (top + 118, top + 252, floor - 70):
            bar(on, x - 16, y, 32, 10, 3, upright=False)
        bar(on, x - 17, top + 82, 34, 12, 4, upright=False)
        ball(on, x, top + 64, 18)
    _seat(on, cx, floor)
    for side in (-1, 1):
        near, far = cx + side * 146, cx + side * 196
        bar(on, min(near, far) - (0 if side > 0 else 4), floor - 166, 54, 20, 9, upright=False)
        bar(on, far - 11, floor - 150, 22, 150)
        ball(on, far, floor - 156, 19)
    return made


def _steps(on: Canvas, cx: float, floor: float) -> None:
    for half, y, h in ((286.0, floor + 28, 34.0), (232.0, floor, 30.0)):
        points = [(cx - half + 16, y), (cx + half - 16, y), (cx + half, y + h), (cx - half, y + h)]
        polygon(on, points, STONE, rim="king_of_12/stone.rim", shadow="hand")
        shapes.line(on, cx - half + 18, y + 2, cx + half - 18, y + 2, "text.soft", 1.6, 120)
    runner = [(cx - 96, floor), (cx + 96, floor), (cx + 132, floor + 62), (cx - 132, floor + 62)]
    stops: Stops = [(0, "king_of_12/runner.high"), (0.45, "king_of_12/runner"), (1, "king_of_12/runner.low")]
    polygon(on, runner, stops, rim="edge", rim_w=1.4)
    shapes.line(on, cx - 112, floor + 29, cx + 112, floor + 29, "veil", 2.4, 170)


def _back(on: Canvas, cx: float, top: float, floor: float) -> None:
    """Draw the pointed arch of the back: gold, a lit edge, velvet with buttons, and the crest."""
    outer = _build_arch(cx, 138, top + 96, top, floor - 60)
    polygon(on, outer, ACROSS, 18, rim="base/gilt.rim", shadow="lifted")
    polygon(on, _build_arch(cx, 126, top + 99, top + 13, floor - 60), [(0, "base/gilt.deep"), (1, "base/gilt")], 18)
    polygon(on, _build_arch(cx, 120, top + 101, top + 20, floor - 60), VELVET, 30)
    for row in range(9):
        for column in range(-4, 5):
            x, y = cx + (column + (row % 2) * 0.5) * 44, top + 66 + row * 36
            limit = 112 if y > top + 100 else 112 * (1 - ((top + 100 - y) / 86) ** 1.6)
            if abs(x - cx) < limit - 8 and y < floor - 90:
                shapes.glow(on, x, y, 15, "king_of_12/velvet.low", 130)
                shapes.outline(on, "circle", x, y, 3.2, [(0, "base/metal.gold.high"), (1, "base/medal.low")])
    shapes.glow(on, cx, top + 200, 190, "king_of_12/velvet.high", 90)
    icons.draw(on, "fleur-de-lys", cx, top - 11, 46, "base/gilt.rim")
    icons.gradient(on, "fleur-de-lys", cx, top - 12, 41, ("base/metal.gold.high", "base/gilt.low"))


def _build_arch(cx: float, half: float, shoulder: float, peak: float, bottom: float) -> list[Point]:
    """Return the outline of a pointed arch."""
    shares = [k / 14 for k in range(15)]
    rise = [shoulder - (shoulder - peak) * math.sin(u * math.pi / 2) ** 1.15 for u in shares]
    left = [(cx - half + half * u**1.25, y) for u, y in zip(shares, rise, strict=True)]
    right = [(2 * cx - x, y) for x, y in reversed(left[:-1])]
    return [(cx - half, bottom), *left, *right, (cx + half, bottom)]


def _seat(on: Canvas, cx: float, floor: float) -> None:
    """Draw the velvet cushion and the gold front below it."""
    shapes.box_shadow(on, cx - 150, floor - 96, 300, 50, 18, "hand")
    shapes.round_rect(on, cx - 151, floor - 97, 302, 52, 19, "king_of_12/velvet.rim")
    shapes.gradient_box(on, cx - 149, floor - 95, 298, 48, 18, VELVET)
    for k in (-2, -1, 1, 2):
        shapes.line(on, cx + k * 52, floor - 88, cx + k * 52, floor - 56, "king_of_12/velvet.rim", 1.6, 90)
    bar(on, cx - 156, floor - 50, 312, 50, 5, upright=False)
    for k in range(-3, 4):
        stops: Stops = [(0, "base/metal.gold.high"), (1, "base/medal.low")]
        shapes.outline(on, "diamond", cx + k * 42, floor - 25, 10, stops, rim="base/gilt.rim", rim_w=1)
