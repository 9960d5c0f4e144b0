"""A shelf of walnut with gilt frames on its boards, and a letter small enough to lie next to it."""

from __future__ import annotations

import random

import pygame

from sprites.base import icons, raster, shapes, theme, wax
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.raster import Stops

PLANK = 18.0
EDGE = 9.0
"""Width of a frame round its picture."""
GILT: Stops = [(0, "base/gilt.high"), (0.4, "base/gilt.low"), (1, "base/gilt.deep")]
DULL: Stops = [(0, "base/gilt.dull"), (1, "base/gilt.rim")]
GRAINS = 46


def draw_case(c: Canvas, box: Box) -> None:
    """Draw the back of the shelf in its own shade, with a side at the left and at the right."""
    x, y, w, h = box
    shapes.box_shadow(c, *box, 10, "panel")
    shapes.gradient_box(c, *box, 10, [(0, "base/shelf.low"), (0.25, "base/shelf.back"), (1, "base/shelf.low")])
    for at in range(1, int(w // 78)):
        shapes.line(c, x + at * 78, y + 4, x + at * 78, y + h - 4, "base/cover.shade", 1.4, 90)
    shade: Stops = [(0, theme.colour("shadow", 150)), (1, theme.colour("shadow", 0))]
    shapes.gradient_box(c, x + 2, y + 2, w - 4, 26, 9, shade)
    sides: Stops = [(0, "base/shelf.lip"), (0.5, "base/shelf.wood"), (1, "base/shelf.dark")]
    for left in (x, x + w - 14):
        shapes.gradient_box(c, left, y, 14, h, 5, sides, angle=90, rim="base/cover.shade")


def draw_plank(c: Canvas, x: float, y: float, w: float) -> None:
    """Draw a board: a lit lip, grain, and a soft shadow below it."""

    def make() -> pygame.Surface:
        layer = c.layer(w, PLANK)
        on, lot = c.on(layer, (0, 0)), random.Random(7)
        stops: Stops = [(0, "base/shelf.lip"), (0.2, "base/shelf.wood"), (1, "base/shelf.dark")]
        shapes.gradient_box(on, 0, 0, w, PLANK, 3, stops, rim="base/cover.shade")
        for _ in range(GRAINS):
            left, top = lot.uniform(6, w - 120), lot.uniform(5, PLANK - 3)
            shapes.line(on, left, top, left + lot.uniform(30, 110), top, "base/cover.shade", 1, 60)
        return layer

    shade: Stops = [(0, theme.colour("shadow", 150)), (1, theme.colour("shadow", 0))]
    shapes.gradient_box(c, x, y + PLANK - 2, w, 26, 2, shade)
    c.surface.blit(c.cache.get(("plank", c.px(w), c.px(PLANK)), make), (c.x(x), c.y(y)))


def draw_frame(c: Canvas, box: Box, *, lit: bool = False, dull: bool = False) -> Box:
    """Draw a gilt frame; return the place of its picture."""
    x, y, w, h = box
    if lit:
        shapes.glow_box(c, *box, 8, "glow", 200, reach=20)
    shapes.box_shadow(c, *box, 6, "lifted")
    shapes.gradient_box(c, *box, 6, DULL if dull else GILT, angle=25, rim="base/gilt.rim")
    shapes.gradient_box(c, x + 3, y + 3, w - 6, h - 6, 4, (DULL if dull else GILT)[::-1], angle=205)
    shapes.round_rect(c, x + 7, y + 7, w - 14, h - 14, 3, "base/cover.ground")
    return x + EDGE, y + EDGE, w - 2 * EDGE, h - 2 * EDGE


def draw_glass(c: Canvas, box: Box) -> None:
    """Draw a slanting light on the glass of a frame."""
    place = c.rect(*box)
    w, h = place.size

    def make() -> pygame.Surface:
        made = raster.empty(w, h)
        for left, right, alpha in ((0.06, 0.26, 18), (0.30, 0.36, 11)):
            points = [(w * left, h), (w * right, h), (w * (right + 0.32), 0), (w * (left + 0.32), 0)]
            made.blit(raster.tint(raster.polygon_mask(w, h, points), "base/white", alpha), (0, 0))
        return made

    c.surface.blit(c.cache.get(("glass", w, h), make), place)


def draw_velvet(c: Canvas, box: Box, emblem: str) -> None:
    """Draw what hangs in a frame until its picture is there: an emblem on velvet."""
    x, y, w, h = box
    shapes.gradient_box(c, *box, 3, [(0, "base/plum"), (1, "base/mat.edge")])
    icons.gradient(c, emblem, x + w / 2, y + h / 2, h * 0.5, ("base/gilt.low", "base/gilt.deep"))


def draw_laurel(c: Canvas, cx: float, cy: float, size: float) -> None:
    """Draw a laurel of gold, with a dark edge below it."""
    icons.draw(c, "laurel-crown", cx, cy + size * 0.02, size * 1.1, "base/gilt.rim")
    icons.gradient(c, "laurel-crown", cx, cy, size, ("base/gold.high", "base/laurel.low"))


def draw_small_letter(c: Canvas, x: float, y: float, high: float, look: wax.Wax, *, is_open: bool) -> None:
    """Draw a letter as high as this: sealed and in its own light, or with a broken seal."""
    small = high / wax.HIGH

    def make() -> pygame.Surface:
        layer = c.layer(wax.WIDE + 60, wax.HIGH + 60)
        wax.draw_closed_letter(c.on(layer, (0, 0)), 30, 30, look, lit=not is_open, cracked=is_open)
        return pygame.transform.smoothscale_by(layer, small)

    made = c.cache.get(("small letter", look, round(high * c.scale), is_open), make)
    c.surface.blit(made, (c.x(x - 30 * small), c.y(y - 30 * small)))
