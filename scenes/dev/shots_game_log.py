"""The whole chronicle over a table for screenshots, after the others have played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import registry
from engine.chance import SeededChance, mix
from scenes.dev import staging
from scenes.shell import routes

if TYPE_CHECKING:
    from scenes.shell.context import Context

BEGIN, LATER = 24, 120
"""Decisions before the picture, and at most as many more."""


def _show(game: str) -> Callable[[Context, str], None]:
    def show(ctx: Context, seed: str) -> None:
        session = staging.find_moment(game, seed, lambda one: one.turn >= BEGIN and 0 in one.to_act(), count=2)
        table = staging.open_table(ctx, session)
        chance = SeededChance(mix(seed, "chronicle"))
        for _ in range(LATER):
            owing = session.to_act()
            if not owing or (0 in owing and len(table.again.updates) > 1):
                break
            seat = owing[-1]
            legal = [one for one in session.legal(seat) if one not in session.rules.resignations]
            session.submit(seat, legal[chance.below(len(legal))])
            ctx.stack.update(16)
            table.confirm()
        staging.rest(ctx, table)
        table.update_lines()
        if ctx.stack.top is table:
            routes.open(ctx, "chronicle", table)

    return show


def pictures(game: str) -> dict[str, Callable[[Context, str], None]]:
    """The chronicle of a game of two."""
    return {"chronicle": _show(game)} if 2 in registry.info(game).seats else {}
