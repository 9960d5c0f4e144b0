"""The editor as its parts see it: what they draw, and what their controls do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.content.arrangement import CardPlace
    from engine.content.drafts import Arranged, Draft
    from engine.content.puzzles import Puzzle
    from engine.contract import Message
    from engine.seats import Seat
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui


class Arranging(Protocol):
    """A position that is being arranged; for the fields see :class:`scenes.workshop.editor.EditorScene`."""

    ctx: Context
    ui: Ui
    games: list[str]
    draft: Draft
    seats: list[Seat]
    piece: str
    place_of_cards: str
    tab: int
    seat: int
    shown_problem: int
    saved: Any
    advice: str
    waits: bool

    @property
    def card_places(self) -> list[CardPlace]:
        """The places where cards lie."""
        ...

    @property
    def is_lawful(self) -> bool:
        """Whether the rules take the position."""
        ...

    def say(self, message: Message) -> str:
        """A text of the rules with the names of the seats."""
        ...

    def choose_piece(self, piece: str) -> None:
        """Choose what a press puts down."""
        ...

    def pick_tab(self, tab: int) -> None:
        """Show another of the three panels at the left, where they stand as tabs."""
        ...

    def pick_seat(self, seat: int) -> None:
        """Choose whose numbers and cards are shown; -1 for those of the whole table."""
        ...

    def set_value(self, name: str, value: int) -> None:
        """Set a number or a choice."""
        ...

    def add_card(self, place: str, card: int) -> None:
        """Put a card into a place."""
        ...

    def remove_card(self, place: str, card: int) -> None:
        """Take a card out of a place."""
        ...

    def begin_empty(self) -> None:
        """Take everything off the board."""
        ...

    def begin_by_chance(self) -> None:
        """A position from the middle of a random game."""
        ...

    def take_over(self, draft: Draft) -> None:
        """Put the position of another draft of the same game in place of this one, as a step that can be undone."""
        ...

    def open_draft(self, draft: Draft, seats: tuple[Seat, ...] = ()) -> None:
        """Go on with another draft in this one's place."""
        ...

    def keep_work(self) -> bool:
        """Keep a position that was not saved as a draft; False where it cannot be written."""
        ...

    def mark_saved(self) -> None:
        """The position as it stands is saved; a draft that was kept of it is no longer needed."""
        ...

    def show_problem(self, at: int) -> None:
        """Mark the places of a problem on the board, or stop marking them."""
        ...

    def settle(self) -> Any:
        """Return the position as it can be played on; None after telling why it cannot."""
        ...

    def press_main(self) -> None:
        """Play on from a lawful position; in an unlawful one show what is wrong."""
        ...

    def ask_master(self) -> None:
        """Ask what the Master would do."""
        ...

    def make_puzzle(self) -> None:
        """Open the puzzle maker."""
        ...

    def record(self, puzzle: Puzzle | None = None) -> Arranged:
        """Return what a file of the position holds."""
        ...
