"""What a day shows: a letter for the table of each game, sealed until it is played, and the calendar of its month.

What is done with the table and the puzzle of a day, what came of it, and what the choices cost, is here as well.
"""

from __future__ import annotations

import calendar
from collections.abc import Collection, Mapping
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ai.analysis.report import WHOLE, Review, break_down
from engine import registry, schema
from engine.content import daily_challenge
from engine.content.daily_challenge import FIRST, KEPT, DailyResults, Table, Try
from engine.content.puzzles import BadPuzzles
from engine.storage import folders, saves, studies
from engine.storage.statistics import PlayedGame
from scenes.common import opponent_names
from scenes.menus.open_save import open_save
from scenes.puzzles.puzzle_controller import Occasion, open_puzzle
from scenes.shell import routes
from scenes.shell.i18n import format_day
from scenes.shell.targets import Box
from scenes.study.moments import format_difference
from scenes.table import game_screens
from scenes.table.new_game import begin, sitting
from sprites.base import icons, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.daily.scene import Today
    from scenes.shell.context import Context

MOST_STARS = 3
WEEK = 7
LAUREL = ("base/gold.high", "base/laurel.low")
FOOT, HEAD = 62.0, 84.0
PUZZLE_ICON = "star"


def measure_losses(tables: Mapping[str, Table], tries: Mapping[str, Try]) -> dict[str, int]:
    """Return the cost of the player's choices by game, in whole percent; games without an analysis are left out."""
    found = {}
    for game, one in tries.items():
        if one.place and one.id and game in tables:
            percent = _measure(one.id, tables[game].seat)
            if percent is not None:
                found[game] = percent
    return found


def _measure(game_id: str, seat: int) -> int | None:
    try:
        review = schema.decode(studies.load(game_id).review, Review)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    if review.id != game_id or not review.finished or seat >= review.seats:
        return None
    return round(100 * break_down(review, seat).own / WHOLE)


def start(ctx: Context, days: DailyResults, table: Table) -> None:
    """Begin the table of a day. The first game counts; another one is a repetition, with help, and counts nowhere."""
    counts = not days.get(table.day).tables.get(table.game, Try()).place
    seats = sitting(ctx, table.game, [table.find_level(seat) for seat in range(table.seats)])
    scene = begin(ctx, table.game, table.options, seats, table.seed, try_again=not counts)
    if counts:
        place = scene.session.autosave
        lost = days.get(table.day).tables.get(table.game, Try())
        one = Try(scene.session.id, place.name if place is not None else "").replace_lost(lost)
        failure = scene.session.keep()  # what the day names must be there, even if nothing is decided
        if failure is not None:
            ctx.notices.append(failure.message)
        days.record_try(table.day, table.game, one)
        ctx.keep(KEPT, days)
    ctx.stack.push(scene)


def go_on(ctx: Context, days: DailyResults, table: Table) -> None:
    """Continue the counted try, under whatever name its save lies; if that is gone begin the table anew."""
    one = days.get(table.day).tables[table.game]
    slot = saves.find(folders.saves(), one.save, one.id)
    if slot is None:
        start(ctx, days, table)
    else:
        open_save(ctx, slot)


def settle(days: DailyResults, played: dict[str, PlayedGame]) -> bool:
    """Enter the results of counted games that have ended; return whether there was one."""
    news = False
    for day, made in list(days.days.items()):
        for game, one in made.tables.items():
            found = played.get(one.id)
            if one.place or found is None or "person" not in found.kinds:
                continue
            place = found.places[found.kinds.index("person")]
            days.record_try(
                day, game, msgspec.structs.replace(one, place=place, ended=found.ended[:40], advised=found.advised)
            )
            news = True
    return news


def stars(one: Try, seats: int) -> int:
    """Return the stars of a try: three for the first place, two for the better half, one for a finished game; none with
    advice."""
    place = one.place
    return 0 if not place or one.advised else MOST_STARS if place == 1 else 2 if 2 * place <= seats else 1


def complete(day: date, days: DailyResults, games: Collection[str]) -> bool:
    """Whether all tables of a day have been played and its puzzle solved."""
    made = days.get(day)
    return bool(games) and made.solved and all(made.tables.get(game, Try()).place for game in games)


def start_puzzle(ctx: Context, days: DailyResults, day: date) -> None:
    """Open the puzzle of a day at its table; an invalid file of puzzles is reported."""
    game, name = daily_challenge.puzzle(day)
    at = daily_challenge.find_puzzle(game, name) if game else None
    if at is None:
        ctx.play("refused")
        return

    person = ctx.person

    def count(solved: bool) -> None:
        days.record_puzzle(day, solved)
        ctx.keep(KEPT, days, person)

    try:
        open_puzzle(ctx, game, at, Occasion("today.title", partial(routes.go, ctx, "today", day, days), count))
    except BadPuzzles as error:
        ctx.ask(ctx.t("puzzle.bad"), str(error))


def draw_letter(today: Today, c: Canvas, game: str, box: Box) -> None:
    """Draw the letter of a game: sealed, or open with its sheet; the chosen one has the main button."""
    x, y, w, h = box
    t = today.ctx.t
    info, table, one = registry.info(game), today.tables[game], today.get_try(game)
    lit = game == today.chosen
    state = today.ui.zone(
        f"letter.{game}", (x, y - 40, w, h + 40), partial(today.choose, game), radius=6, ring=False,
        label=t(f"{game}.name"), value=_describe_letter(today, one, table, today.lost.get(game)),
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
    text.draw(c, rivals, middle, y + h + 49, "body", "text.soft", "cm", max_w=w + 14)
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


def _find_end(today: Today, one: Try) -> str:
    """Return in words when the counted game of the day ended."""
    try:
        when = datetime.fromisoformat(one.ended).astimezone()
    except (ValueError, OverflowError, OSError):
        return today.ctx.t("today.played")
    if when.date() == today.day:
        return today.ctx.t("today.played.at", time=when.strftime("%H:%M"))
    return today.ctx.t("today.played")


def _describe_letter(today: Today, one: Try, table: Table, lost: int | None) -> str:
    """Return in words what the picture of a letter shows: sealed, begun, or what the game came to."""
    t = today.ctx.t
    if not one.place:
        return t("today.under_way" if one.id else "reader.letter.sealed")
    said = [t("today.place", place=one.place, of=table.seats)]
    if one.advised:
        said.append(t("ui.load.advised"))
    else:
        said.append(t("road.stars", stars=stars(one, table.seats), most=MOST_STARS))
    if lost is not None:
        said.append(_describe_lost(today, lost))
    return ", ".join(said)


def _describe_lost(today: Today, lost: int) -> str:
    return today.ctx.t("today.lost", cost=today.ctx.t("ui.percent", value=format_difference(lost)))


def _sheet(
    today: Today, c: Canvas, one: Try, table: Table, place: tuple[float, float, float], lost: int | None
) -> None:
    """Draw place, stars and cost of the choices on the sheet of an open letter; ``place`` is left, top and width."""
    x, y, w = place
    said = today.ctx.t("today.place", place=one.place, of=table.seats)
    step = 30.0 if lost is None else 24.0
    high = y + (26 if lost is None else 20)
    text.draw(c, said, x + w / 2, high, "heading", "paper.title", "cm", max_w=w - 18)
    won = stars(one, table.seats)
    if one.advised:
        words = today.ctx.t("ui.load.advised")
        text.draw(c, words, x + w / 2, high + step + 4, "remark", "paper.label", "cm", max_w=w - 18)
    for k in range(0 if one.advised else MOST_STARS):
        ink = "confirm.low" if k < won else "text.quiet"
        icons.draw(c, "round-star", x + w / 2 + (k - 1) * 28, high + step + 4, 23, ink)
    if lost is not None:
        words = _describe_lost(today, lost)
        text.draw(c, words, x + w / 2, high + 2 * step + 2, "remark", "paper.label", "cm", max_w=w - 18)


def add_months(month: date, by: int) -> date:
    """Return the first day of the month ``by`` months later; the same month where the calendar ends."""
    number = month.year * 12 + month.month - 1 + by
    if not date.min.year <= number // 12 <= date.max.year:
        return month
    return date(number // 12, number % 12 + 1, 1)


def draw_month(scene: Today, c: Canvas, box: Box) -> None:
    """Draw the calendar of a month: title with arrows, seven columns, and a legend of the signs."""
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


def _day(scene: Today, c: Canvas, day: date, box: Box) -> None:
    x, y, w, h = box
    open_ = FIRST <= day <= scene.today
    made = scene.days.get(day)
    games = [game for game in daily_challenge.games(day) if made.tables.get(game, Try()).place]
    is_whole = complete(day, scene.days, daily_challenge.games(day))
    done = [scene.ctx.t(f"{game}.name") for game in games] + ([scene.ctx.t("today.puzzle")] if made.solved else [])
    state = scene.ui.zone(
        f"day.{day.day}", box, partial(scene.show, day), enabled=open_, radius=7,
        label=format_day(scene.ctx.texts, day), value=scene.ctx.t("today.all") if is_whole else ", ".join(done),
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


def _legend(scene: Today, c: Canvas, box: Box) -> None:
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
