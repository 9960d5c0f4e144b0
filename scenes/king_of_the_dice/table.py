"""The King of the Dice table: map, market, tray, plates; every choice by mouse, keys or pad."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.chance import mix
from engine.session import Session, Update
from games.king_of_the_dice import messages, moves
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import to_colour, to_number
from games.king_of_the_dice.messages import citizen_code
from games.king_of_the_dice.moves import Kind, Move, encode
from scenes.king_of_the_dice import choices, first_turn, market, requirements, right_column, tray, words
from scenes.king_of_the_dice.animate import AnimationContext, lay_out, tell
from scenes.king_of_the_dice.chances import Chances
from scenes.king_of_the_dice.kingdom import Kingdom
from scenes.king_of_the_dice.layout import RIGHT_X, board
from scenes.king_of_the_dice.scene_model import Die, Flying, Stage, from_view
from scenes.king_of_the_dice.table_view import Choice, Desk
from scenes.table.game_log import Lines, explain_events
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
"""Milliseconds between two pictures of the flames."""


class Table(PlayScene[Move]):
    """The table of one game of King of the Dice."""

    codec = moves
    column_x = RIGHT_X

    def __init__(self, ctx: Context, session: Session) -> None:
        self.stage = Stage([])
        self.kept = 0
        self.joker_board = choices.JokerBoard()
        self.beat = 0
        self._beat_time = 0.0
        self.dice_to_draw = False
        """A die at rest has been drawn in this frame; others may still wait for theirs."""
        self.chances = Chances()
        self._chances_known = 0
        self.kingdom = Kingdom()
        super().__init__(ctx, session)

    def make_chronicle(self) -> Lines:
        """Lines with the signs of this game."""
        return Lines(self, right_column.find_mark)

    def make_places(self) -> right_column.Regions:
        """The regions of the map."""
        return right_column.Regions()

    def list_features(self) -> Collection[str]:
        """The options that are on."""
        return messages.list_variants(self.view)

    # --- stage ----------------------------------------------------------------------------------------

    def reset_stage(self) -> None:
        """Show the view from nothing."""
        self.kingdom.arrangement = self.view["arrangement"]
        if self.view["phase"] != "roll" or self.view["rolls"] == 0:
            self.kept = 0
        self.stage = from_view(self.view, self.kept)
        self.drop_mark()
        if not choices.joker_moves(self.moves):
            self.joker_board.open = False
        self._want_chances()

    def reset_to_opening(self) -> None:
        """A new game: the market is still closed, nobody has rolled."""
        begun = next(event for event in self.queue[0].events if event.kind == "game_begins")
        self.stage.left = list(begun.data["piles"])
        self.stage.market = [None] * len(self.stage.left)

    def relabel(self) -> None:
        """Language, palette or size changed."""
        self.kingdom.clear()
        super().relabel()

    def script(self, update: Update) -> Script:
        """Tell the events of one update."""
        if not any(event.kind == "rolled" for event in update.events):
            self.kept = 0
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
        )
        return tell(on, update.events)

    def _keep(self, mask: int) -> None:
        self.kept = mask

    def later(self, c: Canvas, die: Die) -> bool:
        """Whether the beautiful picture of a die at rest waits for the next frame: one is made per frame."""
        if self.ctx.instant or wooden_d6.ready(c, die.size, die.quat, die.colours):
            return False
        if not self.dice_to_draw:
            self.dice_to_draw = True
            return False
        return True

    # --- what the parts of the table ask ------------------------------------------------------------------

    def find_outlined_seat(self) -> int | None:
        """Whose largest area is outlined: that of the plate under pointer or focus, or the one being counted."""
        if self.stage.walking is not None:
            return self.stage.walking
        return next(iter(self.ui.list_pointed("plate.")), None)

    def pulse(self) -> float:
        """The strength of what may be chosen, 0.6 … 1, in a slow beat."""
        if self.ctx.reduced or self.ctx.instant:
            return 0.95
        return 0.8 + 0.2 * math.sin(self.beat * BEAT / 1400 * 2 * math.pi)

    # --- chances --------------------------------------------------------------------------------------

    @property
    def odds_shown(self) -> bool:
        """Whether the player wants to see chances, and may."""
        return self.ctx.settings.show_odds and self.helps

    def _want_chances(self) -> None:
        if self.odds_shown and self.people:
            open_ = [card for card in self.stage.market if card is not None]
            self.chances.want(open_, now=self.ctx.instant)

    def chance(self, card: int) -> float | None:
        """The chance to meet a citizen with the rolls left; None when it is not shown or not known yet."""
        view = self.view
        if not self.odds_shown or self.viewer is None or self.busy or view["active"] != self.viewer:
            return None
        if view["phase"] != "roll":
            return None
        return self.chances.chance(card, view["dice"], view["rolls_left"])

    def hold_for(self, pile: int) -> int | None:
        """The best dice to keep for an open citizen."""
        card = self.stage.market[pile]
        view = self.view
        if card is None or not self.odds_shown or view["phase"] != "roll" or not view["rolls"] or not self.legal():
            return None
        return self.chances.hold(card, view["dice"], view["rolls_left"])

    def best_hold(self, pile: int) -> int | None:
        """The best dice to keep for an open citizen, whatever the settings say; worked out at once."""
        card = self.stage.market[pile]
        view = self.view
        if card is None or view["phase"] != "roll" or not view["rolls"]:
            return None
        self.chances.want([card], now=True)
        return self.chances.hold(card, view["dice"], view["rolls_left"])

    def find_lit_dice(self) -> int | None:
        """The dice to light: those to keep for the citizen under the pointer, those that count, or the hint's."""
        if self.busy:
            return None
        for pile in self.ui.list_pointed("card.") if self.helps else ():
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
        best = self.advised
        return best.dice if best is not None and best.kind == Kind.KEEP else None

    # --- lessons --------------------------------------------------------------------------------------

    def lesson_ends(self) -> Mapping[str, Callable[[], bool]]:
        """How far the first turn is: rolls, dice that are kept, the citizen, the region."""
        return {**super().lesson_ends(), **first_turn.ends(self)}

    def lesson_next(self, until: str) -> str | None:
        """The next die to keep, or a region to build on."""
        return first_turn.next_target(self, until)

    def lesson_words(self) -> Mapping[str, object]:
        """The citizen that is hired, and what it wants."""
        return first_turn.words(self)

    # --- choosing -------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase in which the person below may choose; "" when there is nothing to choose."""
        return str(self.view["phase"]) if self.moves else ""

    def toggle(self, k: int) -> None:
        """Keep a die, or take it back."""
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
        """The person has chosen."""
        super().prepare_decision(seat, action)
        self.joker_board.open = False

    def bell_rings(self) -> bool:
        """Between the rolls of one turn no bell rings."""
        return bool(self.view["phase"] != "roll" or self.view["rolls"] == 0)

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """The first die, region, seat or citizen; otherwise the amber button."""
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
        """Roll, keep, check or take, as things lie now."""
        move = choices.ready_move(self.view, self.moves, self.marked, self.kept)
        return None if move is None else encode(move)

    def put_back(self) -> bool:
        """Let go of a mark, or close the board of the jokers."""
        put = super().put_back() or bool(self.joker_board.open)
        self.joker_board.open = False
        return put

    def choose_number(self, at: int) -> None:
        """A die to keep, a citizen to check, or one of the things to take."""
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
        """An open citizen in a dialog."""
        head, body = market.tip(self._desk(), pile, self._help())
        self.ctx.ask(head, body, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def why_last(self) -> str:
        """What happened in the last turn, and by which rules."""
        # From the newest back, so that what is cut off below takes no reason with it.
        rows = explain_events(self, words.last_turn(self.session.rules, self.told))[::-1]
        return "\n\n".join(rows[-6:]) or self.ctx.t("king_of_the_dice.why.nothing")

    # --- time -----------------------------------------------------------------------------------------

    def update(self, ms: float) -> None:
        """Let time pass: flames flicker, chances arrive."""
        super().update(ms)
        if self.chances.known != self._chances_known:
            self._chances_known = self.chances.known
            self.ui.dirty = True
        if self.dice_to_draw:
            self.ui.dirty = True
        if self.ctx.reduced or self.ctx.instant:
            return
        self._beat_time += ms
        if self._beat_time >= BEAT:
            self._beat_time %= BEAT
            self.beat += 1
            self.ui.dirty = True

    # --- drawing --------------------------------------------------------------------------------------

    def resize(self) -> None:
        """What is on its way would arrive at the old place."""
        self.kingdom.height = self.height
        self.panels.clear()
        self.timeline.finish()

    def draw_table(self, c: Canvas) -> OnBar:
        """Everything between the wood and the top bar."""
        c.surface.blit(self._static(c), (0, 0))
        desk = self._desk()
        covered = desk.phase in choices.PANEL_PHASES or (desk.phase == "check" and self.joker_board.open)
        self.kingdom.draw(desk, c, self.find_outlined_seat(), covered)
        market.draw(desk, c, self._help())
        self.dice_to_draw = False
        keys = tray.Keys(
            self.find_lit_dice(), self.later, self.toggle, self.main_or_skip, self.toggle_jokers, self.past.explain
        )
        tray.draw(desk, c, keys)
        right_column.draw(desk, c)
        for thing in self.stage.flying:
            self._flying(c, thing)
        choices.draw_panel(desk, c, self.joker_board)
        return lambda: self.kingdom.supply(desk, c)

    def _desk(self) -> Desk:
        """What the parts draw and let choose now."""
        choice = Choice(self.moves, self.marked, self.kept, self.pick, self.make, self.describe, self.reason)
        return Desk(table=self, stage=self.stage, choice=choice, beat=self.beat, pulse=self.pulse())

    def _help(self) -> market.Help:
        chances = [None if card is None else self.chance(card) for card in self.stage.market]
        best = self.advised
        signs = self.list_compared_signs()
        return market.Help(chances, None if best is None else best.pile, self.keep_for, self.show_citizen, signs)

    def list_compared_signs(self) -> list[int]:
        """The dice that the citizens of the market are compared with; none where it is a puzzle which to keep."""
        return self.stage.signs() if self.helps or self.view["phase"] != "roll" else []

    def _static(self, c: Canvas) -> pygame.Surface:
        """Wood, the frame of the map, the tray: one opaque picture."""

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
            w = 196 * thing.scale
            if thing.value >= 0:
                citizen = citizens().cards[thing.value]
                made = cards.small(
                    c, citizen_code(thing.value), to_number(citizen.joker), to_colour(citizen.joker), round(w / 8) * 8.0
                )
            else:
                made = cards.back(c, round(w / 8) * 8.0)
            c.surface.blit(made, (c.x(thing.x) - made.get_width() // 2, c.y(thing.y) - made.get_height() // 2))
        else:
            pieces.gem(c, thing.x, thing.y, 12, thing.kind == "gold")

    def describe_progress(self) -> str:
        """The round, and whose turn it is; after the end nobody's."""
        stage = self.stage
        if self.finished:
            return self.ctx.t("king_of_the_dice.table.over", round=stage.round)
        return self.ctx.t("king_of_the_dice.table.state", round=stage.round, name=self.names[stage.active])
