"""What is done with the table and the puzzle of a day: begun, gone on with, begun once more, and what came of it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from engine.content import daily_challenge
from engine.content.daily_challenge import (
    KEPT,
    DailyResults,
    Table,
    Try,
)
from engine.content.puzzles import BadPuzzles
from engine.storage import folders, saves
from engine.storage.statistics import PlayedGame
from scenes.menus.open_save import open_save
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.shell import routes
from scenes.table.new_game import begin, sitting

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_STARS = 3


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
    """Go on with the counted try, under whatever name its save lies; where it has gone the table begins anew."""
    one = days.get(table.day).tables[table.game]
    slot = saves.find(folders.saves(), one.save, one.id)
    if slot is None:
        start(ctx, days, table)
    else:
        open_save(ctx, slot)


def list_unsettled_games(days: DailyResults) -> set[str]:
    """The ids of counted games of which no end is known."""
    return {one.id for day in days.days.values() for one in day.tables.values() if not one.place and one.id}


def settle(days: DailyResults, played: dict[str, PlayedGame]) -> bool:
    """Enter the ends of counted games; whether there was one."""
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
    """Three for the first place, two for the better half, one for a game played to its end; none with advice."""
    place = one.place
    return 0 if not place or one.advised else MOST_STARS if place == 1 else 2 if 2 * place <= seats else 1


def complete(day: date, days: DailyResults, games: Collection[str]) -> bool:
    """Whether all tables of a day have been played and its puzzle solved."""
    made = days.get(day)
    return bool(games) and made.solved and all(made.tables.get(game, Try()).place for game in games)


class OfTheDay:
    """The occasion of a day's puzzle: its ends count for the day, and the way back leads there."""

    def __init__(self, ctx: Context, days: DailyResults, day: date) -> None:
        self.ctx = ctx
        self.days = days
        self.day = day

    def finish_try(self, solved: bool) -> None:
        """A try counts until the puzzle is solved."""
        self.days.record_puzzle(self.day, solved)
        self.ctx.keep(KEPT, self.days)

    def open(self) -> None:
        """Open the screen of the day again."""
        routes.go(self.ctx, "today", self.day, self.days)

    def label(self) -> str:
        """Name of the screen that the button leads to."""
        return self.ctx.t("today.title")


def start_puzzle(ctx: Context, days: DailyResults, day: date) -> None:
    """Set the puzzle of a day at its table; a file of puzzles that is no good is told."""
    game, name = daily_challenge.puzzle(day)
    at = daily_challenge.find_puzzle(game, name) if game else None
    if at is None:
        ctx.play("refused")
        return
    try:
        open_puzzle(ctx, game, at, OfTheDay(ctx, days, day))
    except BadPuzzles as error:
        ctx.ask(ctx.t("puzzle.bad"), str(error), [("ok", ctx.t("ui.ok"), lambda: None)])
