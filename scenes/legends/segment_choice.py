"""Manual set-up: sides to choose from, and those already laid."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
    from scenes.legends.table_state import LegendsTable

SPOTS = {
    "t_above": ((0, 1), (1, 1), (2, 1), (1, 0)),
    "t_below": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "ring": ((0, 0), (1, 0), (2, 0), (3, 0)),
}
"""Column and row of each place of a shape."""
ASPECT = 528 / 333


def picture(c: Canvas, composed: Composed, w: float) -> pygame.Surface:
    """Return the picture of a chart or a side, ``w`` units wide with its rim (cached)."""
    chart = composed.chart
    k = w * c.scale / (chart.size[0] + 2 * RIM)

    def make() -> pygame.Surface:
        made = pygame.Surface(legends_chart.size(chart, k)).convert(c.target)
        for _ in legends_chart.steps(c, chart, composed.shores, k, made):
            pass
        return made

    return c.cache.get(("chart picture", composed.key, round(k * 4096)), make)


def place_boxes(shape: str, x: float, y: float, w: float, h: float) -> list[tuple[float, float, float, float]]:
    """Return the four places of a shape inside a box."""
    spots = SPOTS[shape]
    columns, rows = max(a for a, _ in spots) + 1, max(b for _, b in spots) + 1
    cell = min(w / columns, h / rows * ASPECT)
    left, top = x + (w - cell * columns) / 2, y + (h - cell / ASPECT * rows) / 2
    return [(left + a * cell, top + b * cell / ASPECT, cell, cell / ASPECT) for a, b in spots]


@dataclass(frozen=True, slots=True)
class Laying:
    """A map during set-up: laid segments, and the custom sides."""

    shape: str
    segments: Sequence[Sequence[Any]]
    own: Sequence[Mapping[str, Any]]


def draw(table: LegendsTable, c: Canvas) -> None:
    """Draw the laid sides, and below them the possible next ones."""
    offered = table.moves if table.view["phase"] == "segment" else ()
    laying = Laying(table.stage.shape, table.stage.segments, table.session.options.get("segments", ()))
    y = table.own.places.chart[1]
    x, w, t = 540.0, 520.0, table.ctx.t
    if laying.shape == "t_above":
        y += 8
    shapes.panel(c, x, y, w, 300)
    title = "legends.setup.lay" if offered else "legends.setup.laying"
    text.draw(c, t(title), x + w / 2, y + 28, "heading", "text.title", "cm", max_w=w - 40)
    _draw_shape(c, laying, (x + 24, y + 48, w - 48, 236.0))
    if offered:
        _draw_offer(table, c, laying, offered, y + 312)


def _drawings(laying: Laying) -> tuple[str, ...]:
    return tuple(json.dumps(each, sort_keys=True) for each in laying.own)


def _draw_shape(c: Canvas, laying: Laying, box: tuple[float, float, float, float]) -> None:
    segments = laying.segments
    for place, (bx, by, bw, bh) in enumerate(place_boxes(laying.shape, *box)):
        shapes.round_rect(c, bx + 2, by + 2, bw - 4, bh - 4, 6, "well", alpha=190)
        shapes.round_rect(
            c, bx + 2, by + 2, bw - 4, bh - 4, 6, "edge", alpha=210 if place == len(segments) else 70, border=1.4
        )
        if place < len(segments):
            code, turned = segments[place]
            composed = alone(str(code), bool(turned), _drawings(laying))
            if composed is not None:
                c.surface.blit(picture(c, composed, bw - 6), (c.x(bx + 3), c.y(by + 3)))
        else:
            text.draw(c, str(place + 1), bx + bw / 2, by + bh / 2, "large figure", "accent", "cm", alpha=150)


def _draw_offer(table: LegendsTable, c: Canvas, laying: Laying, moves: Sequence[Move], top: float) -> None:
    """Draw all possible next sides, each straight and turned."""
    sides = [find_code(laying.own, move) for move in moves]
    columns = 8
    left, right = 24.0, 1576.0
    rows = -(-len(moves) // columns)
    room = table.height - 14 - top
    pitch = min((right - left) / columns, (room / max(1, rows) - 8) * ASPECT)
    start = (left + right - pitch * min(columns, len(moves))) / 2
    high = pitch / ASPECT
    for k, (move, code) in enumerate(zip(moves, sides, strict=True)):
        one, turned = encode(move), move.turned
        marked = table.marked_move == move
        x = start + (k % columns) * pitch + 5
        y = top + (k // columns) * (high + 4)
        w = pitch - 10
        composed = alone(code, turned, _drawings(laying))
        box, tip = (x, y, w, high - 4), (table.own.label(move), "")
        state = table.ui.zone(f"segment.{one}", box, partial(table.pick, move), radius=6, tip=tip, sound="")
        if state == "hover" or marked:
            shapes.glow_box(c, x, y, w, high - 4, 6, strength=200 if marked else 130)
        if composed is not None:
            c.surface.blit(picture(c, composed, w), (c.x(x), c.y(y)))
        wide = text.width(c, code, "strong", fixed=True) + (32 if turned else 14)
        shapes.round_rect(c, x + 6, y + 6, wide, 19, 9, "veil", alpha=215)
        text.draw(c, code, x + 13, y + 15.5, "strong", "text.title", "lm", fixed=True)
        if turned:
            icons.draw(c, "clockwise-rotation", x + wide - 5, y + 15.5, 13, "accent.bright")
        if marked:
            shapes.round_rect(c, x - 1, y - 1, w + 2, high - 2, 6, "edge.bright", border=2.2)


def find_code(own: Sequence[Mapping[str, Any]], move: Move) -> str:
    """Return the code of a choice's side; ``own`` are the custom sides."""
    return str(own[move.number]["code"]) if move.kind == Kind.OWN_SEGMENT else SIDE_CODES[move.number]
