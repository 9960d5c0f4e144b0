"""What the panels of the games' own options at set-up have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from sprites.base import text

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp
    from sprites.base.canvas import Canvas


class GameOptions:
    """A panel of options; games say what it shows."""

    def __init__(self, setup: SetUp) -> None:
        self.setup = setup

    @property
    def options(self) -> dict[str, Any]:
        """The options being edited."""
        return self.setup.options

    def problem(self) -> str:
        """Why the game cannot begin with these options, in the player's language; "" when it can."""
        return ""

    def handle(self, given: Input) -> bool:
        """Take a key of the panel's own; True when it was one."""
        return False

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel and note its targets; for each game to fill in."""
        raise NotImplementedError

    def draw_nothing_own(self, c: Canvas, box: Box, words: str, folder: Path) -> None:
        """Where the player has put nothing of its own yet: what could lie there, and a button that shows the folder."""
        x, y, w, _ = box
        tall = text.paragraph(c, words, x, y, w, "fine", "text.muted")
        self.setup.ui.button(
            c, "own.folder", (x, y + tall + 10, min(w, 230.0), 38.0), self.setup.ctx.t("ui.folder.open"),
            lambda: self.setup.ctx.open_folder(folder), icon="open-folder",
        )  # fmt: skip
