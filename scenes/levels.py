"""How levels of computer opponents are called on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.levels import LEVELS

if TYPE_CHECKING:
    from scenes.context import Context

FILE = "file:"


def level_name(ctx: Context, level: str) -> str:
    """Casual, Shrewd, Master; an opponent from the user's folder goes by its file's name."""
    if level in LEVELS:
        return ctx.t(f"ui.level.{level}")
    return level.removeprefix(FILE).replace("_", " ")


def offered(game: str) -> list[str]:
    """The built-in levels, then those the user's own opponents bring along."""
    # Looked up only where opponents are chosen: it reads files of the user.
    from ai.opponents_folder import found

    return [*LEVELS, *found(game)]
