"""What the chosen citizen will bring, before it is hired: tiles and points on its card, regions on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from games.king_of_the_dice.guaranteed_gain import CitizenPreview, preview_citizen
from games.king_of_the_dice.moves import Kind
from sprites.base import icons, raster, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from engine.contract import View
    from scenes.king_of_the_dice.table_state import DiceTable

HIGH = 30.0


class Previews:
    """Cache of previews of open citizens, for one view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._found: dict[int, CitizenPreview | None] = {}

    def find(self, view: View, pile: int) -> CitizenPreview | None:
        """Return what the open citizen of a pile would bring to the active seat."""
        if self._view is not view:
            self._view, self._found = view, {}
        if pile not in self._found:
            self._found[pile] = preview_citizen(view, pile)
        return self._found[pile]


def find_pile(table: DiceTable) -> int | None:
    """Return the pile whose citizen can be hired and is under pointer or focus, or marked; None for none."""
    if table.phase != "check" or not table.helps:
        return None
    hired = [move.pile for move in table.moves if move.kind is Kind.HIRE]
    marked = table.marked_move
    for pile in (*table.ui.list_hot_numbers("card."), None if marked is None else marked.pile):
        if pile in hired:
            return pile
    return None


def describe_points(found: CitizenPreview) -> str:
    """Format the range of points: "+3", or "+3 … +6"."""
    least, most = _sign(found.least), _sign(found.most)
    return least if least == most else f"{least} \u2026 {most}"


def _sign(points: int) -> str:
    return f"+{points}" if points >= 0 else f"\u2212{-points}"


def describe(table: DiceTable, found: CitizenPreview) -> str:
    """Return tiles, regions and points in a short sentence."""
    t, base = table.ctx.t, "king_of_the_dice.preview"
    points = t(f"{base}.points", points=describe_points(found))
    if found.regions:
        return t(f"{base}.regions", n=len(found.regions)) + " " + points
    if not found.drawn:
        return points
    tiles = t(f"{base}.tiles", drawn=found.drawn, claimed=found.claimed)
    return f"{tiles} {points}"


def draw_pill(c: Canvas, found: CitizenPreview, cx: float, cy: float, alpha: int) -> None:
    """Draw tiles and points of a citizen as a pill over its card."""
    points = describe_points(found)
    tiles = "" if not found.drawn else f"{found.drawn} \u2192 {found.claimed}"

    def make() -> pygame.Surface:
        tiles_w = text.width(c, tiles, "strong", fixed=True) + 30 if tiles else 0.0
        wide = text.width(c, points, "name", fixed=True) + tiles_w + 30
        layer = c.layer(wide + 24, HIGH + 24)
        on = c.on(layer, (-(wide + 24) / 2, -(HIGH + 24) / 2))
        shapes.box_shadow(on, -wide / 2, -HIGH / 2, wide, HIGH, HIGH / 2, "chip")
        shapes.round_rect(on, -wide / 2, -HIGH / 2, wide, HIGH, HIGH / 2, "rim.dark")
        stops = ((0.0, "base/pill.win.high"), (1.0, "base/pill.win.low"))
        shapes.gradient_box(on, -wide / 2 + 1.5, -HIGH / 2 + 1.5, wide - 3, HIGH - 3, HIGH / 2 - 1.5, stops)
        left = -wide / 2 + 15
        if tiles:
            icons.draw(on, "medieval-gate", left + 7, 0, 17, "base/pill.win.ink")
            text.draw(on, tiles, left + 19, 0, "strong", "base/pill.win.ink", "lm", fixed=True)
            left += tiles_w
        text.draw(on, points, left, 0, "name", "base/pill.win.ink", "lm", fixed=True)
        return layer

    made = c.cache.get(("citizen preview", points, tiles, c.scale, c.text_scale), make)
    shown = made if alpha >= 255 else raster.fade(made, alpha)
    c.surface.blit(shown, (c.x(cx) - made.get_width() // 2, c.y(cy) - made.get_height() // 2))
