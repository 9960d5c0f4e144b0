"""What a table of Legends keeps next to its stage: the chart in sight, the prepared bid, previews, a drag."""

from collections.abc import Sequence
from typing import Any

from engine.contract import Event, Message, View
from games.legends.messages import region_name
from games.legends.moves import Kind, Move, decode, encode
from games.legends.state import NEUTRAL_OWNER as NEUTRAL
from maps.readers.legends import Point
from scenes.legends.card_view import card_name
from scenes.legends.chart_view import ChartView
from scenes.legends.charts import ShownNames, compose
from scenes.legends.layout import Layout, layout, layout_for_fingers
from scenes.legends.region_targets import Grip, Previews, RegionTargets
from scenes.legends.scene_model import LegendsTable, OwnerChange
from scenes.table.game_log import Places
from scenes.table.script import PreviewFade
from scenes.table.table_game import list_others
from sprites.base.theme import player
from sprites.base.timeline import Pulse


class TableState:
    """State of one table that is neither the session's nor on the stage."""

    def __init__(self, table: LegendsTable) -> None:
        self._table = table
        self.bid = 0
        """Prepared bid in the auction."""
        self.chart = ChartView()
        """The map and what of it is shown."""
        self.places: Layout = layout("t_below", 3, 900.0)
        """Where the parts lie in this window."""
        self.grip = Grip()
        """What is being dragged."""
        self.region_targets = RegionTargets()
        self.shown_names = ShownNames()
        self.previews = Previews()
        """What the choice at hand will change."""
        self.preview = PreviewFade()
        self.pulse = Pulse()
        """Light on legal choices."""
        self.changes: dict[int, OwnerChange] = {}
        """Regions that have just changed hands."""
        self.after_curtain = ""
        """Text shown to one person after the handover."""
        self.is_open = self.shows_row = False
        """Whether fingers have opened the panel of the viewer, and the row of cards while no card is chosen."""
        self._followed: str | None = None

    # --- the bid ------------------------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """Return the highest possible bid."""
        return max((move.number for move in self._table.moves if move.kind == Kind.BID), default=0)

    def set_bid(self, coins: int) -> None:
        """Set the prepared bid, limited to 0 and the highest possible one."""
        self.bid = max(0, min(self.most, coins))
        self._table.ui.dirty = True

    @property
    def is_automatic(self) -> bool:
        """Whether the map is laid out at random, so that it never appears in parts."""
        return bool(self._table.view["options"]["setup"] == "automatic")

    # --- the chart in sight -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Compute the layout for the present window."""
        table = self._table
        shape, rivals = table.stage.shape, table.stage.seats - 1
        if table.by_fingers:
            self.places = layout_for_fingers(shape, rivals, table.height, self.is_open)
        else:
            self.places = layout(shape, rivals, table.height, table.goals is not None)

    def toggle_own(self) -> None:
        """Open the panel of the viewer over the chart, or close it."""
        self.is_open = not self.is_open
        self.lay_out()
        self._table.ui.dirty = True

    def toggle_row(self) -> None:
        """Show the row of cards over the chart, or hide it."""
        self.shows_row, self.is_open = not self.shows_row or self.is_open, False
        self.lay_out()
        self._table.ui.dirty = True

    def show_board(self, segments: Sequence[Sequence[Any]], shape: str) -> None:
        """Show the chart of these segments in a shape, and resize the stage to its number of regions."""
        table = self._table
        table.stage.shape = shape
        table.stage.segments = [list(each) for each in segments]
        self.lay_out()
        composed = compose(shape, segments, table.session.options.get("segments", ()))
        self.chart.show(composed, self.places.chart)
        count = len(composed.chart.codes) if composed is not None else 0
        if count != table.stage.regions:
            table.stage.resize(count)

    def bring_into_view(self, region: int) -> None:
        """Pan a zoomed chart so that a region is visible."""
        self.chart.show_region(region, at_once=self._table.ctx.speed == 0)

    def zoom(self, by: int, at: Point | None = None) -> None:
        """Zoom the chart by ``by`` steps around a point of the table (None: the middle)."""
        ctx = self._table.ctx
        self.chart.change_zoom(by, at, at_once=ctx.speed == 0 or ctx.reduced)
        self._table.ui.dirty = True

    def whole_map(self) -> None:
        """Show the whole map."""
        ctx = self._table.ctx
        self.chart.whole(at_once=ctx.speed == 0 or ctx.reduced)
        self._table.ui.dirty = True

    def toggle_names(self) -> None:
        """Show the names of all regions, or hide them."""
        self.chart.names = not self.chart.names
        self._table.ui.dirty = True

    @property
    def is_settling(self) -> bool:
        """Whether the chart or its set of region names is still changing."""
        return self.chart.working or self.shown_names.is_settling

    def follow_focus(self) -> None:
        """Keep the focused region visible when moving by keys or pad."""
        focus = self._table.ui.visible_focus
        if focus != self._followed:
            self._followed = focus
            if focus is not None and focus.startswith("region."):
                self.bring_into_view(int(focus[7:]))

    def card_spot(self, seat: int) -> Point:
        """Return the position where cards and coins of a seat fly to."""
        if seat == self._table.below:
            x, y, _w, _h = self.places.own
            return x + 120, y + 160
        x, y, w, _h = self.places.rivals[list_others(self._table).index(seat)]
        return x + min(330, w - 40), y + 48

    # --- names --------------------------------------------------------------------------------------------

    def owner_name(self, owner: int) -> str:
        """Return the name of a seat, or the word for neutral."""
        return self._table.ctx.t("legends.neutral") if owner == NEUTRAL else self._table.seats[owner].name

    def emblem(self, owner: int) -> tuple[int | None, str]:
        """Return the player's colour and the emblem of a seat; (None, "") for 4 = neutral."""
        if owner == NEUTRAL:
            return None, ""
        seat = self._table.seats[owner]
        return seat.colour, seat.emblem or player(seat.colour).emblem

    def region_name(self, region: int) -> str:
        """Return the name of a region in the current language."""
        table = self._table
        codes = table.view["regions"]
        composed = self.chart.composed
        if region < len(codes):
            return str(table.ctx.texts.value(region_name(codes[region]), table.names))
        return "" if composed is None else composed.chart.codes[region]

    def label(self, move: Move) -> str:
        """Return a move in words, with the names of regions and cards."""
        table = self._table
        if move.kind == Kind.CARD:
            cards = table.view["row"]
            return card_name(table.ctx.texts, cards[move.number]) if move.number < len(cards) else ""
        if move.kind == Kind.OPTION:
            parts = table.view["actions"]
            if len(parts) == 2:
                kind, number = parts[move.number]
                return table.ctx.t(f"legends.kind.{kind}", number=number)
        message = table.session.rules.describe(encode(move))
        if message is None:
            return ""
        params = dict(message.params)
        if move.region is not None:
            params["region"] = self.region_name(move.region)
        return table.ctx.say(Message(message.id, params), table.names).replace("*", "")


# Log of Legends: marks of lines, and links to regions.

MARKS = {
    "game_begins": "hourglass", "shape": "compass", "segment_laid": "compass", "start_laid": "star-formation",
    "joint_laid": "star-formation", "token_laid": "star-formation", "bids_opened": "two-coins", "rolled": "dice",
    "scored": "laurel-crown",
}  # fmt: skip
"""Icons of log lines without a seat."""


def find_mark(table: LegendsTable, event: Event) -> int | str | None:
    """Return the mark of an event's log line: a seat or an icon."""
    seat = event.data.get("seat")
    return seat if isinstance(seat, int) else MARKS.get(event.kind, "hourglass")


class Regions(Places):
    """Links from log lines to regions."""

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Return the region of an action, () for one without a region."""
        region = decode(action).region
        return () if region is None else (region,)

    def list_named_places(self, message: Message, view: View) -> tuple[int, ...]:
        """Return the regions whose names are parameters of a message."""
        named = [value for value in message.params.values() if not isinstance(value, int)]
        return tuple(at for at, where in enumerate(view["regions"]) if region_name(where) in named)
