"""Setting up by hand: the sides to choose from, and those that lie already."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from games.legends.maps import SIDE_CODES
from games.legends.moves import Kind, Move, encode
from scenes.legends.charts import Composed, alone
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import chart as legends_chart
from sprites.legends.chart import RIM

if TYPE_CHECKING:
    from scenes.legends.table import Table

SPOTS = {
    "t_above": ((0, 1), (1, 1), (2, 1), (1, 0)),
    "t_below": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "ring": ((0, 0), (1, 0), (2, 0), (3, 0)),
}
"""Column and row of each place of a shape."""
ASPECT = 528 / 333


def picture(c: Canvas, composed: Composed, w: float) -> pygame.Surface:
    """A chart or one side, ``w`` units wide with its rim; kept in the cache."""
    chart = composed.chart
    k = w * c.scale / (chart.size[0] + 2 * RIM)

    def make() -> pygame.Surface:
        made = pygame.Surface(legends_chart.size(chart, k)).convert(c.surface)
        for _ in legends_chart.steps(c, chart, composed.shores, k, made):
            pass
        return made

    return c.cache.get(("chart picture", composed.key, round(k * 4096)), make)


def place_boxes(shape: str, x: float, y: float, w: float, h: float) -> list[tuple[float, float, float, float]]:
    """The four places of a shape inside a box."""
    spots = SPOTS[shape]
    columns, rows = max(a for a, _ in spots) + 1, max(b for _, b in spots) + 1
    cell = min(w / columns, h / rows * ASPECT)
    left, top = x + (w - cell * columns) / 2, y + (h - cell / ASPECT * rows) / 2
    return [(left + a * cell, top + b * cell / ASPECT, cell, cell / ASPECT) for a, b in spots]


def draw(table: Table, c: Canvas) -> None:
    """Drawn only while fewer than four segments lie there."""
    if table.view_of_chart.composed is not None:
        return
    x, y, w, _h = table.places.chart
    legal = table.legal()
    choosing = table.view["phase"] == "segment" and bool(legal)
    x, w = 540.0, 520.0
    if table.stage.shape == "t_above":
        y += 8
    shapes.panel(c, x, y, w, 300)
    title = "legends.setup.lay" if choosing else "legends.setup.laying"
    text.draw(c, table.ctx.t(title), x + w / 2, y + 28, "sc", 18, "gold_hi", "cm", max_w=w - 40)
    _laid(table, c, (x + 24, y + 48, w - 48, 236.0))
    if choosing:
        _offered(table, c, y + 312)


def _drawings(table: Table) -> tuple[str, ...]:
    return tuple(json.dumps(each, sort_keys=True) for each in table.session.options.get("segments", ()))


def _laid(table: Table, c: Canvas, box: tuple[float, float, float, float]) -> None:
    segments = table.stage.segments
    for place, (bx, by, bw, bh) in enumerate(place_boxes(table.stage.shape, *box)):
        shapes.rounded(c, bx + 2, by + 2, bw - 4, bh - 4, 6, "#0e0805", alpha=190)
        shapes.rounded(
            c, bx + 2, by + 2, bw - 4, bh - 4, 6, "gold", alpha=210 if place == len(segments) else 70, border=1.4
        )
        if place < len(segments):
            code, turned = segments[place]
            composed = alone(str(code), bool(turned), _drawings(table))
            if composed is not None:
                c.surface.blit(picture(c, composed, bw - 6), (c.x(bx + 3), c.y(by + 3)))
        else:
            text.draw(c, str(place + 1), bx + bw / 2, by + bh / 2, "black", 26, "gold", "cm", alpha=150)


def _offered(table: Table, c: Canvas, top: float) -> None:
    """All sides that may come next, each straight and turned."""
    moves = table.moves()
    sides = [code_of(table.session.options.get("segments", ()), move) for move in moves]
    columns = 8
    left, right = 24.0, 1576.0
    rows = -(-len(moves) // columns)
    room = table.height - 14 - top
    pitch = min((right - left) / columns, (room / max(1, rows) - 8) * ASPECT)
    start = (left + right - pitch * min(columns, len(moves))) / 2
    high = pitch / ASPECT
    for k, (move, code) in enumerate(zip(moves, sides, strict=True)):
        one, turned = encode(move), move.turned
        marked = table.marked == move
        x = start + (k % columns) * pitch + 5
        y = top + (k // columns) * (high + 4)
        w = pitch - 10
        composed = alone(code, turned, _drawings(table))
        state = table.ui.zone(
            f"segment.{one}", (x, y, w, high - 4), _choose(table, move), radius=6, tip=(table.label(one), ""), sound=""
        )
        if state == "hover" or marked:
            shapes.glow_box(c, x, y, w, high - 4, 6, strength=200 if marked else 130)
        if composed is not None:
            c.surface.blit(picture(c, composed, w), (c.x(x), c.y(y)))
        wide = text.width(c, code, "sans_bold", 13, fixed=True) + (32 if turned else 14)
        shapes.rounded(c, x + 6, y + 6, wide, 19, 9, "#120b06", alpha=215)
        text.draw(c, code, x + 13, y + 15.5, "sans_bold", 13, "gold_hi", "lm", fixed=True)
        if turned:
            icons.draw(c, "clockwise-rotation", x + wide - 5, y + 15.5, 13, "gold_hi")
        if marked:
            shapes.rounded(c, x - 1, y - 1, w + 2, high - 2, 6, "gold_hi", border=2.2)


def code_of(own: Sequence[Mapping[str, Any]], move: Move) -> str:
    """The code of the side that a choice stands for; ``own`` are the players' own sides."""
    return str(own[move.number]["code"]) if move.kind == Kind.OWN_SEGMENT else SIDE_CODES[move.number]


def _choose(table: Table, move: Move) -> Callable[[], None]:
    def choose() -> None:
        table.mark(move)

    return choose
