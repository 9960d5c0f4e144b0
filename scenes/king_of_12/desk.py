"""What the parts of the King of 12 table draw and let choose: made anew by the table for every frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.contract import View
from engine.seats import Seat
from games.king_of_12.moves import Kind, Move
from scenes.king_of_12.cards_drawn import card_name
from scenes.king_of_12.stage import Stage
from scenes.shell.panels import Line

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.panels import PanelCache
    from scenes.shell.ui import Ui

Call = tuple[str, str, str, str | None, bool]
"""What the panel of the amber button says: title, text, button label, button icon, button enabled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the person below may do now, and what of it is marked; ``pick`` marks, and carries out what is marked."""

    moves: tuple[Move, ...]
    marked: Move | None
    pick: Callable[[Move], None]

    @property
    def kind(self) -> Kind | None:
        """Which choice it is; None when there is nothing to choose."""
        return self.moves[0].kind if self.moves else None


@dataclass(frozen=True, slots=True)
class Desk:
    """The table as all its parts see it.

    ``role``: what stands under the name of a seat, on demand without saying that it is a computer; ``owing``: the
    seats that owe a decision; ``centre``: the middle of the mat; ``hand_x``: the middle of the own hand; ``mine``:
    whether the hand of the person below may be seen; ``still``: nothing is in motion.
    """

    ctx: Context
    ui: Ui
    panels: PanelCache
    stage: Stage
    view: View
    seats: Sequence[Seat]
    role: Callable[[int, bool], str]
    people: Sequence[int]
    owing: Sequence[int]
    choice: Choice
    show_card: Callable[[int], None]
    skip: Callable[[], bool]
    centre: tuple[float, float]
    hand_x: float
    height: float
    mine: bool
    busy: bool
    confirming: bool
    finished: bool
    still: bool

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [seat.name for seat in self.seats]

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """What the pointer and, when it is shown, the focus are on."""
        return self.ui.hover, self.ui.focus if self.ui.show_focus else None

    def is_you(self, seat: int) -> bool:
        """Whether "you" is the right word for this seat."""
        return list(self.people) == [seat]

    def card_name(self, card: int) -> str:
        """The card's name in the language in use."""
        return card_name(self.ctx.texts, card)

    def opener(self, card: int) -> Callable[[], None]:
        """What a click on a card that lies there does: show it in full."""
        return lambda: self.show_card(card)

    def picker(self, move: Move) -> Callable[[], None]:
        """What a click on a choice does: mark it."""
        return lambda: self.choice.pick(move)


@dataclass(frozen=True, slots=True)
class News:
    """The chronicle, or the expert's advice in its place.

    ``lines`` with the number of those scrolled past and the turn ``since`` which they are new; ``missed``: somebody
    else sat here meanwhile; ``hint`` and the number of hints so far, which tells one from the next; ``hinting``: one
    is being thought about.
    """

    lines: list[Line]
    scroll: int
    since: int
    open_line: Callable[[Line], None]
    missed: bool
    hint: Any
    hints: int
    hinting: bool


@dataclass(frozen=True, slots=True)
class Keys:
    """What the three buttons of the right column do; ``undo_tip`` says why nothing can be taken back."""

    main: Callable[[], None]
    why: Callable[[], None]
    undo: Callable[[], None]
    may_undo: bool
    undo_tip: str
