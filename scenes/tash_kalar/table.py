"""Table scene of Tash-Kalar: arena in the middle, players, tasks and decks left, the turn right, the hand below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.chance import SeededChance
from engine.session import Session, Update
from games.tash_kalar import RULES, messages
from games.tash_kalar.maps import to_column_row
from games.tash_kalar.moves import END, SURRENDER, Kind, decode
from games.tash_kalar.state import FACE_DOWN, PHASES
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table import advice
from scenes.table.card_note import CardNote
from scenes.table.preview_fade import PreviewFade
from scenes.table.script import Script
from scenes.table.table_hooks import OnBar
from scenes.tash_kalar import (
    arena,
    effect_preview,
    expansion_screens,
    ground,
    hand,
    kept_cards,
    left_column,
    reactions,
    recent_cards,
    right_column,
    tooltips,
)
from scenes.tash_kalar.animate import tell
from scenes.tash_kalar.animation_context import AnimationContext
from scenes.tash_kalar.layout import (
    CARD_W,
    GOAL_H,
    GOAL_W,
    RIGHT_X,
    TOP,
    find_shown_spot,
    find_shown_width,
    hand_spot,
    layout,
)
from scenes.tash_kalar.rules_view import Near
from scenes.tash_kalar.scene_model import Held, clear_stage, from_view
from scenes.tash_kalar.selection import ChoosingTable
from scenes.tash_kalar.spoken_table import SpokenTable
from scenes.tash_kalar.table_view import Sight
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context


class Table(ChoosingTable):
    """Table scene of a game of Tash-Kalar."""

    secret_phases = frozenset(PHASES)
    glass_x = 1276.0
    under_aside = 408.0
    recap_kinds: Collection[str] = ("summoned", "flare_played", "claimed", "destroyed", "discarded")
    reactions = reactions.REACTIONS

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.teller: AnimationContext | None = None
        """Context of the running animation."""
        self.squares = arena.Squares()
        self.faces = hand.Faces()
        self.changes = ()
        self.afterwards = effect_preview.Afterwards()
        self.preview_fade = PreviewFade()
        self.recap_kinds = (*self.recap_kinds, *expansion_screens.list_recap_kinds())

    def list_named_seats(self, field: str, value: int) -> Sequence[int]:
        """Return the seats that a number stands for: a seat, or all players of a colour."""
        if field == "seat":
            return super().list_named_seats(field, value)
        return left_column.members(self, value)

    def name_action(self, action: int) -> str:
        """Return the name of an action for the viewer; a step of an effect with its card and what it
        does."""
        move, card = self.codec.decode(action), self.view["playing"]
        if card is None or move.kind not in (Kind.SQUARE, Kind.OPTION, Kind.DIRECTION):
            return super().name_action(action)
        words = self.words
        step = words.way(move.number) if move.kind is Kind.OPTION else super().name_action(action)
        return f"{words.card(card)}: {step[:1].lower()}{step[1:]}"

    def make_spoken(self) -> SpokenTable:
        """Return what a screen reader is told of this table."""
        return SpokenTable(self)

    def list_features(self) -> Collection[str]:
        """Return the form of play."""
        return messages.list_features(self.view)

    # --- stage ----------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Rebuild the stage from the view."""
        self.stage = from_view(self.view, self.overlooked)
        self.stage.kept = [self.reading.list_kept_cards(seat) for seat in range(self.stage.seats)]
        self.lay_out()
        card = self.view["playing"]
        if card is not None:
            x, y = find_shown_spot(self.height)
            self.stage.shown = Held(card, x, y, find_shown_width(self.height), seat=self.view["active"])
        self.drop_mark()
        if self.choices.phase != "main":
            self.discarding = self.placing = False
            self.using = None
        if all(held.card != self.pinned for held in self.stage.hand):
            self.pinned = None
        self.put_at = 0

    def lay_out(self) -> None:
        """Put every card of the hand in its place."""
        count = len(self.stage.hand)
        for at, held in enumerate(self.stage.hand):
            held.x, held.y = hand_spot(at, count, self.height)
            held.w, held.seat, held.alpha = CARD_W, self.below, 255.0

    def reset_to_opening(self) -> None:
        """Prepare a new game: an empty arena, no cards drawn."""
        clear_stage(self.stage, self.queue[0].events[0].data)

    def relabel(self) -> None:
        """Rebuild cached pictures after a change of language, palette or size."""
        self.faces.forget()
        super().relabel()

    def script(self, update: Update) -> Script:
        """Return the animation of an update."""
        self.teller = AnimationContext(
            self.stage, self.timeline, self.words, self.height, self.below, self.viewer, self.shared, self.overlooked,
            self.ctx.reduced, self.ctx.steady, self.play, self.ms,
        )  # fmt: skip
        return tell(self.teller, update, self.note)

    # --- deciding ------------------------------------------------------------------------------------

    def decide(self, action: int) -> None:
        """Make a decision; a person who keeps deciding at a shared computer keeps the hand visible."""
        if self.shared and self.viewer is not None and action in self.legal() and self._stays(action):
            seat = self.viewer
            self.hints.drop()
            self.prepare_decision(seat, action)
            self.submit(seat, action)
            return
        super().decide(action)

    def _stays(self, action: int) -> bool:
        """Whether the same person decides next; derived from public data."""
        state = RULES.clone(self.reading.state)
        before = state.turn
        RULES.apply(state, self.viewer or 0, action, SeededChance(1))
        return RULES.to_act(state) == (self.viewer,) and state.turn == before

    def next_person(self, seat: int) -> None:
        """Hand over to the next person; without a curtain when the same person continues."""
        if seat == self._last_seat and self.view["acting"] == seat:
            self.watch_from(seat, secret=True)
            return
        super().next_person(seat)

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """Change the viewing seat."""
        self._last_seat = seat
        self._reading = None
        super().watch_from(seat, secret)

    def offers_choice(self, legal: Sequence[int]) -> None:
        """Offer a choice to the bottom seat, unless queued decisions follow."""
        if self.plan:
            return
        super().offers_choice(legal)
        if self.view["phase"] == "effect" and self.choices.has(Kind.RECALL):
            self.open_piles(self.view["active"], recall=True)

    def bell_rings(self) -> bool:
        """Whether the bell rings: for an action, not for each step of its effect."""
        return bool(self.view["phase"] == "main")

    def list_card_notes(self) -> list[CardNote]:
        """Return the cards of the hand with their effects."""
        held = [(at, one.card) for at, one in enumerate(self.stage.hand) if one.card >= 0]
        return [CardNote(f"hand.{at}", self.words.card(card), self.words.effect(card)) for at, card in held]

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """Return the first target: card, task, choice or square."""
        now = self.choices.phase
        lit = sorted(self.choices.lit(self.placing))
        if now == "main":
            return "hand.0" if self.stage.hand else "sq.56"
        if now == "claiming":
            tasks = self.choices.list_moves(Kind.TASK)
            return f"task.{tasks[0].number}" if tasks else "second"
        if self.choices.buttons(self.marked_move):
            return "choice.0"
        if lit:
            return f"sq.{lit[0]}"
        return "hand.0" if now == "returning" else None

    # --- input ----------------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Commands: Q and E turn a card, End ends the turn; the rest as at any table."""
        more = {
            "turn_left": lambda: self.turn_placement(-1),
            "turn_right": lambda: self.turn_placement(1),
            "end": self._end_key,
        }
        return {**super().commands(), **more}

    def wheel(self, given: Input) -> bool:
        """Handle the wheel: turns the card over the arena, scrolls elsewhere."""
        if not self._is_over_arena(given.x, given.y):
            return super().wheel(given)
        self.turn_placement(-1 if given.amount > 0 else 1)
        return True

    def press(self, given: Input) -> bool:
        """Handle a press: the right button reads a card or clears the mark."""
        return self._right_button() if given.button == 3 else super().press(given)

    def _is_over_arena(self, x: float, y: float) -> bool:
        return 330 < x < 1270 and self.find_preview_card() is not None

    def _right_button(self) -> bool:
        card = self.hand_hover()
        if card is not None:
            self.read_card(card)
            return True
        return self.put_back()

    def explain_focus(self) -> None:
        """Explain the focused target: opens a card of the hand; the rest as at any table."""
        card = self.hand_hover()
        if card is not None:
            self.read_card(card, told=tooltips.card(self, card))
        else:
            super().explain_focus()

    def _end_key(self) -> None:
        if END in self.choices:
            self.make(END)
        elif self.choices.declining:
            self.decline()
        elif self.legal():
            self.ctx.play("refused")

    def choose_number(self, at: int) -> None:
        """Choose by number key: a choice of the panel, a kind of piece, a task, or a card of the hand."""
        buttons, kinds = self.choices.buttons(self.marked_move), self.choices.pieces
        if buttons and not self.marks(Kind.FLARE):
            if at < len(buttons):
                self.press_button(buttons[at])
        elif len(kinds) > 1:
            if at < len(kinds):
                self.choose_kind(at)
        elif self.choices.phase == "claiming":
            if at < len(self.stage.tasks):
                self.press_task(self.stage.tasks[at])
        elif at >= len(self.stage.hand) and self.stage.kept[self.below]:
            code, card = self.stage.kept[self.below][0]
            self.press_kept_card(self.below, code, card)
            self.ui.set_focus(f"kept.{self.below}.{card}")
        elif at < len(self.stage.hand):
            card = self.stage.hand[at].card
            if self.choices.find_card_move(card, self.discarding, self.using) is not None:
                self.press_card(at)
            self.ui.set_focus(f"hand.{at}")

    # --- time -----------------------------------------------------------------------------------------

    def update(self, ms: float) -> None:
        """Advance; queued decisions of a choice are made as soon as the table is at rest."""
        super().update(ms)
        if self.plan and self.ctx.stack.top is self and self.may_act():
            move = self.plan.pop(0)
            if move in self.choices:
                self.make(move)
            else:
                self.plan = []
        offered = not self.ctx.steady and self.may_act()
        fading = self.preview_fade.advance(ms)
        if self.pulse.update(ms, offered, self.ui.idle_ms) or fading:
            self.ui.moved = True

    def pace(self) -> float:
        """Pace of computers: slow for an action, faster for the steps of an effect."""
        return 1.0 if self.view["phase"] in ("main", "start") else 0.35

    # --- drawing --------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Lay out again after a resize; pieces keep their columns and rows."""
        if self.teller is not None:
            self.teller.height = self.height
        self.places = layout(self.height)
        super().resize()

    def draw_table(self, c: Canvas) -> OnBar:
        """Draw everything between the wood and the top bar."""
        self.sight = self.find_sight()
        moves = effect_preview.find_moves(self)
        self.changes = self.afterwards.find(self.view, self.below, moves)
        self.preview_fade.show(moves or None, at_once=self.ctx.speed == 0)
        self.faces.begin()
        walled = bool(self.view["options"].get("walls"))
        c.surface.blit(ground.find_ground(c, self.height, self.stage.form, walled), (0, 0))
        stage, pulse = self.stage, self.pulse.strength
        men = tuple((each.x, each.y, each.lift, each.scale, each.squeeze, each.alpha) for each in stage.men.values())
        lights = (*(spark.t for spark in stage.sparks), stage.pattern_alpha, stage.glare, self.preview_fade.alpha)
        self.draw_layer(c, "arena", lambda: arena.draw(self, c, self.squares), pulse, men, lights)
        moods = self.list_moods()
        self.draw_panel(c, "players", lambda: left_column.draw_players(self, c), moods)
        self.draw_panel(c, "left", lambda: self._draw_left_column(c), pulse)
        self.draw_panel(c, "turn", lambda: right_column.draw_turn(self, c))
        self.draw_panel(c, "chronicle", lambda: self._draw_chronicle(c), list_content=lambda: advice.list_content(self))
        self.draw_panel(c, "right", lambda: right_column.draw(self, c))
        hand.draw_moving_cards(self, c, self.faces)
        held = tuple((each.x, each.y, each.w, each.alpha) for each in stage.hand)
        self.draw_layer(c, "hand", lambda: hand.draw(self, c, self.faces), pulse, held)
        arena.rising(stage, c)
        arena.banner(stage, self.places.board, c)
        return lambda: right_column.surrender_button(self, c)

    def _draw_left_column(self, c: Canvas) -> None:
        hand.plan_backs(self, c)
        left_column.draw(self, c)
        recent_cards.draw(self, c)
        kept_cards.draw(self, c)

    def _draw_chronicle(self, c: Canvas) -> None:
        advice.draw(self, c, self.places.chronicle, lambda action: self.words.move(decode(action)))

    def find_place_box(self, place: int) -> Box:
        """Return a square of the arena."""
        return self.places.board.box(to_column_row(place), 2.0)

    def find_board_box(self) -> Box:
        """Return the arena with its rim."""
        board = self.places.board
        rim = 26 * board.k
        return (board.x - rim, board.y - rim, 9 * board.cell + 2 * rim, 9 * board.cell + 2 * rim)

    def find_goal_cells(self, count: int) -> list[Box]:
        """Return the cells of a stage's goals: a column next to the cut corner of the arena."""
        return [(RIGHT_X - GOAL_W - 8, TOP + at * GOAL_H, GOAL_W, GOAL_H) for at in range(count)]

    def find_twist_place(self) -> tuple[float, float, float]:
        """Return the place of the twists: below the goals."""
        count = 0 if self.goals is None else len(self.goals.goals)
        return RIGHT_X - GOAL_W - 8, TOP + count * GOAL_H + 8, GOAL_W

    def find_goal_origin(self) -> tuple[float, float]:
        """Return the middle of the arena, from where what counts flies to its star."""
        return self.places.board.middle

    def list_bar_content(self) -> Hashable:
        """Return whether the flag of surrender is there."""
        return SURRENDER in self.choices

    def describe_progress(self) -> str:
        """Return the status line: form, goal, round."""
        t = self.ctx.t
        form = t(f"tash_kalar.option.form.{self.view['options']['form']}")
        return t("tash_kalar.table.state", form=form, goal=self.view["goal"], round=max(1, self.view["round"]))

    def list_met_tasks(self) -> frozenset[int]:
        """Return the tasks that are met now."""
        return frozenset(task for task in self.stage.tasks if task != FACE_DOWN and self.can_claim(task))

    def find_sight(self) -> Sight:
        """Return what the bottom seat looks at in this frame."""
        card, preview = self.find_preview_card(), self.preview()
        at = 0
        if card is not None:
            at = self.find_near_number(card) if isinstance(preview, Near) else self.find_placement_number(card)
        return Sight(
            square=self.hot_square(),
            held=self.hand_hover(),
            card=card,
            flare=self.find_preview_flare(),
            preview=preview,
            at=at,
            placement=self.placement(),
            pinned=self.pinned,
            square_marked=self.has_marked_square(),
        )
