"""Companions of a table: the guide of a lesson, the controller of a puzzle, or of a moment that is tried again."""

from __future__ import annotations

from collections.abc import Callable

from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from sprites.base.canvas import Canvas

Aside = Callable[[Canvas, Box], None]
"""Draws into the place where a table has its chronicle otherwise."""


class Companion:
    """What a table asks it; one that answers nothing leaves everything to the table."""

    @property
    def whole(self) -> bool:
        """Whether it goes along in a whole game, which has a result."""
        return False

    @property
    def helps(self) -> bool:
        """Whether the table may help as in an ordinary game: odds, what counts, keeping with a click."""
        return True

    @property
    def way_out(self) -> tuple[str, Callable[[], None]] | None:
        """What the menu offers in place of a new game: its label, and what it does."""
        return None

    @property
    def reading(self) -> bool:
        """Whether the table waits until the text has been read."""
        return False

    @property
    def aside(self) -> Aside | None:
        """What stands in place of the chronicle; None = the chronicle."""
        return None

    def holds(self, target: str) -> bool:
        """Whether it watches a control itself, so that the table must not use it otherwise."""
        return False

    def update(self, ms: float) -> None:
        """Let time pass."""

    def allows(self, action: int) -> bool:
        """Whether the person may decide so; it answers when not."""
        return True

    def advise(self) -> bool:
        """The person asks for advice; False: the table's own may be given."""
        return False

    def describe_spoken(self) -> str:
        """What a screen reader says of what is to be done; "" when there is nothing."""
        return ""

    def find_spoken_target(self) -> str:
        """The target that is to be pressed next; "" where there is none, or where it has to be found."""
        return ""

    def takes_main(self) -> bool:
        """The amber button was pressed; whether that was for the companion."""
        return False

    def swallows(self, given: Input) -> bool:
        """Whether an input is its own affair."""
        return False

    def describe_progress(self) -> str:
        """How far one is, for the top bar."""
        return ""

    def draw(self, c: Canvas) -> None:
        """Over everything."""
