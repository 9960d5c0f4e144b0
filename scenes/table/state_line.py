"""The state line of a table's top bar: the stage that is played, how far the game is, and what the others did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.table.recap_line import LEAST, find_room, summarize
from sprites.base import text

if TYPE_CHECKING:
    from scenes.table.table_view import AnyTable
    from sprites.base.canvas import Canvas


def extend(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Return the line ``where`` behind the title, with what else has room: the name of the stage, the recap."""
    return _add_recap(table, c, title, _add_stage(table, c, title, where))


def _add_stage(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Put the name of the stage before the line where there is room for both."""
    if table.goals is None or table.guide is not None:
        return where
    named = f"{table.goals.name()} \u00b7 {where}"
    return named if find_room(c, title, named, table.recap_right) >= 0 else where


def _add_recap(table: AnyTable, c: Canvas, title: str, where: str) -> str:
    """Put a sentence about what the others did behind the line where nothing of it was seen to move."""
    lines = table.recent if table.ctx.speed == 0 and not table.busy else []
    room = find_room(c, title, where, table.recap_right) if lines else 0.0
    if room < LEAST:
        return where
    said = summarize(
        lines,
        table.recap_kinds,
        lambda words: text.width(c, words, "body") <= room,
        lambda n: table.ctx.t("ui.recap.more", n=n),
    )
    return f"{where} \u00b7 {said}" if said else where
