"""Data that the parts of the Legends table draw and offer; built by the table every frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.legends.moves import Move
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from scenes.legends.chart_view import ChartView
from scenes.legends.drag import Grip
from scenes.legends.layout import Layout
from scenes.legends.scene_model import Stage
from scenes.table.table_view import TableDesk
from sprites.base.theme import player


@dataclass(frozen=True, slots=True)
class Choice:
    """Legal moves of the bottom seat, the marked and advised ones, and functions to describe and make them."""

    moves: tuple[Move, ...]
    marked: Move | None
    advised: Move | None
    """Best move of the hint."""
    bid: int
    """Prepared bid in the auction, ``most`` the available coins."""
    most: int
    mark: Callable[[Move], None]
    """Marks a move; marking it again makes it."""
    make: Callable[[Move], None]
    set_bid: Callable[[int], None]
    put_back: Callable[[], bool]
    """Put back a picked army, or clear the mark."""
    label: Callable[[Move], str]
    explain: Callable[[Move], str]


@dataclass(frozen=True, slots=True)
class Buttons:
    """Handlers of the buttons that only this table has."""

    zoom: Callable[[int], object]
    whole_map: Callable[[], None]
    names: Callable[[], None]
    """Shows or hides the names of the regions."""
    peek: Callable[[], None]
    """Shows the tokens that only the bottom seat has seen."""


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as seen by its parts.

    ``pulse``: strength of legal choices;
    ``resting``: nothing moves, so that there is time for smooth edges.
    """

    stage: Stage
    chart: ChartView
    places: Layout
    grip: Grip
    overlooked: bool
    choice: Choice
    buttons: Buttons
    pulse: float
    resting: bool
    region_name: Callable[[int], str]

    @property
    def phase(self) -> str:
        """Phase in which the bottom seat can choose; "" without a choice."""
        return str(self.view["phase"]) if self.choice.moves else ""

    @property
    def rivals(self) -> list[int]:
        """Return the other seats in turn order after the bottom one."""
        return rivals(self.below, self.stage.seats)

    def owner_name(self, owner: int) -> str:
        """Return the name of a seat, or the word for neutral."""
        return self.ctx.t("legends.neutral") if owner == NEUTRAL else self.seats[owner].name

    def emblem(self, owner: int) -> tuple[int | None, str]:
        """Return colour and emblem of a seat; 4 = neutral."""
        if owner == NEUTRAL:
            return None, ""
        seat = self.seats[owner]
        return seat.colour, seat.emblem or player(seat.colour).emblem


def rivals(below: int, seats: int) -> list[int]:
    """Return the other seats in turn order after the bottom one."""
    return [(below + k) % seats for k in range(1, seats)]
