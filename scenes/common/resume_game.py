"""Which saved game was at a table last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scenes.common.evening import load_evening

if TYPE_CHECKING:
    from scenes.shell.context import Context


def name_occasions(ctx: Context) -> dict[str, str]:
    """Names of what games belong to, by their ids: the road, the ladders, a day of Today; other games are left out."""
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
