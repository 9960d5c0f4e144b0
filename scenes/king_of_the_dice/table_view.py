"""Data that the parts of the King of the Dice table draw and offer; built by the table every frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.king_of_the_dice.moves import Move
from scenes.king_of_the_dice.scene_model import Stage
from scenes.table.table_view import TableDesk


@dataclass(slots=True)
class Choice:
    """Legal moves of the bottom seat, the marked one, and functions to describe and make them."""

    moves: tuple[Move, ...]
    marked: Move | None
    kept: int
    """Mask of the kept dice."""
    pick: Callable[[Move], None]
    """Marks a move; marking it again makes it."""
    make: Callable[[Move], None]
    """Makes a move."""
    describe: Callable[[Move], str]
    explain: Callable[[Move], str]


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as seen by its parts."""

    stage: Stage
    choice: Choice
    beat: int
    """Frame counter of the flames."""
    pulse: float
    """Pulse of legal choices."""

    @property
    def phase(self) -> str:
        """Phase in which the bottom seat can choose; "" without a choice."""
        return str(self.view["phase"]) if self.choice.moves else ""
