"""Sealing wax in the colour of a game, letters in envelopes under it, and a shelf of walnut with gilt frames
that they lie on."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from sprites.base import icons, raster, shapes, strokes, theme
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.raster import Point, Stops

GREEN = "base/wax.green"
"""The wax of puzzles."""
CRACK: tuple[Point, ...] = ((0.1, -1.1), (-0.08, -0.5), (0.12, -0.1), (-0.1, 0.4), (0.06, 1.1))
"""Where a seal breaks, in radii from its middle."""
PAPER = "base/wax.paper"
PLANK = 18.0
EDGE = 9.0
"""Width of a frame round its picture."""
GILT: Stops = [(0, "base/gilt.high"), (0.4, "base/gilt.low"), (1, "base/gilt.deep")]
DULL: Stops = [(0, "base/gilt.dull"), (1, "base/gilt.rim")]
GRAINS = 46


class Wax(NamedTuple):
    """Colours of a seal (light, middle and dark), and its icon."""

    high: str
    base: str
    low: str
    icon: str


def build_wax(colour: str, icon: str) -> Wax:
    """Return the wax of a game: the ``colour`` of its cover at the brightness of wax."""
    red, green, blue = theme.rgb(colour)
    bright = max(red, green, blue)
    base = "#" + "".join(f"{min(255, round(each * 176 / max(1, bright))):02x}" for each in (red, green, blue))
    return Wax(theme.mix(base, "base/white", 0.42), base, theme.mix(base, "base/black", 0.55), icon)


def seal(
    c: Canvas, wax: Wax, x: float, y: float, r: float, *, grown: float = 1.0, alpha: int = 255, broken: bool = False
) -> None:
    """Draw a wax seal around x, y; ``grown`` (share of its size) and ``alpha`` change while it is pressed on."""
    made = c.cache.get(("seal", wax, round(r * c.scale), broken), lambda: _seal(c, wax, r, broken))
    if grown != 1.0:
        made = pygame.transform.smoothscale_by(made, grown)
    if alpha < 255:
        made = raster.fade(made, alpha)
    c.blit_centred(made, x, y)


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
    """Draw a small seal, as in a calendar: a disc with its icon."""
    shapes.outline(c, "circle", cx, cy, r, [(0, wax.high), (1, wax.base)], rim=wax.low, rim_w=1)
    icons.draw(c, wax.icon, cx, cy, r * 1.25, theme.mix(wax.low, "base/black", 0.3))


# Letters in envelopes: sealed, or opened with the sheet drawn out.

Points = Sequence[tuple[float, float]]

WIDE, HIGH = 246.0, 262.0
FLAP = 52.0
"""Offset of an opened envelope below the upper edge."""
OUT = 90.0
"""Length of sheet outside the envelope."""
SHEET = 166.0
DARK = "base/paper.stroke"


def paper(c: Canvas, points: Points, dark: float = 0.0) -> None:
    """Draw a piece of parchment in the shape of ``points``; ``dark`` 0 … 1 darkens it."""
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
    """Draw an opened letter; ``out`` (0 … 1) is how far its sheet has been drawn out.

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
    """Draw a gilt frame; return the box of its picture."""
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


def draw_small_letter(c: Canvas, x: float, y: float, high: float, look: Wax, *, is_open: bool) -> None:
    """Draw a letter ``high`` units high: sealed and in a light, or with a broken seal if ``is_open``."""
    small = high / HIGH

    def make() -> pygame.Surface:
        layer = c.layer(WIDE + 60, HIGH + 60)
        draw_closed_letter(c.on(layer, (0, 0)), 30, 30, look, lit=not is_open, cracked=is_open)
        return pygame.transform.smoothscale_by(layer, small)

    made = c.cache.get(("small letter", look, round(high * c.scale), is_open), make)
    c.surface.blit(made, (c.x(x - 30 * small), c.y(y - 30 * small)))
