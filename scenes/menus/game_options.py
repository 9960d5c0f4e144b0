"""The panel of a game's options on its set-up page, which each game draws itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.menus.setup import SetUp
    from scenes.shell.inputs import Input


class GameOptions:
    """Panel of a game's options; a game draws its own."""

    heading = ""
    """Text id of the heading."""

    def __init__(self, setup: SetUp) -> None:
        self.setup = setup

    @property
    def options(self) -> dict[str, Any]:
        """Options being edited."""
        return self.setup.options

    def problem(self) -> str:
        """Return why a game cannot start with these options, in the player's language; "" when it can."""
        return ""

    def handle(self, given: Input) -> bool:
        """Handle a key of the panel; return whether it was one."""
        return False

    def set_option(self, name: str, value: Any) -> None:
        """Change an option."""
        self.options[name] = value
        self.setup.ui.dirty = True

    def draw_flag(self, c: Canvas, name: str, box: Box, label: str, *, tip: tuple[str, str] | None = None) -> None:
        """Draw the tick box of an option that is on or off."""
        on, change = bool(self.options.get(name)), partial(self.set_option, name)
        self.setup.ui.checkbox(c, name, box, on, label, change, tip=tip)

    def goal(self) -> str:
        """Return what wins the game with these options, in one sentence."""
        return self.setup.ctx.t(f"{self.setup.game}.goal")

    def draw_table(self, c: Canvas, box: Box) -> None:
        """Draw what lies on the table round which everybody sits."""

    def draw(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """Draw the whole panel and note its targets."""

    def draw_nothing_own(self, c: Canvas, box: Box, words: str, folder: Path) -> None:
        """Draw a hint where the player has no content of its own yet: ``words``, and a button that opens the folder."""
        x, y, w, _ = box
        tall = text.paragraph(c, words, x, y, w, "fine", "text.muted")
        self.setup.ui.button(
            c, "own.folder", (x, y + tall + 10, min(w, 230.0), 38.0), self.setup.ctx.t("ui.folder.open"),
            lambda: self.setup.ctx.open_folder(folder), icon="open-folder",
        )  # fmt: skip
