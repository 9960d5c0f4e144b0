"""Deeds at the end of a game: entered, and said in passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.content import achievements
from engine.content.achievements import KEPT, BadAchievements
from engine.session import Session

if TYPE_CHECKING:
    from scenes.shell.context import Context


def enter_new(ctx: Context, session: Session) -> list[str]:
    """Enter what was done in a game that is over; the names of what was done for the first time."""
    record = ctx.progress(KEPT)
    try:
        fresh = achievements.find_new(session, record)
    except BadAchievements:
        return []
    if fresh:
        ctx.keep(KEPT, record)
    return [ctx.t(f"{session.game}.deed.{deed.id}") for deed in fresh]
