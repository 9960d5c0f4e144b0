"""Moments of the day's letters for screenshots: all sealed, and a month in which some were played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

from engine.content import daily_challenge
from engine.content.daily_challenge import (
    DailyResults,
    Day,
    Try,
)

if TYPE_CHECKING:
    from scenes.daily.scene import Today
    from scenes.shell.context import Context

SHOWN = date(2026, 11, 22)


def pictures() -> dict[str, Callable[[Any, str], None]]:
    """Name → function(ctx, seed) that opens the moment."""
    return {"today": _show_sealed, "today-played": _show_played, "today-past": _past}


def _open_day(ctx: Context, days: DailyResults, day: date = SHOWN) -> Today:
    from scenes.daily.scene import Today

    scene = Today(ctx, day, days, SHOWN)
    ctx.stack.push(scene)
    return scene


def _show_sealed(ctx: Context, seed: str) -> None:
    _open_day(ctx, DailyResults())


def _show_played(ctx: Context, seed: str) -> None:
    """The first letter read, the second begun, the puzzle solved; and days before."""
    days: dict[date, Day] = {}
    for number in range(1, 22):
        day = SHOWN.replace(day=number)
        games = daily_challenge.games(day)
        played = [game for at, game in enumerate(games) if number % 7 == 4 or (number * (at + 3)) % 5 < 2]
        tables = {game: Try("x", "", 1 + number % 2, f"{day}T19:12:00+00:00") for game in played if number % 6}
        days[day] = Day(tables, number % 3, number % 7 == 4 or number % 4 == 1)
    first, second = daily_challenge.games(SHOWN)[:2]
    levels = {"first_evening": 3, "novice": 2, "skilled": 1, "expert": 1}
    third = daily_challenge.games(SHOWN)[2]
    advised = Try("c", "", 1, f"{SHOWN}T10:20:00+00:00", advised=True)
    tables = {first: Try("a", "", 2, f"{SHOWN}T09:12:00+00:00", levels), second: Try("b"), third: advised}
    days[SHOWN] = Day(tables, 2, True)
    scene = _open_day(ctx, DailyResults(days))
    scene.chosen = first
    scene.lost = {first: -9}


def _past(ctx: Context, seed: str) -> None:
    """A day of another month that was missed."""
    scene = _open_day(ctx, DailyResults(), date(2026, 10, 31))
    scene.chosen = scene.games[-1]
