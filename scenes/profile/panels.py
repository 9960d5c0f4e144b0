"""The panels of the page *You*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Protocol

from engine import registry
from engine.content import achievements
from engine.content.achievements import Record
from engine.content.daily_challenge import (
    DailyResults,
    Day,
)
from engine.seats import Seat
from engine.storage.statistics import find_seat
from scenes.common import opponent_names
from scenes.common.faces import build_face, build_plain_face, draw_face
from scenes.common.picture_names import name_picture
from scenes.profile.record import CURVE_GAMES, Found, GameRating, Profile, count_streak, read_day
from scenes.shell.i18n import format_time
from scenes.shell.panels import draw_titled_panel
from scenes.table import game_screens
from sprites.base import icons, layout, portrait, raster, regalia, shapes, text
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Stack

if TYPE_CHECKING:
    from engine.storage.statistics import PlayedGame
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui
    from sprites.base.canvas import Canvas


class Page(Protocol):
    """What the panels show, and what can be done from them."""

    ctx: Context
    ui: Ui
    today: date
    record: Record
    days: DailyResults
    games: Sequence[str]
    found: Found
    profile: Profile
    waiting: bool

    def open_deed(self, game: str, at: int) -> Callable[[], None]:
        """Return a callback that opens the board of achievements on one of a game."""

    def try_moments(self, first: int = 0) -> Callable[[], None]:
        """Return a callback that opens the moments that are due, from this one on."""

    def open_game(self, played: PlayedGame) -> Callable[[], None] | None:
        """Return a callback that opens a finished game in the study; None when its save has gone."""

    def open_puzzles(self) -> None:
        """Open the puzzles."""

    def open_statistics(self) -> None:
        """Open the statistics of all games."""

    def play(self, game: str) -> Callable[[], None]:
        """Return a callback that begins a game with the seats of the last one."""

    def find_nearest(self) -> tuple[str, int] | None:
        """Return game and place of the achievement to go for next."""


GAP = 12.0
HEAD = 46.0
WEEKS = 17
CELL, PITCH = 14.5, 18.0
MOMENTS = 3
"""Sizes of an achievement's name in one line and in two."""
ROW_OF_GAME = 66.0
FACES = 3
"""Number of opponents shown next to a finished game."""


def describe_since(page: Page) -> str:
    """Return how many games the person has finished, and since when."""
    games = page.profile.games
    if not games:
        return ""
    day = read_day(games[-1].ended)
    n = len(games)
    if day is None:
        return page.ctx.t("you.games", n=n)
    return page.ctx.t("you.since", n=n, day=day.day, month=page.ctx.t(f"ui.month.{day.month}"), year=day.year)


# --- left: the person, days, moments ---------------------------------------------------------------------


def draw_person_column(page: Page, c: Canvas, box: Box) -> None:
    """Draw the person, the days and the moments that are due."""
    x, y, w, h = box
    _person(page, c, (x, y, w, 250.0))
    _days(page, c, (x, y + 250 + GAP, w, 190.0))
    top = y + 250 + 190 + 2 * GAP
    _moments(page, c, (x, top, w, y + h - top))


def _person(page: Page, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    shapes.panel(c, *box)
    seat = Seat("person", "", page.profile.name)
    draw_face(c, seat, x + 92, y + 90, 62, sign=0)
    name = page.profile.name or t("ui.setup.you")
    text.draw(c, name, x + 178, y + 54, "large figure", "text.title", "lm", max_w=w - 196)
    words = t("you.none") if not page.profile.games and not page.waiting else _describe_wins(page)
    text.paragraph(c, words, x + 178, y + 74, w - 196, "remark", "text.body")
    page.ui.button(
        c, "statistics", (x + 178, y + 122, w - 200, 36), t("ui.title.statistics"), page.open_statistics,
        icon="ph-chart-bar",
    )  # fmt: skip
    shapes.rule(c, x + 18, y + 172, w - 36, ornament=False)
    stars = page.found.stars or (0, 0, 0, 0)
    done, of = count_deeds(page)
    sums = [
        ("star", *stars[:2], t("you.stars")), ("throne-king", *stars[2:], t("you.thrones")),
        ("laurels", done, of, t("you.deeds")),
    ]  # fmt: skip
    for (icon, n, most, words), cell in zip(sums, layout.columns((x + 10, y + 178, w - 20, h - 186), 3), strict=True):
        middle = cell[0] + cell[2] / 2
        icons.draw(c, icon, middle - 26, cell[1] + 24, 26, "accent.bright")
        with tell_as_one(c.words, cell, partial(_describe_count, page, words, n, most)):
            wide = text.draw(c, str(n), middle - 2, cell[1] + 24, "large figure", "text.title", "lm")
            if most:
                text.draw(c, f"/ {most}", middle + 3 + wide, cell[1] + 26, "body", "text.muted", "lm", max_w=40)
            text.draw(c, words, middle, cell[1] + 50, "fine", "text.muted", "cm", max_w=cell[2] - 8)


def _describe_count(page: Page, what: str, n: int, most: int) -> str:
    count = page.ctx.t("deeds.count", n=n, of=most) if most else str(n)
    return page.ctx.t("reader.result.item", what=what, n=count)


def _describe_wins(page: Page) -> str:
    games = page.profile.games
    won = sum(one.places[seat] == 1 for one in games if (seat := find_seat(one, page.profile.name)) is not None)
    return page.ctx.t("you.won", n=won) if games else ""


def count_deeds(page: Page) -> tuple[int, int]:
    """Return how many achievements that can be won now are won, and how many there are."""
    keys = [f"{game}.{deed.id}" for game in achievements.games() for deed in achievements.load_achievements(game)]
    return sum(key in page.record.deeds for key in keys), len(keys)


def _days(page: Page, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    solved = {day for day, made in page.days.days.items() if is_answered(made)}
    streak = count_streak({*page.profile.days, *solved}, page.today)
    draw_titled_panel(c, box, t("you.days"), None, t("you.streak", n=streak) if streak > 1 else "")
    at = x + 20
    for colour, key in (("accent", "you.day.game"), ("text.title", "you.day.letter")):
        shapes.round_rect(c, at, y + 52, 12, 12, 3, colour)
        at += 18 + text.draw(c, t(key), at + 18, y + 58, "fine", "text.muted", "lm", max_w=130) + 16
    left = x + w - 18 - WEEKS * PITCH
    first = page.today - timedelta(page.today.weekday() + 7 * (WEEKS - 1)) if page.today.year > 1 else page.today
    for row in range(7):
        top = y + 72 + row * (h - 80) / 7
        text.draw(c, t(f"today.weekday.{row + 1}"), left - 8, top + CELL / 2, "fine", "text.dim", "rm", max_w=34)
        for week in range(WEEKS):
            day = first + timedelta(7 * week + row)
            if day > page.today:
                continue
            colour = "text.title" if day in solved else "accent" if day in page.profile.days else "well"
            cell = (left + week * PITCH, top, CELL, CELL)
            shapes.round_rect(c, *cell, 4, colour)
            if day in solved:  # colour is not the only sign
                shapes.round_rect(c, left + week * PITCH + 5, top + 5, 4.5, 4.5, 2, "well")
            if day == page.today:
                shapes.round_rect(c, *cell, 4, "text.bright", border=1.6)


def is_answered(made: Day) -> bool:
    """Whether something of a daily letter was finished on its day: its puzzle, or one of its games."""
    return made.solved or any(one.place for one in made.tables.values())


def _moments(page: Page, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    due = page.found.moments
    draw_titled_panel(c, box, t("you.moments"), None, t("you.moments.due", n=len(due)) if due else "")
    stack = Stack((x + 8, y + HEAD, w - 16, h - HEAD - 70))
    if not due:
        words = t("ui.statistics.reading" if page.waiting else "you.moments.none")
        text.paragraph(c, words, x + 20, y + HEAD + 14, w - 40, "aside", "text.muted")
    games = {one.id: one for one in page.profile.games}
    for at, one in enumerate(due[:MOMENTS]):
        if stack.room < 56:
            break
        row = stack.take(min(64.0, max(56.0, stack.room / (MOMENTS - at))))
        state = page.ui.zone(f"moment.{at}", row, page.try_moments(at), radius=8)
        if state in ("hover", "pressed"):
            shapes.round_rect(c, *row, 8, "accent", alpha=36)
        middle = layout.middle(row)
        icons.draw(c, registry.info(one.game).emblem, row[0] + 32, middle, 30, "accent")
        title = t("you.moment", game=game_screens.short_name(page.ctx, one.game), n=one.turn)
        text.draw(c, title, row[0] + 62, middle - 10, "name", "text", "lm", max_w=w - 110)
        played = games.get(one.id)
        others = [name for k, name in enumerate(played.names) if k != one.seat] if played is not None else []
        words = t("you.against", names=", ".join(others)) if others else t("you.moment.later")
        text.draw(c, words, row[0] + 62, middle + 12, "fine", "text.muted", "lm", max_w=w - 110)
        icons.draw(c, "right", row[0] + row[2] - 16, middle, 15, "accent")
    if due:
        page.ui.button(
            c, "main", (x + 14, y + h - 64, w - 28, 50), t("you.moments.try"), page.try_moments(), main=True,
            icon="anticlockwise-rotation", key=t("ui.key.main"),
        )  # fmt: skip
        return
    page.ui.button(
        c, "puzzles", (x + 14, y + h - 60, w - 28, 46), t("ui.title.puzzles"), page.open_puzzles, icon="star"
    )


# --- middle: achievements -------------------------------------------------------------------------------


def draw_deeds(page: Page, c: Canvas, box: Box) -> None:
    """Draw five medals per game, and the one to go for next."""
    x, y, w, h = box
    t = page.ctx.t
    nearest = page.find_nearest()
    low = 108.0 if nearest is not None else 0.0
    high = h - (low + GAP if low else 0)
    done, of = count_deeds(page)
    draw_titled_panel(c, (x, y, w, high), t("you.deeds.title"), None, t("deeds.count", n=done, of=of))
    games = achievements.games()
    for game, row in zip(games, layout.rows((x + 14, y + HEAD, w - 28, high - HEAD - 8), len(games)), strict=True):
        _row_of_deeds(page, c, game, row)
    if nearest is not None:
        _nearest(page, c, *nearest, (x, y + high + GAP, w, low))


def _row_of_deeds(page: Page, c: Canvas, game: str, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    some = achievements.load_achievements(game)
    won = [f"{game}.{deed.id}" in page.record.deeds for deed in some]
    icons.draw(c, registry.info(game).emblem, x + 14, y + 16, 20, "accent")
    text.draw(c, t(f"{game}.name"), x + 34, y + 16, "caption", "accent", "lm", max_w=w - 130)
    text.draw(c, t("deeds.count", n=sum(won), of=len(some)), x + w - 4, y + 16, "fine", "text.muted", "rm")
    r = min(38.0, (h - 68) / 2)
    cells = layout.columns((x, y + 30, w, h - 34), max(1, len(some)))
    for at, (deed, cell) in enumerate(zip(some, cells, strict=False)):
        cx, cy = cell[0] + cell[2] / 2, y + 36 + r
        title = t(deed.text_id(game))
        one = page.record.deeds.get(f"{game}.{deed.id}")
        when = t("deeds.open") if one is None else t("deeds.done", date=format_time(page.ctx.texts, one.when))
        tip = (title, t(f"{deed.text_id(game)}.text") + "\n\n" + when)
        state = page.ui.zone(
            f"deed.{game}.{at}",
            cell,
            page.open_deed(game, at),
            tip=tip,
            radius=12,
            value=name_picture(page.ctx, deed.icon),
        )
        if state in ("hover", "pressed"):
            shapes.round_rect(c, *cell, 12, "accent", alpha=26)
        regalia.medal(c, cx, cy, r, deed.icon, regalia.GOLD if won[at] else regalia.DARK, glow=0)
        ink = "text" if won[at] else "text.dim"
        if text.width(c, title, "label") <= cell[2] - 6:
            text.draw(c, title, cx, cy + r + 18, "label", ink, "cm")
        else:
            text.paragraph(
                c, title, cell[0] + 3, cy + r + 5, cell[2] - 6, text.resize("label", 14), ink, align="c", line=1.05
            )
    if game != achievements.games()[-1]:
        shapes.rule(c, x, y + h - 1, w, ornament=False)


def _nearest(page: Page, c: Canvas, game: str, at: int, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    deed = achievements.load_achievements(game)[at]
    shapes.panel(c, *box)
    regalia.medal(c, x + 56, y + h / 2, 34, deed.icon, regalia.DARK)
    label = t("you.play", game=game_screens.short_name(page.ctx, game))
    room = 200.0
    title = t("you.nearest", name=t(deed.text_id(game)))
    text.draw(c, title, x + 108, y + 30, "name", "text.title", "lm", max_w=w - room - 140)
    asked = t(f"{deed.text_id(game)}.text")
    font = text.fit(c, asked, w - room - 140, h - 56, least=12.5)
    text.paragraph(c, asked, x + 108, y + 46, w - room - 140, font, "text.body")
    place = (x + w - room - 16, y + (h - 48) / 2, room, 48.0)
    page.ui.button(c, "nearest", place, label, page.play(game), icon="dice")


# --- right: ratings and games -----------------------------------------------------------------------------


def draw_record_column(page: Page, c: Canvas, box: Box) -> None:
    """Draw ratings with their course, and the last games."""
    x, y, w, h = box
    rows = len(page.games)
    high = HEAD + 82 * rows + 6
    _ratings(page, c, (x, y, w, high))
    _last_games(page, c, (x, y + high + GAP, w, h - high - GAP))


def _ratings(page: Page, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    draw_titled_panel(c, box, t("you.ratings"), None, t("you.ratings.last", n=CURVE_GAMES))
    if not page.profile.ratings:
        return
    for one, row in zip(
        page.profile.ratings, layout.rows((x + 14, y + HEAD, w - 28, h - HEAD - 6), len(page.games)), strict=True
    ):
        with tell_as_one(c.words, row):
            _rating(page, c, one, row)


def _rating(page: Page, c: Canvas, one: GameRating, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    middle = y + h / 2
    icons.draw(c, registry.info(one.game).emblem, x + 20, middle, 32, "accent")
    room = 168.0
    text.draw(
        c,
        game_screens.short_name(page.ctx, one.game),
        x + 50,
        middle - 12,
        "name",
        "text",
        "lm",
        max_w=room,
    )
    if one.own is None:
        words = t("you.rating.after", n=one.left) if one.left else t("you.rating.none")
        text.draw(c, words, x + 50, middle + 13, "fine", "text.muted", "lm", max_w=w - 60)
        return
    if one.even is not None:
        words = t("you.even", name=opponent_names.get_name(page.ctx, one.even))
        text.draw(c, words, x + 50, middle + 13, "fine", "text.muted", "lm", max_w=room)
    draw_curve(c, (x + 228, middle - 21, 124, 42), one.curve)
    right = x + w - 4
    spread = f"\u00b1 {one.own.spread}"
    text.draw(c, spread, right, middle - 11, "fine", "text.muted", "rm")
    text.draw(c, str(one.own.rating), right - 46, middle - 12, "figure", "text.title", "rm")
    if one.week:
        icon, ink = ("caret-up", "text.good") if one.week > 0 else ("caret-down", "text.warning")
        words = t("you.week", n=f"{one.week:+d}".replace("-", "\u2212"))
        width = text.draw(c, words, right, middle + 13, "strong", ink, "rm", max_w=130)
        icons.draw(c, icon, right - width - 12, middle + 13, 13, ink)


def draw_curve(c: Canvas, box: Box, values: tuple[int, ...]) -> None:
    """Draw the course of a value as a line from left to right, with a dot at its end."""
    if len(values) < 2:
        return
    x, y, w, h = box
    least, most = min(values), max(values)
    step, span = w / (len(values) - 1), max(1, most - least)
    spots = [(x + at * step, y + h - h * (value - least) / span) for at, value in enumerate(values)]

    def paint() -> object:
        layer = c.layer(w + 8, h + 8)
        on = c.on(layer, (x - 4, y - 4))
        points = [(float(on.x(px)), float(on.y(py))) for px, py in spots]
        mask = raster.stroke_mask(layer.get_width(), layer.get_height(), points, 2.2 * c.scale)
        layer.blit(raster.tint(mask, "accent.bright"), (0, 0))
        return layer

    made = c.cache.get(("profile curve", values, c.px(w), c.px(h)), paint)  # type: ignore[arg-type]
    c.surface.blit(made, (c.x(x - 4), c.y(y - 4)))
    shapes.outline(c, "circle", *spots[-1], 5, [(0, "text.bright"), (1, "text.title")], rim="accent")


def _last_games(page: Page, c: Canvas, box: Box) -> None:
    x, y, w, h = box
    t = page.ctx.t
    games = page.profile.games
    draw_titled_panel(c, box, t("you.last"), None, t("you.games", n=len(games)) if games else "")
    if not games:
        words = t("ui.statistics.reading" if page.waiting else "ui.statistics.none")
        text.paragraph(c, words, x + 20, y + HEAD + 14, w - 40, "aside", "text.muted")
        return
    stack = Stack((x + 8, y + HEAD, w - 16, h - HEAD - 8))
    for at, played in enumerate(games[: int(stack.room // ROW_OF_GAME)]):
        row = stack.take(ROW_OF_GAME)
        with tell_as_one(c.words, row, partial(_describe_game, page, played)):
            _last_game(page, c, at, played, row)


def _describe_game(page: Page, played: PlayedGame) -> str:
    """Return what was played, what it came to, with whom and when."""
    own = find_seat(played, page.profile.name)
    others = [name for k, name in enumerate(played.names) if k != own]
    against = page.ctx.t("you.against", names=", ".join(others))
    parts = page.ctx.t(f"{played.game}.name"), _describe_end(page, played), against, _describe_time(page, played)
    return ". ".join(part for part in parts if part)


def _describe_end(page: Page, played: PlayedGame) -> str:
    own, count = find_seat(played, page.profile.name), len(played.names)
    place = played.places[own] if own is not None else 0
    return page.ctx.t("you.game.won", n=count) if place == 1 else page.ctx.t("you.game.place", place=place, n=count)


def _describe_time(page: Page, played: PlayedGame) -> str:
    said = format_time(page.ctx.texts, played.ended)
    if played.assisted or played.advised:
        said += "  \u00b7  " + page.ctx.t("ui.load.assisted" if played.assisted else "ui.load.advised")
    return said


def _last_game(page: Page, c: Canvas, at: int, played: PlayedGame, row: Box) -> None:
    x, _, w, _ = row
    t = page.ctx.t
    middle = layout.middle(row)
    opener = page.open_game(played)
    if opener is not None:
        label = f"{_describe_game(page, played)}. {t('study.open')}"
        state = page.ui.zone(f"game.{at}", row, opener, tip=(t("study.open"), ""), radius=8, label=label)
        if state in ("hover", "pressed"):
            shapes.round_rect(c, *row, 8, "accent", alpha=36)
        icons.draw(c, "right", x + w - 14, middle, 15, "accent")
    own = find_seat(played, page.profile.name)
    place = played.places[own] if own is not None else 0
    shapes.coin(c, x + 28, middle, 18, str(place), "gold" if place == 1 else "silver" if place == 2 else "copper")
    icons.draw(c, registry.info(played.game).emblem, x + 70, middle, 26, "accent")
    others = [level for k, level in enumerate(played.levels) if k != own]
    room = w - 100 - 46 * min(FACES, len(others)) - 32
    text.draw(c, _describe_end(page, played), x + 96, middle - 11, "name", "text", "lm", max_w=room)
    text.draw(c, _describe_time(page, played), x + 96, middle + 12, "fine", "text.muted", "lm", max_w=room)
    slot = page.found.slots.get(played.id)
    seats = [] if slot is None else [seat for k, seat in enumerate(slot.seats) if k != own]
    for k, level in enumerate(others[:FACES]):
        # The record knows no coats: they are those of the save, if it is still there.
        face = build_face(seats[k], c.palette) if len(seats) == len(others) else build_plain_face(level)
        portrait.draw(c, *face, x + w - 52 - 46 * (min(FACES, len(others)) - 1 - k), middle, 20)
