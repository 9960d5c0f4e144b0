"""Table of a King of 12 tournament: a strip with all tables, one of them large."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.contract import Event
from engine.session import Session, Update
from scenes.common.faces import build_face
from scenes.king_of_12 import (
    card_view,
    hall_animate,
    hall_layout,
    hall_right_column,
    hall_round,
    hall_strip,
    mat,
    plates,
    right_column,
)
from scenes.king_of_12.animation_context import crown_leaves_hand, lay_crown, lay_down
from scenes.king_of_12.hall_animation_context import CHANGE_MS, HallAnimationContext, move_seats
from scenes.king_of_12.hall_layout import HAND_X
from scenes.king_of_12.hall_scene_model import HallStage, build_hallway, hall_stage, natural
from scenes.king_of_12.layout import CARD_W, Place
from scenes.king_of_12.scene_model import Stage, find_step
from scenes.king_of_12.table import Table
from scenes.king_of_12.table_view import Call
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table.game_log import explain_events
from scenes.table.script import Script
from sprites.base import dodecahedron, portrait
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline
from sprites.king_of_12 import card, d12

if TYPE_CHECKING:
    from scenes.shell.context import Context


BACK_WIDTHS = (15.0, 94.0, 66.0)
"""Widths of card backs, those of the strip first, where all are visible at once."""


class HallTable(Table):
    """Tournament: the table of an ordinary game inside the hall."""

    hand_x = HAND_X
    recap_right = 1236.0

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.crowd = Timeline()
        """Timeline of the other tables, parallel to the detailed animations."""
        self._seen_crowd_changes = 0
        self.show_standings = False
        self._line_table: tuple[str, tuple[int, ...]] = ("", ())

    # --- stage ------------------------------------------------------------------------------------

    @property
    def hall(self) -> HallStage:
        """Stage of the hall."""
        assert isinstance(self.stage, HallStage)
        return self.stage

    def first(self) -> int:
        """Player at the bottom of the large table, if seated there."""
        return self.viewer if self.viewer is not None else self.below

    def build_stage(self) -> Stage:
        """Build the stage of the view at rest."""
        picked = self.stage.picked if isinstance(self.stage, HallStage) else None
        self.crowd.tweens.clear()
        return hall_stage(self.view, build_hallway(self.view), picked, self.first(), self.height)

    def list_large_seats(self) -> Sequence[int]:
        """Return the players at the large table."""
        return self.hall.near

    def spots(self) -> list[Place]:
        """Return the places by player in a window of this height."""
        self.hall.rows = hall_layout.rows(self.hall.hallway, self.height)
        return self.hall.places(self.first(), self.height)

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        x, y = super().centre()
        return x + hall_layout.SHIFT, y

    def show_unscripted(self, update: Update) -> bool:
        """Apply simultaneous choices of others (including crowns) without interrupting one's own."""
        if any(event.kind not in ("committed", "crown_laid", "crown_card") for event in update.events):
            return False
        if not update.view["to_act"]:
            return False
        self.own_card_leaves(update)
        self.note([event for event in update.events if event.kind != "committed"])
        on = self.teller()
        for event in update.events:
            if event.kind == "committed":
                lay_down(on, event.data["seat"])
            elif event.kind == "crown_laid":
                lay_crown(on, event.data)
            else:
                crown_leaves_hand(on, event.data)
        return True

    def script(self, update: Update) -> Script:
        """Return the animation of an update."""
        self.own_card_leaves(update)
        yield from hall_animate.tell(self.teller(), update.events)
        self.stage.step = find_step(update.view)

    def teller(self) -> HallAnimationContext:
        """Build the context of the animations."""
        return HallAnimationContext(
            ctx=self.ctx,
            stage=self.stage,
            timeline=self.timeline,
            viewer=self.viewer,
            present=(),
            ms=self.ms,
            play=self.play,
            note=self.note,
            centre=self.centre,
            in_hand=self.find_hand_spot,
            roll_seed=self.roll_seed,
            crowd=self.crowd,
            first=self.first(),
            people=self.people,
            height=lambda: self.height,
            skipping=lambda: self.skipping,
            expect=self.expect,
        )

    def expect(self, k: int, face: int, place: Place | None = None) -> None:
        """Have the picture of a player's die at its place, or at another one, made before it shows this face, and at
        another place at the large table the hand."""
        spot = place or self.stage.seats[k].place
        window = self.ctx.window
        if window is None:
            return
        d12.plan(window.canvas, spot.die_size, dodecahedron.pose(face, spot.spin))
        if place is not None and place.side not in ("row", "centre", "below" if self.people else ""):
            mat.plan_hand(self, window.canvas, k, place, self.stage.seats[k].hand_size)

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """Change the viewer, who sees the viewer's table first."""
        self.hall.picked = None
        super().watch_from(seat, secret)

    def draw_secret_ground(self, c: Canvas, bottom: float) -> bool:
        """Leave the hall in sight."""
        return False

    # --- which table is large ------------------------------------------------------------------------

    def pick_table(self, number: int) -> None:
        """Show a table large; motions elsewhere finish at once."""
        hall = self.hall
        if number not in hall.hallway.tables() or number == hall.large:
            return
        self.ctx.play("card_lift")
        self.timeline.finish()
        self.crowd.finish()
        hall.picked = hall.large = number
        motions = self.timeline if not self.busy else self.crowd
        move_seats(hall, hall.places(self.first(), self.height), motions, self.ms(CHANGE_MS))
        self.ui.dirty = True

    def step_table(self, by: int) -> None:
        """Show the next or previous table of the strip."""
        tables = self.hall.hallway.tables()
        at = tables.index(self.hall.large) if self.hall.large in tables else 0
        self.pick_table(tables[(at + by) % len(tables)])

    # --- time ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether anything moves, including other tables."""
        return super().moving or self.crowd.active

    def update(self, ms: float) -> None:
        """Advance all tables."""
        if self.ctx.stack.top is self and self.crowd.active:
            self.ui.moved = True
            if self.ctx.speed == 0 or self.skipping:
                self.crowd.finish()
            else:
                self.crowd.update(ms * self.ctx.speed)
        if self.crowd.changes != self._seen_crowd_changes:
            self._seen_crowd_changes = self.crowd.changes
            self.ui.dirty = True
        super().update(ms)

    def skip(self) -> bool:
        """Skip the running motions at all tables."""
        skipped = super().skip()
        if skipped:
            self.crowd.finish()
        return skipped

    def pace(self) -> float:
        """Pace of computers; simultaneous decisions do not wait for each other."""
        return 1.0 / max(1, len(self.session.to_act()))

    def person_order(self) -> list[int]:
        """Return the people in group order, starting after the last one who decided."""
        order = [seat for seat in self.view["order"] if seat in self.people]
        start = order.index(self.below) if self.below in order else 0
        return order[start:] + order[:start]

    # --- input ---------------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Commands: Home shows the viewer's table, End the next one; the rest as at any table."""
        return {**super().commands(), "home": self.own_table, "end": lambda: self.step_table(1)}

    def own_table(self) -> None:
        """Show the viewer's table, or the one that matters."""
        self.pick_table(natural(self.hall.hallway, self.first()))
        self.hall.picked = None

    def press(self, given: Input) -> bool:
        """Handle a press; a press on the strip does not skip animations."""
        return given.x >= hall_layout.STRIP_X + hall_layout.STRIP_W and super().press(given)

    def toggle_standings(self) -> None:
        """Toggle between standings and log."""
        self.show_standings = not self.show_standings
        self.ui.dirty = True

    def open_rounds(self) -> None:
        """Open the page of the rounds: pairings and points."""
        from scenes.king_of_12.hall_bracket import Bracket

        self.ctx.stack.push(Bracket(self.ctx, self.session.seats, self.view, self.write_points))

    # --- words ---------------------------------------------------------------------------------------

    def call(self, last_line: str) -> Call:
        """Return the texts of the call-to-action panel."""
        return hall_right_column.call(self, self.hall, last_line)

    def panel(self, c: Canvas) -> right_column.Panel:
        """Return the drawing function of the log or the standings."""

        def draw(box: Box) -> None:
            hall_right_column.standings(self, c, box, self.first())

        return draw if self.show_standings else super().panel(c)

    def list_news_content(self) -> Hashable:
        """Return what the log shows; the standings are drawn whenever something has changed."""
        return object() if self.show_standings else super().list_news_content()

    def list_bar_content(self) -> Hashable:
        """Return whether the standings are shown."""
        return self.show_standings

    def top_buttons(self, c: Canvas) -> None:
        """Draw the buttons of every table plus standings and rounds."""
        hall_right_column.buttons(self.ctx.t, self.ui, c, self.open_rounds, self.toggle_standings, self.show_standings)
        super().top_buttons(c)

    def describe_progress(self) -> str:
        """Return the status line: round, trick and stage."""
        t = self.ctx.t
        stage = t(f"king_of_12.hall.stage.{self.hall.phase}")
        return t("king_of_12.hall.state", round=self.stage.round, trick=self.stage.trick, stage=stage)

    def worth_a_line(self, event: Event, anew: bool) -> bool:
        """Whether an event is worth a log line: all of the viewer's table, the centre and the final, only results of
        others."""
        if anew:
            self._line_table = ("", ())
        if event.kind == "at_table":
            self._line_table = (event.data["stage"], tuple(event.data["seats"]))
        elif event.kind in hall_animate.FOR_ALL:
            self._line_table = ("", ())
        stage, seats = self._line_table
        if stage != "groups" or event.kind in hall_animate.OUTCOMES:
            return True
        return bool(set(seats) & set(self.people)) or not self.people

    def reasons(self) -> list[str]:
        """Return the events of the last trick at the large table and in the centre, each with its reason."""
        events = hall_right_column.list_large_table_events(self.told, self.hall, self.first())
        return explain_events(self, events)[-hall_right_column.MOST_REASONS :]

    # --- drawing -------------------------------------------------------------------------------------

    def mat_box(self, height: float) -> Box:
        """Return the box of the mat for a window height."""
        return hall_layout.mat(height)

    def draw_hand(self, c: Canvas, k: int) -> None:
        """Draw a hand at the large table; that of the bottom seat when no viewer plays here."""
        self._plan_pictures(c)
        if self.stage.seats[k].place.side != "below":
            mat.backs(self, c, k)
        elif not self.people:
            mat.draw_closed_hand(self, c, k)

    def _plan_pictures(self, c: Canvas) -> None:
        """Have the pictures made that players show who come to the large table."""
        for w in BACK_WIDTHS:
            for seat in self.session.seats:
                card.plan_back(c, seat.colour, seat.emblem, w)
        for seat in self.session.seats:
            portrait.plan(c, *build_face(seat, c.palette), plates.SMALL.face[2])
        for code in self.session.options["cards"]:
            card_view.plan_front(c, self.ctx.texts, code, CARD_W)

    def draw_crowns(self, c: Canvas, k: int) -> None:
        """Draw the cards under a die that has arrived at this table."""
        seat = self.stage.seats[k]
        if seat.die.size == seat.place.die_size:
            mat.crown_cards(self, c, k)

    def draw_afar(self, c: Canvas) -> None:
        """Draw the strip of all tables."""
        hall_strip.draw(hall_strip.Strip(self, self.hall, self.first(), self.pick_table), c)

    def draw_sheet(self, c: Canvas) -> None:
        """Draw the end of a round in every group, on a sheet over the mat."""
        if self.stage.sheet is not None:
            hall_round.draw(self, c, self.stage.sheet)
