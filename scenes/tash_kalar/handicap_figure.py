"""The arena with what a handicap puts there before the first turn, for the set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.seats import Seat
from games.tash_kalar.maps import to_column_row
from games.tash_kalar.options import FORM, list_sides
from games.tash_kalar.setup import AHEAD, list_first_squares
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.tash_kalar.arena import Board, draw_ground
from sprites.tash_kalar.pieces import draw_piece

if TYPE_CHECKING:
    from scenes.shell.context import Context

MARGIN = 26.0


def draw(
    ctx: Context,
    c: Canvas,
    box: Box,
    seats: Sequence[Seat],
    steps: Sequence[int],
    options: Mapping[str, Any],
    chosen: int,
) -> None:
    """Draw the arena with the first pieces of all seats, and below it the points of the chosen one."""
    x, y, w, h = box
    cell = min(w - 2 * MARGIN, h - 2 * MARGIN - 40) / 9
    board = Board(x + (w - 9 * cell) / 2, y + MARGIN, cell)
    form = str(options.get(FORM, "high"))
    draw_ground(c, board, "duel" if "duel" in form else "melee" if len(seats) > 2 and "team" not in form else "high")
    sides = list_sides({FORM: form}, len(seats))
    for seat, step in enumerate(steps):
        ahead = AHEAD[step]
        for number, square in enumerate(list_first_squares(seat, ahead.pieces)):
            cx, cy = board.centre(to_column_row(square))
            player = seats[sides[seat]]
            draw_piece(c, cx, cy, cell * 0.36, player.colour, int(number < ahead.heroic), emblem=player.emblem)
    player, points = seats[chosen], AHEAD[steps[chosen]].points
    low = y + h - 14
    shapes.badge(c, player.colour, player.emblem, x + 22, low, 13)
    words = ctx.t("tash_kalar.handicap.begins", n=points)
    text.draw(c, words, x + 44, low, "body", "text.body", "lm", max_w=w - 48)
