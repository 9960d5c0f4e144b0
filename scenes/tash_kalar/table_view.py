"""Data that the parts of the Tash-Kalar table draw and offer; built by the table every frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.tash_kalar.maps import WALL, to_column_row
from games.tash_kalar.moves import Kind, Move
from scenes.table.table_view import TableDesk
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
    ``beside``: a square is marked for a piece, possibly while a card stays visible.
    """

    square: int | None
    held: int | None
    card: int | None
    flare: int | None
    preview: Placement | Near | None
    at: int
    placement: Placement | None
    pinned: int | None
    beside: bool


@dataclass(frozen=True, slots=True)
class Deeds:
    """Handlers of clicks on the parts of the table."""

    press_square: Callable[[int], None]
    press_card: Callable[[int], None]
    press_task: Callable[[int], None]
    press_row: Callable[[str], None]
    press_button: Callable[[Move], None]
    choose_kind: Callable[[int], None]
    turn_placement: Callable[[int], None]
    open_piles: Callable[[int], None]
    read_shown: Callable[[], None]
    do: Callable[[Move], None]
    mark: Callable[[Move], None]
    decline: Callable[[], None]
    explain: Callable[[], None]
    ask_hand_over: Callable[[], None]
    ask_surrender: Callable[[], None]


@dataclass(slots=True, kw_only=True)
class Desk(TableDesk):
    """The table as seen by its parts.

    ``own``: the colour of the bottom seat. ``marked`` and ``advised`` moves; ``ready`` the one that the amber button
    makes; ``row`` the lit line of the turn panel; ``discarding`` and ``placing``: such a line was
    chosen; ``choosing_square``: a card has been shown and its square is to be chosen; ``shortage``: a piece has to be
    picked up first; ``met``: the tasks met now; ``given_legends``: those that the partner has from the bottom
    seat. ``pulse``: strength of legal choices.
    """

    stage: Stage
    places: Layout
    reading: Reading
    words: Words
    cards: Drawn
    own: int
    choices: Choices
    marked: Move | None
    advised: Move | None
    ready: Move | None
    row: str
    discarding: bool
    placing: bool
    choosing_square: bool
    shortage: bool
    met: frozenset[int]
    given_legends: Sequence[int]
    sight: Sight
    deeds: Deeds
    pulse: float

    @property
    def height(self) -> float:
        """Height of the window."""
        return self.places.height

    def marks(self, kind: Kind) -> bool:
        """Whether a move of this kind is marked."""
        return self.marked is not None and self.marked.kind is kind

    def square_kind(self, square: int) -> str:
        """Return the kind of a square: plain, centre, red, green or wall."""
        if WALL >> square & 1 and self.view["options"].get("walls"):
            return "wall"
        return drawn.find_square_kind(to_column_row(square), self.stage.form)
