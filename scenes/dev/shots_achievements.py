"""Moments of the board of deeds for screenshots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.content import achievements
from engine.content.achievements import Done, Record

if TYPE_CHECKING:
    from scenes.shell.context import Context


def pictures(game: str) -> dict[str, Callable[[Any, str], None]]:
    """Name → function(ctx, seed) that opens the moment; none for a game without deeds."""
    return {"deeds": lambda ctx, seed: _board(ctx, game)} if achievements.load_achievements(game) else {}


def _board(ctx: Context, game: str) -> None:
    """A player who has done two of three deeds, earlier ones too."""
    from scenes.achievements.board import Board

    record = Record()
    for each in achievements.games():
        for at, deed in enumerate(achievements.load_achievements(each) + achievements.list_earlier(each)):
            if at % 3 != 2:
                record.deeds[f"{each}.{deed.id}"] = Done("2026-11-20T19:41:00+00:00", "x", "", 12)
    scene = Board(ctx, game, record)
    scene.chosen = 3
    ctx.stack.push(scene)
