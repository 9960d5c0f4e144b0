"""What a day shows: a letter for the table of each game, sealed until it is played, and the calendar of its month.

What is done with the table and the puzzle of a day, what came of it, and what the choices cost, is here as well.
"""

from __future__ import annotations

import calendar
from collections.abc import Collection, Mapping
from datetime import date
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
from scenes.shell.i18n import format_day, read_time
from scenes.shell.parts import Parts
from scenes.study.moments import format_difference
from scenes.table import game_screens
from scenes.table.new_game import begin, sitting
from sprites.base import icons, layout, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

if TYPE_CHECKING:
    from scenes.daily.scene import Today
    from scenes.shell.context import Context

MOST_STARS = 3
WEEK, LINES = 7, 6
LAUREL = ("base/gold.high", "base/laurel.low")
PAD, GAP = 18.0, 5.0
"""Room at the sides of the calendar, and between its days."""
PUZZLE_ICON = "star"


def measure_losses(tables: Mapping[str, Table], tries: Mapping[str, Try]) -> dict[str, int]:
    """Return what the player's choices cost by game, in whole percent of win probability; games without analysis are
    left out."""
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
    """Begin the table of a day. The first finished game counts; later ones are repetitions, which count nowhere."""
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
    """Continue the counted try from its save; if that is gone, begin the table again."""
    one = days.get(table.day).tables[table.game]
    slot = saves.find(folders.saves(), one.save, one.id)
    if slot is None:
        start(ctx, days, table)
    else:
        open_save(ctx, slot)


def settle(days: DailyResults, played: dict[str, PlayedGame]) -> bool:
    """Store the results of counted games that have ended (``played``: by game id); return whether there was one."""
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


def is_complete(day: date, days: DailyResults, games: Collection[str]) -> bool:
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


def make_letter(today: Today, parts: Parts, game: str) -> Part:
    """Return the letter of a game: sealed, or open with its sheet; the chosen one includes the main button."""
    t, lit, table, one = today.ctx.t, game == today.chosen, today.tables[game], today.get_try(game)
    rivals = ", ".join(opponent_names.get_name(today.ctx, level) for level in table.rivals)
    ink = "text.title" if lit else "text.body"
    rows = [
        Part(wax.HIGH, partial(_draw_letter, today, parts, game)),
        parts.space(10),
        parts.line(game_screens.short_name(today.ctx, game), "heading", ink, align="c", height=32, shadow=True),
        parts.line(rivals, "body", "text.soft", align="c", height=14),
        parts.space(26 if lit else 14),
    ]
    if lit:
        label = t("today.again" if one.place else "today.go_on" if one.id else "today.break")
        icon, tip = "redo" if one.place else "play" if one.id else None, (label, t("today.again.tip"))
        rows.append(parts.button("main", label, today.open, icon, height=56, main=True, tip=tip if one.place else None))
    elif one.id:
        said, ink = (_find_end(today, one), "text.soft") if one.place else (t("today.under_way"), "text.title")
        rows.append(parts.line(said, "remark", ink, align="c", height=16))
    return parts.column(rows)


def _draw_letter(today: Today, parts: Parts, game: str, box: Box) -> None:
    """Draw the picture of a letter; on an open one the writing on its sheet."""
    x, y, w, h = box
    c, info, lit = parts.c, registry.info(game), game == today.chosen
    table, one, lost = today.tables[game], today.get_try(game), today.lost.get(game)
    state = today.ui.zone(
        f"letter.{game}", (x, y - 40, w, h + 40), partial(today.choose, game), radius=6, ring=False,
        label=today.ctx.t(f"{game}.name"), value=_describe_letter(today, one, table, lost),
    )  # fmt: skip
    hot = lit or state in ("hover", "pressed") or today.ui.visible_focus == f"letter.{game}"
    top, look = y - (8 if hot else 0), wax.build_wax(info.cover.colour, info.emblem)
    if not one.place:
        cracked = bool(one.id) or (lit and today.cracked < 1)
        wax.draw_closed_letter(c, x, top, look, w=w, lit=hot, cracked=cracked)
        return
    sheet = wax.draw_open_letter(c, x, top, look, w=w, out=today.risen, lit=lit)
    line, step, above = (32.0, 36.0, 10.0) if lost is None else (28.0, 28.0, 6.0)
    won, place = stars(one, table.seats), today.ctx.t("today.place", place=one.place, of=table.seats)
    advised = parts.line(today.ctx.t("ui.load.advised"), "remark", "paper.label", align="c", height=step)
    signs = [
        parts.icon("round-star", 23, "confirm.low" if k < won else "text.quiet", width=28) for k in range(MOST_STARS)
    ]
    parts.column([
        parts.space(above),
        parts.line(place, "heading", "paper.title", align="c", height=line),
        advised if one.advised else parts.row([parts.space(share=1), *signs, parts.space(share=1)], step, gap=0),
        parts.line("" if lost is None else _describe_lost(today, lost), "remark", "paper.label", align="c", height=16),
    ]).draw((*sheet, 2 * step + line))  # fmt: skip


def _find_end(today: Today, one: Try) -> str:
    """Return in words when the counted game of the day ended."""
    when = read_time(one.ended)
    if when is not None and when.date() == today.day:
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


def add_months(month: date, by: int) -> date:
    """Return the first day of the month ``by`` months later; the same month where the calendar ends."""
    number = month.year * 12 + month.month - 1 + by
    if not date.min.year <= number // 12 <= date.max.year:
        return month
    return date(number // 12, number % 12 + 1, 1)


def make_month(today: Today, parts: Parts) -> Part:
    """Return the calendar of a month: title with arrows, seven columns, and a legend of the signs."""
    t, month, gap = today.ctx.t, today.month, max(GAP, today.ui.touch.gap)
    wide = max(456.0, WEEK * (today.ui.touch.least + gap) + 2 * PAD)
    title = t("today.month", month=t(f"today.month.{month.month}"), year=str(month.year))
    arrows = [("before", "left", -1, month > FIRST), ("after", "right", 1, month < today.today.replace(day=1))]
    head = [parts.line(title, "heading", "accent", share=1)] + [
        parts.icon_button(f"month.{name}", icon, partial(today.turn_month, by), t(f"reader.month.{name}"), size=14,
                          width=36, enabled=can) for name, icon, by, can in arrows
    ]  # fmt: skip
    weekdays = [parts.line(t(f"today.weekday.{k + 1}"), "caption", "text.dim", align="c") for k in range(WEEK)]
    first, count = calendar.monthrange(month.year, month.month)
    days = [Part(0, partial(_draw_day, today, parts.c, month.replace(day=1 + k))) for k in range(count)]
    whole, missed = t("today.all"), t("today.missed")
    legend = [
        Part(24, lambda box: icons.gradient(parts.c, "laurel-crown", box[0] + 13, layout.middle(box), 24, LAUREL)),
        parts.line(whole, colour="text.muted", width=min(150.0, text.width(parts.c, whole) + 12)),
        Part(20, lambda box: shapes.plaque(parts.c, layout.centre(box, 20, 20), 5, dark=190, edge=100)),
        parts.line(missed, colour="text.muted", share=1),
    ]
    rows = [
        parts.space(6),
        parts.row(head, 36, gap=today.ui.touch.gap),
        parts.rule(10, ornament=False),
        parts.tell_as_one(parts.row(weekdays, 28, gap=gap, even=WEEK), lambda: ""),  # each day is told with its name
        parts.space(6),
        parts.grid([parts.space()] * first + days, WEEK, gap=gap, share=1, least_lines=LINES),
        parts.rule(8, ornament=False),
        parts.row(legend, 46, gap=8),
        parts.space(4),
    ]
    return parts.at_width(wide, parts.panel([parts.column(rows, share=1)], pad=PAD))


def _draw_day(scene: Today, c: Canvas, day: date, box: Box) -> None:
    x, y, w, h = box
    open_ = FIRST <= day <= scene.today
    made = scene.days.get(day)
    games = [game for game in daily_challenge.games(day) if made.tables.get(game, Try()).place]
    is_whole = is_complete(day, scene.days, daily_challenge.games(day))
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
        across = min(per, len(looks) - line * per)
        cx = x + w / 2 + (column - (across - 1) / 2) * 25
        wax.stamp(c, wax.build_wax(*look), cx, y + h / 2 + 7 + (line - (len(looks) - 1) // per / 2) * 24, 10.5)
