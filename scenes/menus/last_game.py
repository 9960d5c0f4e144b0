"""Which saved game was at a table last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.shell.context import Context


def played_last(ctx: Context, path: Path | None) -> None:
    """Remember the save that was opened last, whether anything is decided in it or not."""
    if path is not None and ctx.settings.last_game != path.name:
        ctx.settings.last_game = path.name
        ctx.save_settings()
