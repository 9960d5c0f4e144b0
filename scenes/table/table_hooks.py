"""What a game fills in, and what it may change, of its table: the hooks of ``scenes.table.table_scene.PlayScene``.

Here stands what a table does where its game says nothing; who calls a hook, and when, is written in ``play``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from engine.contract import Event
from engine.session import Update
from scenes.shell.targets import Box, Target
from scenes.table.card_note import CardNote
from scenes.table.codec import Codec
from scenes.table.game_log import Lines
from scenes.table.goal_strip import GoalStrip, lay_cells
from scenes.table.history_controls import join_reason
from scenes.table.location_links import Places
from scenes.table.opponent_errors import computer_name
from scenes.table.reactions import Reaction
from scenes.table.script import Script
from scenes.table.secret_option import SecretOption
from scenes.table.table_view import M, TableView
from sprites.base.canvas import Canvas

OnBar = Callable[[], None] | None
"""Draws what a game has on the top bar."""


class TableHooks(TableView[M]):
    """The hooks of a table of any game; ``M`` is what the game calls a move."""

    codec: Codec[M]
    """For each game to fill in: its ``moves`` module."""

    name = "table"
    secret_phases: frozenset[str] = frozenset()
    """Phases in which a person must not be watched by the other people at the computer."""
    shared_phases: frozenset[str] = frozenset()
    """Phases in which several people may choose at once by keys of their own (``scenes.table.shared_choice``)."""
    column_x = math.inf
    """From here to the right a press skips nothing: a column of things to use stands there."""
    under_aside = 14.0
    """What a companion says stands at the right edge, so far above the lower one: where it covers no choice."""
    recap_kinds: Collection[str] = ()
    recap_right = 1320.0
    glass_x = 1600.0
    """Right end in units of what a watcher of the table sees."""

    reactions: Sequence[Reaction] = ()
    """Events of the game that show in portraits."""
    round_event = "turn_begins"
    """Event with which a turn of a player begins, or a part of the game in which all of them play."""
    round_of_all = False
    """Whether all players take part in what ``round_event`` begins."""

    # --- for each game to fill in ---------------------------------------------------------------

    def script(self, update: Update) -> Script:
        """Tell the events of one update."""
        raise NotImplementedError

    def draw_table(self, c: Canvas) -> OnBar:
        """Draw everything below the top bar; returns the function that draws on the bar after its buttons."""
        raise NotImplementedError

    def list_bar_content(self) -> Hashable:
        """Return all that a game shows on the top bar after its buttons."""
        return None

    def describe_progress(self) -> str:
        """How far the game is, for the top bar."""
        raise NotImplementedError

    def list_features(self) -> Collection[str]:
        """What this game has, of what not every game of it has: explanations speak of nothing else."""
        return ()

    def list_card_notes(self) -> list[CardNote]:
        """Return what is said to a child of the cards that can be chosen now; by default there are no cards."""
        return []

    # --- choosing by own keys ---------------------------------------------------------

    def list_secret_options(self, seat: int) -> list[SecretOption]:
        """Return what a person chooses from when everybody has keys of their own."""
        return [SecretOption(action, self.name_action(action)) for action in self.session.legal(seat)]

    def name_action(self, action: int) -> str:
        """Name of an action for the seat that looks at ``self.view``; "" when it has none."""
        raise NotImplementedError

    def has_secret_heads(self) -> bool:
        """Whether the game draws a picture above each column of keys."""
        return False

    def draw_secret_head(self, c: Canvas, action: int, box: Box) -> None:
        """Draw a picture above a column of keys."""

    def draw_secret_ground(self, c: Canvas, bottom: float) -> bool:
        """Draw what everybody may know above ``bottom`` in place of the table; False where that stays in sight."""
        return False

    # --- what a game may change -----------------------------------------------------------------

    def make_chronicle(self) -> Lines:
        """The keeper of the lines; by default they have no signs."""
        return Lines(self, lambda event: None)

    def make_places(self) -> Places:
        """Which places of its board the game speaks of; by default none."""
        return Places()

    def show_unscripted(self, update: Update) -> bool:
        """Show an update that nobody has to wait for (another seat committed itself); False = tell it as a script."""
        return False

    def reset_to_opening(self) -> None:
        """A new game: put the stage back to before the first events, which are about to be told."""

    def bell_rings(self) -> bool:
        """Whether the choice that is offered now is worth a bell: steps of one turn ring once."""
        return True

    def first_focus(self, legal: Sequence[int]) -> str | None:
        """Target that is focused when a choice is offered to a player with keys or pad."""
        return None

    def ready_action(self, legal: Sequence[int]) -> int | None:
        """What the amber button would carry out now: what is marked, or the only choice there is."""
        if self.chosen is not None and self.chosen in legal:
            return self.chosen
        return legal[0] if len(legal) == 1 else None

    def list_action_buttons(self, legal: Sequence[int]) -> dict[str, int]:
        """The buttons that carry out an action at once: target to action."""
        ready = self.ready_action(legal)
        return {} if ready is None else {"main": ready}

    def describe_unused(self, action: int) -> str:
        """What the amber button would give away by this action, in words; "" when it is nothing."""
        return ""

    def ends_in_words(self, action: int) -> bool:
        """Whether an action says itself that it ends the turn, so that nobody has to ask."""
        return False

    def stay_on(self) -> None:
        """Asked whether the turn shall end, the person would rather go on with it."""
        self.ui.dirty = True

    def choose_number(self, at: int) -> None:
        """A number key, counted from 0."""
        legal = self.legal()
        if at < len(legal):
            self.choose(legal[at])

    def put_back(self) -> bool:
        """Let go of what is marked; False when nothing is."""
        if self.question is not None:
            return self.question.put_back()
        if self.chosen is None:
            return False
        self.chosen = None
        self.ui.dirty = True
        return True

    def prepare_decision(self, seat: int, action: int) -> None:
        """The person below has chosen: the mark has done its duty, and what moves under the pointer is not meant."""
        self.chosen = None
        self.ui.rest()

    def why_last(self) -> str:
        """Why the last thing happened; "" when there is nothing to say."""
        self.update_lines()
        return join_reason(self.lines[-1]) if self.lines else ""

    def worth_a_line(self, event: Event, anew: bool) -> bool:
        """Whether an event enters the chronicle; ``anew``: it is the first of the game."""
        return True

    def pace(self) -> float:
        """How much of the usual pause a computer makes before what it decides now."""
        return 1.0

    def resize(self) -> None:
        """The window became taller or flatter: ``self.height`` is new."""
        self.panels.clear()
        if not self.busy:
            self.reset_stage()

    def find_place_box(self, place: int) -> Box | None:
        """Where a place of the board lies on the table; None where the game has no board."""
        return None

    def find_board_box(self) -> Box | None:
        """Return the part of the table that shows the board; None for a game without one."""
        return None

    # --- the stars of a stage ---------------------------------------------------------------------

    goal_place: Box = (726.0, 56.0, 542.0, 54.0)
    """Where the strip of goals lies."""

    def watch_goals(self, strip: GoalStrip) -> None:
        """From now on the goals of a stage are counted at this table."""
        self.goals = strip
        self.resize()

    def find_goal_cells(self, count: int) -> list[Box]:
        """Return the cells of this number of goals."""
        return lay_cells(self.goal_place, count)

    def find_twist_place(self) -> tuple[float, float, float] | None:
        """Return left end, upper edge and room of the pill with the twists of a stage; None where it has no place."""
        return None

    def find_goal_origin(self) -> tuple[float, float]:
        """Return from where what counts flies to its star: the bottom seat."""
        return 140.0, self.height - 70

    def stir(self, frame: int) -> None:
        """Set in motion what a restless hand could, while frames are being measured; by default nothing."""

    def role(self, seat: int) -> str:
        """Text under the name of a seat: the level of a computer, or that a person sits there."""
        if self.session.seats[seat].kind == "person":
            return self.ctx.t("ui.plate.you" if self.people == [seat] else "ui.plate.person")
        return computer_name(self, seat)

    def list_named_seats(self, field: str, value: int) -> Sequence[int]:
        """Return the seats that a number in the field of an event's data stands for: usually that seat."""
        return (value,) if 0 <= value < len(self.session.seats) else ()

    def count_rounds(self) -> int:
        """Return how many rounds, or tricks, have begun so far."""
        begun = sum(event.kind == self.round_event for _turn, event in self.told)
        return begun if self.round_of_all else begun // len(self.session.seats)

    # --- lessons --------------------------------------------------------------------------------------

    def lesson_ends(self) -> Mapping[str, Callable[[], bool]]:
        """Conditions other than decisions that lesson steps at this table can wait for."""
        return {"marked": lambda: self.chosen is not None}

    def lesson_next(self, until: str) -> str | None:
        """The target that is to be pressed next for one of these; None = what the lesson says."""
        return None

    def lesson_words(self) -> Mapping[str, object]:
        """What the words of lessons can speak of."""
        return {}

    def lesson_things(self) -> Mapping[str, Box]:
        """Boxes that lessons can point at and that are no targets."""
        return {}

    def lesson_box(self, target: Target) -> Box:
        """What of a target is lit by a lesson."""
        return target.box
