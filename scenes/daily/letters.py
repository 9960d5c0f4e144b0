"""Letters of a day: one for the table of each game, sealed until it is played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from engine import registry
from engine.content.daily_challenge import Table, Try
from scenes.common import opponent_names
from scenes.daily import playing
from scenes.shell.targets import Box
from scenes.study.moment_list import format_difference
from scenes.table import game_screens
from sprites.base import icons, text, wax
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui


class LetterDay(Protocol):
    """The day whose letters are drawn."""

    ctx: Context
    ui: Ui
    day: date
    chosen: str
    """Game whose letter is chosen."""
    tables: dict[str, Table]
    lost: dict[str, int]
    """Cost of the player's choices by game in percent, where an analysis exists."""
    cracked: float
    """How far the seal of the chosen letter is broken, 0 … 1."""
    risen: float
    """How far the sheets are out, 0 … 1."""

    def get_try(self, game: str) -> Try:
        """Return the counted try at a table of this day."""

    def chooser(self, game: str) -> Callable[[], None]:
        """Return what a press on a letter does."""

    def open(self) -> None:
        """Open the chosen letter."""


def draw_letter(today: LetterDay, c: Canvas, game: str, box: Box) -> None:
    """Draw the letter of a game: sealed, or open with its sheet; the chosen one has the main button."""
    x, y, w, h = box
    t = today.ctx.t
    info, table, one = registry.info(game), today.tables[game], today.get_try(game)
    lit = game == today.chosen
    state = today.ui.zone(
        f"letter.{game}", (x, y - 40, w, h + 40), today.chooser(game), radius=6, ring=False, label=t(f"{game}.name"),
        value=_describe_letter(today, one, table, today.lost.get(game)),
    )  # fmt: skip
    hot = state in ("hover", "pressed") or today.ui.visible_focus == f"letter.{game}"
    top = y - (8 if hot or lit else 0)
    look = wax.build_wax(info.cover.colour, info.emblem)
    if one.place:
        sx, sy, sw = wax.draw_open_letter(c, x, top, look, w=w, out=today.risen, lit=lit)
        _sheet(today, c, one, table, (sx, sy, sw), today.lost.get(game))
    else:
        breaking = lit and today.cracked < 1
        wax.draw_closed_letter(c, x, top, look, w=w, lit=lit or hot, cracked=bool(one.id) or breaking)
    ink = "text.title" if lit else "text.body"
    middle = x + w / 2
    name = game_screens.short_name(today.ctx, game)
    text.draw(c, name, middle, y + h + 26, "heading", ink, "cm", max_w=w + 10, shadow=True)
    rivals = ", ".join(opponent_names.get_name(today.ctx, level) for level in table.rivals)
    text.draw(c, rivals, middle, y + h + 49, "body", "text.muted", "cm", max_w=w + 14)
    if lit:
        again = bool(one.place)
        label = "today.again" if again else "today.go_on" if one.id else "today.break"
        today.ui.button(
            c, "main", (x, y + 344, w, 56), t(label), today.open, main=True,
            icon="redo" if again else "play" if one.id else None, key=t("ui.key.main"),
            tip=(t(label), t("today.again.tip")) if again else None,
        )  # fmt: skip
    elif one.place:
        text.draw(c, _find_end(today, one), middle, y + 340, "remark", "text.soft", "cm", max_w=w)
    elif one.id:
        text.draw(c, t("today.under_way"), middle, y + 340, "remark", "text.title", "cm", max_w=w)


def _find_end(today: LetterDay, one: Try) -> str:
    """Return in words when the counted game of the day ended."""
    try:
        when = datetime.fromisoformat(one.ended).astimezone()
    except (ValueError, OverflowError, OSError):
        return today.ctx.t("today.played")
    if when.date() == today.day:
        return today.ctx.t("today.played.at", time=when.strftime("%H:%M"))
    return today.ctx.t("today.played")


def _describe_letter(today: LetterDay, one: Try, table: Table, lost: int | None) -> str:
    """Return in words what the picture of a letter shows: sealed, begun, or what the game came to."""
    t = today.ctx.t
    if not one.place:
        return t("today.under_way" if one.id else "reader.letter.sealed")
    said = [t("today.place", place=one.place, of=table.seats)]
    if one.advised:
        said.append(t("ui.load.advised"))
    else:
        said.append(t("road.stars", stars=playing.stars(one, table.seats), most=playing.MOST_STARS))
    if lost is not None:
        said.append(_describe_lost(today, lost))
    return ", ".join(said)


def _describe_lost(today: LetterDay, lost: int) -> str:
    return today.ctx.t("today.lost", cost=today.ctx.t("ui.percent", value=format_difference(lost)))


def _sheet(
    today: LetterDay, c: Canvas, one: Try, table: Table, place: tuple[float, float, float], lost: int | None
) -> None:
    """Draw place, stars and cost of the choices on the sheet of an open letter; ``place`` is left, top and width."""
    x, y, w = place
    said = today.ctx.t("today.place", place=one.place, of=table.seats)
    step = 30.0 if lost is None else 24.0
    high = y + (26 if lost is None else 20)
    text.draw(c, said, x + w / 2, high, "heading", "paper.title", "cm", max_w=w - 18)
    won = playing.stars(one, table.seats)
    if one.advised:
        words = today.ctx.t("ui.load.advised")
        text.draw(c, words, x + w / 2, high + step + 4, "remark", "paper.label", "cm", max_w=w - 18)
    for k in range(0 if one.advised else playing.MOST_STARS):
        ink = "confirm.low" if k < won else "text.quiet"
        icons.draw(c, "round-star", x + w / 2 + (k - 1) * 28, high + step + 4, 23, ink)
    if lost is not None:
        words = _describe_lost(today, lost)
        text.draw(c, words, x + w / 2, high + 2 * step + 2, "remark", "paper.label", "cm", max_w=w - 18)
