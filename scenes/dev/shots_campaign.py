"""Moments of the road for screenshots: the beginning, half of the way, a place behind a throne, the list, the court."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.content.campaign import (
    CampaignProgress,
    Reached,
)

if TYPE_CHECKING:
    from scenes.shell.context import Context

Show = Callable[[Any, str], None]
PASSED = 12
LONG = {"king_of_12": 24, "legends": 40, "king_of_the_dice": 60, "tash_kalar": 70}
"""Number of decisions made before the goals are shown."""


def pictures() -> dict[str, Show]:
    """Name → function(ctx, seed) that opens the moment."""
    return {
        "road": _half, "road-new": _new, "road-locked": _show_locked_hall, "road-whole": _whole, "road-result": _result,
        "court": _court, "ladder": _ladder, "road-goals-cards": _play("chapel"), "road-goals-chart": _play("orchard"),
        "road-goals-dice": _play("cellar"), "road-goals-arena": _play("dunes"),
    }  # fmt: skip


def _travel(ctx: Context, stations: int) -> None:
    """Pass a number of stages, with one to three stars each."""
    from scenes.campaign.progress_view import OURS, Atlas

    ctx._travels = CampaignProgress()
    order = [one for one in Atlas(ctx).journey.stations.values() if one.is_played][:stations]
    stars = (7, 3, 7, 1, 5, 7, 3)
    ctx._travels.roads = {OURS: {one.id: Reached(1 + at % 3, stars[at % 7]) for at, one in enumerate(order)}}
    if 0 < stations < 30:
        ctx._travels.last = {OURS: order[-1].id}


def _open_road(ctx: Context, stations: int, chosen: str = "") -> Any:
    from scenes.campaign.scene import RoadScene

    _travel(ctx, stations)
    scene = RoadScene(ctx)
    ctx.stack.push(scene)
    if chosen:
        scene.choose(chosen)
    return scene


def _half(ctx: Context, seed: str) -> None:
    _open_road(ctx, PASSED)


def _new(ctx: Context, seed: str) -> None:
    _open_road(ctx, 0)


def _show_locked_hall(ctx: Context, seed: str) -> None:
    """The last hall, seen from far away: three twists, and a throne is missing."""
    _open_road(ctx, 3, "high_hall")


def _whole(ctx: Context, seed: str) -> None:
    _open_road(ctx, PASSED)._whole()


def _court(ctx: Context, seed: str) -> None:
    from scenes.campaign.ending import Court

    _travel(ctx, 99)
    ctx.stack.push(Court(ctx))


def _ladder(ctx: Context, seed: str) -> None:
    from engine.content.campaign import LADDER
    from scenes.campaign.ladder import LadderScene

    _travel(ctx, 99)
    climbed = (("king_of_12", 4), ("legends", 9), ("king_of_the_dice", 1))
    steps = {f"{game}_{number}": Reached(2, 1) for game, most in climbed for number in range(1, most + 1)}
    ctx._travels.roads[LADDER] = steps  # type: ignore[union-attr]
    ctx.stack.push(LadderScene(ctx, "legends_9"))


def _play(name: str) -> Show:
    """A stage in the middle of its game, with the strip of its goals."""

    def show(ctx: Context, seed: str) -> None:
        from engine.content.campaign import Under
        from engine.session import Session
        from scenes.campaign.progress_view import OURS, Atlas, seat_players
        from scenes.dev.staging import open_table, play_until

        _travel(ctx, 0)
        atlas = Atlas(ctx)
        station = atlas.journey.stations[name]
        session = Session.start(station.game, station.options, seat_players(atlas, station), f"{seed}-road")
        ctx.travels.begins(session.id, Under(OURS, name))
        play_until(session, lambda one: one.turn >= LONG.get(station.game, 40) and one.to_act() == (0,), seed)
        open_table(ctx, session)

    return show


def _result(ctx: Context, seed: str) -> None:
    """A game of the road is over."""
    from engine.content.campaign import Under
    from engine.session import Session
    from scenes.campaign.progress_view import OURS, Atlas, seat_players
    from scenes.dev.staging import open_table
    from scenes.results.scene import GameResult

    _travel(ctx, 0)
    atlas = Atlas(ctx)
    station = atlas.journey.stations["crossroads"]
    session = Session.start(station.game, station.options, seat_players(atlas, station), "road")
    while not session.over:
        for seat in session.to_act():
            session.submit(seat, session.legal(seat)[-1])
    ctx.travels.begins(session.id, Under(OURS, station.id))
    open_table(ctx, session)
    ctx.stack.push(GameResult(ctx, session, session.view(0)))
