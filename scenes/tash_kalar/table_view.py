"""What the parts of a Tash-Kalar table read and press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.tash_kalar.maps import WALL, to_column_row
from games.tash_kalar.moves import Kind, Move
from games.tash_kalar.rules import Change
from scenes.shell.pulse import Pulse
from scenes.table import table_view
from scenes.table.preview_fade import PreviewFade
from scenes.tash_kalar.card_view import Drawn
from scenes.tash_kalar.choices import Choices
from scenes.tash_kalar.layout import Layout
from scenes.tash_kalar.rules_view import Near, Placement, Reading
from scenes.tash_kalar.scene_model import Stage
from scenes.tash_kalar.words import Words
from sprites.tash_kalar import arena as drawn


@dataclass(frozen=True, slots=True)
class Sight:
    """What the bottom seat looks at.

    ``square`` of the arena and card ``held`` in the hand under pointer or focus; ``card`` the being or legend
    whose placement is shown, ``flare`` the flare; ``preview`` its placement or missing pieces, ``at`` the number of
    that way; ``placement`` the one to be made; ``pinned`` a card whose missing pieces stay visible;
    ``square_marked``: a square is marked for a piece, possibly while a card stays visible.
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


class TableView(table_view.TableView[Move]):
    """A table of Tash-Kalar as its parts see it."""

    stage: Stage
    places: Layout
    """Where the parts lie in this window."""
    pulse: Pulse
    """Light on legal choices."""
    discarding: bool
    """Whether the line "discard" was chosen."""
    using: int | None
    """Number of the deck of the expansion for whose action a being is being chosen."""
    placing: bool
    """Whether the line "place a piece" was chosen."""
    sight: Sight
    """What the bottom seat looks at in this frame."""
    changes: tuple[Change, ...]
    """Squares that the choice at hand would change."""
    preview_fade: PreviewFade

    @property
    def reading(self) -> Reading:
        """Rules queries on the shown view."""
        raise NotImplementedError

    @property
    def words(self) -> Words:
        """Names and texts in the current language."""
        raise NotImplementedError

    @property
    def cards(self) -> Drawn:
        """Drawer of cards as seen by the bottom seat."""
        raise NotImplementedError

    @property
    def choices(self) -> Choices:
        """Choices of the bottom seat."""
        raise NotImplementedError

    def own_side(self) -> int:
        """Return the colour of the bottom seat."""
        raise NotImplementedError

    def ready_move(self) -> Move | None:
        """Return the move that the amber button makes."""
        raise NotImplementedError

    def row_in_use(self) -> str:
        """Return the lit line of the turn panel."""
        raise NotImplementedError

    def choosing_square(self) -> bool:
        """Return whether a card has been shown and its square is to be chosen."""
        raise NotImplementedError

    def shortage_lit(self) -> bool:
        """Return whether a piece has to be picked up first."""
        raise NotImplementedError

    def list_met_tasks(self) -> frozenset[int]:
        """Return the tasks that are met now."""
        raise NotImplementedError

    def list_given_legends(self) -> Sequence[int]:
        """Return the legends given to the partner by the bottom seat; none while others watch."""
        raise NotImplementedError

    def press_square(self, square: int) -> None:
        """Choose a square, or a piece on it."""
        raise NotImplementedError

    def list_placements(self, card: int) -> Sequence[Placement]:
        """Return the placements of a card, by the action of an expansion that is being used for it."""
        raise NotImplementedError

    def find_use(self, card: int) -> Move | None:
        """Return the action of an expansion by which a card would be summoned, None for the usual summoning."""
        raise NotImplementedError

    def can_use(self, code: str) -> bool:
        """Whether an expansion offers an action."""
        raise NotImplementedError

    def is_using(self, code: str) -> bool:
        """Whether an action of an expansion is marked, or a being is being chosen for it."""
        raise NotImplementedError

    def press_use(self, code: str) -> None:
        """Mark the action of an expansion, make the marked one, or let a being be chosen for it."""
        raise NotImplementedError

    def press_kept_card(self, seat: int, code: str, card: int) -> None:
        """Use an open card in a place of an expansion, or read it."""
        raise NotImplementedError

    def press_card(self, card: int) -> None:
        """Choose a card of the hand."""
        raise NotImplementedError

    def press_task(self, task: int) -> None:
        """Claim a task."""
        raise NotImplementedError

    def press_row(self, row: str) -> None:
        """Choose a line of the turn panel."""
        raise NotImplementedError

    def press_button(self, move: Move) -> None:
        """Make a move that has a button of its own."""
        raise NotImplementedError

    def choose_kind(self, kind: int) -> None:
        """Choose the kind of the next piece."""
        raise NotImplementedError

    def turn_placement(self, by: int) -> None:
        """Show another way to summon the card."""
        raise NotImplementedError

    def open_piles(self, seat: int) -> None:
        """Show the piles of a seat."""
        raise NotImplementedError

    def read_shown_card(self) -> None:
        """Show the previewed card at reading size."""
        raise NotImplementedError

    def mark(self, move: Move) -> None:
        """Mark a move; marking it again makes it."""
        raise NotImplementedError

    def decline(self) -> None:
        """Decline an optional effect."""
        raise NotImplementedError

    def ask_handover(self) -> None:
        """Ask whether the computer shall be handed over."""
        raise NotImplementedError

    def ask_surrender(self) -> None:
        """Ask whether the side gives up."""
        raise NotImplementedError

    def marks(self, kind: Kind) -> bool:
        """Whether a move of this kind is marked."""
        return self.marked_move is not None and self.marked_move.kind is kind

    def square_kind(self, square: int) -> str:
        """Return the kind of a square: plain, centre, red, green or wall."""
        if WALL >> square & 1 and self.view["options"].get("walls"):
            return "wall"
        return drawn.find_square_kind(to_column_row(square), self.stage.form)
