"""The King of 12 table: seats, dice, cards, hand, trick steps, chronicle, one clear call to action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.contract import Event
from engine.session import Session, Update
from games.king_of_12.cards import CODES
from games.king_of_12.dice import NEIGHBOURS
from scenes.king_of_12 import choices, side
from scenes.king_of_12.animate import lay_down, tell
from scenes.king_of_12.cards_drawn import card_name, on_mat, put
from scenes.king_of_12.choices import CROWN, kind_of
from scenes.king_of_12.hand import Fan
from scenes.king_of_12.places import (
    CARD_RATIO,
    COLUMN_X,
    HAND,
    RAISED_W,
    Place,
    back_spots,
    centre,
    hand_spot,
    mat,
    places,
)
from scenes.king_of_12.stage import SeatStage, Stage, from_view, step_of
from scenes.shell.inputs import Input
from scenes.shell.targets import Box, Target
from scenes.table.chronicle import Lines
from scenes.table.marked_table import MarkedTable
from scenes.table.play import Script
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas
from sprites.king_of_12 import card as sprite
from sprites.king_of_12 import d12

if TYPE_CHECKING:
    from scenes.shell.context import Context


class Table(MarkedTable):
    """The table of one game of King of 12."""

    secret_phases = frozenset({"choose", "crown"})
    hand_x = HAND[0]
    """The middle of the own hand."""

    def __init__(self, ctx: Context, session: Session) -> None:
        self.stage: Stage = Stage([])
        self.outcome: list[Event] = []
        self.round_end: list[Event] = []
        self.round_card: list[Event] | None = None
        self.fan = Fan(self)
        super().__init__(ctx, session)

    def make_chronicle(self) -> Lines:
        """Lines with the signs of this game."""
        return Lines(self, side.mark_of)

    # --- stage ------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Show the view from nothing."""
        self.stage = self.build_stage()
        self.drop_mark()

    def build_stage(self) -> Stage:
        """The stage that shows the view with nothing in motion."""
        return from_view(self.view, self.below, self.height)

    def near(self) -> Sequence[int]:
        """The seats at the table that is seen large."""
        return range(len(self.stage.seats))

    def present(self) -> Sequence[int]:
        """The seats that an event means which goes by position."""
        return range(len(self.stage.seats))

    def beside(self, update: Update) -> bool:
        """Cards are chosen at the same time: somebody else's choice does not interrupt one's own."""
        if not all(event.kind == "committed" for event in update.events):
            return False
        self.own_card_leaves(update)
        self.note(update.events)
        for event in update.events:
            lay_down(self, event.data["seat"])
        return True

    def before_opening(self) -> None:
        """The dice lie as they came out of the box: any face but the one they are going to show."""
        for seat in self.stage.seats:
            seat.die.face = (seat.die.face + 4) % 12 + 1
            seat.die.settle()

    def script(self, update: Update) -> Script:
        """Tell the events of one update."""
        self.own_card_leaves(update)
        yield from tell(self, update.events)
        self.stage.step = step_of(update.view)

    def centre(self) -> tuple[float, float]:
        """The middle of the mat."""
        return centre(self.height)

    def token_spot(self, k: int) -> tuple[float, float]:
        """Where the next token of a seat will lie."""
        seat = self.stage.seats[k]
        number = seat.ones + seat.twos
        x, y = seat.place.tokens
        return x + (number % 3) * 25 + (number // 3) * 12, y + (number // 3) * 22

    def own_card(self, k: int) -> int | None:
        """The card that seat ``k`` has just laid down, if the person looking may know it."""
        if self.viewer == k:
            return self.stage.on_table
        return None

    def hand_origin(self, k: int) -> tuple[float, float, float, float]:
        """Where a card comes from when a seat plays it: x, y, angle, scale."""
        seat = self.stage.seats[k]
        code = self.own_card(k)
        if code is not None:
            x, y, angle = self.fan.spot(code)
            return x, y - 50, angle, RAISED_W / 94
        x, y = seat.place.hand
        return x, y, float(seat.place.card_angle), 0.7

    def before_decision(self, seat: int, action: int) -> None:
        """The person has chosen: the card leaves the hand at once."""
        super().before_decision(seat, action)
        if action < choices.FACE:
            self.stage.leave_hand(action)

    def own_card_leaves(self, update: Update) -> None:
        """What the person below has laid down is told to that seat as its action, and to no other."""
        if update.action is not None and any(event.kind == "committed" for event in update.events):
            self.stage.leave_hand(update.action)

    def offers_choice(self, legal: Sequence[int]) -> None:
        """The person below is to choose: whoever plays by keys or pad finds the first choice focused."""
        super().offers_choice(legal)
        if self.ui.show_focus:
            kind = kind_of(legal)
            if kind in ("card", "crown"):
                self.ui.set_focus(f"hand.{legal[0] % CROWN}")
            else:
                self.ui.set_focus(f"{kind}.{legal[0] - choices.FACE if kind == 'face' else legal[0]}")

    # --- choosing -----------------------------------------------------------------------------------

    def main_action(self) -> None:
        """Space and the amber button."""
        if self.confirming:
            self.confirm()
        elif self.finished:
            self.game_over()
        elif self.chosen is not None and self.chosen in self.legal():
            self.decide(self.chosen)
        else:
            legal = self.legal()
            if len(legal) == 1:
                self.decide(legal[0])
            elif legal:
                self.ctx.play("refused")

    def handle(self, given: Input) -> bool:
        """Number keys choose; Esc first takes a mark back; the wheel scrolls the chronicle."""
        if given.kind == "command" and given.name.startswith("choice_"):
            return self._choose_number(int(given.name[-1]) - 1)
        if given.kind == "command" and given.name == "back" and self.chosen is not None:
            self.chosen = None
            self.ui.dirty = True
            return True
        if given.kind == "command" and given.name == "explain":
            return self.explain_focused()
        if self.scrolls(given):
            return True
        if given.kind == "press" and given.x >= COLUMN_X:
            return False
        return super().handle(given)

    def _choose_number(self, at: int) -> bool:
        legal = list(self.legal())
        kind = kind_of(legal)
        if kind in ("card", "crown"):
            fan = self.fan.cards()
            if at < len(fan):
                self.choose(fan[at] + (CROWN if kind == "crown" else 0))
        elif at < len(legal):
            self.choose(legal[at])
        return True

    def face_to_turn(self) -> int:
        """The face that lies up when the Sorcerer turns the own die (after a flip by others)."""
        me = self.view["seat"]
        face = int(self.view["faces"][me])
        legal = [action - choices.FACE for action in self.legal()]
        return face if set(NEIGHBOURS[face]) == set(legal) else 13 - face

    def card_name(self, card: int) -> str:
        """The card's name."""
        return card_name(self.ctx.texts, card)

    def explain(self) -> None:
        """Why did the last trick end as it did?"""
        self.update_lines()
        rows = side.last_trick_lines(self)
        body = "\n\n".join(rows) if rows else self.ctx.t("king_of_12.why.nothing")
        self.ctx.ask(self.ctx.t("ui.why.title"), body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    # --- ends ---------------------------------------------------------------------------------------------

    def show_round_result(self) -> None:
        """The round is decided: show how."""
        self.round_card = list(self.round_end)
        self.ui.dirty = True

    # --- time ----------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether something is on its way, a card being lifted included."""
        return super().moving or self.fan.moving

    def update(self, ms: float) -> None:
        """Let time pass."""
        super().update(ms)
        self.fan.update(ms)

    # --- drawing --------------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Everything, from the wood up."""
        if abs(c.height - self.height) > 0.5:
            self._new_height(c.height)
        c.surface.blit(self._static(c), (0, 0))
        # The hands lie on the wood; the column stands on it.
        c.surface.set_clip(c.rect(c.left, 0, COLUMN_X - c.left, c.height))
        self._others_hands(c)
        c.surface.set_clip(None)
        stage = self.stage
        near = [(k, stage.seats[k]) for k in self.near()]
        for k, _ in near:
            self._plate(c, k)
        for k, seat in near:
            self._crown_cards(c, k, seat)
        for k, seat in near:
            self._mat_card(c, k, seat)
        self._afar(c)
        for k, seat in near:
            self._die(c, k, seat)
        for k, seat in near:
            self._tokens(c, k, seat)
        for _, seat in near:
            self._marks(c, seat)
        for token in stage.flying:
            shapes.coin(c, token.x, token.y, 13, str(token.value), "gold" if token.value == 2 else "copper")
        self._banner(c)
        legal = self.legal()
        kind = kind_of(legal)
        if kind in ("face", "order", "theft"):
            choices.draw_choice(self, c, kind, legal)
        else:
            self.fan.draw(c, kind, legal)
        if self.round_card is not None:
            self._round_result(c, self.round_card)
        side.column(self, c, kind, legal)
        self._top_bar(c)

    def _afar(self, c: Canvas) -> None:
        """What is seen beside the table: here nothing."""

    def _round_result(self, c: Canvas, events: Sequence[Event]) -> None:
        side.round_result(self, c, events)

    def call(self, kind: str, legal: Sequence[int]) -> side.Call:
        """What the panel of the amber button says."""
        return side.call(self, kind, legal)

    def chronicle_panel(self, c: Canvas, box: Box) -> None:
        """What stands between the steps and the amber button."""
        side.chronicle_panel(self, c, box)

    def _new_height(self, height: float) -> None:
        """The window became taller or flatter: everything moves to its new place, in the middle of a trick too."""
        self.height = height
        if not self.busy:
            self.reset_stage()
            return
        self.timeline.finish()  # what is on its way would arrive at the old place
        for seat, place in zip(self.stage.seats, self.spots(), strict=True):
            seat.die.x += place.die[0] - seat.place.die[0]
            seat.die.y += place.die[1] - seat.place.die[1]
            if seat.card is not None:
                seat.card.x += place.card[0] - seat.place.card[0]
                seat.card.y += place.card[1] - seat.place.card[1]
            seat.place = place

    def spots(self) -> list[Place]:
        """The places by seat in a window of this height."""
        return places(len(self.stage.seats), self.below, self.height)

    def _static(self, c: Canvas) -> pygame.Surface:
        """Wood, mat and side column: one opaque picture."""

        def make() -> pygame.Surface:
            surface = backdrop.table(c, "table").copy()
            layer = c.on(surface, (c.left, 0))
            backdrop.mat(layer, *mat(c.height))
            backdrop.side_column(layer, COLUMN_X, c.right - COLUMN_X)
            return surface

        return c.cache.get(("king_of_12.static",), make)

    def _top_bar(self, c: Canvas) -> None:
        controls.top_bar(c, self.ctx.t("king_of_12.name"), self.where(), "throne")
        self.top_buttons(c)

    def where(self) -> str:
        """How far the game is."""
        return self.ctx.t("king_of_12.table.state", round=self.stage.round, trick=self.stage.trick)

    def _others_hands(self, c: Canvas) -> None:
        for k in self.near():
            seat = self.stage.seats[k]
            if seat.place.side == "below":
                if self.view["seat"] is None:
                    self._closed_hand(c, k, seat)
                continue
            self._backs(c, k, seat)

    def _backs(self, c: Canvas, k: int, seat: SeatStage) -> None:
        """Another seat's hand, one picture for as long as its size does not change."""
        spots = back_spots(seat.place, seat.hand_size)
        if not spots:
            return
        player = self.session.seats[k]
        left, top = min(x for x, _y, _a in spots) - 80, min(y for _x, y, _a in spots) - 80
        box = (left, top, max(x for x, _y, _a in spots) + 80 - left, max(y for _x, y, _a in spots) + 80 - top)

        def paint(layer: Canvas) -> None:
            for n, (x, y, angle) in enumerate(spots):
                self._back(layer, player.colour, player.emblem, 66, x, y, angle, n)

        self.panels.draw(c, f"hand.{k}", (player.colour, player.emblem, c.palette, c.patterns), box, paint)

    def _closed_hand(self, c: Canvas, k: int, seat: SeatStage) -> None:
        """The hand of the person below when nobody may see it."""
        player = self.session.seats[k]
        for n in range(seat.hand_size):
            x, y, angle = hand_spot(n, seat.hand_size, self.height)
            self._back(c, player.colour, player.emblem, 110, x * 0.6 + 290, y + 40, angle, n)

    def _back(self, c: Canvas, colour: int, emblem: str, w: float, x: float, y: float, angle: float, n: int) -> None:
        put(c, ("back", colour, emblem, w), lambda: sprite.back(c, colour, emblem, w), x, y, angle=angle)

    def _plate(self, c: Canvas, k: int) -> None:
        side.plate(self, c, k)

    def _crown_cards(self, c: Canvas, k: int, seat: SeatStage) -> None:
        player = self.session.seats[k]
        x, y, angle = seat.place.crown
        for n in range(seat.crowns):
            slide = seat.crown_slide if n == seat.crowns - 1 else 1.0
            dx = (seat.place.hand[0] - x) * (1 - slide)
            dy = (seat.place.hand[1] - y) * (1 - slide)
            put(
                c,
                ("crown", player.colour, player.emblem),
                lambda: sprite.back(c, player.colour, player.emblem, 62, h=104),
                x + dx,
                y + dy + n * 6,
                angle=angle + n * 22,
                keep=slide >= 1,
                box=(104, 62),
            )
        if seat.crowns and not self.busy:
            mine = self.view["seat"] == k and not self.overlooked
            t = self.ctx.t
            head = t("king_of_12.crown.own") if mine else t("king_of_12.crown.other", name=self.names[k])
            cards = ", ".join(self.card_name(card) for card in self.view["own_crowns"]) if mine else ""
            tip = (head, f"*{cards}.* " * bool(cards) + t("king_of_12.crown.secret"))
            self.ui.note(
                Target(f"crown.{k}", (x - 30, y - 40, 60, 80), self._why_crown(tip), tip=tip, ring=False, sound="")
            )

    def _why_crown(self, tip: tuple[str, str]) -> Callable[[], None]:
        def show() -> None:
            self.ctx.ask(tip[0], tip[1], [("ok", self.ctx.t("ui.ok"), lambda: None)])

        return show

    def _mat_card(self, c: Canvas, k: int, seat: SeatStage) -> None:
        card = seat.card
        if card is None:
            return
        player = self.session.seats[k]
        turned = card.scale != 1.0 or card.angle != seat.place.card_angle
        on_mat(c, self.ctx.texts, card, player.colour, player.emblem, moving=turned)
        if card.code is not None and card.turn >= 0.99 and not self.timeline.active:
            code = CODES[card.code]
            w, h = 94.0, 94 * CARD_RATIO
            tip = (self.card_name(card.code), self.ctx.t(f"king_of_12.card.{code}.help"))
            box = (card.x - w / 2, card.y - h / 2, w, h)
            self.ui.note(Target(f"card.{k}", box, self._opener(card.code), tip=tip))

    def _opener(self, card: int) -> Callable[[], None]:
        def show() -> None:
            self.show_card(card)

        return show

    def show_card(self, card: int) -> None:
        """What a card does, in full."""
        body = self.ctx.t(f"king_of_12.card.{CODES[card]}.help")
        self.ctx.ask(self.card_name(card), body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def _die(self, c: Canvas, k: int, seat: SeatStage) -> None:
        die = seat.die
        if die.glow > 0.02:
            shapes.glow(c, die.x, die.y + 8, die.size * 0.98, alpha=int(170 * die.glow))
        d12.draw(c, die.x, die.y, die.size, die.quat, dim=die.dim, fast=die.rolling, lift=die.lift)

    def _tokens(self, c: Canvas, k: int, seat: SeatStage) -> None:
        values = [2] * seat.twos + [1] * seat.ones
        x, y = seat.place.tokens
        for n, value in enumerate(values):
            metal = "gold" if value == 2 else "copper"
            shapes.coin(c, x + (n % 3) * 25 + (n // 3) * 12, y + (n // 3) * 22, 13, str(value), metal)

    def _marks(self, c: Canvas, seat: SeatStage) -> None:
        if seat.pill:
            shapes.pill(c, seat.place.pill[0], seat.place.pill[1], seat.pill, seat.pill_kind)
        if seat.ribbon:
            words = self.ctx.t(seat.ribbon, points=seat.ribbon_points)
            shapes.ribbon(c, seat.place.ribbon[0], seat.place.ribbon[1], words, seat.ribbon_kind)

    def _banner(self, c: Canvas) -> None:
        if self.stage.banner_alpha > 4 and self.stage.banner:
            x, y = self.centre()
            alpha = int(self.stage.banner_alpha)
            shapes.glow(c, x, y, 170, "#160910", alpha)
            words = self.ctx.t(self.stage.banner, n=self.stage.round)
            text.draw(c, words, x, y, "sc_black", 46, "gold_hi", "cm", shadow=True, alpha=alpha, max_w=520)
