"""The goals of a stage at its table: which they are, and the strip that counts them while the game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.content.campaign import BadCampaign, Stage
from engine.content.objectives import Goal
from engine.session import Session
from maps.readers.campaign_map import BadMap
from scenes.campaign.progress_view import Travelled, load_campaign
from scenes.table.goal_strip import GoalStrip

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable


def find_goals(ctx: Context, session: Session) -> Sequence[Goal]:
    """The goals that a game of the road is played for; none for any other game.

    Without its twist a stage can be passed, and no more.
    """
    found = _find_stage(ctx, session)
    if found is None:
        return ()
    _, station = found
    return station.goals[:1] if ctx.travels.games[session.id].plain else station.goals


def _find_stage(ctx: Context, session: Session) -> tuple[Travelled, Stage] | None:
    """The road and the stage that a game belongs to."""
    under = ctx.travels.games.get(session.id)
    if under is None:
        return None
    try:
        road = load_campaign(ctx, under.road)
    except (BadMap, BadCampaign):
        return None
    station = road.journey.stations.get(under.station)
    return None if station is None else (road, station)


def watch_goals(ctx: Context, table: AnyTable) -> None:
    """Count the goals of a table's stage on a strip; a table of no stage has none."""
    found, goals = _find_stage(ctx, table.session), find_goals(ctx, table.session)
    if found is not None and goals:
        road, station = found
        strip = GoalStrip(table, goals, lambda: f"{road.describe_station(station)}: {road.title(station)}")
        strip.twists = () if ctx.travels.games[table.session.id].plain else station.twists
        table.watch_goals(strip)
