"""The study as its parts see it: what they draw, and what their controls do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ai.analysis.report import Fact, Moment, Review
    from engine.replay import Rewound
    from engine.session import Session
    from engine.storage.studies import Study
    from scenes.shell.context import Context
    from scenes.shell.panels import PanelCache
    from scenes.shell.ui import Ui
    from scenes.study.moment_sides import MomentSides
    from scenes.study.own_line import OwnLines
    from scenes.study.row_scroll import RowScroll
    from scenes.study.table_preview import Pane
    from scenes.study.turn_lines import LineCache
    from scenes.study.turn_view import TurnView
    from scenes.table.table import AnyTable


class Looking(Protocol):
    """A game that is looked at.

    ``whole`` is the game, ``over`` whether it has ended, ``shown`` the game as far as it is shown, from turn
    ``first`` to ``last``; ``people`` the seats of persons. ``eyes`` is the seat the table is seen from, ``whose``
    the one whose bill is shown. ``detailed``: the breakdown shows the parts of the game's own course.
    ``mark_of_review`` tells one review from the next. ``scroll``: lines of the chronicle out of sight; ``rows``:
    which of a list are in sight. ``folded``: what was better is a lamp only, where it would lie over the table.
    ``large``: nothing but the table is shown; ``open_hands``: with all hands next to it. ``turn_view``: the chosen
    moment as a turn on two boards.
    """

    ctx: Context
    ui: Ui
    panels: PanelCache
    pane: Pane
    whole: Session
    shown: Rewound
    names: list[str]
    people: list[int]
    over: bool
    first: int
    last: int
    eyes: int | None
    whose: int
    review: Review | None
    mark_of_review: int
    moments: list[Moment]
    side: str
    sorted: MomentSides
    moment: Moment | None
    turn_view: TurnView | None
    lines: LineCache
    detailed: bool
    study: Study
    playing: bool
    speed: float
    unit: str
    scroll: int
    rows: RowScroll
    folded: bool
    large: bool
    open_hands: bool
    stopped: bool
    """Whether the analysis has ended before it was finished."""

    own: OwnLines
    """The lines of the player's own."""

    def analyse(self) -> None:
        """Have the game analysed, from where an earlier attempt has ended."""

    def toggle_chapter(self) -> None:
        """Let a chapter begin at this position, or no longer."""

    @property
    def table(self) -> AnyTable:
        """Table shown at the chosen step; it takes no input."""

    @property
    def turn(self) -> int:
        """How many decisions had been made in the position that is shown."""

    @property
    def turn_marks(self) -> tuple[int, ...]:
        """Steps at which rounds begin, after the first."""

    def turn_side(self, at: int) -> None:
        """List the moments of the side of this number."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What else there is to say of the game of the seat whose bill is shown."""

    @property
    def pages(self) -> list[str]:
        """The tabs that there are: moments, swings, facts, lines."""

    @property
    def page(self) -> str:
        """The tab that is shown."""

    def turn_page(self, at: int) -> None:
        """Show the tab of this number."""

    def turn_details(self) -> None:
        """Show the parts of the game's own course in the breakdown, or fold them again."""

    def can_look_from(self, seat: int) -> bool:
        """Whether the game may be seen from a seat."""

    def looker(self, seat: int) -> Callable[[], None]:
        """Look on from a seat from now on."""

    def go(self, turn: int) -> None:
        """Show the position after ``turn`` decisions."""

    def step(self, by: int) -> None:
        """A decision, turn or round on or back."""

    def toggle(self) -> None:
        """Play by itself, or stop."""

    def set_speed(self, at: int) -> None:
        """Choose one of the four replay speeds."""

    def set_unit(self, at: int) -> None:
        """Choose the unit of a step: decision, turn, round."""

    def glide(self, x: float) -> float:
        """Where the playhead is drawn that stands at ``x``."""

    def fold(self) -> None:
        """Take what was better off the table, or lay it there again."""

    def opener(self, moment: Moment) -> Callable[[], None]:
        """Show the position in which a choice was made."""

    def close_turn(self) -> None:
        """Back from a turn to the whole game."""

    def to_moment(self, by: int) -> None:
        """To the next moment, or the one before."""

    def toggle_mark(self) -> None:
        """Put a bookmark at this position, or take it away."""

    def set_note(self, note: str) -> None:
        """The player's note on this position."""

    def film(self) -> None:
        """Begin to make a moving picture of the game."""

    def result_words(self) -> str:
        """Text that names the winners."""
