"""Panel of the cards played by each seat, for the question who holds a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.king_of_12.card_view import front
from scenes.king_of_12.layout import CARD_RATIO
from scenes.shell.panels import draw_titled_panel
from scenes.shell.targets import Box, Target
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

CARD, STEP = 31.0, 36.0
"""Width of a small card, and from one to the next."""
EARLIER = 120
"""Opacity of a card played in an earlier round."""


def draw(table: KingTable, c: Canvas, box: Box) -> None:
    """Draw the cards of this round bright, those of earlier rounds since the crown was laid faint."""
    x, y, w, h = box
    view = table.view
    places = layout.rows((x + 8, y + 44, w - 16, h - 44), len(table.seats))

    def paint(layer: Canvas) -> None:
        draw_titled_panel(layer, box, table.ctx.t("king_of_12.played"))
        for k, (player, place) in enumerate(zip(table.seats, places, strict=True)):
            middle = layout.middle(place) - 4
            shapes.badge(layer, player.colour, player.emblem, x + 24, middle, 13)
            for at, (card, now) in enumerate(_cards(table, k)):
                _small(layer, table, card, x + 46 + at * STEP, middle - CARD * CARD_RATIO / 2, now)
            if not _cards(table, k):
                text.draw(layer, "–", x + 50, middle, "label", "text.muted", "lm")

    key = (tuple(map(tuple, view["played"])), tuple(map(tuple, view["shown"])), table.ctx.texts.language, c.palette)
    table.panels.draw(c, "played", key, box, paint)
    for k, (left, top, wide, high) in enumerate(places):
        spot = (left, top, wide, high - 4)
        tip = (table.names[k], "\n".join(words(table, k)))
        table.ui.note(Target(f"played.{k}", spot, lambda: None, tip=tip, ring=False, sound=""))


def words(table: KingTable, seat: int) -> list[str]:
    """Return the text of a seat's cards of this round, and of earlier ones since its crown was laid."""
    t = table.ctx.t
    rows = []
    now, before = ([card for card, fresh in _cards(table, seat) if fresh is wanted] for wanted in (True, False))
    if now:
        rows.append(t("king_of_12.backs.played", cards=", ".join(map(table.own.card_name, now))))
    if before:
        rows.append(t("king_of_12.backs.shown", cards=", ".join(map(table.own.card_name, before))))
    return rows


def _cards(table: KingTable, seat: int) -> list[tuple[int, bool]]:
    """Return the shown cards of a seat, and whether in this round."""
    now: list[int] = table.view["played"][seat]
    before = [card for card in table.view["shown"][seat] if card not in now]
    return [*((card, True) for card in now), *((card, False) for card in before)]


def _small(c: Canvas, table: KingTable, card: int, x: float, y: float, now: bool) -> None:
    surface = front(c, table.ctx.texts, card, CARD, body=False)
    if not now:
        surface = surface.copy()
        surface.set_alpha(EARLIER)
    c.surface.blit(surface, (c.x(x), c.y(y)))
    if now:
        shapes.round_rect(c, x - 1, y - 1, CARD + 2, CARD * CARD_RATIO + 2, 4, "edge.bright", border=1.4)
