"""Tables with characters for screenshots: every mood of a portrait, and a line of speech."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from engine import registry
from engine.seats import WHO
from scenes.common import opponent_names
from scenes.dev import staging
from sprites.base.portrait import (
    RISE_MS,
    Mood,
)

if TYPE_CHECKING:
    from scenes.shell.context import Context

CAST = ("", "hilda", "roque", "eva")
LATER = 24


def _show(game: str, count: int, mood: Mood | None) -> Callable[[Context, str], None]:
    def show(ctx: Context, seed: str) -> None:
        session = staging.find_moment(
            game, seed, lambda one: one.turn >= LATER and one.to_act() == (0,), count=count,
        )  # fmt: skip
        session.seats = [
            seat if seat.is_person
            else msgspec.structs.replace(
                seat, level=WHO + CAST[k], name=opponent_names.seat_name(ctx, WHO + CAST[k])
            )
            for k, seat in enumerate(session.seats)
        ]  # fmt: skip
        table = staging.open_table(ctx, session)
        if mood is not None:
            for k in range(1, count):
                table.portraits._answers[k] = (mood, RISE_MS)
        table.bubble.show(1, opponent_names.get_line(ctx, WHO + CAST[1], "bluff"))
        table.bubble.update(RISE_MS * 2)

    return show


class _Newcomer:
    """The record of a person who has played nothing yet."""

    read = True

    def count_games(self, person: str) -> int:
        """Return how many games this person has played."""
        return 0


def _show_coach(game: str, seconds: float = 20.0) -> Callable[[Context, str], None]:
    """The coach comments a plan at the table."""

    def show(ctx: Context, seed: str) -> None:
        _show(game, min(each for each in registry.info(game).seats if each > 1), None)(ctx, seed)
        table: Any = ctx.stack.top
        table.bubble.dismiss()
        table.coach._even = _Newcomer()
        end = time.monotonic() + seconds
        while not table.coach.words and time.monotonic() < end:
            ctx.stack.update(16)
            time.sleep(0.01)

    return show


def pictures(game: str) -> dict[str, Callable[[Context, str], None]]:
    """Tables of two and of the most seats; rivals at rest, pleased and struck."""
    seats = registry.info(game).seats
    most = min(4, max(seats))
    return {
        "faces": _show(game, most, None),
        "faces-pleased": _show(game, most, Mood.PLEASED),
        "coach": _show_coach(game),
        "faces-struck": _show(game, 2 if 2 in seats else most, Mood.STRUCK),
    }
