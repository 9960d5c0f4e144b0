"""After a game of the road: which goals it has reached, and what is new of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.content import objectives
from engine.content.campaign import BadCampaign, Stage
from engine.contract import Message
from engine.session import Session
from maps.readers.campaign_map import BadMap
from scenes.campaign.goal_watch import find_goals
from scenes.campaign.progress_view import WON, load_campaign

if TYPE_CHECKING:
    from scenes.shell.context import Context


@dataclass(frozen=True, slots=True)
class Told:
    """What a game was worth on the road: goals reached as bits, those of them that are new, whether it opened the
    way for the first time."""

    road: str
    station: Stage
    bits: int
    fresh: int
    first: bool


def evaluate_game(ctx: Context, session: Session) -> Told | None:
    """What a finished game was worth; None for a game that belongs to no road. It counts once, however often it is
    looked at."""
    known: dict[str, Told] = ctx.road_news
    if session.id in known:
        return known[session.id]
    under = ctx.travels.games.get(session.id)
    if under is None or not session.over:
        return None
    try:
        atlas = load_campaign(ctx, under.road)
    except (BadMap, BadCampaign):
        return None
    station = atlas.journey.stations.get(under.station)
    if station is None or not station.is_played:
        return None
    bits = find_reached_goals(session, station)
    if under.plain:
        bits &= WON  # without its twist a station can be passed, and no more
    if under.done:
        return Told(under.road, station, bits, 0, False)
    before = atlas.score(station.id)
    fresh = ctx.travels.record_end(under.road, station.id, bits)
    ctx.travels.record_game(session.id)
    ctx.save_travels()
    known[session.id] = Told(under.road, station, bits, fresh, bool(bits & WON) and not before.passed)
    return known[session.id]


def list_goals(ctx: Context, session: Session) -> list[Message]:
    """The goals that a running game of the road is played for, in words; none for any other game."""
    return [objectives.text(session.game, goal) for goal in find_goals(ctx, session)]


def find_reached_goals(session: Session, station: Stage) -> int:
    """The goals that a finished game has reached, as bits."""
    seat = next((number for number, one in enumerate(session.seats) if one.is_person), 0)
    if session.helped:
        return 0
    known = objectives.collect(session, seat)
    return sum(1 << at for at, goal in enumerate(station.goals) if objectives.is_reached(session.game, goal, known))
