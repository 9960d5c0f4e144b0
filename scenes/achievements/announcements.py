"""Deeds at the end of a game: entered, and given to the ceremony."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.content import achievements
from engine.content.achievements import KEPT, Achievement, BadAchievements
from engine.session import Session

if TYPE_CHECKING:
    from scenes.shell.context import Context


def enter_new(ctx: Context, session: Session) -> list[Achievement]:
    """Enter what was done for the first time in a game that is over; return all deeds that were first done in it.

    They are the same however often the result is looked at.
    """
    record = ctx.progress(KEPT)
    try:
        fresh = achievements.find_new(session, record)
        known = achievements.load_achievements(session.game)
    except BadAchievements:
        return []
    if fresh:
        ctx.keep(KEPT, record)
    done = {key for key, one in record.deeds.items() if one.game == session.id}
    return [deed for deed in known if f"{session.game}.{deed.id}" in done]
