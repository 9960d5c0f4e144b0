"""Rule book page of all cards; the one under the pointer is enlarged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from games.legends.cards import CARD_COUNT
from scenes.legends.card_view import draw_lying, face, preview, tip
from sprites.base import layout, shapes
from sprites.base.canvas import Canvas
from sprites.legends import card as legends_card

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.targets import Box
    from scenes.shell.ui import Ui

COLUMNS = 7
ROWS = 5


def draw(ctx: Context, ui: Ui, c: Canvas, box: Box) -> None:
    """Draw the cards in five rows of seven."""
    x, y, w, h = box
    card_w = min(150.0, (w - (COLUMNS - 1) * 8) / COLUMNS, (h / ROWS - 8) * legends_card.WIDTH / legends_card.HEIGHT)
    card_h = card_w * legends_card.HEIGHT / legends_card.WIDTH
    gap_x = (w - COLUMNS * card_w) / (COLUMNS - 1)
    gap_y = min(14.0, (h - ROWS * card_h) / (ROWS - 1))
    cells = layout.grid((x, y, w, h), CARD_COUNT, COLUMNS, gap=gap_x, row_gap=gap_y, height=card_h)
    shown = None
    for card, cell in enumerate(cells):
        target, words = f"card.{card}", tip(ctx.texts, card)
        state = ui.zone(target, cell, partial(ctx.ask, *words), radius=6, label=words[0])
        if state == "hover" or ui.visible_focus == target:
            shapes.glow_box(c, *cell, 6, strength=150)
            shown = (card, cell)
        draw_lying(c, face(c, ctx.texts, card, card_w), *cell[:2])
    if shown is not None:
        card, cell = shown
        middle = cell[0] + card_w / 2
        left = middle + card_w * 0.6 if middle < 1100 else middle - card_w * 0.6 - legends_card.BIG_W
        top = min(c.height - legends_card.BIG_H - 20, max(60.0, cell[1] - 80))
        draw_lying(c, preview(c, ctx.texts, card), left, top, "lifted")
