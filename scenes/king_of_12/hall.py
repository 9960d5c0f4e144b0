"""The hall of a King of 12 tournament: all tables at a glance in a strip, one of them large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.contract import Event
from engine.session import Session, Update
from games.king_of_12.cards import CODES
from scenes.king_of_12 import animate, hall_animate, hall_places, hall_round, hall_side, hall_strip, side
from scenes.king_of_12.hall_places import CENTRE_TABLE, HAND_X
from scenes.king_of_12.hall_stage import HallStage, hall_stage, hallway_of, natural
from scenes.king_of_12.places import COLUMN_X, Place
from scenes.king_of_12.stage import SeatStage, Stage, step_of
from scenes.king_of_12.table import Table
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table.play import Script
from sprites.base import backdrop
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.shell.context import Context

CHANGE_MS = 340.0
"""How long dice and cards need to another table."""


class HallTable(Table):
    """A tournament: the table of an ordinary game, and the hall round it."""

    hand_x = HAND_X

    def __init__(self, ctx: Context, session: Session) -> None:
        self.picked: int | None = None
        """The table somebody chose to see large; None = the one that matters."""
        self.at: tuple[int, ...] = ()
        """The players that an event means which goes by position."""
        self.crowd = Timeline()
        """The motions at the other tables: they run beside what is told in detail."""
        self.soon: list[tuple[float, int, float]] = []
        """Pictures of dice that will be needed: size, face, spin. One is made per frame, before its moment."""
        self.backs: list[tuple[int, str, float]] = []
        """Backs of cards that will be needed: colour, emblem, width. One is made per frame while nothing rolls."""
        self.waits_for = "take"
        """What the amber button says while the players look at a result: on (to the centre) or take."""
        self.movers: set[int] = set()
        """Players who are changing seats."""
        self.show_standings = False
        self._line_table: tuple[str, tuple[int, ...]] = ("", ())
        super().__init__(ctx, session)
        self._order_backs()

    def _order_backs(self) -> None:
        """Every player's card backs, the small ones first."""
        self.backs = [(seat.colour, seat.emblem, w) for w in (15.0, 94.0, 66.0) for seat in self.session.seats]

    def relabel(self) -> None:
        """Language, palette or size changed."""
        super().relabel()
        self._order_backs()

    # --- stage ------------------------------------------------------------------------------------

    @property
    def hall(self) -> HallStage:
        """The stage, which is that of a hall."""
        assert isinstance(self.stage, HallStage)
        return self.stage

    def first(self) -> int:
        """The player who sits below at the large table, if it is his."""
        return self.viewer if self.viewer is not None else self.below

    def build_stage(self) -> Stage:
        """The stage that shows the view with nothing in motion."""
        hallway = hallway_of(self.view)
        if self.picked is not None and self.picked not in hallway.tables():
            self.picked = None
        large = natural(hallway, self.first()) if self.picked is None else self.picked
        self.crowd.tweens.clear()
        self.movers.clear()
        return hall_stage(self.view, hallway, large, self.first(), self.height)

    def near(self) -> Sequence[int]:
        """The players at the large table."""
        stage = self.hall
        table = stage.hallway.table(stage.large)
        return [k for k in table if stage.seats[k].place.card_scale == 1.0]

    def present(self) -> Sequence[int]:
        """The players that an event means which goes by position."""
        return self.at

    def spots(self) -> list[Place]:
        """The places by player in a window of this height."""
        self.hall.rows = hall_places.rows(self.hall.hallway, self.height)
        return self.hall.places(self.first(), self.height)

    def centre(self) -> tuple[float, float]:
        """The middle of the mat."""
        x, y = super().centre()
        return x + hall_places.SHIFT, y

    def token_spot(self, k: int) -> tuple[float, float]:
        """Where the next token of a player will lie."""
        seat = self.stage.seats[k]
        return super().token_spot(k) if seat.place.card_scale == 1.0 else seat.place.tokens

    def hand_origin(self, k: int) -> tuple[float, float, float, float]:
        """Where a card comes from when a player lays it."""
        x, y, angle, scale = super().hand_origin(k)
        return x, y, angle, scale if scale > 1 else scale * self.stage.seats[k].place.card_scale

    def beside(self, update: Update) -> bool:
        """Choices that several make at the same time do not interrupt each other, crowns included."""
        if any(event.kind not in ("committed", "crown_laid", "crown_card") for event in update.events):
            return False
        if not update.view["to_act"]:
            return False
        self.own_card_leaves(update)
        crowns = [event for event in update.events if event.kind == "crown_laid"]
        super_events = [event for event in update.events if event.kind == "committed"]
        self.note([event for event in update.events if event.kind != "committed"])
        for event in super_events:
            hall_animate.lay_down(self, event.data["seat"])
        for event in crowns:
            hall_animate.lay_crown(self, event)
        for event in update.events:
            if event.kind == "crown_card":
                animate.crown_leaves_hand(self, event)
        return True

    def script(self, update: Update) -> Script:
        """Tell the events of one update."""
        self.own_card_leaves(update)
        yield from hall_animate.tell(self, update.events)
        self.stage.step = step_of(update.view)

    def watch_as(self, seat: int | None, secret: bool) -> None:
        """Whoever comes to the computer sees the own table first."""
        self.picked = None
        super().watch_as(seat, secret)

    # --- which table is large ------------------------------------------------------------------------

    def pick(self, number: int) -> None:
        """Show a table large."""
        if number not in self.hall.hallway.tables() or number == self.hall.large:
            return
        self.picked = number
        self.ctx.play("card_lift")
        self.enlarge(number)

    def enlarge(self, number: int) -> None:
        """Bring a table onto the mat; what is on its way elsewhere arrives at once."""
        if self.hall.large == number:
            return
        self.timeline.finish()
        self.crowd.finish()
        self.hall.large = number
        self.move_all(self.timeline if not self.busy else self.crowd)
        self.ui.dirty = True

    def move_all(self, timeline: Timeline, ms: float = CHANGE_MS) -> None:
        """Send every die, card and row to the place where it belongs now."""
        stage = self.hall
        ms = self.ms(ms)
        for seat, place in zip(stage.seats, stage.places(self.first(), self.height), strict=True):
            if place == seat.place:
                continue
            larger = max(seat.place, place, key=lambda one: one.die_size)
            seat.die.model = (larger.die_size, larger.spin)
            seat.place = place
            seat.die.spin = place.spin
            seat.die.settle()
            x, y = float(place.die[0]), float(place.die[1])
            timeline.to(seat.die, ms, x=x, y=y, size=float(place.die_size))
            if seat.card is not None:
                x, y = float(place.card[0]), float(place.card[1])
                timeline.to(seat.card, ms, x=x, y=y, angle=float(place.card_angle), scale=place.card_scale)

    def expect(self, k: int, face: int, place: Place | None = None) -> None:
        """The die of a player will soon lie at its place, or at another one, with this face."""
        there = place or self.stage.seats[k].place
        self.soon.append((there.die_size, face, there.spin))

    def step_table(self, by: int) -> None:
        """The next table of the strip, or the one before."""
        tables = self.hall.hallway.tables()
        at = tables.index(self.hall.large) if self.hall.large in tables else 0
        self.pick(tables[(at + by) % len(tables)])

    # --- time ----------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether something is on its way, at the other tables too."""
        return super().moving or self.crowd.active

    def update(self, ms: float) -> None:
        """Let time pass at the other tables too."""
        if self.soon or self.backs:
            self.ui.dirty = True
        if self.ctx.stack.top is self and self.crowd.active:
            self.ui.dirty = True
            if self.ctx.speed == 0 or self.skipping:
                self.crowd.finish()
            else:
                self.crowd.update(ms * self.ctx.speed)
        super().update(ms)

    def skip(self) -> bool:
        """Drop the running motions everywhere."""
        skipped = super().skip()
        if skipped:
            self.crowd.finish()
        return skipped

    def _pause(self) -> float:
        """Computers that decide at the same time do not wait for each other."""
        return super()._pause() / max(1, len(self.session.to_act()))

    def _person_order(self) -> list[int]:
        """People in the order of the groups, from the one after the last on."""
        order = [seat for seat in self.view["order"] if seat in self.people]
        start = order.index(self.below) if self.below in order else 0
        return order[start:] + order[:start]

    # --- input ---------------------------------------------------------------------------------------

    def handle(self, given: Input) -> bool:
        """Home shows the own table, End the next one; the rest as at any table."""
        if given.kind == "command" and given.name == "home":
            self.pick(natural(self.hall.hallway, self.first()))
            self.picked = None
            return True
        if given.kind == "command" and given.name == "end":
            self.step_table(1)
            return True
        if given.kind == "press" and given.x < hall_places.STRIP_X + hall_places.STRIP_W:
            return False
        return super().handle(given)

    def toggle_standings(self) -> None:
        """The standings instead of the chronicle, and back."""
        self.show_standings = not self.show_standings
        self.ui.dirty = True

    def open_rounds(self) -> None:
        """The page of the rounds: who met whom, with how many points."""
        from scenes.king_of_12.hall_bracket import Bracket

        self.ctx.stack.push(Bracket(self.ctx, self.session, self.view))

    # --- words ---------------------------------------------------------------------------------------

    def call(self, kind: str, legal: Sequence[int]) -> side.Call:
        """What the panel of the amber button says."""
        return hall_side.call(self, kind, legal)

    def chronicle_panel(self, c: Canvas, box: Box) -> None:
        """The chronicle or the standings."""
        hall_side.panel(self, c, box)

    def top_buttons(self, c: Canvas) -> None:
        """Those of every table, and standings and rounds."""
        hall_side.buttons(self, c)
        super().top_buttons(c)

    def where(self) -> str:
        """Round, trick and stage."""
        t = self.ctx.t
        stage = t(f"king_of_12.hall.stage.{self.hall.phase}")
        return t("king_of_12.hall.state", round=self.stage.round, trick=self.stage.trick, stage=stage)

    def worth_a_line(self, event: Event, anew: bool) -> bool:
        """The own table, the centre and the final in full; of the others what came out."""
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

    def explain(self) -> None:
        """Why did the last trick end as it did, at the large table?"""
        rows = hall_side.reasons(self)
        body = "\n\n".join(rows) if rows else self.ctx.t("king_of_12.why.nothing")
        self.ctx.ask(self.ctx.t("ui.why.title"), body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    # --- drawing -------------------------------------------------------------------------------------

    def _static(self, c: Canvas) -> pygame.Surface:
        """Wood, mat and side column: one opaque picture."""

        def make() -> pygame.Surface:
            surface = backdrop.table(c, "table").copy()
            layer = c.on(surface, (c.left, 0))
            backdrop.mat(layer, *hall_places.mat(c.height))
            backdrop.side_column(layer, COLUMN_X, c.right - COLUMN_X)
            return surface

        return c.cache.get(("king_of_12.hall.static",), make)

    def _others_hands(self, c: Canvas) -> None:
        for k in self.near():
            seat = self.stage.seats[k]
            if seat.place.side != "below":
                self._backs(c, k, seat)
            elif not self.people:
                self._closed_hand(c, k, seat)

    def _afar(self, c: Canvas) -> None:
        """The strip of all tables."""
        hall_strip.draw(self, c)

    def _die(self, c: Canvas, k: int, seat: SeatStage) -> None:
        die = seat.die
        px = c.px(die.size)
        if die.rolling or px == c.px(seat.place.die_size):
            super()._die(c, k, seat)
            return
        # On its way between two tables a die changes its size: one picture is scaled.
        hall_strip.travelling(c, die)

    def _crown_cards(self, c: Canvas, k: int, seat: SeatStage) -> None:
        if seat.die.size == seat.place.die_size:
            super()._crown_cards(c, k, seat)

    def _round_result(self, c: Canvas, events: Sequence[Event]) -> None:
        hall_round.draw(self, c, events)

    def sign_opener(self, card: int) -> Callable[[], None]:
        """What a click on the small sign of a card does."""
        assert 0 <= card < len(CODES)
        return self._opener(card)

    @property
    def at_centre(self) -> bool:
        """Whether the centre is seen large."""
        return self.hall.large == CENTRE_TABLE
