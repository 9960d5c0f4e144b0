"""What the parts of the King of the Dice table draw and let choose: made anew by the table for every frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.contract import View
from engine.seats import Seat
from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.stage import Stage

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.panels import PanelCache
    from scenes.shell.ui import Ui


@dataclass(slots=True)
class Choice:
    """What the person below may do now, what of it is marked, and how it is said and done."""

    moves: tuple[Move, ...]
    marked: Move | None
    kept: int
    """The dice chosen to stay, as a mask."""
    pick: Callable[[Move], None]
    """Mark a move; marking it again carries it out."""
    make: Callable[[Move], None]
    """Carry a move out."""
    describe: Callable[[Move], str]
    explain: Callable[[Move], str]


@dataclass(slots=True)
class Desk:
    """The table as all its parts see it.

    ``below``: the seat whose panel is the large one; ``viewer``: who looks on, None for nobody in particular;
    ``roles``: what stands under the name of each seat; ``hot``: what pointer and, when it is shown, focus are on.
    """

    ctx: Context
    ui: Ui
    panels: PanelCache
    stage: Stage
    view: View
    seats: Sequence[Seat]
    roles: Sequence[str]
    below: int
    viewer: int | None
    choice: Choice
    skip: Callable[[], bool]
    """Hurry on what is moving; False when nothing is."""
    busy: bool
    finished: bool
    confirming: bool
    beat: int
    """Counts the pictures of the flames."""
    pulse: float
    """The strength of what may be chosen."""

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [seat.name for seat in self.seats]

    @property
    def phase(self) -> str:
        """The phase in which the person below may choose; "" when there is nothing to choose."""
        return str(self.view["phase"]) if self.choice.moves else ""

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """What the pointer and, when it is shown, the focus are on."""
        return self.ui.hover, self.ui.focus if self.ui.show_focus else None
