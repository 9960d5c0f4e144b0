"""What the table of a King of 12 tournament keeps: which table is large, and whether the standings are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenes.king_of_12 import hall_layout, hall_right_column
from scenes.king_of_12.hall_animation_context import CHANGE_MS, move_seats
from scenes.king_of_12.hall_bracket import Bracket
from scenes.king_of_12.hall_scene_model import HallStage, natural
from scenes.king_of_12.layout import Place
from scenes.king_of_12.table_state import TableState
from scenes.table.game_log import explain_events

if TYPE_CHECKING:
    from scenes.king_of_12.right_column import Call
    from scenes.king_of_12.table_state import KingTable
    from scenes.shell.targets import Box


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

    def find_picked(self) -> int | None:
        """Return the table that was chosen to be large; None for the one that is so by itself."""
        return None if self.made is None else self.made.picked

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
        move_seats(stage, stage.places(self.first, table.height), motions, table.ms(CHANGE_MS))
        table.ui.dirty = True

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
