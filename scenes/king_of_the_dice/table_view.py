"""What the parts of the King of the Dice table draw and let choose: made anew by the table for every frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.scene_model import Stage
from scenes.table.table_view import TableDesk


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


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as all its parts see it."""

    stage: Stage
    choice: Choice
    beat: int
    """Counts the pictures of the flames."""
    pulse: float
    """The strength of what may be chosen."""

    @property
    def phase(self) -> str:
        """The phase in which the person below may choose; "" when there is nothing to choose."""
        return str(self.view["phase"]) if self.choice.moves else ""
