"""Table scene of King of the Dice: map, market, tray, plates; all choices by mouse, keys or pad."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.chance import mix
from engine.session import Session, Update
from games.king_of_the_dice import messages, moves
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from games.king_of_the_dice.moves import Kind, Move, encode
from scenes.king_of_the_dice import (
    choices,
    citizen_preview,
    first_turn,
    market,
    reactions,
    requirements,
    right_column,
    tray,
    words,
)
from scenes.king_of_the_dice.animate import AnimationContext, lay_out, tell
from scenes.king_of_the_dice.chances import Chances
from scenes.king_of_the_dice.kingdom import GLINT_EVERY, Kingdom
from scenes.king_of_the_dice.layout import FRAME_H, FRAME_W, FRAME_X, FRAME_Y, GOALS, RIGHT_X, board, split_right_column
from scenes.king_of_the_dice.scene_model import Die, Flying, Stage, from_view
from scenes.king_of_the_dice.spoken_table import SpokenTable
from scenes.king_of_the_dice.table_view import TableView
from scenes.shell.pulse import AMBIENT_MS
from scenes.table.card_note import CardNote
from scenes.table.game_log import Lines, explain_events
from scenes.table.preview_fade import PreviewFade
from scenes.table.script import Script
from scenes.table.table_hooks import OnBar
from scenes.table.table_scene import PlayScene
from sprites.base import backdrop
from sprites.base.canvas import Canvas
from sprites.king_of_the_dice import board as drawn
from sprites.king_of_the_dice import card as cards
from sprites.king_of_the_dice import pieces, wooden_d6

if TYPE_CHECKING:
    from scenes.shell.context import Context

BEAT = 110.0
"""Milliseconds between two frames of the flames."""


PLACE = 44.0
"""Size of the castle of a region, where a piece is put by hand."""


class Table(PlayScene[Move], TableView):
    """Table scene of a game of King of the Dice."""

    codec = moves
    reactions = reactions.REACTIONS
    column_x = RIGHT_X
    goal_place = GOALS
    recap_kinds = ("hired", "claimed", "tamed", "attacked", "alarm", "citizen_stolen", "gem_stolen")
    recap_right = 1080.0

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.stage = Stage([])
        self.kept = 0
        self.joker_board = choices.JokerBoard()
        self.beat = 0
        self._beat_time = 0.0
        self.chances = Chances()
        self._chances_known = 0
        self.kingdom = Kingdom()
        self.previews = citizen_preview.Previews()
        self.preview = None
        self.preview_fade = PreviewFade()

    def make_chronicle(self) -> Lines:
        """Create the log with the signs of this game."""
        return Lines(self, right_column.find_mark)

    def make_spoken(self) -> SpokenTable:
        """Return what a screen reader is told of this table."""
        return SpokenTable(self, self.kingdom, lambda pile: market.tip(self, pile, self._help()))

    def find_place_box(self, place: int) -> tuple[float, float, float, float]:
        """Return the castle of a region."""
        x, y = self.kingdom.spot(place)
        return (x - PLACE / 2, y - PLACE / 2, PLACE, PLACE)

    def find_board_box(self) -> tuple[float, float, float, float]:
        """Return the map in its frame."""
        return FRAME_X, FRAME_Y, FRAME_W, FRAME_H

    def make_places(self) -> right_column.Regions:
        """Create the links to the regions of the map."""
        return right_column.Regions()

    def list_features(self) -> Collection[str]:
        """Return the active options."""
        return messages.list_features(self.view)

    # --- stage ----------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Rebuild the stage from the view."""
        self.kingdom.arrangement = self.view["arrangement"]
        if self.view["phase"] != "roll" or self.view["rolls"] == 0:
            self.kept = 0
        self.stage = from_view(self.view, self.kept, self.ctx.settings.couch)
        self.drop_mark()
        if not choices.joker_moves(self.moves):
            self.joker_board.open = False
        self._want_chances()

    def reset_to_opening(self) -> None:
        """Prepare a new game: the market is closed, no dice are rolled."""
        begun = next(event for event in self.queue[0].events if event.kind == "game_begins")
        self.stage.left = list(begun.data["piles"])
        self.stage.market = [None] * len(self.stage.left)

    def relabel(self) -> None:
        """Rebuild cached pictures after a change of language, palette or size."""
        self.kingdom.clear()
        super().relabel()

    def script(self, update: Update) -> Script:
        """Return the animation of an update."""
        if not any(event.kind == "rolled" for event in update.events):
            self.kept = 0
        if self.ctx.window is not None:
            market.plan_faces(self, self.ctx.window.canvas, update.view["market"])
        on = AnimationContext(
            self.ctx,
            self.stage,
            self.timeline,
            self.kingdom,
            self.names,
            self.below,
            self.ms,
            self.play,
            self.note,
            self._keep,
            lambda: self.skipping,
            lambda: mix(self.session.seed, "throw", len(self.told), len(self.session.log)),
            self.goals is not None,
        )
        return tell(on, update.events)

    def find_goal_origin(self) -> tuple[float, float]:
        """Return the sign of the player's panel, from where what counts flies to its star."""
        x, y, _w, _h = split_right_column(len(self.seats), self.height, goals=True)[1]
        return x + 40, y + 36

    def _keep(self, mask: int) -> None:
        self.kept = mask

    def later(self, c: Canvas, die: Die) -> bool:
        """Whether a resting die is drawn as if it moved while its detailed picture is being made."""
        if self.ctx.instant or wooden_d6.ready(c, die.size, die.quat, die.colours):
            return False
        wooden_d6.plan(c, die.size, die.quat, die.colours)
        return self.layers.leave_out(self.ui)

    # --- what the parts of the table ask ------------------------------------------------------------------

    def find_outlined_seat(self) -> int | None:
        """Return the seat whose largest area is outlined: of the plate under pointer or focus, or being counted."""
        if self.stage.walking is not None:
            return self.stage.walking
        return next(iter(self.ui.list_hot_numbers("plate.")), None)

    def pulse(self) -> float:
        """Return the pulse of legal choices, 0.6 … 1."""
        if self.ctx.steady or self.ctx.instant:
            return 0.95
        return 0.8 + 0.2 * math.sin(self.beat * BEAT / 1400 * 2 * math.pi)

    # --- chances --------------------------------------------------------------------------------------

    @property
    def odds_shown(self) -> bool:
        """Whether odds are enabled and allowed."""
        return self.ctx.settings.show_odds and self.helps

    def _want_chances(self) -> None:
        if self.odds_shown and self.people:
            open_ = [card for card in self.stage.market if card is not None]
            self.chances.want(open_, now=self.ctx.instant)

    def chance(self, card: int) -> float | None:
        """Return the probability to meet a citizen with the rolls left; None when hidden or not computed yet."""
        view = self.view
        if not self.odds_shown or self.viewer is None or self.busy or view["active"] != self.viewer:
            return None
        if view["phase"] != "roll":
            return None
        return self.chances.chance(card, view["dice"], view["rolls_left"])

    def hold_for(self, pile: int) -> int | None:
        """Return the best dice to keep for an open citizen."""
        card = self.stage.market[pile]
        view = self.view
        if card is None or not self.odds_shown or view["phase"] != "roll" or not view["rolls"] or not self.legal():
            return None
        return self.chances.hold(card, view["dice"], view["rolls_left"])

    def best_hold(self, pile: int) -> int | None:
        """Return the best dice to keep for an open citizen, regardless of settings; computed at once."""
        card = self.stage.market[pile]
        view = self.view
        if card is None or view["phase"] != "roll" or not view["rolls"]:
            return None
        self.chances.want([card], now=True)
        return self.chances.hold(card, view["dice"], view["rolls_left"])

    def find_lit_dice(self) -> int | None:
        """Return the dice to light: to keep for the citizen under the pointer, those that count, or the hint's."""
        if self.busy:
            return None
        for pile in self.ui.list_hot_numbers("card.") if self.helps else ():
            card = self.stage.market[pile]
            if card is None:
                return None
            hold = self.hold_for(pile)
            if hold is not None:
                return hold
            signs = self.stage.signs()
            if not signs:
                return None
            tier = requirements.tiers(card, signs)[requirements.next_tier(card, signs)]
            used = requirements.progress(tier.condition, signs).dice
            return sum(1 << k for k in used if k < 6)
        if self.guide is not None and self.guide.holds("die."):
            return self.best_hold(first_turn.TAUGHT)
        best = self.advised_move
        return best.dice if best is not None and best.kind == Kind.KEEP else None

    # --- lessons --------------------------------------------------------------------------------------

    def lesson_ends(self) -> Mapping[str, Callable[[], bool]]:
        """Return the end conditions of the first-turn lesson: rolls, kept dice, the citizen, the region."""
        return {**super().lesson_ends(), **first_turn.ends(self)}

    def lesson_next(self, until: str) -> str | None:
        """Return the next target of the lesson: a die to keep, or a region."""
        return first_turn.next_target(self, until)

    def lesson_words(self) -> Mapping[str, object]:
        """Return the text parameters of the lesson: the citizen and its condition."""
        return first_turn.words(self)

    # --- choosing -------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """Phase in which the bottom seat can choose; "" without a choice."""
        return str(self.view["phase"]) if self.moves else ""

    def toggle(self, k: int) -> None:
        """Keep a die, or release it."""
        if self.phase != "roll" or self.view["rolls"] == 0:
            self.ctx.play("refused")
            return
        self.keep_dice(self.kept ^ 1 << k)

    def keep_dice(self, mask: int) -> None:
        """Keep exactly these dice."""
        self.kept = mask
        self.stage.kept = mask
        lay_out(self.stage, self.timeline, self.ms(220))
        self.ctx.play("die_turn")
        self.ui.dirty = True

    def keep_for(self, pile: int) -> bool:
        """Keep the best dice for an open citizen; False when that makes no sense now."""
        hold = self.hold_for(pile)
        if hold is None:
            return False
        self.keep_dice(hold)
        return True

    def toggle_jokers(self) -> None:
        """Open or close the board of all jokers."""
        self.joker_board.open = not self.joker_board.open
        self.ui.dirty = True

    def prepare_decision(self, seat: int, action: int) -> None:
        """Reset the selection before a decision is made."""
        super().prepare_decision(seat, action)
        self.joker_board.open = False

    def bell_rings(self) -> bool:
        """Whether the bell rings: not between the rolls of a turn."""
        return bool(self.view["phase"] != "roll" or self.view["rolls"] == 0)

    def list_card_notes(self) -> list[CardNote]:
        """Return the open citizens of the market, with their help."""
        name, t = words.card_name, self.ctx.t
        return [
            CardNote(f"card.{pile}", name(self.ctx, card), t(f"king_of_the_dice.citizen.{citizen_code(card)}.help"))
            for pile, card in enumerate(self.stage.market)
            if card is not None
        ]

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """Return the first target: die, region, seat or citizen; otherwise the amber button."""
        now = self.phase
        if now == "roll":
            return "die.0" if self.view["rolls"] else "main"
        if now in choices.REGION_PHASES:
            return f"region.{self.moves[0].region}"
        if now in choices.PANEL_PHASES:
            return "steal.0"
        pile = self.moves[0].pile
        return f"card.{pile}" if pile is not None else "main"

    def ready_action(self, legal: Sequence[int]) -> int | None:
        """Return the action of the amber button: roll, keep, check or take."""
        move = choices.ready_move(self.view, self.moves, self.marked_move, self.kept)
        return None if move is None else encode(move)

    def list_action_buttons(self, legal: Sequence[int]) -> dict[str, int]:
        """The amber button, and the one that declines."""
        declining = choices.declining(self.moves)
        return {**super().list_action_buttons(legal), **({} if declining is None else {"second": encode(declining)})}

    def put_back(self) -> bool:
        """Clear the mark, or close the joker board."""
        put = super().put_back() or bool(self.joker_board.open)
        self.joker_board.open = False
        return put

    def choose_number(self, at: int) -> None:
        """Choose by number key: a die to keep, a citizen, or an item to take."""
        moves = self.moves
        now = self.phase
        if now == "roll":
            if at < 6:
                self.toggle(at)
        elif now == "check":
            move = choices.card_move(moves, at)
            if move is not None:
                self.pick(move)
            else:
                self.ctx.play("refused")
        else:
            wanted = choices.taking(moves)
            if at < len(wanted):
                self.pick(wanted[at])

    # --- words ----------------------------------------------------------------------------------------

    def show_citizen(self, pile: int) -> None:
        """Show an open citizen in a dialog."""
        head, body = market.tip(self, pile, self._help())
        self.ctx.ask(head, body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def why_last(self) -> str:
        """Explain the last turn with its rules."""
        # Newest first, so that text cut off below loses no reason.
        rows = explain_events(self, words.last_turn(self.session.rules, self.told))[::-1]
        return "\n\n".join(rows[-6:]) or self.ctx.t("king_of_the_dice.why.nothing")

    # --- time -----------------------------------------------------------------------------------------

    def update(self, ms: float) -> None:
        """Advance the animations, flames and odds."""
        super().update(ms)
        if self.chances.known != self._chances_known:
            self._chances_known = self.chances.known
            self.ui.dirty = True
        if self.preview_fade.advance(ms):
            self.ui.dirty = True
        if self.ctx.steady or self.ctx.instant:
            return
        if self.ui.idle_ms > AMBIENT_MS and self.beat % GLINT_EVERY == GLINT_EVERY - 1:
            return
        self._beat_time += ms
        if self._beat_time >= BEAT:
            self._beat_time %= BEAT
            self.beat += 1
            self.ui.moved = True

    # --- drawing --------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Finish motions after a resize; they would arrive at the old place."""
        self.kingdom.height = self.height
        self.panels.clear()
        self.timeline.finish()

    def draw_table(self, c: Canvas) -> OnBar:
        """Draw everything between the wood and the top bar."""
        c.surface.blit(self._static(c), (0, 0))
        self._find_preview()
        stage, alpha = self.stage, self.preview_fade.alpha
        lit = self.beat if self.moves else 0
        risen = (*stage.rise.items(), self.beat, alpha, stage.banner_alpha)
        self.draw_layer(c, "kingdom", lambda: self._draw_kingdom(c), *risen)
        market.draw(self, c, self._help, lit, alpha)
        keys = tray.Keys(
            self.find_lit_dice, self.later, self.toggle, self.main_or_skip, self.toggle_jokers, self.past.explain
        )
        tray.draw(self, c, keys)
        right_column.draw(self, c)
        for thing in stage.flying:
            self._flying(c, thing)
        choices.draw_panel(self, c, self.joker_board)
        return lambda: self.kingdom.supply(self, c)

    def _draw_kingdom(self, c: Canvas) -> None:
        covered = self.phase in choices.PANEL_PHASES or (self.phase == "check" and self.joker_board.open)
        self.kingdom.draw(self, c, self.find_outlined_seat(), covered)

    def _find_preview(self) -> None:
        """Find what the citizen under the pointer, or the marked one, would bring."""
        pile = citizen_preview.find_pile(self)
        found = None if pile is None else self.previews.find(self.view, pile)
        self.preview = None if pile is None or found is None else (pile, found)
        self.preview_fade.show(pile, at_once=self.ctx.speed == 0)

    def _help(self) -> market.Help:
        chances = [None if card is None else self.chance(card) for card in self.stage.market]
        best = self.advised_move
        signs = self.list_compared_signs()
        return market.Help(chances, None if best is None else best.pile, self.keep_for, self.show_citizen, signs)

    def list_compared_signs(self) -> list[int]:
        """Return the dice compared with the market's citizens; none where the hold is the puzzle."""
        return self.stage.signs() if self.helps or self.view["phase"] != "roll" else []

    def _static(self, c: Canvas) -> pygame.Surface:
        """Return the background (wood, frame of the map, tray) as one opaque picture."""

        def make() -> pygame.Surface:
            surface = backdrop.table(c, "table").copy()
            layer = c.on(surface, (c.left, 0))
            drawn.frame(layer, board(c.height))
            tray.ground(layer)
            return surface

        return c.cache.get(("king_of_the_dice.static",), make)

    def _flying(self, c: Canvas, thing: Flying) -> None:
        if thing.kind == "flame":
            pieces.flame(c, thing.x, thing.y, 34, self.beat)
        elif thing.kind == "card":
            made = self._find_flying_card(c, thing)
            c.surface.blit(made, (c.x(thing.x) - made.get_width() // 2, c.y(thing.y) - made.get_height() // 2))
        else:
            pieces.gem(c, thing.x, thing.y, 12, thing.kind == "gold")

    def _find_flying_card(self, c: Canvas, thing: Flying) -> pygame.Surface:
        """Return the picture of a card on its way: one picture that is scaled, because making it at every size takes
        longer than a frame."""
        if thing.value >= 0:
            citizen = citizens().cards[thing.value]
            signs = to_number(citizen.joker), to_colour(citizen.joker)
            full = cards.small(c, citizen_code(thing.value), *signs, market.FLYING_W)
        else:
            full = cards.back(c, market.FLYING_W)
        if thing.scale == 1.0:
            return full
        wide, high = full.get_size()
        return pygame.transform.smoothscale(
            full, (max(1, round(wide * thing.scale)), max(1, round(high * thing.scale)))
        )

    def list_bar_content(self) -> Hashable:
        """Return what is left of the supply."""
        return tuple(self.stage.supply.items()), tuple(self.list_features())

    def describe_progress(self) -> str:
        """Return the status line: round and turn."""
        stage = self.stage
        if self.finished:
            return self.ctx.t("king_of_the_dice.table.over", round=stage.round)
        return self.ctx.t("king_of_the_dice.table.state", round=stage.round, name=self.names[stage.active])
