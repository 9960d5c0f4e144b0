"""What a Tash-Kalar table keeps next to its stage: what is marked and previewed, and the meaning of clicks on cards and
squares."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.tash_kalar.cards import FLARES, list_decks
from games.tash_kalar.maps import WALL, to_column_row
from games.tash_kalar.moves import DONE, END, Kind, Move, encode
from games.tash_kalar.rules import Change
from games.tash_kalar.state import FACE_DOWN
from scenes.table.loop import use_main
from scenes.table.script import PreviewFade
from scenes.tash_kalar import arena, card_faces, choices, hand, tooltips
from scenes.tash_kalar.card_viewer import CardScene, Piles
from scenes.tash_kalar.choices import LAID, Choices, find_card
from scenes.tash_kalar.hand import Drawn
from scenes.tash_kalar.layout import CARD_W, Layout, hand_spot, layout
from scenes.tash_kalar.rules_view import Near, Placement, Reading
from scenes.tash_kalar.scene_model import TashTable
from scenes.tash_kalar.words import Words
from sprites.base.timeline import Pulse
from sprites.tash_kalar import arena as drawn


@dataclass(frozen=True, slots=True)
class Sight:
    """The bottom seat's point of attention.

    ``square`` of the arena and card ``held`` in the hand under pointer or focus; ``card`` the being or legend whose
    placement is shown, ``flare`` the flare; ``preview`` its placement or missing pieces, ``at`` the number of that way;
    ``placement`` the one to be made; ``pinned`` a card whose missing pieces stay visible; ``square_marked``: a square
    is marked for a piece, possibly while a card stays visible.
    """

    square: int | None
    held: int | None
    card: int | None
    flare: int | None
    preview: Placement | Near | None
    at: int
    placement: Placement | None
    pinned: int | None
    square_marked: bool


class TableState:
    """State of one table that is neither the session's nor on the stage."""

    def __init__(self, table: TashTable) -> None:
        self._table = table
        self.sight = Sight(None, None, None, None, None, 0, None, None, square_marked=False)
        """What the bottom seat looks at in this frame; nothing before the first one."""
        self.turned: dict[int, int] = {}
        """Number of the shown placement, by card."""
        self.plan: list[Move] = []
        """Queued decisions of one choice: the card, its square, its orientation."""
        self.discarding = False
        """Whether the line "discard" was chosen."""
        self.placing = False
        """Whether the line "place a piece" was chosen."""
        self.using: int | None = None
        """Number of the deck of the expansion for whose action a being is being chosen."""
        self.pinned: int | None = None
        """Card that cannot be summoned yet, whose missing pieces stay visible."""
        self.put_at = 0
        """Kind of the next piece to place."""
        self.places: Layout = layout(900.0)
        """Where the parts lie in this window."""
        self.pulse = Pulse()
        """Light on legal choices."""
        self._reading: Reading | None = None
        self._choices: tuple[Sequence[int], object, int, Choices] | None = None
        self.last_seat: int | None = None
        """Last deciding seat at a shared computer."""
        self.squares = arena.Squares()
        self.faces = hand.Faces()
        self.changes: tuple[Change, ...] = ()
        """Squares that the choice at hand would change."""
        self.afterwards = tooltips.Afterwards()
        self.preview_fade = PreviewFade()

    @property
    def reading(self) -> Reading:
        """Return the rules queries on the shown view."""
        table = self._table
        kept = self._reading
        if kept is None or kept.view is not table.view or kept.seat != table.viewer:
            kept = self._reading = Reading(table.view, table.viewer)
        return kept

    @property
    def choices(self) -> Choices:
        """Return the choices of the bottom seat."""
        table = self._table
        legal, kept = table.legal(), self._choices
        if kept is None or kept[1] is not table.view or kept[2] != self.put_at or kept[0] != legal:
            kept = self._choices = (legal, table.view, self.put_at, Choices(legal, table.view, self.put_at))
        return kept[3]

    @property
    def words(self) -> Words:
        """Return names and texts in the current language."""
        table = self._table
        return Words(table.ctx.texts, self.reading, table.session.seats, table.names)

    @property
    def cards(self) -> Drawn:
        """Return what draws cards as the bottom seat sees them."""
        return Drawn(self.words, self.own_side(), self._table.marked_move)

    def read_card(self, card: int, side: int | None = None, told: tuple[str, str] | None = None) -> None:
        """Show a card in large; ``told``: title and text next to it, ``side``: of the pieces on it (None: own)."""
        table = self._table
        cards = self.cards
        table.ctx.stack.push(CardScene(table.ctx, lambda c, w: cards.face(c, card, w, side), told))

    def own_side(self) -> int:
        """Return the colour of the bottom seat."""
        return self.reading.side(self._table.below)

    def list_given_legends(self) -> list[int]:
        """Return the legends given to the partner by the bottom seat; none while others watch."""
        return [] if self._table.overlooked else self.reading.list_given_legends()

    def hand_hover(self) -> int | None:
        """Return the card of the hand that is pointed at or focused; None for none, or one face down."""
        table = self._table
        for at in table.ui.list_hot_numbers("hand."):
            if at < len(table.stage.hand) and table.stage.hand[at].card >= 0:
                return table.stage.hand[at].card
        return None

    def find_preview_card(self) -> int | None:
        """Return the being or legend whose placement is previewed: pointed at, marked, or being summoned."""
        table = self._table
        if table.viewer is None or table.busy:
            return None
        hover = self.hand_hover()
        if hover is not None:
            return None if hover >= FLARES else hover
        if choices.is_choosing_square(table):
            return self.reading.state.card
        card = find_card(table.marked_move)
        if card is None:
            card = self.pinned
        return None if card is None or card >= FLARES else card

    def find_preview_flare(self) -> int | None:
        """Return the flare that is pointed at or marked; None for none."""
        table = self._table
        if table.viewer is None or table.busy:
            return None
        hover = self.hand_hover()
        card = hover if hover is not None else find_card(table.marked_move)
        return card - FLARES if card is not None and card >= FLARES else None

    def preview(self) -> Placement | Near | None:
        """Return what is previewed of the card: a placement or missing pieces; None for no card, or after the game."""
        card = self.find_preview_card()
        if card is None or self._table.finished or (self.marks(Kind.DISCARD) and self.hand_hover() is None):
            return None
        placement = self.placement()
        if placement is not None:
            return placement
        near = self.reading.list_near_placements(card)
        return near[self.find_shown_number(card, near)] if near else None

    def find_shown_number(self, card: int, ways: Sequence[object]) -> int:
        """Return the index of the way of a card that is shown, of ``ways``: its placements, or its incomplete ones."""
        return self.turned.get(card, 0) % len(ways) if ways else 0

    def placement(self) -> Placement | None:
        """Return the shown placement, which the main button would use; None without one."""
        card = self.find_preview_card()
        return None if card is None else self.find_placement(card)

    def can_claim(self, task: int) -> bool:
        """Whether the seat on turn meets the condition of a task now."""
        table = self._table
        return not table.busy and table.view["phase"] not in ("over", "start") and self.reading.can_claim(task)

    def shortage_lit(self) -> bool:
        """Whether own pieces are lit because one has to be picked up before another is placed."""
        return self.placing and self.choices.has(Kind.PICK)

    def marks(self, kind: Kind) -> bool:
        """Whether a move of this kind is marked."""
        marked = self._table.marked_move
        return marked is not None and marked.kind is kind

    def row_in_use(self) -> str:
        """Return the name of the lit line of the turn panel, "" for none."""
        if self.choices.phase != "main":
            return "summon" if self._table.stage.shown is not None else ""
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

    def ready_move(self) -> Move | None:
        """Return the move of the main button: the marked one, or what ends the turn or a return; None without one."""
        now, marked = self.choices, self._table.marked_move
        if marked is not None and marked in now:
            return marked
        if now.phase == "main" and END in now and not now.has(Kind.PICK):
            return END
        if now.phase == "returning" and not now.has(Kind.RETURN):
            return DONE
        return None

    def mark(self, move: Move) -> None:
        """Mark a move without making it."""
        table = self._table
        if move not in self.choices:
            table.ctx.play("refused")
            return
        table.chosen = encode(move)
        if find_card(move) is not None:
            self.pinned = None
        table.ctx.play("card_lift")
        table.ui.dirty = True

    def press_card(self, at: int) -> None:
        """Handle a press on the ``at``-th card of the hand: mark its move, make the marked one, or pin a being."""
        table = self._table
        if table.skip() or at >= len(table.stage.hand):
            return
        card = table.stage.hand[at].card
        move = self.choices.find_card_move(card, self.discarding, self.using) if card >= 0 else None
        if move is None:
            if card >= FLARES or card < 0:
                table.ctx.play("refused")
            else:
                self.pinned = None if self.pinned == card else card
                table.chosen = None
                table.ctx.play("card_lift")
                table.ui.dirty = True
            return
        marked = table.marked_move
        if marked is not None and find_card(marked) == card:
            self.carry_out(marked)
        else:
            self.mark(move)

    def press_square(self, square: int) -> None:
        """Handle a press on a square: a placement of the marked card, a piece to place, or a target of the effect."""
        table = self._table
        if table.skip():
            return
        card = self.find_preview_card()
        summoning = choices.is_choosing_square(table) or self.marks(Kind.SUMMON) or self.marks(Kind.USE)
        if card is not None and summoning:
            found = self.list_placements(card)
            shown = self.placement()
            if shown is not None and shown.square == square:
                use_main(table)
                return
            for at, each in enumerate(found):
                if each.square == square:
                    self.turned[card] = at
                    table.ctx.play("card_lift")
                    table.ui.dirty = True
                    return
        move = self.choices.by_square.get(square)
        if move is None:
            if table.legal():
                table.ctx.play("refused")
            return
        if self.choices.direct:
            table.make(move)
        elif table.marked_move == move:
            self.carry_out(move)
        else:
            self.discarding, self.using = False, None
            self.mark(move)

    def press_task(self, number: int) -> None:
        """Handle a press on a task: claim it, or read it."""
        table = self._table
        move = Move(Kind.TASK, number=number)
        if move in self.choices:
            table.choose(encode(move))
            return
        name, condition = card_faces.task_tip(table.ctx.texts, number)
        table.ctx.ask(name, condition)

    def press_row(self, kind: str) -> None:
        """Handle a press on the line ``kind`` of the turn panel."""
        table = self._table
        table.chosen = self.using = None
        self.placing = kind == "place" and not self.placing
        self.discarding = kind == "discard" and not self.discarding
        if kind != "summon":
            table.ui.fired = None  # it was no refused click
        else:
            beings = [Move(Kind.SUMMON, card=held.card) for held in table.stage.hand]
            fitting = [move for move in beings if move in self.choices]
            if fitting:
                self.mark(fitting[0])
        table.ui.dirty = True

    def choose_kind(self, at: int) -> None:
        """Choose the ``at``-th kind of piece as the next to be placed."""
        table = self._table
        self.put_at = at
        table.chosen = None
        table.ctx.play("click")
        table.ui.dirty = True

    def press_button(self, move: Move) -> None:
        """Handle a press on a panel button: opponents of a flare are marked first, other moves are made."""
        table = self._table
        if move.kind is Kind.FLARE and table.marked_move != move:
            self.mark(move)
        else:
            table.make(move)

    def carry_out(self, move: Move) -> None:
        """Make a move; a summoning queues the shown square and orientation. Ask first if an action of an expansion
        would do nothing."""
        table = self._table
        if move.kind is Kind.USE and move.card < 0 and not self.reading.has_effect(move):
            choices.ask_about_waste(table, move)
            return
        if find_card(move) is None or move.kind not in (Kind.SUMMON, Kind.USE):
            table.make(move)
            return
        placement = self.find_placement(move.card)
        if placement is None:
            table.ctx.play("refused")
            return
        self.plan = [Move(Kind.SQUARE, square=placement.square)]
        if placement.choices > 1:
            self.plan.append(placement.show)
        table.make(move)

    def find_placement(self, card: int) -> Placement | None:
        """Return the placement of a card that is shown, or was shown last; None if it fits nowhere."""
        found = self.list_placements(card)
        return found[self.find_shown_number(card, found)] if found else None

    def turn_placement(self, by: int) -> None:
        """Show the placement of the card that is ``by`` ways further, round and round."""
        table = self._table
        card = self.find_preview_card()
        if card is None:
            return
        count = len(self.list_placements(card)) or len(self.reading.list_near_placements(card))
        if count > 1:
            self.turned[card] = (self.turned.get(card, 0) + by) % count
            table.ctx.play("card_lift")
            table.ui.dirty = True

    def go_on_summoning(self, placement: Placement) -> None:
        """Make the decisions that a shown card still needs: its square and orientation."""
        table = self._table
        if table.view["phase"] == "showing":
            table.make(placement.show)
            return
        if placement.choices > 1:
            self.plan = [placement.show]
        table.make(Move(Kind.SQUARE, square=placement.square))

    def decline(self) -> None:
        """Decline the choice: skip the rest of a step, claim nothing, return nothing more."""
        if self.choices.declining:
            self._table.make(DONE)

    def find_use(self, card: int) -> Move | None:
        """Return the action of an expansion by which a card would be summoned, None for the usual summoning."""
        marked = self._table.marked_move
        if marked is not None and marked.kind is Kind.USE and marked.card == card:
            return marked
        wanted = None if self.using is None else Move(Kind.USE, card=card, number=self.using)
        return wanted if wanted in self.choices else None

    def list_placements(self, card: int) -> Sequence[Placement]:
        """Return the placements of a card, summoned by an expansion's action if one is being used for it."""
        return self.reading.placements(card, self.find_use(card))

    def can_use(self, code: str) -> bool:
        """Whether the action of the expansion with this code can be used now."""
        return bool(self.choices.list_uses(_find_deck(code)))

    def is_using(self, code: str) -> bool:
        """Whether the action of an expansion is marked, or a being is being chosen for it."""
        number, marked = _find_deck(code), self._table.marked_move
        return self.using == number or (marked is not None and marked.kind is Kind.USE and marked.number == number)

    def press_use(self, code: str) -> None:
        """Handle a press on an expansion's line: mark its action, make the marked one, or ask for a being."""
        table = self._table
        if table.skip():
            return
        number = _find_deck(code)
        found = self.choices.list_uses(number)
        if not found:
            table.ctx.play("refused")
            return
        self.discarding = self.placing = False
        if found[0].card < 0:
            self.using = None
            if table.marked_move == found[0]:
                self.carry_out(found[0])
            else:
                self.mark(found[0])
            return
        self.using = None if self.is_using(code) else number
        table.chosen = self.pinned = None
        table.ctx.play("card_lift")
        table.ui.dirty = True

    def press_kept_card(self, seat: int, code: str, card: int) -> None:
        """Use an open card in a place of an expansion if the viewer can, else show it in large."""
        if seat == self._table.below and self.can_use(code):
            self.press_use(code)
        else:
            self.read_card(card, self.reading.side(seat))

    def open_piles(self, at: int, recall: bool = False) -> None:
        """Open the discards: ``at`` is a seat, or after the seats the legends and the flares."""
        table = self._table
        table.ctx.stack.push(
            Piles(table.ctx, self.cards, self.choices, table.make, at, recall, self.list_given_legends())
        )

    def read_shown_card(self) -> None:
        """Show the card being played in large; during a recall, open the discards."""
        table = self._table
        if self.choices.has(Kind.RECALL):
            self.open_piles(table.view["active"], recall=True)
        elif table.stage.shown is not None and table.stage.shown.card >= 0:
            self.read_card(table.stage.shown.card, self.reading.side(table.stage.shown.seat))

    def square_kind(self, square: int) -> str:
        """Return the kind of a square: plain, centre, red, green or wall."""
        table = self._table
        if WALL >> square & 1 and table.view["options"].get("walls"):
            return "wall"
        return drawn.find_square_kind(to_column_row(square), table.stage.form)

    def list_met_tasks(self) -> frozenset[int]:
        """Return the current tasks whose conditions the seat on turn meets now."""
        return frozenset(task for task in self._table.stage.tasks if task != FACE_DOWN and self.can_claim(task))

    def find_sight(self) -> Sight:
        """Return the bottom seat's point of attention in this frame."""
        card, preview = self.find_preview_card(), self.preview()
        held, marked, at = self.hand_hover(), self._table.marked_move, 0
        if card is not None:
            near = self.reading.list_near_placements(card) if isinstance(preview, Near) else None
            at = self.find_shown_number(card, self.list_placements(card) if near is None else near)
        return Sight(
            square=next(iter(self._table.ui.list_hot_numbers("sq.")), None),
            held=held,
            card=card,
            flare=self.find_preview_flare(),
            preview=preview,
            at=at,
            placement=self.placement(),
            pinned=self.pinned,
            square_marked=marked is not None and marked.kind in LAID and held is None,
        )

    def lay_out(self) -> None:
        """Put every card of the hand in its place."""
        table = self._table
        count = len(table.stage.hand)
        for at, held in enumerate(table.stage.hand):
            held.x, held.y = hand_spot(at, count, table.own.places)
            held.w, held.seat, held.alpha = CARD_W, table.below, 255.0

    def let_go(self) -> None:
        """Leave the modes "discard" and "place" of the turn panel, and the action of an expansion."""
        self.discarding = self.placing = False
        self.using = None


def _find_deck(code: str) -> int:
    """Return the number of the deck of an expansion."""
    return next(one.deck for one in list_decks() if one.code == code)
