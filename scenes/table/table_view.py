"""A table as its parts see it: what they read of it, and what they ask it to do.

The scene of a table is one (``scenes.table.table_scene``); each game's own ``TableView`` says what else its parts need.
Parts know nothing else of the table, so each of them can be drawn and tested with any object of this shape.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.contract import Event, View
from scenes.shell.stack import Scene

if TYPE_CHECKING:
    from ai.decision import Decision
    from engine.seats import Seat
    from engine.session import Session, Update
    from engine.storage.folders import FolderError
    from scenes.shell.layers import LayerCache
    from scenes.shell.panels import Line, PanelCache
    from scenes.shell.targets import Box
    from scenes.table.card_note import CardNote
    from scenes.table.character_lines import Speeches
    from scenes.table.companion import Companion
    from scenes.table.goal_strip import GoalStrip
    from scenes.table.location_links import Places, Way
    from scenes.table.log_panel_state import News
    from scenes.table.opponents import Opponents
    from scenes.table.reactions import Reaction
    from scenes.table.recap import SeenAgain
    from scenes.table.seat_prompt import Question
    from scenes.table.secret_option import SecretOption
    from scenes.table.turn_marks import TurnMarks
    from scenes.table.undo_controls import TakingBack
    from sprites.base.bubble import Side
    from sprites.base.canvas import Canvas
    from sprites.base.timeline import Timeline

M = TypeVar("M")


HIDDEN_POINTS = "\u2013"
"""In place of points that are not shown."""


class TableView(Scene, Generic[M]):
    """A table of any game; ``M`` is what the game calls a move."""

    session: Session
    view: View
    """View that is shown: what the person looking on may know."""
    people: list[int]
    """Seats of the persons."""
    shared: bool
    """Whether several persons play at this computer."""
    viewer: int | None
    """Seat that looks on; None for nobody in particular."""
    below: int
    """Seat whose panel is the large one."""
    overlooked: bool
    """Several people look on while the viewer decides: nothing that only the viewer may know is drawn."""
    behind_glass: bool
    """The table is only looked at: nobody is offered anything."""
    uncovered: bool
    """Whether all hands may be seen by everyone at the table: no curtain is drawn."""
    names: list[str]
    """Names of the seats."""
    told: list[tuple[int, Event]]
    """Events so far that the person looking on may know, each with its turn."""
    chosen: int | None
    """The action that is marked."""
    question: Question | None
    """Question for a seat; meanwhile nothing is moved."""
    finished: bool
    """Whether the game is over."""
    height: float
    """Height of the window in units."""
    panels: PanelCache
    layers: LayerCache
    queue: deque[Update]
    """Updates that are still to be told."""
    timeline: Timeline
    guide: Companion | None
    """Companion at the table: of a lesson, a puzzle, or a moment that is tried again."""
    goals: GoalStrip | None
    """Stars of the stage that is played here; None for a game of no stage."""
    opponents: Opponents
    back: TakingBack
    again: SeenAgain
    speeches: Speeches
    reactions: Sequence[Reaction]
    """Events of the game that show in portraits."""
    secret_phases: frozenset[str]
    """Phases in which a person must not be watched by the other people at the computer."""
    shared_phases: frozenset[str]
    """Phases in which several people may choose at once by keys of their own."""

    # --- what is drawn, found once for each frame ---------------------------------------------------

    news: News
    """What the panel of the chronicle shows."""
    spoken: Places
    """Links between words and places of the board."""
    spoken_of: Sequence[int]
    """Places of the board that the words under the pointer speak of."""
    faint: Sequence[int]
    """Places where the others have just been."""
    recap_kinds: Collection[str]
    """Kinds of events that the sentence about the others tells of; none = all."""
    recap_right: float
    """Right end of that sentence in the top bar."""
    recent: Sequence[Line]
    """Lines about what the others have just done."""
    ways: Sequence[Way]
    """Moves that the others have just made, from place to place."""
    turn_marks: TurnMarks | None = None
    """What a turn that is explained did on the board; then nothing else that has just happened is marked."""

    @property
    def game(self) -> str:
        """Id of the game."""
        return self.session.game

    @property
    def seats(self) -> Sequence[Seat]:
        """Seats of the session, in seat order."""
        return self.session.seats

    @property
    def pending(self) -> Sequence[int]:
        """Seats that have to decide now."""
        return self.session.to_act()

    @property
    def phase(self) -> str:
        """Phase in which the person below can choose; "" without a choice."""
        return str(self.view["phase"]) if self.moves else ""

    @property
    def still(self) -> bool:
        """Whether no timeline runs, so that there is time for smooth edges."""
        return not self.timeline.active

    @property
    def hot(self) -> tuple[str | None, str | None]:
        """Targets under the pointer and, when it is shown, in the focus."""
        return self.ui.hot

    @property
    def helps(self) -> bool:
        """Whether the table may help with odds, previews and the like: in a puzzle that would be the answer."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether events are still being told."""
        raise NotImplementedError

    @property
    def moving(self) -> bool:
        """Whether something is in motion."""
        raise NotImplementedError

    @property
    def skipping(self) -> bool:
        """Whether events are told to their end without a pause."""
        raise NotImplementedError

    @property
    def confirming(self) -> bool:
        """Whether the table waits until the players have seen something."""
        raise NotImplementedError

    @property
    def hint(self) -> Decision | None:
        """The advice that is shown."""
        raise NotImplementedError

    @property
    def lines(self) -> list[Line]:
        """The lines of the chronicle."""
        raise NotImplementedError

    def list_named_seats(self, field: str, value: int) -> Sequence[int]:
        """Return the seats that a number in the field of an event's data stands for."""
        raise NotImplementedError

    def update_lines(self) -> None:
        """Make lines for what has been told so far."""
        raise NotImplementedError

    def hides_points(self, seat: int) -> bool:
        """Whether the points of a seat are not shown while the game is played: for children those of all rivals."""
        if not self.ctx.settings.child_mode or self.finished or self.viewer is None:
            return False
        side = self.session.rules.sides(self.session.options, len(self.session.seats))
        return side[seat] != side[self.viewer]

    def list_card_notes(self) -> list[CardNote]:
        """What is said to a child of the cards that can be chosen now."""
        raise NotImplementedError

    def write_points(self, seat: int, points: str) -> str:
        """Points of a seat as they are shown; a dash for hidden ones."""
        return HIDDEN_POINTS if self.hides_points(seat) else points

    def role(self, seat: int) -> str:
        """Text under the name of a seat: the level of a computer, or that a person sits there."""
        raise NotImplementedError

    def why_last(self) -> str:
        """Why the last thing happened; "" when there is nothing to say."""
        raise NotImplementedError

    def draw_layer(
        self, c: Canvas, name: str, paint: Callable[[], None], *moving: Hashable,
        list_content: Callable[[], Hashable] | None = None,
    ) -> None:  # fmt: skip
        """Draw a part of the table that stays the same while other things move (``scenes.shell.layers``); ``moving``:
        numbers that it shows and that change by motion, ``list_content``: all else that it shows, where that is
        known."""
        self.layers.draw(c, self.ui, name, moving, paint, list_content)

    def draw_panel(
        self, c: Canvas, name: str, paint: Callable[[], None], *moving: Hashable,
        list_content: Callable[[], Hashable] | None = None,
    ) -> None:  # fmt: skip
        """Draw a layer on which nothing arrives that has been moving: while things move it may change a few frames
        later than the rest."""
        self.layers.draw(c, self.ui, name, moving, paint, list_content, waits=True)

    def list_buttons(self) -> tuple[Hashable, ...]:
        """Return how the buttons of the call to action look beyond what it says."""
        return *self.back.words(), self.ui.find_main_sign()

    # --- choosing ------------------------------------------------------------------------------------

    @property
    def moves(self) -> tuple[M, ...]:
        """What the person below may do now."""
        raise NotImplementedError

    @property
    def marked_move(self) -> M | None:
        """The move that is marked."""
        raise NotImplementedError

    @property
    def advised_move(self) -> M | None:
        """The move that the advice recommends most, if any is shown."""
        raise NotImplementedError

    def may_act(self) -> bool:
        """Whether the person below owes a decision that can be made now."""
        raise NotImplementedError

    def legal(self) -> Sequence[int]:
        """What the person below may do now, as actions of the contract."""
        raise NotImplementedError

    def get_pending(self) -> tuple[int, int] | None:
        """The decision that the person below owes; None when nobody is there to make one."""
        raise NotImplementedError

    def pick(self, move: M) -> None:
        """Mark a move; marking it again carries it out."""
        raise NotImplementedError

    def make(self, move: M) -> None:
        """Carry a move out."""
        raise NotImplementedError

    def choose(self, action: int) -> None:
        """Mark an action; marking it again carries it out."""
        raise NotImplementedError

    def submit(self, seat: int, action: int) -> None:
        """Hand a decision to the session; a save that cannot be written is told once."""
        raise NotImplementedError

    def describe(self, move: M) -> str:
        """What the rules call a move; "" when they have no name for it."""
        raise NotImplementedError

    def reason(self, move: M) -> str:
        """The rule behind a move, in words; "" when there is nothing to say."""
        raise NotImplementedError

    def put_back(self) -> bool:
        """Let go of what is marked; False when nothing is."""
        raise NotImplementedError

    # --- choosing by own keys, all at once ---------------------------------------------------

    def choose_together(self, seats: Sequence[int]) -> None:
        """Let these people choose at once, each by keys of their own."""
        raise NotImplementedError

    def submit_together(self, chosen: Mapping[int, int]) -> None:
        """Hand in decisions that were made at once, in the order of the seats."""
        raise NotImplementedError

    def list_secret_options(self, seat: int) -> list[SecretOption]:
        """Return what a person chooses from when everybody has keys of their own."""
        raise NotImplementedError

    def has_secret_heads(self) -> bool:
        """Whether the game draws a picture above each column of such keys."""
        raise NotImplementedError

    def draw_secret_head(self, c: Canvas, action: int, box: Box) -> None:
        """Draw a picture above a column of keys."""
        raise NotImplementedError

    def draw_secret_ground(self, c: Canvas, bottom: float) -> bool:
        """Draw what everybody may know above ``bottom`` in place of the table; False where that stays in sight."""
        raise NotImplementedError

    # --- buttons ---------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu of the running game."""
        raise NotImplementedError

    def main_or_skip(self) -> None:
        """Press the amber button: while things move it hurries them on."""
        raise NotImplementedError

    def skip(self) -> bool:
        """Drop the running motions; False when nothing was being told."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last own decision back."""
        raise NotImplementedError

    def explain(self) -> None:
        """Show why the last thing happened."""
        raise NotImplementedError

    def draw_portrait(
        self, c: Canvas, seat: int, x: float, y: float, r: float, plate: Box, bubble: Side = "below", *,
        laid: bool = False, sign: bool = True,
    ) -> None:  # fmt: skip
        """Draw the portrait of a seat on its plate; ``bubble``: the side of the plate with room for a line of speech,
        ``laid``: the choice of the seat lies hidden on the table, ``sign``: with the sign of its colour."""
        raise NotImplementedError

    def list_moods(self) -> tuple[object, ...]:
        """Return how the portraits look beyond what the table says of their seats, for layers that show them."""
        raise NotImplementedError

    def draw_undo_button(self, c: Canvas, box: Box, size: float, icon: str | None = "undo") -> None:
        """Draw the button that takes the last choice back; while it cannot, its tip says why."""
        possible, tip = self.back.words()
        t = self.ctx.t
        self.ui.button(
            c, "undo", box, t("ui.undo.button"), self.undo, enabled=possible, icon=icon, size=size,
            tip=(t("ui.bar.undo"), tip),
        )  # fmt: skip

    # --- turns -----------------------------------------------------------------------------------------

    def offers_choice(self, legal: Sequence[int]) -> None:
        """The person below owes a decision from now on: a bell says so, and the first choice is focused."""
        raise NotImplementedError

    def pace(self) -> float:
        """How much of the usual pause a computer makes before what it decides now."""
        raise NotImplementedError

    def person_order(self) -> list[int]:
        """In which order several people are called to the computer."""
        raise NotImplementedError

    def next_person(self, seat: int) -> None:
        """Another person owes a decision now."""
        raise NotImplementedError

    def watch_from(self, seat: int | None, secret: bool) -> None:
        """From now on the table is seen from this seat; ``secret`` shows its hand too."""
        raise NotImplementedError

    def hide_hand(self) -> None:
        """Show only what everybody may see (shared computer, between two people)."""
        raise NotImplementedError

    def reset_stage(self) -> None:
        """Show ``self.view`` from nothing."""
        raise NotImplementedError

    def show_result(self) -> None:
        """The last event has been told: show the result of the game."""
        raise NotImplementedError

    def report_folder_error(self, error: FolderError) -> None:
        """The step is done but could not be saved: say so once."""
        raise NotImplementedError


AnyTable = TableView[Any]
"""A table, whatever its game."""
