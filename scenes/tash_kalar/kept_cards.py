"""Cards that lie open in places of expansions: a panel next to the lower left corner of the arena, a row per seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from games.tash_kalar.cards import list_decks
from games.tash_kalar.moves import Kind
from scenes.shell.targets import Box, Target
from scenes.tash_kalar import tooltips
from scenes.tash_kalar.expansion_screens import ExpansionScreens, list_for
from scenes.tash_kalar.layout import COLUMN_W, LEFT_X, Layout
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tash_kalar.table_state import TashTable

CARD_W, CARD_H = 46.0, 54.0
ROW = 62.0
MARGIN = 12.0
"""Units before a card."""
HEAD = 28.0
BELOW = 660.0
"""Lower end of the panel in a window 900 units high."""
MOST_W = 174.0


def find_box(places: Layout, rows: int) -> Box:
    """Return the box of the panel with a number of rows."""
    board = places.board
    left = LEFT_X + COLUMN_W + 8
    wide = min(MOST_W, board.x - 27 * board.k - 8 - left)
    high = HEAD + ROW * rows + 4
    return left, BELOW + places.height - 900 - high, wide, high


def list_rows(kept: list[list[tuple[str, int]]], below: int) -> list[tuple[int, str, int]]:
    """Return seat, code of the expansion and card of each row; those of the bottom seat are the lowest."""
    order = [(below + step) % len(kept) for step in range(1, len(kept) + 1)]
    return [(seat, code, card) for seat in order for code, card in kept[seat]]


def find_spot(places: Layout, rows: int, at: int) -> tuple[float, float]:
    """Return the middle of the card in the ``at``-th of some rows."""
    x, y, _w, _h = find_box(places, rows)
    return x + MARGIN + CARD_W / 2, y + HEAD + at * ROW + CARD_H / 2


def draw(table: TashTable, c: Canvas) -> None:
    """Draw a row for each card, nothing without one; registers targets."""
    rows = list_rows(table.stage.kept, table.below)
    if not rows:
        return
    screens = {one.code: one for one in list_for(table.view)}
    x, y, w, h = find_box(table.own.places, len(rows))
    key = (
        tuple((seat, code, card, table.seats[table.own.reading.side(seat)]) for seat, code, card in rows),
        table.ctx.texts.language, c.palette, c.patterns,
    )  # fmt: skip

    def paint(layer: Canvas) -> None:
        first = screens[rows[0][1]]
        shapes.panel(layer, x, y, w, h, radius=10)
        icons.draw(layer, first.kept_icon, x + 19, y + 16, 17, "accent")
        title = table.ctx.t(f"{first.code}.table.kept")
        text.draw(layer, title, x + 34, y + 16, "caption", "accent", "lm", max_w=w - 42)
        for at, (seat, code, card) in enumerate(rows):
            _paint_row(table, layer, screens[code], seat, card, (x, y + HEAD + at * ROW, w, ROW))

    table.panels.draw(c, "kept cards", key, (x, y, w, h), paint)
    for at, (seat, code, card) in enumerate(rows):
        _target(table, c, seat, code, card, (x + 4, y + HEAD + at * ROW - 2, w - 8, ROW))


def _paint_row(table: TashTable, c: Canvas, screens: ExpansionScreens, seat: int, card: int, row: Box) -> None:
    """Paint the card with the sign of its seat and, where there is room, its name."""
    x, y, w, _h = row
    side = table.own.reading.side(seat)
    look = table.seats[seat]
    box = (x + MARGIN, y, CARD_W, CARD_H)
    shapes.box_shadow(c, *box, 4, "coin")
    c.surface.blit(table.own.cards.small(c, card, (CARD_W, CARD_H), side), (c.x(box[0]), c.y(box[1])))
    screens.draw_on_card(c, box)
    shapes.badge(c, look.colour, look.emblem, box[0] + 2, y + CARD_H - 8, 9)
    room = w - MARGIN - CARD_W - 18
    if room < 46:
        return
    lines = table.own.words.card(card).split(" ", 1)
    for number, line in enumerate(lines):
        middle = y + CARD_H / 2 + (number - (len(lines) - 1) / 2) * 17
        left = x + MARGIN + CARD_W + 10
        text.draw(c, line, left, middle, "name", "text.body", "lm", max_w=room)


def _target(table: TashTable, c: Canvas, seat: int, code: str, card: int, box: Box) -> None:
    """Light a card that can be used now, and register the target of its row."""
    x, y, w, _h = box
    target = f"kept.{seat}.{card}"
    if seat == table.below and table.own.can_use(code):
        chosen = table.own.is_using(code)
        strength = 225 if chosen or table.ui.hover == target else round(165 * table.own.pulse.strength)
        card_box = (x + MARGIN - 6, y, CARD_W + 4, CARD_H + 4)
        shapes.round_rect(c, *card_box, 7, "edge.bright" if chosen else "glow", alpha=strength, border=3)
    if seat == table.below and recommends_use(table, code):
        shapes.glow(c, x + w - 14, y + 12, 20, "veil", 235)
        icons.draw(c, "hint", x + w - 14, y + 12, 22, "glow")
    told = partial(tooltips.tell_kept_card, table, seat, code, card)
    table.ui.note(Target(target, box, _press(table, seat, code, card), radius=8, sound="", told=told))


def recommends_use(table: TashTable, code: str) -> bool:
    """Whether the expert recommends to use the card that lies in the place of this expansion."""
    best = table.advised_move
    deck = next((one.deck for one in list_decks() if one.code == code), None)
    return best is not None and best.kind is Kind.USE and best.number == deck and not table.busy


def _press(table: TashTable, seat: int, code: str, card: int) -> Callable[[], None]:
    def press() -> None:
        table.own.press_kept_card(seat, code, card)

    return press
