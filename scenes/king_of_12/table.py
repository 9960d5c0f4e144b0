"""Table scene of King of 12: seats, dice, cards, hand, trick steps, log, call to action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.chance import mix
from engine.session import Session, Update
from games.king_of_12 import moves
from games.king_of_12.cards import CODES, FACES
from games.king_of_12.moves import Move, decode
from games.king_of_12.rules import CardPreview
from scenes.king_of_12 import (
    card_preview,
    card_view,
    choices,
    ground,
    layout,
    mat,
    plates,
    reactions,
    right_column,
    secret_choice,
)
from scenes.king_of_12.animate import tell
from scenes.king_of_12.animation_context import AnimationContext, lay_down
from scenes.king_of_12.hand import LIFT_MS, Fan
from scenes.king_of_12.layout import CARD_W, COLUMN_X, HAND, Place, hand_spot
from scenes.king_of_12.scene_model import Stage, find_step, from_view
from scenes.king_of_12.spoken_table import SpokenTable
from scenes.king_of_12.table_view import Call, TableView
from scenes.shell.targets import Box
from scenes.table.advice import chronicle, list_content
from scenes.table.card_note import CardNote
from scenes.table.game_log import Lines, explain_events
from scenes.table.preview_fade import PreviewFade
from scenes.table.script import Script
from scenes.table.secret_option import SecretOption
from scenes.table.table_scene import PlayScene
from scenes.tutorial.state import SHEET
from sprites.base import controls
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class Table(PlayScene[Move], TableView):
    """Table scene of a game of King of 12."""

    secret_phases = frozenset({"choose", "crown"})
    shared_phases = frozenset({"choose", "effects", "theft", "crown"})
    codec = moves
    reactions = reactions.REACTIONS
    round_event = "revealed"
    round_of_all = True
    column_x = COLUMN_X
    glass_x = COLUMN_X - 4
    under_aside = 238.0
    recap_kinds = ("scored", "no_winner", "round_won", "round_unwon")
    hand_x = HAND[0]
    """Middle of the viewer's hand."""

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.stage: Stage = Stage([])
        self.fan = Fan()
        self.preview = PreviewFade()

    def make_chronicle(self) -> Lines:
        """Create the log with the signs of this game."""
        return Lines(self, right_column.find_mark)

    def make_spoken(self) -> SpokenTable:
        """Return what a screen reader is told of this table."""
        return SpokenTable(self)

    def list_features(self) -> Collection[str]:
        """Return the cards of the set."""
        return [CODES[card] for card in self.view["set"]]

    # --- stage ------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Rebuild the stage from the view."""
        self.stage = self.build_stage()
        self.drop_mark()

    def build_stage(self) -> Stage:
        """Build the stage of the view at rest."""
        return from_view(self.view, self.below, self.height, self.ctx.settings.couch)

    def list_large_seats(self) -> Sequence[int]:
        """Return the seats of the large table."""
        return range(len(self.stage.seats))

    def show_unscripted(self, update: Update) -> bool:
        """Apply simultaneous card choices of others without interrupting one's own."""
        if not all(event.kind == "committed" for event in update.events):
            return False
        self.own_card_leaves(update)
        self.note(update.events)
        for event in update.events:
            lay_down(self.teller(), event.data["seat"])
        return True

    def reset_to_opening(self) -> None:
        """Prepare a new game: the dice show any face but the one about to be rolled."""
        for seat in self.stage.seats:
            seat.die.face = (seat.die.face + 4) % len(FACES) + 1
            seat.die.settle()

    def script(self, update: Update) -> Script:
        """Return the animation of an update."""
        self.own_card_leaves(update)
        yield from tell(self.teller(), update.events)
        self.stage.step = find_step(update.view)

    def teller(self) -> AnimationContext:
        """Build the context of the animations."""
        return AnimationContext(
            ctx=self.ctx,
            stage=self.stage,
            timeline=self.timeline,
            viewer=self.viewer,
            present=range(len(self.stage.seats)),
            ms=self.ms,
            play=self.play,
            note=self.note,
            centre=self.centre,
            in_hand=self.find_hand_spot,
            roll_seed=self.roll_seed,
        )

    def roll_seed(self, seat: int) -> int:
        """Return the seed of an animated roll, which decides how the die tumbles."""
        return mix(self.session.seed, "roll", len(self.told), seat)

    def centre(self) -> tuple[float, float]:
        """Return the middle of the mat."""
        return layout.centre(self.height)

    def find_hand_spot(self, card: int) -> tuple[float, float, float]:
        """Return x, y and angle of a card of the viewer's hand."""
        cards = self.hand_cards()
        at = cards.index(card) if card in cards else 0
        return hand_spot(at, len(cards), self.height, self.hand_x)

    def hand_cards(self) -> list[int]:
        """Return the cards of the fan: the whole set without own crowns; none when the hand is hidden."""
        if self.view["seat"] is None or self.overlooked:
            return []
        return [card for card in self.view["set"] if card not in self.view["own_crowns"]]

    def prepare_decision(self, seat: int, action: int) -> None:
        """Before a decision is made: a played card leaves the hand at once."""
        super().prepare_decision(seat, action)
        self.stage.leave_hand(decode(action))

    def own_card_leaves(self, update: Update) -> None:
        """Move the viewer's played card, which only its seat gets told."""
        if update.action is not None and any(event.kind == "committed" for event in update.events):
            self.stage.leave_hand(decode(update.action))

    def enter(self) -> None:
        """Enter the scene; a question for a seat sets the focus to the next seat."""
        super().enter()
        if self.question is not None:
            self.ui.set_focus(f"plate.{(self.below + 1) % self.question.seats}", show=False)

    def list_card_notes(self) -> list[CardNote]:
        """Return the cards of the hand that can be played, with their help."""
        t = self.ctx.t
        playable = [move.from_hand for move in self.moves]
        return [
            CardNote(f"hand.{card}", self.card_name(card), t(f"king_of_12.card.{CODES[card]}.help"))
            for card in self.hand_cards()
            if card in playable
        ]

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """Return the first target: card, face, seat or token."""
        return choices.find_target(decode(legal[0]))

    # --- choosing -----------------------------------------------------------------------------------

    def choose_number(self, at: int) -> None:
        """Choose by number key: a card of the fan, a choice on the mat, or a seat when one is asked for."""
        moves = self.moves
        if self.question is not None:
            self.question.mark((self.below + at) % self.question.seats)
        elif moves and moves[0].from_hand is not None:
            fan = self.hand_cards()
            if at < len(fan):
                self.pick(moves[0]._replace(card=fan[at]))
        elif at < len(moves):
            self.pick(moves[at])

    def show_card(self, card: int) -> None:
        """Show a card in full."""
        name, body = self.card_tip(card)
        self.ctx.ask(name, body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def why_last(self) -> str:
        """Explain the outcome of the last trick."""
        self.update_lines()
        return "\n\n".join(self.reasons()) or self.ctx.t("king_of_12.why.nothing")

    def reasons(self) -> list[str]:
        """Return the events of the last trick, each with its reason."""
        return explain_events(self, right_column.last_trick(self.told))

    # --- time ----------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Whether anything moves, including a card being lifted."""
        return super().moving or self.fan.moving or self.preview.moving

    def update(self, ms: float) -> None:
        """Advance the table."""
        super().update(ms)
        self.fan.update(self._find_raised_cards(), 1.0 if self.ctx.speed == 0 or self.ctx.reduced else ms / LIFT_MS)
        shown = card_preview.find_preview(self, self.marked_move) if self.legal() else None
        faded = self.preview.update(shown, ms, at_once=self.ctx.speed == 0)
        if self.fan.moving or faded:
            self.ui.dirty = True

    def lets_die_wait(self) -> bool:
        """Whether a die is drawn without what is still being made: one that has come to rest as if it moved."""
        return not self.ctx.instant and self.speed > 0 and self.layers.leave_out(self.ui)

    def _find_raised_cards(self) -> set[int]:
        """Return the raised cards of the fan: under pointer and focus, and the marked one."""
        raised = set(self.ui.list_hot_numbers("hand."))
        if not self.ui.show_focus and self.stage.on_table is not None:
            raised.discard(self.stage.on_table)  # the pointer still rests where it was played: keep the mat visible
        marked = self.marked_move
        if marked is not None and marked.from_hand is not None and self.legal():
            raised.add(marked.from_hand)
        return raised

    # --- drawing --------------------------------------------------------------------------------------------

    def draw_table(self, c: Canvas) -> None:
        """Draw everything between the wood and the top bar."""
        c.surface.blit(ground.find_ground(c, self.mat_box(c.height)), (0, 0))
        # The hands lie on the wood; the column covers it.
        c.surface.set_clip(c.rect(c.left, 0, COLUMN_X - c.left, c.height))
        for k in self.list_large_seats():
            # Named by place: when others come to the table, their things may take the places one after the other.
            self.draw_panel(c, f"hand.{self.stage.seats[k].place.side}", partial(self.draw_hand, c, k))
        c.surface.set_clip(None)
        self.draw_mat(c)
        mat.banner(self, c)
        if self.kind in choices.ON_MAT:
            choices.draw_choice(self, c)
        else:
            self.draw_layer(c, "fan", lambda: self._draw_fan(c), *self.fan.lifts.items())
        if isinstance(self.preview.key, CardPreview):
            card_preview.draw(self, c, self.preview.key, self.preview.alpha)
        if self.stage.sheet is not None:
            self.draw_sheet(c)
        self.draw_panel(
            c, "steps", lambda: right_column.draw_steps(self, c),
            list_content=lambda: right_column.list_steps_content(self),
        )  # fmt: skip
        self.draw_panel(
            c, "news", lambda: right_column.draw_news(self, c, self.panel(c)), list_content=self.list_news_content
        )
        self.draw_panel(
            c, "call", lambda: right_column.draw_call(self, c, self._find_call()), list_content=self._list_call
        )

    def _draw_fan(self, c: Canvas) -> None:
        advised = self.advised_move
        self.fan.draw(self, c, self.hand_cards(), None if advised is None else advised.from_hand)

    def _find_call(self) -> Call:
        return self.call(self.news.last_line)

    def _list_call(self) -> Hashable:
        """Return all that the call to action shows."""
        return self._find_call(), self.list_buttons()

    def list_news_content(self) -> Hashable:
        """Return all that the panel between the steps and the call to action shows."""
        return list_content(self)

    def call(self, last_line: str) -> Call:
        """Return the texts of the call-to-action panel."""
        return right_column.call(self, last_line)

    def panel(self, c: Canvas) -> right_column.Panel:
        """Return the drawing function of the panel between the steps and the amber button."""

        def draw(box: Box) -> None:
            chronicle(c, self, box)

        return draw

    def find_twist_place(self) -> tuple[float, float, float]:
        """Return the place of the twists: above the player's plate."""
        x, y, w, _h = self.stage.seats[self.below].place.plate
        return x, y - 38, w

    def find_goal_origin(self) -> tuple[float, float]:
        """Return the player's die, from where what counts flies to its star."""
        die = self.stage.seats[self.below].die
        return die.x, die.y

    def draw_hand(self, c: Canvas, k: int) -> None:
        """Draw the hand of a seat; that of the bottom seat when it is hidden."""
        mat.plan_back(self, c, k)
        for card in {*self.session.options["cards"], *self.stage.hand} if k == self.below else ():
            card_view.plan_front(c, self.ctx.texts, card, CARD_W)
        if self.stage.seats[k].place.side != "below":
            mat.backs(self, c, k)
        elif self.view["seat"] is None:
            mat.draw_closed_hand(self, c, k)

    def draw_mat(self, c: Canvas) -> None:
        """Draw plates, cards, dice and tokens, and flying items."""
        seats = self.stage.seats
        near = self.list_large_seats()
        dice = tuple((seats[k].die.x, seats[k].die.y, seats[k].die.size) for k in near)

        def draw_each(name: str, paint: Callable[[int], None], *moving: Hashable) -> None:
            def paint_all() -> None:
                for k in near:
                    paint(k)

            self.draw_layer(c, name, paint_all, *moving)

        moods = self.list_moods()
        for k in near:
            self.draw_panel(c, f"plate.{seats[k].place.side}", partial(plates.draw, self, c, k), moods)
        draw_each("crowns", lambda k: self.draw_crowns(c, k), *(seats[k].crown_slide for k in near))
        for k in near:
            card = seats[k].card
            if card is not None:
                numbers = (card.x, card.y, card.angle, card.turn, card.dim, card.scale, card.alpha, card.glow)
                self.draw_layer(c, f"card.{k}", partial(mat.draw_played_card, self, c, k), numbers)
        self.draw_afar(c)
        draw_each("rings", lambda k: mat.whose(self, c, k), dice)
        for k in near:
            die = seats[k].die
            if die.rolling:
                mat.die(self, c, seats[k])
            else:
                pose = (die.x, die.y, die.size, die.lift, die.glow, die.quat)
                self.draw_layer(c, f"die.{k}", partial(mat.die, self, c, seats[k]), pose)
        draw_each("signs", lambda k: mat.sign(self, c, k), dice)
        draw_each("tokens", lambda k: mat.tokens(self, c, k), dice)
        draw_each("marks", lambda k: mat.marks(self, c, seats[k]))
        for token in self.stage.flying:
            mat.flying(c, token)

    def list_secret_options(self, seat: int) -> list[SecretOption]:
        """Return what a person chooses from by keys of its own: cards of the set, or what an effect asks."""
        found = secret_choice.list_options(self, seat)
        return super().list_secret_options(seat) if found is None else found

    def has_secret_heads(self) -> bool:
        """Whether a picture stands above each column of keys: cards."""
        return self.session.view(None)["phase"] in secret_choice.BY_CARD

    def draw_secret_head(self, c: Canvas, action: int, box: Box) -> None:
        """Draw a card above its column of keys."""
        secret_choice.draw_head(self, c, action, box)

    def draw_secret_ground(self, c: Canvas, bottom: float) -> bool:
        """Draw the dice on a strip of velvet, and the title of the table."""
        secret_choice.draw_ground(self, c, bottom)
        controls.top_bar(c, self.ctx.t("king_of_12.name"), self.describe_progress(), self.game_icon)
        return True

    def draw_crowns(self, c: Canvas, k: int) -> None:
        """Draw the cards under a seat's die."""
        mat.crown_cards(self, c, k)

    def draw_afar(self, c: Canvas) -> None:
        """Draw further tables; none here."""

    def draw_sheet(self, c: Canvas) -> None:
        """Draw the end of a round on a sheet over the mat."""
        if self.stage.sheet is not None:
            right_column.round_result(self, c, self.stage.sheet)

    def resize(self) -> None:
        """Move everything to its new place after a resize, also during a trick."""
        if not self.busy:
            self.reset_stage()
            return
        self.timeline.finish()  # moving items would arrive at the old place
        for seat, place in zip(self.stage.seats, self.spots(), strict=True):
            seat.die.x += place.die[0] - seat.place.die[0]
            seat.die.y += place.die[1] - seat.place.die[1]
            if seat.card is not None:
                seat.card.x += place.card[0] - seat.place.card[0]
                seat.card.y += place.card[1] - seat.place.card[1]
            seat.place = place

    def lesson_things(self) -> Mapping[str, Box]:
        """Return boxes for lessons: the dice by seat, and the round sheet."""
        found = {}
        if self.stage.sheet is not None:
            found[SHEET] = right_column.sheet_box(self.centre(), len(self.stage.seats))
        for seat, one in enumerate(self.stage.seats):
            r = one.die.size / 2
            found[f"die.{seat}"] = (one.die.x - r, one.die.y - r, 2 * r, 2 * r)
        return found

    def spots(self) -> list[Place]:
        """Return the places by seat in a window of this height."""
        return layout.places(len(self.stage.seats), self.below, self.height, self.ctx.settings.couch)

    def mat_box(self, height: float) -> Box:
        """Return the box of the mat for a window height."""
        return layout.mat(height)

    def describe_progress(self) -> str:
        """Return the status line: progress of the game."""
        if self.finished:
            return self.ctx.t("king_of_12.table.round", n=self.stage.round)
        return self.ctx.t("king_of_12.table.state", round=self.stage.round, trick=self.stage.trick)
