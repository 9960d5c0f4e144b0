"""Result table of King of the Dice: points by source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import View
from engine.session import Session
from games.king_of_the_dice.scoring import parts
from scenes.common.level_names import level_name, strength
from scenes.results.score_chart import History, draw_side_chart, get_history, list_points
from scenes.results.score_counter import count_up
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import pieces

if TYPE_CHECKING:
    from scenes.shell.context import Context


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row["total"] for row in session.view(None)["scores"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first seats; "" when points decided."""
    first, second = sorted((row["total"] for row in view["scores"]), reverse=True)[:2]
    if first != second:
        return ""
    return f"king_of_the_dice.result.tie.{'shared' if session.result().count(1) > 1 else 'flames'}"


def course(session: Session) -> History:
    """Return the points of every seat after each turn."""
    return list_points(session, lambda state: [parts(state, seat)["total"] for seat in range(state.seats)])


def _chart(ctx: Context, session: Session, c: Canvas, box: Box) -> None:
    """Draw the chart of the points."""
    rows = get_history(session, course)
    draw_side_chart(ctx, session, c, box, ctx.t("king_of_the_dice.result.course"), rows)


COLUMNS = ("area", "others", "flames", "gold", "white")


def draw(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """Draw places, names, the parts of the score and the sum; ``place`` is x, y and width."""
    t = ctx.t
    x, y, w = place
    _chart(ctx, session, c, (x + w - 188, y, 388, 84 + 54.0 * len(session.result())))
    x -= 200
    result = session.result()
    seats = sorted(range(len(result)), key=lambda k: (result[k], -view["scores"][k]["total"]))
    row = 54.0
    head = 70.0
    shapes.panel(c, x, y, w, head + 14 + row * len(seats))
    first, pitch = x + 392, 94.0
    for n, name in enumerate(COLUMNS):
        cx = first + n * pitch
        if name in ("gold", "white"):
            pieces.gem(c, cx, y + 25, 11, name == "gold")
        elif name == "flames":
            pieces.flame(c, cx, y + 24, 24)
        else:
            icons.draw(
                c,
                "medieval-gate",
                cx,
                y + 24,
                24 if name == "area" else 17,
                "accent.bright" if name == "area" else "accent",
            )
        label = t(f"king_of_the_dice.result.{name}")
        text.draw(c, label, cx, y + 52, "sans_bold", 13, "text.muted", "cm", max_w=pitch - 4, fixed=True)
    text.draw(
        c,
        t("king_of_the_dice.result.total"),
        x + w - 48,
        y + 52,
        "sans_bold",
        13,
        "text.muted",
        "cm",
        max_w=80,
        fixed=True,
    )
    for at, k in enumerate(seats):
        seat = session.seats[k]
        parts = view["scores"][k]
        cy = y + head + 8 + row / 2 + at * row
        if result[k] == 1:
            shapes.round_rect(c, x + 14, cy - row / 2 + 3, w - 28, row - 6, 9, "accent", alpha=38)
        text.draw(c, t("ui.result.place", place=result[k]), x + 44, cy, "black", 22, "text.title", "cm")
        shapes.badge(c, seat.colour, seat.emblem, x + 96, cy, 18)
        kind = t("ui.plate.person") if seat.kind == "person" else level_name(ctx, strength(seat.level))
        text.draw(c, seat.name, x + 128, cy - 8, "serif_bold", 19, "text", "lm", max_w=200)
        text.draw(c, kind, x + 128, cy + 13, "sans", 13.5, "text.muted", "lm", max_w=200)
        for n, name in enumerate(COLUMNS):
            cx = first + n * pitch
            points = parts["points"][name]
            text.draw(
                c,
                str(points),
                cx,
                cy - (7 if parts[name] else 0),
                "black",
                20,
                "text" if points else "text.faint",
                "cm",
            )
            if parts[name] and name not in ("flames", "others"):
                sum_ = f"{parts[name]}\u00a0\u00d7\u00a0{view['worth'][name]}"
                text.draw(c, sum_, cx, cy + 14, "sans", 13, "text.muted", "cm", fixed=True)
        shapes.pill(
            c, x + w - 48, cy, str(count_up(view, parts["total"])), "win" if result[k] == 1 else "plain", size=20
        )
