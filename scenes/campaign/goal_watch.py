"""The goals of a stage at its table: which they are, and the strip that counts them while the game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.content.campaign import BadCampaign
from engine.content.objectives import Goal
from engine.session import Session
from maps.readers.campaign_map import BadMap
from scenes.campaign.progress_view import load_campaign
from scenes.table.goal_strip import GoalStrip

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table_scene import PlayScene


def find_goals(ctx: Context, session: Session) -> Sequence[Goal]:
    """The goals that a game of the road is played for; none for any other game.

    Without its twist a stage can be passed, and no more.
    """
    under = ctx.travels.games.get(session.id)
    if under is None:
        return ()
    try:
        station = load_campaign(ctx, under.road).journey.stations.get(under.station)
    except (BadMap, BadCampaign):
        return ()
    goals = station.goals if station is not None else ()
    return goals[:1] if under.plain else goals


def watch_goals(ctx: Context, table: PlayScene[Any]) -> None:
    """Count the goals of a table's stage on a strip; a table of no stage has none."""
    goals = find_goals(ctx, table.session)
    if goals:
        table.watch_goals(GoalStrip(table, goals))
