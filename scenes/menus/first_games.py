"""What a room says that nothing has been played for yet: a line, and the way to a first game of each kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from engine import registry
from scenes.shell import routes
from scenes.shell.parts import Parts
from scenes.table import game_screens
from sprites.base.layout import Part

if TYPE_CHECKING:
    from scenes.shell.context import Context

HIGH = 76.0
"""Height of a game."""


def list_first_games(ctx: Context, parts: Parts, words: str, games: Iterable[str]) -> list[Part]:
    """Return the words, and a row for each game with what wins it; a press begins it."""
    rows = [parts.space(12), parts.inset(parts.note(words, "aside", "text.muted", height=34), 8)]
    for game in games:
        title = ctx.t("you.play", game=game_screens.short_name(ctx, game))
        told = parts.column([
            parts.space(8), parts.line(title, "name", "text.bright", height=26),
            parts.note(ctx.t(f"{game}.goal"), "fine", "text.soft", height=38),
        ])  # fmt: skip
        icon = parts.icon(registry.info(game).emblem, 32, width=72)
        row = parts.row([icon, parts.fill(told), parts.icon("right", 15, width=28)], HIGH, gap=4)
        rows.append(parts.press(f"first.{game}", row, partial(routes.call, ctx, "play_at_once", game), label=title))
    return rows
