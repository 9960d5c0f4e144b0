"""A month: what was made of each of its days. Missed days stay open, nothing counts them."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Protocol

from engine import registry
from engine.content import daily_challenge
from engine.content.daily_challenge import (
    FIRST,
    DailyResults,
    Try,
)
from scenes.daily import playing
from scenes.shell.i18n import format_day
from scenes.shell.targets import Box
from sprites.base import icons, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

WEEK = 7
LAUREL = ("base/gold.high", "base/laurel.low")
FOOT, HEAD = 62.0, 84.0
PUZZLE_ICON = "star"


class Almanac(Protocol):
    """What a calendar shows: ``month`` by its first day, ``day`` the one that is laid out, ``today``."""

    ctx: Context
    ui: Ui
    today: date
    day: date
    month: date
    days: DailyResults

    def turn_month(self, by: int) -> None:
        """Show another month."""

    def opener(self, day: date) -> Callable[[], None]:
        """Return a callback that shows another day."""


def add_months(month: date, by: int) -> date:
    """First day of the month ``by`` months later; the same month where the calendar ends."""
    number = month.year * 12 + month.month - 1 + by
    if not date.min.year <= number // 12 <= date.max.year:
        return month
    return date(number // 12, number % 12 + 1, 1)


def draw(scene: Almanac, c: Canvas, box: Box) -> None:
    """Title with arrows, seven columns, and what the signs mean."""
    x, y, w, h = box
    t = scene.ctx.t
    shapes.panel(c, *box)
    title = t("today.month", month=t(f"today.month.{scene.month.month}"), year=str(scene.month.year))
    text.draw(c, title, x + 18, y + 24, "heading", "accent", "lm", max_w=w - 110)
    shapes.rule(c, x + 14, y + 42, w - 28, ornament=False)
    back, on = scene.month > FIRST, scene.month < scene.today.replace(day=1)
    scene.ui.icon_button(c, "month.before", x + w - 64, y + 24, 14, "left", lambda: scene.turn_month(-1), enabled=back,
                         label=t("reader.month.before"))  # fmt: skip
    scene.ui.icon_button(c, "month.after", x + w - 28, y + 24, 14, "right", lambda: scene.turn_month(1), enabled=on,
                         label=t("reader.month.after"))  # fmt: skip
    left, pitch = x + 16, (w - 32) / WEEK
    with tell_as_one(c.words, box, lambda: ""):  # each day is told with its name
        for k in range(WEEK):
            at = left + (k + 0.5) * pitch
            text.draw(c, t(f"today.weekday.{k + 1}"), at, y + 66, "caption", "text.dim", "cm", max_w=pitch - 6)
    first, count = calendar.monthrange(scene.month.year, scene.month.month)
    row = (h - HEAD - FOOT) / 6
    for number in range(1, count + 1):
        line, column = divmod(number - 1 + first, WEEK)
        cell = (left + column * pitch + 2.5, y + HEAD + line * row + 2.5, pitch - 5, row - 5)
        _day(scene, c, scene.month.replace(day=number), cell)
    _legend(scene, c, (x, y + h - FOOT, w, FOOT))


def _day(scene: Almanac, c: Canvas, day: date, box: Box) -> None:
    x, y, w, h = box
    open_ = FIRST <= day <= scene.today
    made = scene.days.get(day)
    games = [game for game in daily_challenge.games(day) if made.tables.get(game, Try()).place]
    is_whole = playing.complete(day, scene.days, daily_challenge.games(day))
    done = [scene.ctx.t(f"{game}.name") for game in games] + ([scene.ctx.t("today.puzzle")] if made.solved else [])
    state = scene.ui.zone(
        f"day.{day.day}", box, scene.opener(day), enabled=open_, radius=7, label=format_day(scene.ctx.texts, day),
        value=scene.ctx.t("today.all") if is_whole else ", ".join(done),
    )  # fmt: skip
    shown = day == scene.day
    lit = shown or state in ("hover", "pressed")
    if shown:
        shapes.glow_box(c, *box, 7, "glow", 150, reach=8)
    shapes.round_rect(c, *box, 7, "panel.top" if shown else "veil", alpha=255 if shown else 150 if open_ else 90)
    edge = "edge.bright" if lit else "edge"
    strong = 255 if lit else 64 if open_ else 26
    shapes.round_rect(c, *box, 7, edge, alpha=strong, border=1.8 if shown else 1)
    ink = "text.bright" if shown else "text.quiet" if open_ else "text.faint"
    text.draw(c, str(day.day), x + 8, y + 12, "strong", ink, "lm", fixed=True)
    if day == scene.today:
        shapes.round_rect(c, x + 6, y + 21, 17, 2, 1, ink)
    if is_whole:
        icons.gradient(c, "laurel-crown", x + w / 2, y + h / 2 + 6, min(42.0, h - 26), LAUREL)
        return
    looks = [(registry.info(game).cover.colour, registry.info(game).emblem) for game in games]
    if made.solved:
        looks.append((wax.GREEN, PUZZLE_ICON))
    per = 2 if len(looks) > 2 or w < 70 else len(looks)
    for k, look in enumerate(looks):
        column, line = k % per, k // per
        beside = min(per, len(looks) - line * per)
        cx = x + w / 2 + (column - (beside - 1) / 2) * 25
        wax.stamp(c, wax.build_wax(*look), cx, y + h / 2 + 7 + (line - (len(looks) - 1) // per / 2) * 24, 10.5)


def _legend(scene: Almanac, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = scene.ctx.t
    shapes.rule(c, x + 14, y + 4, w - 28, ornament=False)
    middle = y + h / 2 + 4
    icons.gradient(c, "laurel-crown", x + 32, middle, 24, LAUREL)
    wide = text.draw(c, t("today.all"), x + 50, middle, "body", "text.muted", "lm", max_w=140)
    at = x + 50 + wide + 22
    shapes.round_rect(c, at, middle - 10, 20, 20, 5, "veil", alpha=190)
    shapes.round_rect(c, at, middle - 10, 20, 20, 5, "edge", alpha=100, border=1)
    text.draw(c, t("today.missed"), at + 28, middle, "body", "text.muted", "lm", max_w=x + w - at - 42)
