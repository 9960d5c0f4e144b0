"""Rule book page of all cards; the one under the pointer is enlarged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.legends.cards import CARD_COUNT
from scenes.legends.card_view import card_name, face, preview, tip
from sprites.base import shapes
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
    shown = None
    for card in range(CARD_COUNT):
        cx, cy = x + card % COLUMNS * (card_w + gap_x), y + card // COLUMNS * (card_h + gap_y)
        target = f"card.{card}"
        state = ui.zone(
            target, (cx, cy, card_w, card_h), _opener(ctx, card), radius=6, label=card_name(ctx.texts, card)
        )
        if state == "hover" or ui.visible_focus == target:
            shapes.glow_box(c, cx, cy, card_w, card_h, 6, strength=150)
            shown = (card, cx + card_w / 2, cy)
        made = face(c, ctx.texts, card, card_w)
        at = (c.x(cx), c.y(cy))
        shapes.shadow(c, made, *at, "lying")
        c.surface.blit(made, at)
    if shown is not None:
        card, middle, top = shown
        left = middle + card_w * 0.6 if middle < 1100 else middle - card_w * 0.6 - legends_card.BIG_W
        made = preview(c, ctx.texts, card)
        at = (c.x(left), c.y(min(c.height - legends_card.BIG_H - 20, max(60.0, top - 80))))
        shapes.shadow(c, made, *at, "lifted")
        c.surface.blit(made, at)


def _opener(ctx: Context, card: int) -> Callable[[], None]:
    def show() -> None:
        title, body = tip(ctx.texts, card)
        ctx.ask(title, body)

    return show
