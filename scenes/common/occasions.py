"""What games belong to: an evening, a day of Today, the road or a ladder; and which one was at a table last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine import registry, schema
from engine.content import season, spaced_repetition
from engine.content.evening import Evening, enter_game
from engine.session import Session
from engine.storage.household import Household, read_clock

if TYPE_CHECKING:
    from scenes.shell.context import Context


def load_evening(ctx: Context) -> Evening:
    """Return the current evening; an empty one where there is none, or the stored one is invalid."""
    try:
        found = schema.convert(ctx.settings.evening, Evening)
    except (msgspec.ValidationError, RecursionError):
        return Evening()
    known = {info.id for info in registry.games()}
    return found if found.is_planned and known.issuperset(found.games) else Evening()


def keep_evening(ctx: Context, evening: Evening) -> None:
    """Keep an evening in the settings, and what has been played of it in the season."""
    ctx.settings.evening = msgspec.to_builtins(evening)
    ctx.save_settings()
    if evening.played and not ctx.quiet:
        now, household = schema.convert(ctx.settings.evening, Evening), Household(dict(ctx.household.people))
        ctx.records.submit(f"season {evening.id}", partial(season.weave, now, household, spaced_repetition.today()))


def note_result(ctx: Context, session: Session, points: Sequence[int] = (), best: tuple[int, ...] = ()) -> bool:
    """Enter a finished game with its points by seat and its best turn into the evening that it belongs to; whether it
    belongs to the one under way."""
    evening = load_evening(ctx)
    if enter_game(evening, session.id, session.game, session.names, session.result(), points,
                  handicap=session.handicap, best=best, ended=read_clock()):  # fmt: skip
        keep_evening(ctx, evening)
        return True
    return session.id in {one.session for one in evening.played}


def name_occasions(ctx: Context) -> dict[str, str]:
    """Return names of the occasions of games by game id: the campaign, the ladders, a day's challenge; other games are
    left out."""
    from engine.content import daily_challenge  # neither days nor roads are read before they are needed
    from engine.content.campaign import LADDER

    found = {
        one.id: ctx.t("ui.title.today")
        for day in ctx.progress(daily_challenge.KEPT).days.values()
        for one in day.tables.values()
    }
    for game, under in ctx.travels.games.items():
        found[game] = ctx.t("road.ladder" if under.road == LADDER else "ui.title.road")
    return found


def counts_elsewhere(ctx: Context, game_id: str) -> bool:
    """Whether the end of a game counts for an evening, a day of Today, the road or a ladder."""
    evening = load_evening(ctx)
    ids = {evening.running, *(one.session for one in evening.played)}
    return game_id in ids or game_id in name_occasions(ctx)


def remember_game(ctx: Context, path: Path | None) -> None:
    """Remember the save that was opened last, whether anything is decided in it or not."""
    if path is not None and ctx.settings.last_game != path.name:
        ctx.settings.last_game = path.name
        ctx.save_settings()
