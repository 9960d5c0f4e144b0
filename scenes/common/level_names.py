"""How levels of computer opponents are called on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ai.levels import LEVELS
from engine import names
from engine.seats import FOREIGN, WHO

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.table.opponents import Opponents


AT_SEAT = 16
"""Characters of a title that have room at a seat."""


class Manned(Protocol):
    """A table as far as who plays at it goes."""

    ctx: Context
    session: Session
    opponents: Opponents


def level_name(ctx: Context, level: str) -> str:
    """First evening to Grandmaster; a character goes by its name, an opponent from a file by its title or its file."""
    if level in LEVELS:
        return ctx.t(f"ui.level.{level}")
    if level.startswith(WHO):
        from scenes.common import opponent_names

        return opponent_names.name_of(ctx, level)
    return ctx.foreign_title(level) or names.of_file(level.removeprefix(FOREIGN))


def strength(level: str) -> str:
    """The level of a character, whose name stands elsewhere; any other level is itself."""
    if not level.startswith(WHO):
        return level
    from scenes.common import opponent_names

    one = opponent_names.known(level)
    return level if one is None else one.level


def computer_name(table: Manned, seat: int) -> str:
    """Text under the name of a computer's seat: its level, or why another level plays in its place."""
    trouble = table.opponents.troubles.get(seat)
    if trouble is not None:
        return table.ctx.t(f"ui.plate.failed.{trouble.how}")
    level = level_name(table.ctx, strength(table.session.seats[seat].level))
    if len(level) > AT_SEAT:
        level = level[: AT_SEAT - 1].rstrip() + "…"
    return level
