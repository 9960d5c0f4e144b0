"""Deeds at the end of a game: entered, and said in passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import deeds
from engine.deeds import KEPT, BadDeeds, Record
from engine.session import Session

if TYPE_CHECKING:
    from scenes.shell.context import Context


def load(ctx: Context) -> Record:
    """What has been done so far; what is wrong with the file is told."""
    if ctx.quiet:
        return Record()
    record, told = KEPT.load()
    ctx.notices += told
    return record


def after(ctx: Context, session: Session) -> list[str]:
    """Enter what was done in a game that is over; the names of what was done for the first time."""
    record = load(ctx)
    try:
        fresh = deeds.news(session, record)
    except BadDeeds:
        return []
    if fresh and not ctx.quiet:
        ctx.files.do("deeds", KEPT.saver(record))
    return [ctx.t(f"{session.game}.deed.{deed.id}") for deed in fresh]
