"""The stone arena: frame, squares and marks on them, drawn from the Tiled map.

A square is (column, row), 1 … 9, row 1 above, as in ``tash_kalar_map``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pygame

from maps.readers import tash_kalar as tash_kalar_map
from maps.readers.tash_kalar import SIZE, Place
from sprites.base import assets, icons, pictures, raster, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops
from sprites.base.theme import colour as colour_of, is_flat

CELL = 60.0
FRAME = 27.0
"""Width of the carved frame beyond the squares, for squares of CELL."""
LETTERS = "ABCDEFGHI"
LEAST_LETTER = 7.0
"""Pixels below which a letter of the frame cannot be read, and is left out."""
_TEXTURES = {"plain": (1080, 0), "centre": (480, 4), "red": (480, 8), "green": (480, 8)}
"""Side of a texture in pixels, and how many squares it covers (0 = the whole arena)."""
_PLAIN = {
    "plain": "tash_kalar/stone.plain",
    "centre": "tash_kalar/stone.centre",
    "red": "tash_kalar/stone.red",
    "green": "tash_kalar/stone.green",
    "frame": "tash_kalar/stone.frame",
}


@dataclass(frozen=True, slots=True)
class Board:
    """Place of the arena: left and top of its square grid, and the size of a square, in units."""

    x: float
    y: float
    cell: float

    def centre(self, place: Place) -> Point:
        """Return the middle of a square."""
        return self.x + (place[0] - 0.5) * self.cell, self.y + (place[1] - 0.5) * self.cell

    def box(self, place: Place, inset: float = 2.0) -> tuple[float, float, float, float]:
        """Return a square as x, y, width, height, smaller by ``inset`` (for a square of size CELL) on each side."""
        edge = inset * self.cell / CELL
        return (
            self.x + (place[0] - 1) * self.cell + edge, self.y + (place[1] - 1) * self.cell + edge,
            self.cell - 2 * edge, self.cell - 2 * edge,
        )  # fmt: skip

    @property
    def middle(self) -> Point:
        """Middle of the arena."""
        return self.centre((5, 5))

    @property
    def k(self) -> float:
        """Size of a square relative to CELL."""
        return self.cell / CELL


arena_map = cache(tash_kalar_map.load)
"""Returns the arena of the Tiled map, read once; raises :class:`tash_kalar_map.BadMap`."""


def find_square_kind(place: Place, form: str) -> str:
    """Return the look of a square in a form of play: plain, centre, red or green (only the High Form colours the
    centre)."""
    found = arena_map()
    kind = found.squares[place]
    if kind == "plain" and form == "high" and place in found.central:
        return "centre"
    return kind


def draw_ground(c: Canvas, board: Board, form: str, walls: Sequence[Place] = ()) -> None:
    """Draw frame, squares, signs, start marks and ``walls``, for a picture that is cached."""
    _frame(c, board)
    for place in arena_map().squares:
        _square(c, board, place, find_square_kind(place, form))
    if form == "high":
        x, y, _, _ = board.box((4, 4), 0)
        shapes.round_rect(
            c, x - 0.5, y - 0.5, 3 * board.cell + 1, 3 * board.cell + 1, 7, "base/gold", alpha=150, border=1.6
        )
    elif form == "duel":
        for places in arena_map().duel:
            for place in places:
                _start_mark(c, *board.centre(place), board.k)
    else:
        for pair in arena_map().melee:
            points = [board.centre(place) for place in pair]
            _start_mark(c, sum(p[0] for p in points) / 2, sum(p[1] for p in points) / 2, board.k)
    for place in walls:
        _wall(c, board, place)
    _letters(c, board)


def _octagon(board: Board, margin: float, slope: float) -> list[Point]:
    """Return the corners of the frame, ``margin`` (of a square of CELL) outside the squares."""
    m = margin * board.k
    left, top = board.x - m, board.y - m
    right, low = board.x + SIZE * board.cell + m, board.y + SIZE * board.cell + m
    t = board.cell * 2.0 + m * slope
    return [
        (left + t, top), (right - t, top), (right, top + t), (right, low - t),
        (right - t, low), (left + t, low), (left, low - t), (left, top + t),
    ]  # fmt: skip


def _frame(c: Canvas, board: Board) -> None:
    reach = (FRAME + 4) * board.k
    x, y = board.x - reach, board.y - reach
    side = c.px(SIZE * board.cell + 2 * reach)
    at = (c.x(x), c.y(y))

    def mask(margin: float, slope: float) -> pygame.Surface:
        points = [((px - x) * c.scale, (py - y) * c.scale) for px, py in _octagon(board, margin, slope)]
        return raster.polygon_mask(side, side, points)

    outer = mask(27, 0.30)
    dark, pad = raster.soft(outer, max(1, c.px(22)), "base/black", 220)
    c.surface.blit(dark, (at[0] - pad, at[1] - pad + c.px(10)))
    c.surface.blit(raster.tint(outer, "tash_kalar/rim.outer"), at)
    try:
        stone = pygame.transform.smoothscale(pictures.load("tash_kalar/stone_frame.jpg"), (side, side))
        c.surface.blit(raster.clip(stone, mask(24, 0.32)), at)
    except assets.AssetError as error:
        assets.miss(error)
        c.surface.blit(raster.tint(mask(24, 0.32), _PLAIN["frame"]), at)
    c.surface.blit(raster.tint(mask(5, 0.42), "tash_kalar/rim.inner"), at)
    for margin, slope, colour in ((22.0, 0.335, "tash_kalar/rim.line"), (7.0, 0.42, "base/gold")):
        points = [((px - x) * c.scale, (py - y) * c.scale) for px, py in _octagon(board, margin, slope)]
        line = raster.stroke_mask(side, side, points, max(1.0, 1.5 * c.scale), closed=True)
        c.surface.blit(raster.tint(line, colour), at)


def _texture(c: Canvas, board: Board, kind: str) -> pygame.Surface:
    """Stone texture of a square kind, scaled for this canvas."""
    covers = _TEXTURES[kind][1] or SIZE
    side = c.px(board.cell * covers)

    def make() -> pygame.Surface:
        try:
            return pygame.transform.smoothscale(
                raster.native(pictures.load(f"tash_kalar/stone_{kind}.jpg")), (side, side)
            )
        except assets.AssetError as error:
            assets.miss(error)
            plain = raster.empty(side, side)
            plain.fill(raster.parts(_PLAIN[kind]))
            return plain

    return c.cache.get(("arena stone", kind, side), make)


def _square(c: Canvas, board: Board, place: Place, kind: str) -> None:
    r = c.rect(*board.box(place))
    radius = max(2, c.px(6 * board.k))
    stone = _texture(c, board, kind)
    covers = _TEXTURES[kind][1] or SIZE
    step = stone.get_width() / covers
    left = round(((place[0] - 1) % covers) * step)
    top = round(((place[1] - 1) % covers) * step)
    left, top = min(left, stone.get_width() - r.w), min(top, stone.get_height() - r.h)
    cut = stone.subsurface((left, top, r.w, r.h)).copy()
    shift = (place[0] * 37 + place[1] * 61 + place[0] * place[1] * 13) % 21 - 10
    flag = pygame.BLEND_RGB_ADD if shift > 0 else pygame.BLEND_RGB_SUB
    cut.fill((abs(shift),) * 3, special_flags=flag)
    mask = raster.round_rect_mask(r.w, r.h, radius)
    under = raster.round_rect_mask(r.w + 2, r.h + 2, radius)
    c.surface.blit(raster.tint(under, "tash_kalar/gap"), (r.x - 1, r.y))
    c.surface.blit(raster.clip(cut, mask), r)
    light = raster.round_rect_mask(r.w, r.h, radius, max(1, c.px(1.6)))
    shine, dark = "tash_kalar/stone.light", colour_of("tash_kalar/black", 60)
    fading: Stops = ((0, colour_of(shine, 90)), (0.5, colour_of(shine, 0)), (1, dark))
    c.surface.blit(raster.fill(light, fading, 30), r)
    cx, cy = board.centre(place)
    draw_sign(c, cx, cy, kind, board.k)
    if is_flat():
        _mark_corners(c, board.box(place), kind, board.k)


def _mark_corners(c: Canvas, box: tuple[float, float, float, float], kind: str, k: float) -> None:
    """Frame a coloured square of a flat theme so that its colour shows below a piece too: red with filled corners,
    green with dots in its corners."""
    x, y, w, h = box
    if kind not in ("red", "green"):
        return
    ink = f"tash_kalar/{kind}.high"
    shapes.round_rect(c, x, y, w, h, 6 * k, ink, border=2.4)
    corners = ((x, y, 1, 1), (x + w, y, -1, 1), (x, y + h, 1, -1), (x + w, y + h, -1, -1))
    for left, top, across, down in corners:
        if kind == "red":
            side = c.px(13 * k)
            corner = raster.polygon_mask(side, side, [(0.0, 0.0), (side, 0.0), (0.0, side)])
            corner = pygame.transform.flip(corner, across < 0, down < 0)
            at = (c.x(left) - (side if across < 0 else 0), c.y(top) - (side if down < 0 else 0))
            c.surface.blit(raster.tint(corner, ink), at)
        else:
            r = 3.4 * k
            px, py = left + across * 8 * k, top + down * 8 * k
            shapes.round_rect(c, px - r, py - r, 2 * r, 2 * r, r, ink)


def draw_sign(c: Canvas, cx: float, cy: float, kind: str, k: float = 1.0) -> None:
    """Draw the sign of a coloured square: a diamond on red, a ring on green."""
    if kind == "red":
        shapes.outline(c, "diamond", cx, cy, 12 * k, ((0, "tash_kalar/red.high"), (1, "tash_kalar/red.low")))
        shapes.outline(c, "diamond", cx, cy, 9 * k, ((0, "tash_kalar/red.inner.high"), (1, "tash_kalar/red.inner.low")))
    elif kind == "green":
        shapes.outline(c, "circle", cx, cy, 14 * k, ((0, "tash_kalar/green.high"), (1, "tash_kalar/green.low")))
        shapes.outline(
            c, "circle", cx, cy, 10.7 * k, ((0, "tash_kalar/green.inner.high"), (1, "tash_kalar/green.inner.low"))
        )


def _wall(c: Canvas, board: Board, place: Place) -> None:
    """Draw a square with a stretch of wall on it: three courses of bricks, standing out of the arena."""
    x, y, w, h = board.box(place, 3.0)
    k = board.k
    shapes.box_shadow(c, x, y, w, h, 5 * k, "panel")
    shapes.gradient_box(
        c, x, y, w, h, 5 * k, [(0, "tash_kalar/wall.high"), (1, "tash_kalar/wall.low")], angle=90, rim="tash_kalar/gap"
    )
    course = (h - 6 * k) / 3
    for row in range(3):
        top = y + 3 * k + row * course
        ends = (0.0, 0.5, 1.0) if row % 2 == 0 else (0.0, 0.25, 0.75, 1.0)
        for left, right in pairwise(ends):
            bx, bw = x + 3 * k + left * (w - 6 * k), (right - left) * (w - 6 * k)
            stops = [(0, "tash_kalar/notch.high"), (0.2, "tash_kalar/notch"), (1, "tash_kalar/notch.low")]
            shapes.gradient_box(c, bx + k, top + k, bw - 2 * k, course - 2 * k, 2.5 * k, stops, angle=90)


def _start_mark(c: Canvas, cx: float, cy: float, k: float) -> None:
    """Draw where the first pieces of a Duel or a Melee are laid: crossed swords cut into the stone."""
    icons.draw(c, "crossed-swords", cx + 1, cy + 1, 27 * k, "tash_kalar/emblem.light", alpha=90)
    icons.draw(c, "crossed-swords", cx, cy, 27 * k, "tash_kalar/emblem.dark", alpha=200)


def _letters(c: Canvas, board: Board) -> None:
    """Draw a letter per column and a number per row: on the frame, at the cut corners next to the squares."""
    out = 15.2 * board.k
    size = 14 * min(1.3, board.k)
    if size * c.scale < LEAST_LETTER:
        return
    for n in range(1, SIZE + 1):
        cx, cy = board.centre((n, n))
        cut = count_missing_squares(n)
        near = out if not cut else 9.5 * board.k
        first, last = cut * board.cell - near, (SIZE - cut) * board.cell + near
        for x, y, label in (
            (cx, board.y + first, LETTERS[n - 1]), (cx, board.y + last, LETTERS[n - 1]),
            (board.x + first, cy, str(n)), (board.x + last, cy, str(n)),
        ):  # fmt: skip
            if cut:
                text.draw(c, label, x, y, text.Font("sc_x", size * 0.92), "tash_kalar/label.faint", "cm", fixed=True)
                continue
            text.draw(
                c, label, x, y + 0.8, text.Font("sc_x", size), "tash_kalar/label.light", "cm", alpha=120, fixed=True
            )
            text.draw(c, label, x, y, text.Font("sc_x", size), "tash_kalar/label", "cm", fixed=True)


def count_missing_squares(line: int) -> int:
    """Return how many squares are missing at each end of column or row ``line`` (from 1)."""
    return max(0, 3 - line, line - (SIZE - 2))


BRAZIERS: tuple[tuple[float, float], ...] = ((0.71, 0.97), (9.29, 0.97), (0.71, 9.03), (9.29, 9.03))
"""Column and row of the four braziers, counted like squares from their middles."""


def draw_braziers(c: Canvas, board: Board) -> None:
    """Draw the bowls of fire at the four corners."""
    for column, row in BRAZIERS:
        x, y = board.x + (column - 0.5) * board.cell, board.y + (row - 0.5) * board.cell
        shapes.glow(c, x, y, 80 * board.k, "tash_kalar/brazier.light", 110, add=True)
        made = icons.surface(c, "brasero", 46 * board.k, "tash_kalar/brazier.edge")
        shapes.shadow(c, made, c.x(x) - made.get_width() // 2, c.y(y) - made.get_height() // 2, "lying", key="brasero")
        icons.gradient(c, "brasero", x, y, 46 * board.k, ("tash_kalar/brazier.high", "tash_kalar/brazier.low"))


# --- marks ----------------------------------------------------------------------------------------


def mark_legal(c: Canvas, board: Board, place: Place, strength: float = 1.0, *, hot: bool = False) -> None:
    """Draw a square or piece that may be chosen: gold outline and glow; ``strength`` 0.6 … 1 pulses."""
    x, y, w, h = board.box(place, 1.5)
    shapes.glow_box(c, x, y, w, h, 7, "glow", round((225 if hot else 150) * strength), reach=9 * board.k)
    if hot:
        shapes.round_rect(c, x, y, w, h, 7, "tash_kalar/open.ground", alpha=70)
    shapes.round_rect(
        c, x - 0.5, y - 0.5, w + 1, h + 1, 8, "tash_kalar/open.edge", alpha=150, border=4.6 if hot else 3.6
    )
    shapes.round_rect(c, x, y, w, h, 7, "tash_kalar/open.hot" if hot else "glow", border=3.4 if hot else 2.4)


def mark_pattern(c: Canvas, board: Board, place: Place, *, faint: bool = False) -> None:
    """Draw a square of a shown pattern."""
    x, y, w, h = board.box(place, 2.0)
    if faint:
        shapes.round_rect(c, x, y, w, h, 6, "tash_kalar/step.ground", alpha=46)
        shapes.round_rect(c, x, y, w, h, 6, "tash_kalar/step.line", alpha=150, border=1.8)
        return
    shapes.glow_box(c, x, y, w, h, 7, "tash_kalar/step.light", 225, reach=8 * board.k)
    shapes.round_rect(c, x, y, w, h, 6, "tash_kalar/step.ground", alpha=96)
    shapes.round_rect(c, x - 0.5, y - 0.5, w + 1, h + 1, 7, "tash_kalar/step.line", border=2.6)


def mark_target(c: Canvas, board: Board, place: Place, *, faint: bool = False) -> None:
    """Draw the square on which a being would appear."""
    x, y, w, h = board.box(place, 0.5)
    shapes.glow_box(c, x, y, w, h, 8, "tash_kalar/white", 90 if faint else 235, reach=10 * board.k)
    shapes.round_rect(c, x, y, w, h, 7, "tash_kalar/chosen.ground", alpha=30 if faint else 76)
    shapes.round_rect(c, x, y, w, h, 8, "tash_kalar/white", alpha=150 if faint else 255, border=2.0 if faint else 3.4)


def mark_missing(c: Canvas, board: Board, place: Place) -> None:
    """Draw a square of a pattern where a piece is still missing: a dashed frame."""
    x, y, w, h = board.box(place, 3.0)
    shapes.round_rect(c, x, y, w, h, 6, "tash_kalar/shade", alpha=90)
    r = c.rect(x, y, w, h)

    def make() -> pygame.Surface:
        thick = max(2, c.px(2.2))
        ring = raster.tint(raster.round_rect_mask(r.w, r.h, c.px(6), thick), "tash_kalar/red.high")
        gaps = raster.blank_mask(r.w, r.h)
        gaps.fill(raster.SOLID)
        count = 4
        step = r.w / count
        for n in range(count):
            start, wide = round(n * step + step * 0.62), max(1, round(step * 0.38))
            for far in (0, r.h - thick):
                gaps.fill(raster.CLEAR, (start, far, wide, thick))
            for far in (0, r.w - thick):
                gaps.fill(raster.CLEAR, (far, start, thick, wide))
        ring.blit(gaps, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return ring

    c.surface.blit(c.cache.get(("arena missing", r.size), make), r)


def mark_victim(c: Canvas, board: Board, place: Place) -> None:
    """Draw a piece that would be destroyed: an orange frame with crossed swords."""
    x, y, w, h = board.box(place, 3.0)
    shapes.round_rect(c, x, y, w, h, 6, "danger", border=3)
    cx, cy = x + w - 7 * board.k, y + 7 * board.k
    stops: Stops = ((0, "tash_kalar/destroy.high"), (1, "tash_kalar/destroy.low"))
    shapes.outline(c, "circle", cx, cy, 10.5 * board.k, stops, rim="tash_kalar/destroy.rim", rim_w=1.3, shadow="coin")
    icons.draw(c, "crossed-swords", cx, cy, 13.5 * board.k, "tash_kalar/destroy.ink")


def mark_square(c: Canvas, board: Board, place: Place) -> None:
    """Draw a square that a card marks: an orange diamond."""
    cx, cy = board.centre(place)
    x, y, w, h = board.box(place, 3.0)
    shapes.round_rect(c, x, y, w, h, 6, "danger", alpha=150, border=2)
    shapes.outline(
        c,
        "diamond",
        cx,
        cy,
        8 * board.k,
        ((0, "tash_kalar/destroy.high"), (1, "tash_kalar/missing.low")),
        rim="tash_kalar/destroy.rim",
        rim_w=1.2,
    )


def mark_origin(c: Canvas, board: Board, place: Place) -> None:
    """Draw the piece that was picked to move."""
    x, y, w, h = board.box(place, 1.0)
    shapes.round_rect(c, x, y, w, h, 8, "tash_kalar/focus", border=4.2)


def mark_spoken(c: Canvas, board: Board, place: Place, *, faint: bool = False) -> None:
    """Draw a square that the log line pointed at names; ``faint``: one on which something has just happened."""
    x, y, w, h = board.box(place, 1.0)
    if faint:
        shapes.round_rect(c, x + 2, y + 2, w - 4, h - 4, 7, "tash_kalar/convert.light", alpha=150, border=2)
        return
    shapes.glow_box(c, x, y, w, h, 8, "tash_kalar/convert.light", 200, reach=8 * board.k)
    shapes.round_rect(c, x, y, w, h, 8, "tash_kalar/convert.line", border=2.6)


def mark_cursor(c: Canvas, board: Board, place: Place) -> None:
    """Draw the keyboard cursor in the arena."""
    x, y, w, h = board.box(place, 1.0)
    shapes.focus_ring(c, x + 2, y + 2, w - 4, h - 4, 6)


def link(c: Canvas, board: Board, first: Place, other: Place) -> None:
    """Draw a gold line between the squares of a pattern."""
    (x1, y1), (x2, y2) = board.centre(first), board.centre(other)
    shapes.line(c, x1, y1, x2, y2, "tash_kalar/arrow.edge", 7 * board.k)
    shapes.line(c, x1, y1, x2, y2, "tash_kalar/arrow", 4 * board.k)


def way(c: Canvas, board: Board, first: Place, other: Place, colour: int, label: str) -> None:
    """Draw an arrow for the move of a piece, in its owner's colour and with the number of the move."""
    ends = board.centre(first), board.centre(other)
    strokes.draw_labelled_arrow(c, *ends, colour, label, 3.4 * board.k, 0.3 * board.cell)


def ray(c: Canvas, board: Board, first: Place, other: Place, *, lit: bool = True) -> None:
    """Draw the path of a shot; it is bright if ``lit``."""
    (x1, y1), (x2, y2) = board.centre(first), board.centre(other)
    shapes.line(c, x1, y1, x2, y2, "tash_kalar/threat.edge", 8 * board.k, 200)
    shapes.line(c, x1, y1, x2, y2, "tash_kalar/destroy.high" if lit else "tash_kalar/threat.faint", 4 * board.k)
