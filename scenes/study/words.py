"""How decisions are called in the study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable


class Telling(Protocol):
    """A screen that speaks of the decisions of one game, and has a table of it."""

    ctx: Context

    @property
    def whole(self) -> Session:
        """Session of the whole game."""

    @property
    def table(self) -> AnyTable:
        """A table of that game, wherever it stands."""


def move_words(scene: Telling, turn: int, seat: int, action: int) -> str:
    """Name of a decision at the table, for the seat that made it after ``turn`` others."""
    table, whole = scene.table, scene.whole
    held = table.view
    table.view = whole.rules.view(whole.course.get_position(turn).state, seat)
    try:
        return table.hooks.name_action(table, action) or scene.ctx.t("study.nameless")
    finally:
        table.view = held
