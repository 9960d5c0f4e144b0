"""Result table of a tournament: places, points of all rounds, crowns, and a chart of the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import View
from engine.session import Session
from games.king_of_12.rounds import CROWNS_TO_WIN
from scenes.common.level_names import level_name, strength
from scenes.king_of_12.result_table import course
from scenes.results.score_chart import draw_side_chart, get_history
from scenes.results.score_counter import count_up
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

IN_A_COLUMN = 8
MOST_ROUNDS = 5
CHART = 388.0
LOW = 146
"""Space below the table for a line of text and the buttons."""


def _behind(session: Session) -> list[int]:
    """Return the seats drawn as background lines: computers that have not won."""
    result = session.result()
    return [k for k, seat in enumerate(session.seats) if not seat.is_person and result[k] > 1]


def draw(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """Draw the table in one column, or two for more than eight players; ``place`` is x, y and width."""
    x, y, w = place
    result = session.result()
    order = sorted(range(len(result)), key=lambda k: (result[k], -view["totals"][k], k))
    columns = 1 if len(order) <= IN_A_COLUMN else 2
    half = (len(order) + columns - 1) // columns
    row = min(44.0, (c.height - LOW - y - 52) / half)
    title = ctx.t("king_of_12.result.course")
    chart = (x + w - 188, y, CHART, 52 + row * half)
    draw_side_chart(ctx, session, c, chart, title, get_history(session, course), _behind(session))
    x -= 200
    shapes.panel(c, x, y, w, 52 + row * half)
    for n in range(columns):
        _column(ctx, session, view, c, (x + n * w / columns, y, w / columns), row, order[n * half : (n + 1) * half])
    if columns == 2:
        shapes.line(c, x + w / 2, y + 16, x + w / 2, y + 36 + row * half, "edge.low", 1, alpha=150)


def _column(
    ctx: Context,
    session: Session,
    view: View,
    c: Canvas,
    place: tuple[float, float, float],
    row: float,
    seats: list[int],
) -> None:
    t = ctx.t
    x, y, w = place
    result = session.result()
    rounds = list(view["round_results"])[-(MOST_ROUNDS if w < 600 else MOST_ROUNDS + 3) :]
    crowns = x + w - 44
    pitch = 31.0 if w < 600 else 58.0
    left = crowns - 50 - pitch * (len(rounds) - 0.5)
    for n, one in enumerate(rounds):
        label = t("ui.result.round", n=one["round"]) if w >= 600 else str(one["round"])
        text.draw(c, label, left + n * pitch, y + 24, "sans_bold", 13.5, "text.muted", "cm", max_w=pitch - 4)
    text.draw(c, t("ui.result.crowns"), crowns, y + 24, "sans_bold", 13.5, "text.muted", "cm", max_w=80)
    for at, k in enumerate(seats):
        seat = session.seats[k]
        cy = y + 42 + (at + 0.5) * row
        if result[k] == 1:
            shapes.round_rect(c, x + 12, cy - row / 2 + 1, w - 24, row - 2, 8, "accent", alpha=38)
        text.draw(c, t("ui.result.place", place=result[k]), x + 34, cy, "black", 17, "text.title", "cm", max_w=34)
        shapes.badge(c, seat.colour, seat.emblem, x + 68, cy, min(14.0, row * 0.4))
        kind = t("ui.plate.person") if seat.kind == "person" else level_name(ctx, strength(seat.level))
        name_room = min(120.0, left - x - 108)
        text.draw(c, seat.name, x + 90, cy - row * 0.17, "serif_bold", 15.5, "text", "lm", max_w=name_room)
        text.draw(c, kind, x + 90, cy + row * 0.27, "sans", 12, "text.muted", "lm", max_w=name_room)
        for n, one in enumerate(rounds):
            won = k in one["winners"]
            cx = left + n * pitch
            played = any(k in group for group in one["groups"])
            shown = str(count_up(view, one["points"][k])) if played else "\u2013"
            text.draw(c, shown, cx, cy, "black", 15.5, "text.title" if won else "text.muted", "cm", fixed=True)
            if won:
                half = text.width(c, shown, "black", 15.5, fixed=True) / 2
                icons.draw(c, "crown", cx + half + 7, cy - 1, 10, "accent")
        for n in range(CROWNS_TO_WIN):
            shapes.crown(c, crowns - 10 + n * 21, cy, 18, n < view["crowns"][k])
