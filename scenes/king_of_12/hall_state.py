"""What the table of a King of 12 tournament keeps: which table is large, and whether the standings are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes.king_of_12 import hall_layout, hall_right_column
from scenes.king_of_12.hall_bracket import Bracket
from scenes.king_of_12.hall_scene_model import HallStage, natural
from scenes.king_of_12.layout import Place
from scenes.king_of_12.table_state import TableState
from scenes.table.game_log import explain_events

if TYPE_CHECKING:
    from scenes.king_of_12.table_state import KingTable
    from scenes.shell.targets import Box
    from scenes.table.call_to_action import Call
    from sprites.base.timeline import Timeline

CHANGE_MS = 340.0
"""Duration of the way of dice and cards to another table, in ms."""


class HallState(TableState):
    """State of the table of a tournament."""

    hand_x = hall_layout.HAND_X

    def __init__(self, table: KingTable) -> None:
        super().__init__(table)
        self.made: HallStage | None = None
        """The stage that was made last."""
        self.show_standings = False
        self.line_table: tuple[str, tuple[int, ...]] = ("", ())
        """Stage and players of the table that the lines of the log are about."""

    @property
    def stage(self) -> HallStage:
        """Stage of the hall."""
        assert self.made is not None
        return self.made

    @property
    def first(self) -> int:
        """Player at the bottom of the large table, if seated there."""
        return self._table.viewer if self._table.viewer is not None else self._table.below

    # --- where things lie ---------------------------------------------------------------------------------

    def mat_box(self, height: float) -> Box:
        """Return the box of the mat for a window height."""
        return hall_layout.mat(height)

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        x, y = super().centre()
        return x + hall_layout.SHIFT, y

    def list_large_seats(self) -> Sequence[int]:
        """Return the players at the large table."""
        return self.stage.near

    def spots(self) -> list[Place]:
        """Return the places by player in a window of this height."""
        height = self._table.height
        self.stage.rows = hall_layout.rows(self.stage.hallway, height)
        return self.stage.places(self.first, height)

    # --- which table is large -----------------------------------------------------------------------------

    def pick_table(self, number: int) -> None:
        """Show a table large; motions elsewhere finish at once."""
        stage, table = self.stage, self._table
        if number not in stage.hallway.tables() or number == stage.large:
            return
        table.ctx.play("card_lift")
        table.timeline.finish()
        table.beside.finish()
        stage.picked = stage.large = number
        motions = table.timeline if not table.busy else table.beside
        self.move_all(motions=motions)
        table.ui.dirty = True

    def move_all(self, ms: float = CHANGE_MS, motions: Timeline | None = None) -> None:
        """Send every die and card to its new place, in ``ms``."""
        table, stage = self._table, self.stage
        motions, ms = motions or table.timeline, table.ms(ms)
        for seat, place in zip(stage.seats, stage.places(self.first, table.height), strict=True):
            if place == seat.place:
                continue
            larger = max(seat.place, place, key=lambda one: one.die_size)
            seat.die.model = (larger.die_size, larger.spin)
            seat.place = place
            seat.die.spin = place.spin
            seat.die.settle()
            x, y = float(place.die[0]), float(place.die[1])
            motions.tween(seat.die, ms, x=x, y=y, size=float(place.die_size))
            if seat.card is not None:
                x, y = float(place.card[0]), float(place.card[1])
                motions.tween(seat.card, ms, x=x, y=y, angle=float(place.card_angle), scale=place.card_scale)

    def step_table(self, by: int) -> None:
        """Show the next or previous table of the strip."""
        tables = self.stage.hallway.tables()
        at = tables.index(self.stage.large) if self.stage.large in tables else 0
        self.pick_table(tables[(at + by) % len(tables)])

    def show_own_table(self) -> None:
        """Show the viewer's table, or the one that matters."""
        self.pick_table(natural(self.stage.hallway, self.first))
        self.stage.picked = None

    # --- panels -------------------------------------------------------------------------------------------

    def toggle_standings(self) -> None:
        """Toggle between standings and log."""
        self.show_standings = not self.show_standings
        self._table.ui.dirty = True

    def open_rounds(self) -> None:
        """Open the page of the rounds: pairings and points."""
        table = self._table
        table.ctx.stack.push(Bracket(table.ctx, table.session.seats, table.view, table.write_points))

    def find_call(self) -> Call:
        """Return the texts of the call-to-action panel."""
        return hall_right_column.call(self._table, self.stage)

    def list_reasons(self) -> list[str]:
        """Return the events of the last trick at the large table and in the centre, each with its reason."""
        events = hall_right_column.list_large_table_events(self._table.told, self.stage, self.first)
        return explain_events(self._table, events)[-hall_right_column.MOST_REASONS :]


def get_hall(table: KingTable) -> HallState:
    """Return the state of a tournament's table."""
    assert isinstance(table.own, HallState)
    return table.own
