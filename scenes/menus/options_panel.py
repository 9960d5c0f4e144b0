"""What the panels of the games' own options at set-up have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenes.shell.inputs import Input

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
