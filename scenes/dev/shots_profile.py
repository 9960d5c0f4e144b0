"""The page *You* for screenshots: a person of many evenings, and a first evening."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from engine import registry
from engine.content import achievements
from engine.content.achievements import Done, Record
from engine.content.daily_challenge import (
    DailyResults,
    Day,
)
from engine.content.spaced_repetition import Missed
from engine.storage.statistics import PlayedGame

if TYPE_CHECKING:
    from scenes.shell.context import Context

RIVALS = ("who:mia", "who:tom", "who:hilda", "who:berta")
EVENINGS = 70


def pictures() -> dict[str, Callable[[Any, str], None]]:
    """Name → function(ctx, seed) that opens the moment."""
    return {"you": _many, "you-new": _new}


def build_games(chance: random.Random, today: date) -> list[PlayedGame]:
    """Return games of one person against characters in the weeks before a day, oldest first."""
    found = []
    for number in range(EVENINGS):
        game = chance.choice(registry.games()).id
        day = today - timedelta(round((EVENINGS - number) * 1.6))
        ended = datetime(day.year, day.month, day.day, 19, chance.randrange(60), tzinfo=UTC)
        rivals = chance.sample(RIVALS, chance.randint(1, 3))
        places = list(range(1, len(rivals) + 2))
        chance.shuffle(places)
        names = tuple(rival.removeprefix("who:").title() for rival in rivals)
        kinds = ("person", *["computer"] * len(rivals))
        found.append(PlayedGame(f"g{number}", game, ended.isoformat(), 30, False, ("Leo", *names), kinds,
                                ("", *rivals), tuple(places)))  # fmt: skip
    return found


def _many(ctx: Context, seed: str) -> None:
    from scenes.profile.record import Found
    from scenes.profile.scene import You

    chance = random.Random(7)
    today = date.today()
    games = build_games(chance, today)
    record = Record()
    for game in achievements.games():
        for at, deed in enumerate(achievements.load_achievements(game)):
            if at % 5 != 3:
                record.deeds[f"{game}.{deed.id}"] = Done("2026-11-20T19:41:00+00:00", "x", "", 12)
    days = DailyResults({today - timedelta(k): Day(solved=True, tries=1) for k in range(0, 110, 3)})
    moments = [
        Missed(played.id, played.game, 9 + at, 0, msgspec.Raw(b"{}"), today) for at, played in enumerate(games[-3:])
    ]
    ctx.stack.push(You(ctx, Found(games, {}, moments, (27, 111, 2, 4)), record, days))


def _new(ctx: Context, seed: str) -> None:
    from scenes.profile.record import Found
    from scenes.profile.scene import You

    ctx.stack.push(You(ctx, Found(), Record(), DailyResults()))
