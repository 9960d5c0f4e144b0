"""Names of levels of computer opponents on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.levels import LEVELS
from engine import names
from engine.seats import FOREIGN, WHO

if TYPE_CHECKING:
    from scenes.shell.context import Context


def level_name(ctx: Context, level: str) -> str:
    """First evening to Grandmaster; a character goes by its name, an opponent from a file by its title or its file."""
    if level in LEVELS:
        return ctx.t(f"ui.level.{level}")
    if level.startswith(WHO):
        from scenes.common import opponent_names

        return opponent_names.get_name(ctx, level)
    return ctx.foreign_title(level) or names.from_file_stem(level.removeprefix(FOREIGN))


def strength(level: str) -> str:
    """Level by which an opponent plays: that of a character, otherwise the level itself."""
    if not level.startswith(WHO):
        return level
    from scenes.common import opponent_names

    one = opponent_names.find_character(level)
    return level if one is None else one.level
