"""What a choice on the map will change, before it is made: points at the region, and who will control what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from engine.contract import View
from games.legends.moves import Kind, Move, encode
from games.legends.rules import MovePreview, preview_move
from scenes.legends import choices
from sprites.base import raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.legends import pieces as legends_pieces

if TYPE_CHECKING:
    from scenes.legends.table_state import LegendsTable


def find_hot_move(table: LegendsTable) -> Move | None:
    """The move that a click would make now: of the region or the piece under pointer or focus, or the marked card."""
    if table.overlooked or not table.helps:
        return None
    for target_id in table.hot:
        if target_id is None or "." not in target_id:
            continue
        kind, _, number = target_id.partition(".")
        if kind == "region" and table.phase in choices.ON_MAP:
            found = choices.group_by_region(table.moves).get(int(number), [])
            if len(found) == 1:
                return found[0]
        if kind == "piece":
            return next((move for move in table.moves if str(encode(move)) == number), None)
    return table.marked_move if choices.is_cards(table.view) else None


def describe(table: LegendsTable, points: Sequence[int]) -> str:
    """Changes of points in words, "+2 you, −1 Mia"; "" when there are none."""
    parts = []
    for seat in sorted(range(len(points)), key=lambda one: one != table.below):
        if points[seat]:
            sign = "+" if points[seat] > 0 else "\u2212"
            name = table.ctx.t("legends.preview.you") if table.people == [seat] else table.names[seat]
            parts.append(f"{sign}{abs(points[seat])}\u00a0{name}")
    return ", ".join(parts)


def draw(table: LegendsTable, c: Canvas, move: Move, preview: MovePreview, alpha: int) -> None:
    """Draw the pill above the region, and the signs of those who will control a region."""
    composed = table.own.chart.composed
    if composed is None or move.region is None:
        return
    for region, before, after in preview.control:
        x, y = table.own.chart.point(composed.find_owner_spot(region))
        _draw_owner(table, c, x, y, before, after, alpha)
    words = describe(table, preview.points)
    if not words:
        return
    key = ("legends preview", words, c.scale, c.text_scale)
    made = c.cache.get(key, lambda: _paint_words(c, words))
    x, y = table.own.chart.point(composed.top(move.region))
    bx, by, bw, bh = table.own.chart.box
    half = made.get_width() / c.scale / 2
    x = min(max(x, bx + half), bx + bw - half)
    y = max(by + 18, min(by + bh - 20, y - 32))
    shown = made if alpha >= 255 else raster.fade(made, alpha)
    c.blit_centred(shown, x, y)


def _paint_words(c: Canvas, words: str) -> pygame.Surface:
    wide = text.width(c, words, "strong") + 28
    layer = c.layer(wide + 24, 54)
    on = c.on(layer, (-(wide + 24) / 2, -27))
    shapes.glow_box(on, -wide / 2, -15, wide, 30, 15, strength=90)
    shapes.round_rect(on, -wide / 2, -15, wide, 30, 15, "edge")
    shapes.round_rect(on, -wide / 2 + 1.5, -13.5, wide - 3, 27, 13.5, "veil")
    text.draw(on, words, 0, 0.5, "strong", "text.bright", "cm")
    return layer


def _draw_owner(table: LegendsTable, c: Canvas, x: float, y: float, before: int, after: int, alpha: int) -> None:
    """Draw the sign of the owner to be; where nobody or neutral armies rule then, the old one is crossed out."""
    r = max(11.0, 12.5 * table.own.chart.unit**0.5)
    size = 4 * r
    layer = c.layer(size, size)
    on = c.on(layer, (-size / 2, -size / 2))
    shapes.glow(on, 0, 0, r * 1.7, "glow", 200)
    seats = table.seats
    owner = after if 0 <= after < len(seats) else before
    if 0 <= owner < len(seats):
        shapes.badge(on, seats[owner].colour, seats[owner].emblem, 0, 0, r)
    if owner != after:
        if after < 0:
            shapes.line(on, -r * 0.8, r * 0.8, r * 0.8, -r * 0.8, "danger", 2.6)
        else:
            legends_pieces.draw_cube(on, 0, 0, None, "", r * 0.7)
    c.blit_centred(raster.fade(layer, min(alpha, 235)), x, y)


SHOWN = frozenset({Kind.CARD, Kind.PLACE, Kind.TO, Kind.CITY, Kind.DESTROY, Kind.BRIBE})
"""Moves that can change something at once."""


class Previews:
    """The preview of the choice at hand, and the points with which the card began."""

    def __init__(self) -> None:
        self._move: Move | None = None
        self._view: View | None = None
        self._found: MovePreview | None = None
        self._begun: tuple[int, ...] | None = None

    def find(self, view: View, move: Move | None) -> MovePreview | None:
        """What a move of the seat that the view belongs to would change; None for one that changes nothing at once."""
        if move is None or move.kind not in SHOWN or encode(move) not in view["choices"]:
            return None
        if self._view is not view or self._move != move:
            self._view, self._move = view, move
            self._found = preview_move(view, encode(move))
        return self._found

    def note(self, view: View, seat: int) -> None:
        """Remember the points at the beginning of a card of this seat."""
        if choices.is_cards(view) and view["active"] == seat and view["scores"]:
            self._begun = tuple(score["total"] for score in view["scores"])
        elif view["active"] != seat:
            self._begun = None

    def sum_up(self, view: View, more: MovePreview | None) -> tuple[int, ...]:
        """What the card has changed so far, with ``more`` on top; () when that is not known."""
        if self._begun is None or not view["scores"]:
            return ()
        so_far = [score["total"] - begun for score, begun in zip(view["scores"], self._begun, strict=True)]
        return tuple(map(sum, zip(so_far, more.points if more else [0] * len(so_far), strict=True)))
