"""Result table of Legends: points by source, and a chart by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.contract import View
from engine.session import Session
from games.legends.scoring import PARTS
from scenes.common.level_names import level_name, strength
from scenes.results.score_chart import History, get_history
from scenes.results.score_chart import draw as draw_course
from scenes.results.score_counter import count_up
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

ROW = 46.0


def draw(ctx: Context, session: Session, view: View, c: Canvas, place: tuple[float, float, float]) -> None:
    """Draw places, names, points by part (a full game: by game), coins and the chart; ``place`` is x, y and width."""
    x, y, w = place
    x, w = x - 130, w + 260
    seats = sorted(range(view["seats"]), key=lambda k: session.result()[k])
    h = 56 + ROW * len(seats)
    games = len(view["totals"])
    left = 560.0
    shapes.panel(c, x, y, left, h)
    _table(ctx, session, view, c, (x, y, left), seats, games)
    shapes.panel(c, x + left + 12, y, w - left - 12, h)
    _chart(ctx, session, c, (x + left + 12, y, w - left - 12, h))


def _columns(ctx: Context, view: View, games: int) -> list[tuple[str, str, list[int]]]:
    """Return icon, title and a number per seat of every column."""
    t = ctx.t
    seats = range(view["seats"])
    if games > 1:
        return [
            ("", t("legends.result.game", n=number + 1), [rows[seat][0] for seat in seats])
            for number, rows in enumerate(view["totals"])
        ]
    icons_of = {
        "regions": "flying-flag", "islands": "island", "cards": "card-pick", "elixirs": "standing-potion",
        "tokens": "star-formation", "citadels": "guarded-tower", "leader": "visored-helm",
    }  # fmt: skip
    found = []
    for part in PARTS:
        numbers = [view["scores"][seat]["parts"][part] for seat in seats]
        if any(numbers) or part in ("regions", "islands", "cards", "elixirs"):
            found.append((icons_of[part], t(f"legends.score.{part}"), numbers))
    return found


def _table(
    ctx: Context,
    session: Session,
    view: View,
    c: Canvas,
    place: tuple[float, float, float],
    seats: list[int],
    games: int,
) -> None:
    t = ctx.t
    x, y, w = place
    columns = _columns(ctx, view, games)
    start, end = x + 232, x + w - 122
    pitch = min(62.0, (end - start) / max(1, len(columns) - 1)) if len(columns) > 1 else 0.0
    for k, (icon, title, _numbers) in enumerate(columns):
        crowded = 0 < pitch < CROWDED
        _head(c, icon, title, start + k * pitch, y, 2 * pitch if crowded else pitch, k % 2 if crowded else None)
    _head(c, "laurel-crown", t("legends.score.total"), x + w - 82, y, 56)
    _head(c, "two-coins", t("legends.result.coins"), x + w - 30, y, 50)
    for at, k in enumerate(seats):
        seat = session.seats[k]
        cy = y + 54 + ROW / 2 + at * ROW - 4
        if session.result()[k] == 1:
            shapes.round_rect(c, x + 10, cy - ROW / 2 + 2, w - 20, ROW - 4, 9, "accent", alpha=38)
        text.draw(c, t("ui.result.place", place=session.result()[k]), x + 32, cy, "black", 20, "text.title", "cm")
        shapes.badge(c, seat.colour, seat.emblem, x + 74, cy, 16)
        kind = t("ui.plate.person") if seat.kind == "person" else level_name(ctx, strength(seat.level))
        text.draw(c, seat.name, x + 100, cy - 8, "serif_bold", 18, "text", "lm", max_w=104)
        text.draw(c, kind, x + 100, cy + 11, "sans", 13, "text.muted", "lm", max_w=104)
        for n, (_icon, _title, numbers) in enumerate(columns):
            text.draw(c, _number(numbers[k]), start + n * pitch, cy, "serif_x", 18, "text", "cm")
        total, _book, coins, *_ = view["sums"][k]
        text.draw(c, _number(count_up(view, total)), x + w - 82, cy, "black", 25, "text.bright", "cm")
        text.draw(c, str(coins), x + w - 30, cy, "serif_x", 17, "text.muted", "cm")


CROWDED = 54.0
"""Column width below which names alternate between two lines."""


def _head(c: Canvas, icon: str, title: str, cx: float, y: float, w: float, line: int | None = None) -> None:
    """Draw sign and name of a column; names of narrow columns alternate between two lines (0, 1)."""
    if icon:
        icons.draw(c, icon, cx, y + (19 if line is None else 13), 18 if line is None else 15, "accent")
    at = 38 if line is None else 30 + 15 * line
    text.draw(c, title, cx, y + at, "sans", 12.5, "text.muted", "cm", max_w=w - 4, fixed=line is not None)


def _number(points: int) -> str:
    return str(points).replace("-", "\u2212")


CRITERIA = ("book", "coins", "armies", "regions")
"""Tie-breakers in order."""


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first seats; "" when points decided."""
    first, second = sorted((tuple(row) for row in view["sums"]), reverse=True)[:2]
    if first[0] != second[0]:
        return ""
    found = (name for name, one, other in zip(CRITERIA, first[1:], second[1:], strict=True) if one != other)
    return f"legends.result.tie.{next(found, 'shared')}"


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row[0] for row in session.view(None)["sums"]]


def course(session: Session) -> History:
    """Return the points of every seat after each turn, summed over the games of a full game.

    Changes after the last turn of a game (a leader's last card, points counted at the end) have a row
    of their own if they change the points.
    """
    rules: Any = session.rules
    found: History = []
    seen = (0, 0)
    for position in session.course.positions:
        state = position.state
        now = (len(state.totals), state.turns)
        if now == seen:
            continue
        ended = now[0] > seen[0]
        seen = now
        view = rules.view(state, None)
        if [view["points"]] != found[-1:] if ended else state.turns and view["scores"]:
            found.append(view["points"])
    return found


def _chart(ctx: Context, session: Session, c: Canvas, box: tuple[float, float, float, float]) -> None:
    """Draw the points over time."""
    x, y, w, h = box
    text.draw(c, ctx.t("legends.result.course"), x + 18, y + 22, "sc", 15.5, "accent", "lm", max_w=w - 36)
    rows = get_history(session, course)
    if len(rows) < 2:
        return
    spread = max(5, max(max(row) for row in rows)) - min(0, min(min(row) for row in rows))
    step = 5 if spread <= 30 else 10
    marks = range(0, -(-max(5, max(max(row) for row in rows)) // step) * step + 1, step)
    draw_course(ctx, session, c, box, (x + 40, y + 44, w - 64, h - 62), rows, marks)
