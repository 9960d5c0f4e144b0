"""The evening that is under way, as the settings keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine import registry, schema
from engine.content.evening import Evening, enter_game
from engine.session import Session

if TYPE_CHECKING:
    from scenes.shell.context import Context


def load_evening(ctx: Context) -> Evening:
    """Return the evening that is under way; an empty one where there is none, or what is kept makes no sense."""
    try:
        found = schema.convert(ctx.settings.evening, Evening)
    except (msgspec.ValidationError, RecursionError):
        return Evening()
    known = {info.id for info in registry.games()}
    return found if found.is_planned and known.issuperset(found.games) else Evening()


def keep_evening(ctx: Context, evening: Evening) -> None:
    """Keep an evening in the settings."""
    ctx.settings.evening = msgspec.to_builtins(evening)
    ctx.save_settings()


def note_result(ctx: Context, session: Session) -> bool:
    """Enter a finished game into the evening that it belongs to; whether it belongs to the one under way."""
    evening = load_evening(ctx)
    if enter_game(evening, session.id, session.game, session.names, session.result()):
        keep_evening(ctx, evening)
        return True
    return session.id in {one.session for one in evening.played}
