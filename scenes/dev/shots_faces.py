"""Tables with characters for screenshots: every mood of a portrait, and a line of speech."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from engine import registry
from engine.seats import WHO
from scenes.common import opponent_names
from scenes.dev import staging
from sprites.base.portrait_moods import RISE_MS, Mood

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


def pictures(game: str) -> dict[str, Callable[[Context, str], None]]:
    """Tables of two and of the most seats; rivals at rest, pleased and struck."""
    seats = registry.info(game).seats
    most = min(4, max(seats))
    return {
        "faces": _show(game, most, None),
        "faces-pleased": _show(game, most, Mood.PLEASED),
        "faces-struck": _show(game, 2 if 2 in seats else most, Mood.STRUCK),
    }
