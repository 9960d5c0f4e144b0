"""Result table of King of 12: winners and points of the rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract import View
from engine.session import Session
from games.king_of_12.rounds import totals
from scenes.common.level_names import level_name, strength
from scenes.results.score_chart import History, draw_side_chart, get_history
from scenes.results.score_counter import count_up
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


def course(session: Session) -> History:
    """Return the total points by seat after each change, also for tournaments."""
    found: History = []
    for position in session.course.positions:
        state: Any = position.state
        now = totals(state)
        if not found or found[-1] != now:
            found.append(now)
    return found


def points(session: Session) -> list[int]:
    """Return the points of all rounds, by seat."""
    return get_history(session, course)[-1]


def _chart(ctx: Context, session: Session, c: Canvas, box: Box) -> None:
    """Draw the chart of the points."""
    draw_side_chart(ctx, session, c, box, ctx.t("king_of_12.result.course"), get_history(session, course))


def draw(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """Draw places, names, points of the last eight rounds and crowns; ``place`` is x, y and width."""
    t = ctx.t
    x, y, w = place
    _chart(ctx, session, c, (x + w - 188, y, 388, 64 + 54.0 * len(session.result())))
    x -= 200
    result = session.result()
    rounds: list[dict[str, Any]] = list(view["round_results"])[-8:]
    seats = sorted(range(len(result)), key=lambda k: result[k])
    row = 54.0
    h = 64 + row * len(seats)
    shapes.panel(c, x, y, w, h)
    column = min(70.0, 380.0 / max(1, len(rounds)))
    for n, one in enumerate(rounds):
        cx = x + 400 + n * column
        text.draw(
            c, t("ui.result.round", n=one["round"]), cx, y + 30, "sans_bold", 14, "text.muted", "cm", max_w=column
        )
    text.draw(c, t("ui.result.crowns"), x + w - 80, y + 30, "sans_bold", 14, "text.muted", "cm", max_w=120)
    for at, k in enumerate(seats):
        seat = session.seats[k]
        cy = y + 72 + at * row
        if result[k] == 1:
            shapes.round_rect(c, x + 14, cy - row / 2 + 3, w - 28, row - 6, 9, "accent", alpha=38)
        text.draw(c, t("ui.result.place", place=result[k]), x + 44, cy, "black", 22, "text.title", "cm")
        shapes.badge(c, seat.colour, seat.emblem, x + 96, cy, 18)
        kind = t("ui.plate.person") if seat.kind == "person" else level_name(ctx, strength(seat.level))
        text.draw(c, seat.name, x + 128, cy - 8, "serif_bold", 19, "text", "lm", max_w=210)
        text.draw(c, kind, x + 128, cy + 13, "sans", 13.5, "text.muted", "lm", max_w=210)
        for n, one in enumerate(rounds):
            won = one["winner"] == k
            cx = x + 400 + n * column
            text.draw(
                c,
                str(count_up(view, one["points"][k])),
                cx,
                cy,
                "black",
                19,
                "text.title" if won else "text.muted",
                "cm",
            )
            if won:
                icons.draw(c, "crown", cx, cy - 20, 15, "accent")
        crowns = view["crowns"][k]
        for n in range(crowns):
            shapes.crown(c, x + w - 92 + n * 26, cy, 22, True)
