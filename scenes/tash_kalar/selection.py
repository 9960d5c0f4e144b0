"""Selection at the Tash-Kalar table: marks, previews, and the meaning of clicks on cards and squares.

The parts of the table read and press it; it knows none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.tash_kalar import moves
from games.tash_kalar.cards import FLARES, list_decks
from games.tash_kalar.moves import DONE, END, HAND_OVER, Kind, Move, decode, encode
from scenes.shell.pulse import Pulse
from scenes.table.table_scene import PlayScene
from scenes.tash_kalar import card_faces, questions
from scenes.tash_kalar.card_view import Drawn
from scenes.tash_kalar.card_viewer import CardScene, Piles
from scenes.tash_kalar.choices import LAID, Choices, find_card
from scenes.tash_kalar.layout import Layout, layout
from scenes.tash_kalar.log_marks import Record, Squares
from scenes.tash_kalar.rules_view import Near, Placement, Reading
from scenes.tash_kalar.scene_model import Stage
from scenes.tash_kalar.table_view import TableView
from scenes.tash_kalar.words import Words

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context

CHOOSING_SQUARE = ("target", "showing")


class ChoosingTable(PlayScene[Move], TableView):
    """Selection part of the table; ``table`` draws it."""

    codec = moves
    stage: Stage

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx, session)
        self.turned: dict[int, int] = {}
        """Number of the shown placement, by card."""
        self.plan: list[Move] = []
        """Queued decisions of one choice: the card, its square, its orientation."""
        self.discarding = False
        self.placing = False
        """Whether the line "place a piece" was chosen."""
        self.using: int | None = None
        """Number of the deck of the expansion for whose action a being is being chosen."""
        self.pinned: int | None = None
        """Card that cannot be summoned yet, whose missing pieces stay visible."""
        self.put_at = 0
        """Kind of the next piece to place."""
        self.chronicle: Record
        self.places: Layout = layout(900.0)
        self.pulse = Pulse()
        self._reading: tuple[object, Reading] | None = None
        self._choices: tuple[Sequence[int], object, int, Choices] | None = None
        self._last_seat: int | None = None
        """Last deciding seat at a shared computer."""

    def make_chronicle(self) -> Record:
        """Create the log with the signs of this game."""
        return Record(self)

    def make_places(self) -> Squares:
        """Create the links to the squares of the arena."""
        return Squares()

    @property
    def reading(self) -> Reading:
        """Return the rules queries on the shown view."""
        kept = self._reading
        if kept is None or kept[0] is not self.view:
            kept = self._reading = (self.view, Reading(self.view, self.viewer))
        return kept[1]

    @property
    def choices(self) -> Choices:
        """Return the choices of the bottom seat."""
        legal, kept = self.legal(), self._choices
        if kept is None or kept[1] is not self.view or kept[2] != self.put_at or kept[0] != legal:
            kept = self._choices = (legal, self.view, self.put_at, Choices(legal, self.view, self.put_at))
        return kept[3]

    @property
    def words(self) -> Words:
        """Return names and texts in the current language."""
        return Words(self.ctx.texts, self.reading, self.session.seats, self.names)

    @property
    def cards(self) -> Drawn:
        """Return the drawer of cards as seen by the bottom seat."""
        return Drawn(self.words, self.own_side(), self.marked_move)

    def read_card(self, card: int, side: int | None = None, told: tuple[str, str] | None = None) -> None:
        """Show a card at reading size; ``told``: text next to it."""
        cards = self.cards
        self.ctx.stack.push(CardScene(self.ctx, lambda c, w: cards.face(c, card, w, side), told))

    def own_side(self) -> int:
        """Return the colour of the bottom seat."""
        return self.reading.side(self.below)

    def list_given_legends(self) -> list[int]:
        """Return the legends given to the partner by the bottom seat; none while others watch."""
        return [] if self.overlooked else self.reading.list_given_legends()

    # --- what is marked and previewed ----------------------------------------------------------------

    def hot_square(self) -> int | None:
        """Return the square under the pointer or in the keyboard focus."""
        return next(iter(self.ui.list_hot_numbers("sq.")), None)

    def hand_hover(self) -> int | None:
        """Return the card of the hand under the pointer or in the focus."""
        for at in self.ui.list_hot_numbers("hand."):
            if at < len(self.stage.hand) and self.stage.hand[at].card >= 0:
                return self.stage.hand[at].card
        return None

    def choosing_square(self) -> bool:
        """Whether a card has been shown and its square is to be chosen."""
        return self.choices.phase in CHOOSING_SQUARE

    def find_preview_card(self) -> int | None:
        """Return the being or legend whose placement is previewed: under the pointer, marked, or being summoned."""
        if self.viewer is None or self.busy:
            return None
        hover = self.hand_hover()
        if hover is not None:
            return None if hover >= FLARES else hover
        if self.choosing_square():
            return self.reading.summoning_card()
        card = find_card(self.marked_move)
        if card is None:
            card = self.pinned
        return None if card is None or card >= FLARES else card

    def has_marked_square(self) -> bool:
        """Whether a square is marked for a piece, possibly while a card stays visible."""
        marked = self.marked_move
        return marked is not None and marked.kind in LAID and self.hand_hover() is None

    def find_preview_flare(self) -> int | None:
        """Return the flare under the pointer, or the marked one."""
        if self.viewer is None or self.busy:
            return None
        hover = self.hand_hover()
        card = hover if hover is not None else find_card(self.marked_move)
        return card - FLARES if card is not None and card >= FLARES else None

    def preview(self) -> Placement | Near | None:
        """Return the preview of the card: its placement, or the missing pieces; None once the game is over."""
        card = self.find_preview_card()
        if card is None or self.finished or (self.marks(Kind.DISCARD) and self.hand_hover() is None):
            return None
        placement = self.placement()
        if placement is not None:
            return placement
        near = self.reading.list_near_placements(card)
        return near[self.find_near_number(card)] if near else None

    def find_placement_number(self, card: int) -> int:
        """Return the number of a card's shown placement."""
        count = len(self.list_placements(card))
        return self.turned.get(card, 0) % count if count else 0

    def find_near_number(self, card: int) -> int:
        """Return the number of the shown incomplete placement."""
        count = len(self.reading.list_near_placements(card))
        return self.turned.get(card, 0) % count if count else 0

    def placement(self) -> Placement | None:
        """Return the shown placement, which confirming would use."""
        card = self.find_preview_card()
        if card is None:
            return None
        return self.find_placement(card)

    def can_claim(self, task: int) -> bool:
        """Whether the seat on turn meets a task now."""
        return not self.busy and self.view["phase"] not in ("over", "start") and self.reading.can_claim(task)

    def shortage_lit(self) -> bool:
        """Whether own pieces are lit because one must be picked up before placing."""
        return self.placing and self.choices.has(Kind.PICK)

    def marks(self, kind: Kind) -> bool:
        """Whether a move of this kind is marked."""
        marked = self.marked_move
        return marked is not None and marked.kind is kind

    def row_in_use(self) -> str:
        """Return the lit line of the turn panel."""
        if self.choices.phase != "main":
            return "summon" if self.stage.shown is not None else ""
        for one in list_decks():
            if self.is_using(one.code):
                return f"use.{one.code}"
        if self.discarding or self.marks(Kind.DISCARD):
            return "discard"
        if self.marks(Kind.SUMMON):
            return "summon"
        if self.placing or self.marks(Kind.PLACE) or self.marks(Kind.PICK):
            return "place"
        return "summon" if self.hand_hover() is not None and self.find_preview_flare() is None else ""

    # --- choosing -------------------------------------------------------------------------------------

    def ready_move(self) -> Move | None:
        """Return the move of the amber button."""
        now, marked = self.choices, self.marked_move
        if marked is not None and marked in now:
            return marked
        if now.phase == "main" and END in now and not now.has(Kind.PICK):
            return END
        if now.phase == "returning" and not now.has(Kind.RETURN):
            return DONE
        return None

    def mark(self, move: Move) -> None:
        """Mark a move without making it."""
        if move not in self.choices:
            self.ctx.play("refused")
            return
        self.chosen = encode(move)
        if find_card(move) is not None:
            self.pinned = None
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def press_card(self, at: int) -> None:
        """Handle a press on a card of the hand: mark its move, or make the marked one."""
        if self.skip() or at >= len(self.stage.hand):
            return
        card = self.stage.hand[at].card
        move = self.choices.find_card_move(card, self.discarding, self.using) if card >= 0 else None
        if move is None:
            if card >= FLARES or card < 0:
                self.ctx.play("refused")
            else:
                self.pinned = None if self.pinned == card else card
                self.chosen = None
                self.ctx.play("card_lift")
                self.ui.dirty = True
            return
        marked = self.marked_move
        if marked is not None and find_card(marked) == card:
            self.carry_out(marked)
        else:
            self.mark(move)

    def press_square(self, square: int) -> None:
        """Handle a press on a square: a placement of the marked card, a piece to place, or a target of the effect."""
        if self.skip():
            return
        card = self.find_preview_card()
        summoning = self.choosing_square() or self.marks(Kind.SUMMON) or self.marks(Kind.USE)
        if card is not None and summoning:
            found = self.list_placements(card)
            shown = self.placement()
            if shown is not None and shown.square == square:
                self.main_action()
                return
            for at, each in enumerate(found):
                if each.square == square:
                    self.turned[card] = at
                    self.ctx.play("card_lift")
                    self.ui.dirty = True
                    return
        move = self.choices.by_square.get(square)
        if move is None:
            if self.legal():
                self.ctx.play("refused")
            return
        if self.choices.direct:
            self.make(move)
        elif self.marked_move == move:
            self.carry_out(move)
        else:
            self.discarding, self.using = False, None
            self.mark(move)

    def press_task(self, number: int) -> None:
        """Handle a press on a task: claim it, or read it."""
        move = Move(Kind.TASK, number=number)
        if move in self.choices:
            self.choose(encode(move))
            return
        name, condition = card_faces.task_tip(self.ctx.texts, number)
        self.ctx.ask(name, condition, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def press_row(self, kind: str) -> None:
        """Handle a press on a line of the turn panel."""
        self.chosen = self.using = None
        self.placing = kind == "place" and not self.placing
        self.discarding = kind == "discard" and not self.discarding
        if kind == "summon":
            beings = [Move(Kind.SUMMON, card=held.card) for held in self.stage.hand]
            fitting = [move for move in beings if move in self.choices]
            if fitting:
                self.mark(fitting[0])
        self.ui.dirty = True

    def choose_kind(self, at: int) -> None:
        """Choose the kind of the next piece."""
        self.put_at = at
        self.chosen = None
        self.ctx.play("click")
        self.ui.dirty = True

    def press_button(self, move: Move) -> None:
        """Handle a press on a panel button: opponents of a flare are marked first, other moves are made."""
        if move.kind is Kind.FLARE and self.marked_move != move:
            self.mark(move)
        else:
            self.make(move)

    def carry_out(self, move: Move) -> None:
        """Make the marked move; a summoning with the shown square and orientation. Ask before an action of an expansion
        that would do nothing."""
        if move.kind is Kind.USE and move.card < 0 and not self.reading.has_effect(move):
            questions.ask_about_waste(self, move)
            return
        if find_card(move) is None or move.kind not in (Kind.SUMMON, Kind.USE):
            self.make(move)
            return
        placement = self.find_placement(move.card)
        if placement is None:
            self.ctx.play("refused")
            return
        self.plan = [Move(Kind.SQUARE, square=placement.square)]
        if placement.choices > 1:
            self.plan.append(placement.show)
        self.make(move)

    def find_placement(self, card: int) -> Placement | None:
        """Return the placement of a card that was shown last."""
        found = self.list_placements(card)
        return found[self.find_placement_number(card)] if found else None

    def turn_placement(self, by: int) -> None:
        """Show another way to place the card."""
        card = self.find_preview_card()
        if card is None:
            return
        count = len(self.list_placements(card)) or len(self.reading.list_near_placements(card))
        if count > 1:
            self.turned[card] = (self.turned.get(card, 0) + by) % count
            self.ctx.play("card_lift")
            self.ui.dirty = True

    def main_action(self) -> None:
        """Handle the amber button, which may make several moves: a card with the shown square and orientation."""
        if self.guide is not None and self.guide.takes_main():
            self.ui.dirty = True
            return
        placement = self.placement() if self.choosing_square() else None
        if self.confirming or self.finished or not self.legal():
            super().main_action()
            return
        move = self.ready_move()
        if move is not None:
            self.carry_out(move)
        elif placement is not None:
            self._go_on_summoning(placement)
        elif self.choices.has(Kind.RECALL):
            self.open_piles(self.view["active"], recall=True)
        else:
            self.ctx.play("refused")

    def _go_on_summoning(self, placement: Placement) -> None:
        """Confirm the square of a card that has been shown."""
        if self.view["phase"] == "showing":
            self.make(placement.show)
            return
        if placement.choices > 1:
            self.plan = [placement.show]
        self.make(Move(Kind.SQUARE, square=placement.square))

    def decline(self) -> None:
        """Decline: skip the rest of a step, claim nothing, return nothing more."""
        if self.choices.declining:
            self.make(DONE)

    def prepare_decision(self, seat: int, action: int) -> None:
        """Reset the selection before a decision is made."""
        super().prepare_decision(seat, action)
        self.discarding = self.placing = False
        self.using = None
        self._last_seat = seat

    def put_back(self) -> bool:
        """Clear the mark, or put back a shown card."""
        modes = self.discarding or self.placing or self.using is not None
        if self.chosen is not None or modes or self.pinned is not None:
            self.chosen = self.pinned = self.using = None
            self.discarding = self.placing = False
            self.ui.dirty = True
            return True
        if self.choosing_square() and self.undo_state()[0]:
            self.undo()
            return True
        picked = self.choices.phase == "effect" and self.view["effect"]["picked"] >= 0
        if picked and self.undo_state()[0]:
            self.undo()
            return True
        return False

    def list_action_buttons(self, legal: Sequence[int]) -> dict[str, int]:
        """The amber button, the one that declines, and the one that ends the turn."""
        ready, now = self.ready_move(), self.choices
        found = {} if ready is None else {"main": encode(ready)}
        if now.declining:
            found["second"] = encode(DONE)
        elif END in now and ready != END:
            found["second" if HAND_OVER in now else "third"] = encode(END)
        return found

    def ends_in_words(self, action: int) -> bool:
        """Whether an action ends in a separate button: ending the turn with a flare in hand."""
        return decode(action) == END

    def stay_on(self) -> None:
        """Stay at the table: take back an unfinished summoning as a whole."""
        super().stay_on()
        if self.choosing_square():
            self.put_back()

    def undo(self) -> None:
        """Undo the last own decision; a summoning as a whole."""
        self.plan = []
        super().undo()
        while self.choosing_square() and self.undo_state()[0]:
            super().undo()

    def redo(self) -> None:
        """Redo an undone decision; a summoning as a whole."""
        super().redo()
        while self.choosing_square() and self.session.redo_check()[0]:
            super().redo()

    # --- actions of expansions ------------------------------------------------------------------------

    def find_use(self, card: int) -> Move | None:
        """Return the action of an expansion by which a card would be summoned, None for the usual summoning."""
        marked = self.marked_move
        if marked is not None and marked.kind is Kind.USE and marked.card == card:
            return marked
        wanted = None if self.using is None else Move(Kind.USE, card=card, number=self.using)
        return wanted if wanted in self.choices else None

    def list_placements(self, card: int) -> Sequence[Placement]:
        """Return the placements of a card, by the action of an expansion that is being used for it."""
        return self.reading.placements(card, self.find_use(card))

    def can_use(self, code: str) -> bool:
        """Whether an expansion offers an action."""
        return bool(self.choices.list_uses(_find_deck(code)))

    def is_using(self, code: str) -> bool:
        """Whether an action of an expansion is marked, or a being is being chosen for it."""
        number, marked = _find_deck(code), self.marked_move
        return self.using == number or (marked is not None and marked.kind is Kind.USE and marked.number == number)

    def press_use(self, code: str) -> None:
        """Mark the action of an expansion, make the marked one, or let a being be chosen for it."""
        if self.skip():
            return
        number = _find_deck(code)
        found = self.choices.list_uses(number)
        if not found:
            self.ctx.play("refused")
            return
        self.discarding = self.placing = False
        if found[0].card < 0:
            self.using = None
            if self.marked_move == found[0]:
                self.carry_out(found[0])
            else:
                self.mark(found[0])
            return
        self.using = None if self.is_using(code) else number
        self.chosen = self.pinned = None
        self.ctx.play("card_lift")
        self.ui.dirty = True

    def press_kept_card(self, seat: int, code: str, card: int) -> None:
        """Use an open card in a place of an expansion, or read it."""
        if seat == self.below and self.can_use(code):
            self.press_use(code)
        else:
            self.read_card(card, self.reading.side(seat))

    # --- dialogs --------------------------------------------------------------------------------------

    def ask_handover(self) -> None:
        """Ask before the turn goes to the partner."""
        questions.ask_handover(self)

    def ask_surrender(self) -> None:
        """Ask before the game is given up."""
        questions.ask_surrender(self)

    def open_piles(self, at: int, recall: bool = False) -> None:
        """Open the discards: ``at`` is a seat, or after the seats the legends and the flares."""
        self.ctx.stack.push(Piles(self.ctx, self.cards, self.choices, self.make, at, recall, self.list_given_legends()))

    def read_shown_card(self) -> None:
        """Open the card being played; during a recall, open the discards."""
        if self.choices.has(Kind.RECALL):
            self.open_piles(self.view["active"], recall=True)
        elif self.stage.shown is not None and self.stage.shown.card >= 0:
            self.read_card(self.stage.shown.card, self.reading.side(self.stage.shown.seat))


def _find_deck(code: str) -> int:
    """Return the number of the deck of an expansion."""
    return next(one.deck for one in list_decks() if one.code == code)
