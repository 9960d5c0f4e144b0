"""What games belong to: an evening, a day of Today, the road or a ladder; and which one was at a table last.

An evening is told in words: which game of it is played, what a game has brought, one sentence about each.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

from engine import registry, schema
from engine.content import season, spaced_repetition
from engine.content.evening import Evening, PlayedGame, enter_game, find_number, score_places
from engine.seats import Seat
from engine.session import Session
from engine.storage.household import Household, read_clock
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
    """Store an evening in the settings, and its finished games in the season."""
    ctx.settings.evening = msgspec.to_builtins(evening)
    ctx.save_settings()
    if evening.played and not ctx.quiet:
        now, household = schema.convert(ctx.settings.evening, Evening), Household(dict(ctx.household.people))
        ctx.records.submit(f"season {evening.id}", partial(season.weave, now, household, spaced_repetition.today()))


def note_result(ctx: Context, session: Session, points: Sequence[int] = (), best: tuple[int, ...] = ()) -> bool:
    """Enter a finished game into the evening that it belongs to; return whether it belongs to the current one.
    ``points``: by seat; ``best``: its best turn."""
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
    """Whether a game belongs to an evening, a day of Today, the road or a ladder, so that its end counts there."""
    evening = load_evening(ctx)
    ids = {evening.running, *(one.session for one in evening.played)}
    return game_id in ids or game_id in name_occasions(ctx)


def remember_game(ctx: Context, path: Path | None) -> None:
    """Store the name of the save opened last, even if nothing is decided in it."""
    if path is not None and ctx.settings.last_game != path.name:
        ctx.settings.last_game = path.name
        ctx.save_settings()


def name_number(ctx: Context, evening: Evening, session: str) -> str:
    """Return the number of a game within its evening, as text; "" for another game."""
    number = find_number(evening, session)
    return ctx.t("evening.number", n=number, of=len(evening.games)) if number else ""


def format_points(ctx: Context, points: float) -> str:
    """Return points of an evening as text, whole or with a half."""
    return str(int(points)) if points == int(points) else ctx.texts.decimal(points, 1)


def tell_gains(ctx: Context, evening: Evening, session: str) -> str:
    """Return the evening points won by each player in a finished game, the winner first, and which game it was; "" for
    a game of no evening."""
    one = next((each for each in evening.played if each.session == session), None)
    if one is None:
        return ""
    gains = score_places(one.places)
    order = sorted((at for at, place in enumerate(one.places) if place), key=lambda at: (-gains[at], at))
    said = ", ".join(f"{evening.players[at].name} +{format_points(ctx, gains[at])}" for at in order)
    return f"{said}  \u00b7  {name_number(ctx, evening, session)}"


def tell_game(ctx: Context, evening: Evening, one: PlayedGame) -> str:
    """Return one sentence about a finished game: who won, and by how much if its points are known."""
    t, game = ctx.t, ctx.t(f"{one.game}.name")
    won = [at for at, place in enumerate(one.places) if place == 1]
    names = ctx.texts.join([evening.players[at].name for at in won])
    if len(won) > 1:
        return t("evening.told.shared", game=game, names=names)
    if len(one.points) != len(one.places) or not won:
        return t("evening.told.plain", game=game, names=names)
    ahead = one.points[won[0]] - max(points for at, points in enumerate(one.points) if at != won[0] and one.places[at])
    if ahead <= 0:
        return t("evening.told.level", game=game, names=names)
    return t("evening.told.won", n=ahead, game=game, names=names)


def tell_best_turn(ctx: Context, players: Sequence[Seat], one: PlayedGame) -> str:
    """Return who made the best turn of a game, and its points; "" where none is known."""
    if not one.best_share or one.best[0] >= len(players):
        return ""
    who, gain, turn = one.best
    return ctx.t("evening.best.told", name=players[who].name, n=gain, most=max(one.points), turn=turn)
