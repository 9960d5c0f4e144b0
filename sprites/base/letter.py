"""Letters in envelopes: sealed, or opened with the sheet drawn out."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from sprites.base import raster, shapes, strokes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Stops
from sprites.base.wax import Wax, seal

Points = Sequence[tuple[float, float]]

WIDE, HIGH = 246.0, 262.0
FLAP = 52.0
"""Offset of an opened envelope below the upper edge."""
OUT = 90.0
"""Length of sheet outside the envelope."""
SHEET = 166.0
DARK = "base/paper.stroke"


def paper(c: Canvas, points: Points, dark: float = 0.0) -> None:
    """Draw a piece of parchment of any shape, in logical units."""
    x0, y0 = min(x for x, _ in points), min(y for _, y in points)
    x1, y1 = max(x for x, _ in points), max(y for _, y in points)
    r = c.rect(x0, y0, x1 - x0, y1 - y0)
    local = [((x - x0) * c.scale, (y - y0) * c.scale) for x, y in points]

    def make() -> pygame.Surface:
        mask = raster.polygon_mask(r.w, r.h, local)
        made = raster.clip(shapes.parchment(c, r.w, r.h, 0), mask)
        if dark:
            made.blit(raster.tint(mask, DARK, round(255 * dark)), (0, 0))
        made.blit(
            raster.tint(
                raster.stroke_mask(r.w, r.h, local, 1.3 * c.scale, closed=True), "base/paper.stroke.faint", 190
            ),
            (0, 0),
        )
        return made

    shape = tuple((round(x, 1), round(y, 1)) for x, y in local)
    c.surface.blit(c.cache.get(("paper", r.size, shape, dark), make), r)


def _fold(strength: int) -> Stops:
    """Return the shadow below a fold."""
    return [(0, theme.colour("base/paper.fold.high", 0)), (1, theme.colour("base/paper.fold", strength))]


def draw_closed_letter(
    c: Canvas, x: float, y: float, wax: Wax, *, w: float = WIDE, lit: bool = False, cracked: bool = False
) -> None:
    """Draw a closed letter with its seal; ``cracked`` when it has been started."""
    h = HIGH
    if lit:
        shapes.glow_box(c, x, y, w, h, 6, "glow", 235, reach=18)
    shapes.box_shadow(c, x, y, w, h, 6, "hand")
    paper(c, [(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    middle = y + h * 0.52
    paper(c, [(x, y + h), (x + w / 2, middle - 6), (x + w, y + h)], 0.05)
    flap = [(x, y), (x + w, y), (x + w / 2 + 10, middle + 12), (x + w / 2 - 10, middle + 12)]
    strokes.polygon(c, [(px + 1, py + 5) for px, py in flap], _fold(120))
    paper(c, flap)
    seal(c, wax, x + w / 2, middle + 4, 37, broken=cracked)
    if lit:
        shapes.round_rect(c, x - 2, y - 2, w + 4, h + 4, 5, "base/gold.high", border=2.2)


def draw_open_letter(
    c: Canvas, x: float, y: float, wax: Wax, *, w: float = WIDE, out: float = 1.0, lit: bool = False
) -> tuple[float, float, float]:
    """Return an opened letter; ``out`` (0 … 1) is how far its sheet has been drawn out.

    Returns left edge, top and width of the writable part of the sheet, in logical units.
    """
    h = HIGH
    if lit:
        shapes.glow_box(c, x, y + FLAP, w, h - FLAP, 6, "glow", 235, reach=18)
    paper(c, [(x, y + FLAP), (x + w / 2 - 12, y - 60), (x + w / 2 + 12, y - 60), (x + w, y + FLAP)], 0.16)
    shapes.box_shadow(c, x, y + FLAP + 2, w, h - FLAP - 2, 6, "hand")
    paper(c, [(x, y + FLAP), (x + w, y + FLAP), (x + w, y + h), (x, y + h)], 0.42)
    top = y + FLAP - OUT * out
    paper(c, [(x + 16, top), (x + w - 16, top), (x + w - 16, top + SHEET), (x + 16, top + SHEET)])
    low = y + FLAP + 66
    below = [
        (x + 2, y + 44),
        (x + w / 2, low - 8),
        (x + w - 2, y + 44),
        (x + w - 2, y + 56),
        (x + w / 2, low + 6),
        (x + 2, y + 56),
    ]
    strokes.polygon(c, below, _fold(110))
    paper(c, [(x, y + FLAP), (x + w / 2, low), (x + w, y + FLAP), (x + w, y + h), (x, y + h)])
    paper(c, [(x, y + h), (x + w / 2, low + 12), (x + w, y + h)], 0.05)
    seal(c, wax, x + w / 2, y + 158, 33, broken=True)
    if lit:
        shapes.round_rect(c, x - 2, y + FLAP - 2, w + 4, h - FLAP + 4, 5, "base/gold.high", border=2.2)
    return x + 16, top, w - 32
