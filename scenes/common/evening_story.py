"""An evening in words: which game of it is played, what a game has brought, one sentence about each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.content.evening import Evening, PlayedGame, find_number, score_places

if TYPE_CHECKING:
    from engine.seats import Seat
    from scenes.shell.context import Context


def name_number(ctx: Context, evening: Evening, session: str) -> str:
    """Return which game of the evening a session is; "" for a game outside it."""
    number = find_number(evening, session)
    return ctx.t("evening.number", n=number, of=len(evening.games)) if number else ""


def format_points(ctx: Context, points: float) -> str:
    """Return points of an evening, whole or with a half."""
    return str(int(points)) if points == int(points) else ctx.texts.decimal(points, 1)


def tell_gains(ctx: Context, evening: Evening, session: str) -> str:
    """Return what a finished game has brought to each player, the winner first, and which game it was; "" for a game
    outside the evening."""
    one = next((each for each in evening.played if each.session == session), None)
    if one is None:
        return ""
    gains = score_places(one.places)
    order = sorted((at for at, place in enumerate(one.places) if place), key=lambda at: (-gains[at], at))
    said = ", ".join(f"{evening.players[at].name} +{format_points(ctx, gains[at])}" for at in order)
    return f"{said}  \u00b7  {name_number(ctx, evening, session)}"


def tell_game(ctx: Context, evening: Evening, one: PlayedGame) -> str:
    """Return one sentence about a finished game: who won it, and by how much where its points were kept."""
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
    """Return who made the turn of a game that brought most, and how much; "" where none is known."""
    if not one.best_share or one.best[0] >= len(players):
        return ""
    who, gain, turn = one.best
    return ctx.t("evening.best.told", name=players[who].name, n=gain, most=max(one.points), turn=turn)
