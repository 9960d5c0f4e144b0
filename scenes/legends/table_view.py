"""What the parts of a Legends table read and press."""

from __future__ import annotations

from games.legends.moves import Move
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from scenes.legends.chart_view import ChartView
from scenes.legends.drag import Grip
from scenes.legends.layout import Layout
from scenes.legends.previews import Previews
from scenes.legends.scene_model import Stage
from scenes.shell.pulse import Pulse
from scenes.table import table_view
from sprites.base.theme import player


class TableView(table_view.TableView[Move]):
    """A table of Legends as its parts see it."""

    stage: Stage
    chart: ChartView
    """The map and what of it is shown."""
    places: Layout
    """Where the parts lie in this window."""
    grip: Grip
    """What is being dragged."""
    pulse: Pulse
    """Light on legal choices."""
    bid: int
    """Prepared bid in the auction."""
    previews: Previews
    """What the choice at hand will change."""

    @property
    def most(self) -> int:
        """Coins that can be bid."""
        raise NotImplementedError

    def set_bid(self, coins: int) -> None:
        """Prepare a bid."""
        raise NotImplementedError

    def region_name(self, region: int) -> str:
        """Return the name of a region."""
        raise NotImplementedError

    def label(self, move: Move) -> str:
        """Return a move in few words."""
        raise NotImplementedError

    def zoom(self, steps: int) -> object:
        """Zoom the map in or out by steps."""
        raise NotImplementedError

    def whole_map(self) -> None:
        """Show the whole map."""
        raise NotImplementedError

    def toggle_names(self) -> None:
        """Show or hide the names of the regions."""
        raise NotImplementedError

    def peek(self) -> None:
        """Show the tokens that only the bottom seat has seen."""
        raise NotImplementedError

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
