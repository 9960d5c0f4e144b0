"""Companions of a table: the guide of a lesson, the controller of a puzzle, or of a moment that is tried again."""

from collections.abc import Callable

from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from sprites.base.canvas import Canvas

Aside = Callable[[Canvas, Box], None]
"""Draws into the place where a table has its chronicle otherwise."""


class Companion:
    """Interface of companions to their table; the defaults leave everything to the table."""

    @property
    def whole(self) -> bool:
        """Whether it accompanies a complete game, with a result."""
        return False

    @property
    def helps(self) -> bool:
        """Whether the table may help as in an ordinary game: odds, what counts, keeping with a click."""
        return True

    @property
    def way_out(self) -> tuple[str, Callable[[], None]] | None:
        """Label and function that the menu offers in place of a new game; None for a new game."""
        return None

    @property
    def reading(self) -> bool:
        """Whether the table waits until the text has been read."""
        return False

    @property
    def aside(self) -> Aside | None:
        """Function that draws a panel in place of the log; None for the log."""
        return None

    def holds(self, target: str) -> bool:
        """Whether the companion uses this control itself, so that the table must not."""
        return False

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""

    def allows(self, action: int) -> bool:
        """Return whether the person may make this decision; if not, the companion reacts."""
        return True

    def advise(self) -> bool:
        """Handle a request for advice; return False to let the table give its own."""
        return False

    def describe_spoken(self) -> str:
        """Return the spoken description of the task; "" without one."""
        return ""

    def find_spoken_target(self) -> str:
        """Return the id of the target to press next; "" where there is none, or where the learner has to find it."""
        return ""

    @property
    def has_main(self) -> bool:
        """Whether the companion draws the main button of the page, so that the table shows none."""
        return False

    def takes_main(self) -> bool:
        """Handle a press of the main button; return whether it was used."""
        return False

    def swallows(self, given: Input) -> bool:
        """Return whether the companion has used the input, so that the table must not."""
        return False

    def describe_progress(self) -> str:
        """Return the progress, for the top bar."""
        return ""

    def draw(self, c: Canvas) -> None:
        """Draw the companion on top of the table."""
