"""The goals of a stage: counted at its table, entered after the game, told in one line below its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.content import objectives
from engine.content.campaign import BadCampaign, Stage
from engine.content.objectives import Goal
from engine.session import Session
from maps.readers.campaign_map import BadMap
from scenes.campaign.progress_view import WON, Travelled, load_campaign
from scenes.table.goal_strip import GoalStrip
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable

MOST_WIDE = 1400.0
GAP = 26.0


def find_goals(ctx: Context, session: Session) -> Sequence[Goal]:
    """Return the goals of a campaign game's station; none for any other game.

    Without its twist a station can be passed, but wins no further stars.
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


@dataclass(frozen=True, slots=True)
class Told:
    """Result of a campaign game: goals reached as bits, new ones among them, and whether it passed the station for the
    first time."""

    road: str
    station: Stage
    bits: int
    fresh: int
    first: bool


def evaluate_game(ctx: Context, session: Session) -> Told | None:
    """Return the result of a finished campaign game; None for any other game. It is recorded once, however often it is
    called."""
    known: dict[str, Told] = ctx.road_news
    if session.id in known:
        return known[session.id]
    found = _find_stage(ctx, session) if session.over else None
    if found is None or not found[1].is_played:
        return None
    (atlas, station), under = found, ctx.travels.games[session.id]
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


def find_reached_goals(session: Session, station: Stage) -> int:
    """Return the goals that a finished game has reached, as bits."""
    seat = next((number for number, one in enumerate(session.seats) if one.is_person), 0)
    if session.helped:
        return 0
    known = objectives.collect(session, seat)
    return sum(1 << at for at, goal in enumerate(station.goals) if objectives.is_reached(session.game, goal, known))


def road_line(ctx: Context, c: Canvas, told: Told, at: tuple[float, float], room: float = MOST_WIDE) -> None:
    """Draw each goal with its star, centred at ``at``, gold when it was reached; new ones shine."""
    station = told.station
    words = [ctx.say(objectives.text(station.game, goal)) for goal in station.goals]
    font = text.find_font("aside")
    while font.size > 12 and _measure_goals(c, words, font) > room:
        font = text.resize(font, font.size - 0.5)
    y = at[1]
    x = at[0] - _measure_goals(c, words, font) / 2
    for number, said in enumerate(words):
        won, fresh = told.bits >> number & 1, told.fresh >> number & 1
        if fresh:
            shapes.glow(c, x + 11, y, 24, "glow", 190)
        if won:
            icons.gradient(c, "round-star", x + 11, y, 23, ("base/star.high", "base/star.low"))
        else:
            icons.draw(c, "round-star", x + 11, y, 23, "line")
        ink = "text.bright" if won else "text.dim"
        with tell_as_one(c.words, (x, y - 12, room, 24.0), _describe(ctx, said, bool(won))):
            wide = text.draw(c, said, x + 28, y, font, ink, "lm", shadow=True)
        x += 28 + wide + GAP


def _describe(ctx: Context, goal: str, won: bool) -> Callable[[], str]:
    return lambda: ctx.t(f"reader.result.stars.{'won' if won else 'missed'}", goal=goal)


def _measure_goals(c: Canvas, words: list[str], font: text.Font) -> float:
    return sum(28 + text.width(c, said, font) for said in words) + GAP * (len(words) - 1)
