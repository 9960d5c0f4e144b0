"""What is done with the table and the puzzle of a day, what came of it, and what the choices cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ai.analysis.report import WHOLE, Review, break_down
from engine import schema
from engine.content import daily_challenge
from engine.content.daily_challenge import KEPT, DailyResults, Table, Try
from engine.content.puzzles import BadPuzzles
from engine.storage import folders, saves, studies
from engine.storage.statistics import PlayedGame
from scenes.menus.open_save import open_save
from scenes.puzzles.puzzle_controller import Occasion, open_puzzle
from scenes.shell import routes
from scenes.table.new_game import begin, sitting

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_STARS = 3


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
    """Open the puzzle of a day at its table; an invalid file of puzzles is told."""
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
