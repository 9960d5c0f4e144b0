"""What the parts of the Legends table draw and let choose: made anew by the table for every frame."""

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
    """What the person below may do now, what of it is marked or advised, and how it is said and done."""

    moves: tuple[Move, ...]
    marked: Move | None
    advised: Move | None
    """What the hint recommends most."""
    bid: int
    """The coins thought of in the auction, ``most`` those there are."""
    most: int
    mark: Callable[[Move], None]
    """Mark a move; marking it again makes it."""
    make: Callable[[Move], None]
    set_bid: Callable[[int], None]
    put_back: Callable[[], bool]
    """Let go of an army that was picked up, or of a mark."""
    label: Callable[[Move], str]
    explain: Callable[[Move], str]


@dataclass(frozen=True, slots=True)
class Buttons:
    """What the buttons do that only this table has."""

    zoom: Callable[[int], object]
    whole_map: Callable[[], None]
    names: Callable[[], None]
    """Show or hide the names of the regions."""
    peek: Callable[[], None]
    """Show the tokens that only the person below has seen."""


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as all its parts see it.

    ``pulse``: the strength of what may be chosen;
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
        """The phase in which the person below may choose; "" when there is nothing to choose."""
        return str(self.view["phase"]) if self.choice.moves else ""

    @property
    def rivals(self) -> list[int]:
        """The other seats in the order of play after the one below."""
        return rivals(self.below, self.stage.seats)

    def owner_name(self, owner: int) -> str:
        """The name of a seat, or the word for the neutral ones."""
        return self.ctx.t("legends.neutral") if owner == NEUTRAL else self.seats[owner].name

    def emblem(self, owner: int) -> tuple[int | None, str]:
        """Colour and emblem of a seat; 4 = neutral."""
        if owner == NEUTRAL:
            return None, ""
        seat = self.seats[owner]
        return seat.colour, seat.emblem or player(seat.colour).emblem


def rivals(below: int, seats: int) -> list[int]:
    """The other seats in the order of play after the one below."""
    return [(below + k) % seats for k in range(1, seats)]
