"""What King of 12 shows while everybody chooses by keys of their own: the dice and who is ready, and the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.king_of_12 import moves
from games.king_of_12.rounds import CROWNS_TO_WIN
from scenes.king_of_12 import card_view
from scenes.king_of_12.layout import CARD_RATIO
from scenes.table.table_game import SecretOption
from sprites.base import backdrop, dodecahedron, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.king_of_12 import d12
from sprites.king_of_12.card import has_name

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable

BELOW = 24.0
"""Room for the name of a card that is too small to bear it."""
BY_CARD = ("choose", "crown")
"""Phases in which a card of the hand is chosen."""


def list_options(table: KingTable, seat: int) -> list[SecretOption] | None:
    """Return the cards of the set for a choice of one, those that lie open as gone; None for other choices.

    A card under a crown is not gone: only its owner knows it.
    """
    view = table.session.view(None)
    if view["phase"] not in BY_CARD:
        return None
    build = moves.card if view["phase"] == "choose" else moves.crown
    played = view["played"][seat] if view["phase"] == "choose" else ()
    return [
        SecretOption(moves.encode(build(card)), card_view.card_name(table.ctx.texts, card), card in played)
        for card in view["set"]
    ]


def draw_head(table: KingTable, c: Canvas, action: int, box: Box) -> None:
    """Draw a card above its column of keys."""
    card = moves.decode(action).card
    assert card is not None
    x, y, w, h = box
    wide = min(w, h / CARD_RATIO)
    if not has_name(c, wide):
        h -= BELOW
        wide = min(w, h / CARD_RATIO)
        name = card_view.card_name(table.ctx.texts, card)
        text.draw(c, name, x + w / 2, y + h + BELOW / 2 + 2, "name", "text.bright", "cm", max_w=w)
    made = card_view.front(c, table.ctx.texts, card, wide, body=False)
    c.surface.blit(made, (c.x(x + w / 2) - made.get_width() // 2, c.y(y)))


def draw_ground(table: KingTable, c: Canvas, bottom: float) -> None:
    """Draw a strip of velvet above ``bottom`` with the die and the plate of every seat."""
    c.surface.blit(backdrop.table(c, "table"), (0, 0))
    seats = table.stage.seats
    top, tall = 66.0, bottom - 80
    if tall > 170:
        backdrop.mat(c, 40, top, 1200, tall)
    for k, part in enumerate(layout.columns((60, top, 1160, tall), len(seats))):
        seat, middle = seats[k], part[0] + part[2] / 2
        plate = (middle - 128, bottom - 96, 256.0, 72.0)
        room = tall - 110
        if room > 60:
            size = min(130.0, room)
            d12.draw(c, middle, top + 12 + room / 2, size, dodecahedron.pose(seat.die.face))
        _draw_plate(table, c, k, plate)


def _draw_plate(table: KingTable, c: Canvas, k: int, box: Box) -> None:
    seat, player = table.stage.seats[k], table.seats[k]
    x, y, w, h = box
    shapes.panel(c, x, y, w, h, radius=10)
    shapes.badge(c, player.colour, player.emblem, x + 36, y + h / 2, 22)
    text.draw(c, player.name, x + 68, y + 24, "name", "text.bright", "lm", max_w=112)
    face = table.ctx.t("choice.face", n=seat.die.face)
    text.draw(c, face, x + 68, y + 50, "body", "text.muted", "lm", max_w=112)
    shapes.coin(c, x + w - 36, y + 22, 13, str(seat.points), "gold")
    for n in range(CROWNS_TO_WIN):
        shapes.crown(c, x + w - 48 + n * 25, y + 51, 21, n < seat.crowns)
