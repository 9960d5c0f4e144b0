"""What a game says of its table: the declaration that :class:`scenes.table.table.Table` plays.

A game gives the codec of its moves, a stage made from a view, a script of an update, and the zones that are drawn; all
else has a default. Functions get the table first. What a game keeps next to the stage is its own object, ``table.own``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from scenes.shell.finger_row import AMBER_W, find_free_height, find_state_box
from scenes.table.game_log import Places, join_reason
from scenes.table.goal_strip import lay_cells
from scenes.table.spoken_table import SpokenTable

if TYPE_CHECKING:
    from engine.contract import Event, View
    from engine.session import Update
    from scenes.shell.inputs import Input
    from scenes.shell.targets import Box, Target
    from scenes.table.card_help import CardNote, PlanCard
    from scenes.table.peaks import PeakRules
    from scenes.table.portraits import Reaction
    from scenes.table.script import AnyTable, Script
    from scenes.table.table import Table
    from sprites.base.canvas import Canvas

M = TypeVar("M")
"""What a game calls a move."""
S = TypeVar("S")
"""What lies on its table."""
K = TypeVar("K")
"""What it keeps next to that."""


class Codec(Protocol[M]):
    """A game's ``moves`` module: action codes to moves and back."""

    def decode(self, action: int) -> M:
        """Return the move of an action code; raises ValueError for an unused one."""

    def encode(self, move: M) -> int:
        """Return the action code of a move."""


class Numbers:
    """Codec of a game whose moves are the action codes themselves."""

    def decode(self, action: int) -> int:
        """Return the action code itself."""
        return action

    def encode(self, move: int) -> int:
        """Return the action code itself."""
        return move


@dataclass(frozen=True, slots=True)
class SecretOption:
    """A person's possible choice: the action, its name, and whether everybody knows that it is ``gone``
    (impossible)."""

    action: int
    label: str
    gone: bool = False


# --- what a table does where its game says nothing ---------------------------------------------------------


def do_nothing(*given: Any) -> None:
    """Default of hooks that do nothing or find nothing."""


def is_never(*given: Any) -> bool:
    """Return False, the default of hooks."""
    return False


def is_always(*given: Any) -> bool:
    """Return True, the default of hooks."""
    return True


def list_nothing(*given: Any) -> Any:
    """Return an empty sequence, the default of hooks."""
    return ()


def map_nothing(*given: Any) -> Any:
    """Return an empty mapping, the default of hooks."""
    return {}


def say_nothing(*given: Any) -> str:
    """Return "", the default of hooks."""
    return ""


def pause_fully(*given: Any) -> float:
    """Return 1, the default share of the usual pause that follows a computer's decision."""
    return 1.0


def list_persons(table: AnyTable) -> Sequence[int]:
    """Return the seats of people at this computer, in seat order."""
    return table.people


def list_others(table: AnyTable) -> list[int]:
    """Return the seats other than the bottom one, in turn order from its left neighbour."""
    return [(table.below + step) % len(table.seats) for step in range(1, len(table.seats))]


def find_state_place(table: AnyTable) -> Box:
    """Return the box of the game's progress for fingers: right of the plates of the other seats."""
    return find_state_box(len(table.seats) - 1)


def find_target_box(table: AnyTable, target: Target) -> Box:
    """Return the box of a target, the default for games that enlarge none."""
    return target.box


def lay_goal_cells(table: AnyTable, count: int) -> list[Box]:
    """Return the boxes of ``count`` goals, in a row."""
    return lay_cells(table.hooks.finger_goals if table.by_fingers else table.hooks.goal_place, count)


def find_top_box(table: AnyTable) -> Box:
    """Return the default box of the plaque at the upper edge; for fingers right of the seat plates."""
    if table.by_fingers:
        return table.hooks.find_state_box(table)
    return 558.0, 56.0, 484.0, 78.0


def find_low_corner(table: AnyTable) -> Box:
    """Return the default box in the lower right corner; for fingers above the buttons there."""
    if table.by_fingers:
        return 1092.0, find_free_height(table.height) - 304, 492.0, 304.0
    return 1084.0, table.height - 316, 492.0, 304.0


def find_bottom_seat(table: AnyTable) -> tuple[float, float]:
    """Return the default x and y of the bottom seat, in the lower left corner."""
    return 140.0, table.height - 70


def name_move(table: AnyTable, action: int) -> str:
    """Return the rules' text of an action; "" without one."""
    return table.describe(table.hooks.codec.decode(action)).replace("*", "")


def list_named_options(table: AnyTable, seat: int) -> list[SecretOption]:
    """Return all legal actions of a seat with their names, as secret options."""
    return [SecretOption(action, table.hooks.name_action(table, action)) for action in table.session.legal(seat)]


def find_ready_action(table: AnyTable, legal: Sequence[int]) -> int | None:
    """Return the marked action if it is legal, else the only legal one; None without either."""
    if table.chosen is not None and table.chosen in legal:
        return table.chosen
    return legal[0] if len(legal) == 1 else None


def list_amber_button(table: AnyTable, legal: Sequence[int]) -> dict[str, int]:
    """Return the main button as {"main": action that it carries out}; {} if no action is ready."""
    ready = table.hooks.ready_action(table, legal)
    return {} if ready is None else {"main": ready}


def press_amber(table: AnyTable, legal: Sequence[int]) -> None:
    """Carry out the ready action, but ask first if that would give something away."""
    action = table.hooks.ready_action(table, legal)
    if action is None:
        table.ctx.play("refused")
    else:
        table.turn_end.amber(action, table.hooks.describe_waste(table, action), table.decide)


def choose_by_number(table: AnyTable, at: int) -> None:
    """Mark the legal action with index ``at``; do nothing if there are fewer."""
    legal = table.legal()
    if at < len(legal):
        table.choose(legal[at])


def put_back_mark(table: AnyTable) -> bool:
    """Clear the mark; return False without one."""
    if table.question is not None:
        return table.question.put_back()
    if table.chosen is None:
        return False
    table.chosen = None
    table.ui.dirty = True
    return True


def offer_choice(table: AnyTable, legal: Sequence[int]) -> None:
    """Ring the bell, if the game rings it for this choice, and focus the first target for a player with keys or pad."""
    if table.hooks.bell_rings(table):
        table.sounds.bell()
    table.ui.dirty = True
    focus = table.hooks.first_focus(table, legal) if table.ui.show_focus else None
    if focus is not None:
        table.ui.set_focus(focus)


def explain_last_line(table: AnyTable) -> str:
    """Return the last line of the log with its reason; "" before there is one."""
    lines = table.chronicle.update()
    return join_reason(lines[-1]) if lines else ""


def show_resized(table: AnyTable) -> None:
    """Rebuild the stage after a resize, unless events are being animated."""
    table.panels.clear()
    if not table.busy:
        table.reset_stage()


def skip_left_of_column(table: AnyTable, given: Input) -> bool:
    """Skip the running motions at a press left of the column of controls; return whether there were any."""
    return given.x < table.hooks.column_x and table.skip()


def scroll_log(table: AnyTable, given: Input) -> bool:
    """Scroll the log by a wheel input; return whether the input was used."""
    table.past.scroll_lines(given.amount)
    return True


@dataclass(frozen=True, slots=True)
class Zone(Generic[M, S, K]):
    """A part of the table's picture, drawn over those before it.

    With a ``name`` it is a layer: its recording is reused while other things move (``scenes.shell.layers``).
    """

    draw: Callable[[Table[M, S, K], Canvas], None]
    name: str = ""
    moving: Callable[[Table[M, S, K]], tuple[Hashable, ...]] = list_nothing
    """Numbers that it shows and that change by motion."""
    list_content: Callable[[Table[M, S, K]], Hashable] | None = None
    """All else that it shows, where that is known."""
    waits: bool = False
    """Nothing arrives on it that has been moving: while things move it may change a few frames later than the rest."""
    is_shown: Callable[[Table[M, S, K]], bool] = is_always


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame(Generic[M, S, K]):
    """What a game declares of its table. The first fields are required; the names of the other fields' defaults say
    what these do."""

    codec: Codec[M]
    """The game's ``moves`` module."""
    own: Callable[[Table[M, S, K]], K]
    """Return a new object for what the game keeps next to the stage, as ``table.own``."""
    make_stage: Callable[[Table[M, S, K]], S]
    """Return what lies on the table, from ``table.view`` alone."""
    script: Callable[[Table[M, S, K], Update], Script]
    """Tell the events of one update, step by step."""
    zones: Sequence[Zone[M, S, K]]
    """What is drawn below the top bar, from the wood up."""
    describe_progress: Callable[[Table[M, S, K]], str]
    """Return how far the game is, for the top bar."""

    # --- stage and time ---------------------------------------------------------------------------------

    settle: Callable[[Table[M, S, K]], None] = do_nothing
    """The stage has been made anew: follow it."""
    reset_to_opening: Callable[[Table[M, S, K]], None] = do_nothing
    """A new game: put the stage back to before the first events, which are about to be told."""
    show_without_script: Callable[[Table[M, S, K], Update], bool] = is_never
    """Show an update that nobody has to wait for (another seat committed itself); False = tell it as a script."""
    advance: Callable[[Table[M, S, K], float], None] = do_nothing
    """Let milliseconds pass for what the game moves itself."""
    is_moving: Callable[[Table[M, S, K]], bool] = is_never
    """Whether such a thing is on its way."""
    is_painting: Callable[[Table[M, S, K]], bool] = is_never
    """Whether the board is not painted whole yet."""
    stir: Callable[[Table[M, S, K], int], None] = do_nothing
    """Move something as a restless player would, while frames are measured; gets the number of the frame."""
    pace: Callable[[Table[M, S, K]], float] = pause_fully
    """Return the share, 0 to 1, of the usual pause that a computer makes before its next decision."""
    resize: Callable[[Table[M, S, K]], None] = show_resized
    """The window became taller or flatter: ``table.height`` is new."""
    forget_pictures: Callable[[Table[M, S, K]], None] = do_nothing
    """Language, palette or size changed: throw away what was prepared with the old ones."""

    # --- drawing ----------------------------------------------------------------------------------------

    prepare: Callable[[Table[M, S, K], Canvas], None] = do_nothing
    """Find what the zones draw of hover, focus and marks in this frame."""
    draw_on_bar: Callable[[Table[M, S, K], Canvas], None] = do_nothing
    """Draw on the top bar, before its buttons."""
    list_bar_content: Callable[[Table[M, S, K]], Hashable] = do_nothing
    """Return all that it draws there."""
    find_place_box: Callable[[Table[M, S, K], int], Box | None] = do_nothing
    """Return where a place of the board lies on the table; None where the game has no board."""
    find_board_box: Callable[[Table[M, S, K]], Box | None] = do_nothing
    """Return the part of the table that shows the board; None for a game without one."""
    column_x: float = math.inf
    """From here to the right a press skips nothing: a column of things to use stands there."""
    amber_w: float = AMBER_W
    """Width of the amber button where fingers are used."""
    find_state_box: Callable[[Table[M, S, K]], Box] = find_state_place
    """Return the box at the upper edge in which :attr:`describe_progress` is shown where fingers are used."""
    glass_x: float = 1600.0
    """Right edge of the table as the analysis shows it, in logical units: columns right of it are left out."""
    goal_place: Box = (726.0, 56.0, 542.0, 54.0)
    """Where the strip with the goals of a stage lies."""
    finger_goals: Box = (620.0, 104.0, 542.0, 48.0)
    """Where it lies where fingers are used."""
    find_last_box: Callable[[Table[M, S, K]], Box] = find_top_box
    """Return where the plaque of the last trick, card or turn stands."""
    find_stake: Callable[[Table[M, S, K]], tuple[float, float] | None] = do_nothing
    """Return the middle of what is at stake in the last trick: from there the plaque glides to its place."""
    find_finished_box: Callable[[Table[M, S, K]], Box | None] = do_nothing
    """Return where a finished turn is shown before it ends: over the buttons that ask; None: a question is asked."""
    find_why_box: Callable[[Table[M, S, K]], Box] = find_low_corner
    """Return where it is told why a rival has played a turn: over what is not needed for a decision."""
    find_goal_cells: Callable[[Table[M, S, K], int], list[Box]] = lay_goal_cells
    """Return the cells of this number of goals."""
    find_goal_origin: Callable[[Table[M, S, K]], tuple[float, float]] = find_bottom_seat
    """Return the point from which an event that counts for a goal flies to the goal's star: at the bottom seat."""
    find_twist_place: Callable[[Table[M, S, K]], tuple[float, float, float] | None] = do_nothing
    """Return left end, upper edge and room of the pill with the twists of a stage; None where it has no place."""

    # --- choosing ---------------------------------------------------------------------------------------

    first_focus: Callable[[Table[M, S, K], Sequence[int]], str | None] = do_nothing
    """Return the target that is focused when these actions are offered to a player with keys or pad."""
    ready_action: Callable[[Table[M, S, K], Sequence[int]], int | None] = find_ready_action
    """Return what the amber button would carry out now."""
    list_action_buttons: Callable[[Table[M, S, K], Sequence[int]], dict[str, int]] = list_amber_button
    """Return the buttons that carry out an action at once: target to action."""
    press_amber: Callable[[Table[M, S, K], Sequence[int]], None] = press_amber
    """The amber button was pressed, and one of these actions may be chosen."""
    choose_number: Callable[[Table[M, S, K], int], None] = choose_by_number
    """A number key was pressed, counted from 0."""
    put_back: Callable[[Table[M, S, K]], bool] = put_back_mark
    """Let go of what is marked; False when nothing is."""
    prepare_decision: Callable[[Table[M, S, K], int], None] = do_nothing
    """The person below has chosen this action, which is about to be carried out."""
    offer_choice: Callable[[Table[M, S, K], Sequence[int]], None] = offer_choice
    """The person below owes a decision from now on."""
    bell_rings: Callable[[Table[M, S, K]], bool] = is_always
    """Whether the choice that is offered now is worth a bell: steps of one turn ring once."""
    describe_waste: Callable[[Table[M, S, K], int], str] = say_nothing
    """Return what the amber button would give away by this action, in words; "" when it is nothing."""
    ends_in_words: Callable[[Table[M, S, K], int], bool] = is_never
    """Whether an action says itself that it ends the turn, so that nobody has to ask."""
    is_halfway: Callable[[Table[M, S, K]], bool] = is_never
    """Whether a choice of several decisions is not complete: it is taken back, or made again, as a whole."""
    drop_plans: Callable[[Table[M, S, K]], None] = do_nothing
    """A decision is about to be taken back: drop the decisions that were planned to follow it."""

    # --- several people at one computer -----------------------------------------------------------------

    secret_phases: frozenset[str] = frozenset()
    """Phases in which a person must not be watched by the other people at the computer."""
    shared_phases: frozenset[str] = frozenset()
    """Phases in which several people may choose at once by keys of their own (``scenes.table.shared_choice``)."""
    list_secret_options: Callable[[Table[M, S, K], int], list[SecretOption]] = list_named_options
    """Return what a person chooses from when everybody has keys of their own."""
    has_secret_heads: Callable[[Table[M, S, K]], bool] = is_never
    """Whether the game draws a picture above each column of keys."""
    draw_secret_head: Callable[[Table[M, S, K], Canvas, int, Box], None] = do_nothing
    """Draw a picture of an action above a column of keys."""
    draw_secret_ground: Callable[[Table[M, S, K], Canvas, float, float], bool] = is_never
    """Draw what everybody may know between two edges in place of the table; False where that stays in sight."""
    list_people: Callable[[Table[M, S, K]], Sequence[int]] = list_persons
    """Return the persons in the order in which they are called."""
    keeps_turn: Callable[[Table[M, S, K], int], bool] = is_never
    """Whether the same person decides next after this action: what the person sees stays in sight."""
    is_still_there: Callable[[Table[M, S, K], int], bool] = is_never
    """Whether this person is at the computer already: no curtain is drawn."""
    change_eyes: Callable[[Table[M, S, K], int | None], None] = do_nothing
    """From now on the table is seen from this seat."""

    # --- input ------------------------------------------------------------------------------------------

    commands: Callable[[Table[M, S, K]], Mapping[str, Callable[[], object]]] = map_nothing
    """Return what keys do at this table, by the names of ``bindings.json``, in addition to those of every table."""
    press: Callable[[Table[M, S, K], Input], bool] = skip_left_of_column
    """A press where nothing is to be used."""
    wheel: Callable[[Table[M, S, K], Input], bool] = scroll_log
    drag: Callable[[Table[M, S, K], Input], bool] = is_never
    """The pointer moves, or a button of it comes up."""
    explain_focus: Callable[[Table[M, S, K]], bool] = is_never
    """Explain what is under focus or pointer in a way of its own; False: by its tip."""

    # --- words ------------------------------------------------------------------------------------------

    name_action: Callable[[Table[M, S, K], int], str] = name_move
    """Return the name of an action for the seat that looks at ``table.view``; "" when it has none."""
    find_plan_card: Callable[[Table[M, S, K], str], PlanCard | None] = do_nothing
    """Return the card behind a target, where a plan can name it."""
    list_features: Callable[[View], Collection[str]] = list_nothing
    """Return what the game of a view has, of what not every game of it has: explanations speak of nothing else."""
    list_card_notes: Callable[[Table[M, S, K]], Sequence[CardNote]] = list_nothing
    """Return what is said to a child of the cards that can be chosen now."""
    find_mark: Callable[[Table[M, S, K], Event], int | str | None] = do_nothing
    """Return the sign of an event's line in the log: a seat, an icon, or none."""
    worth_a_line: Callable[[Table[M, S, K], Event, bool], bool] = is_always
    """Whether an event enters the log; the last argument: it is the first of the game."""
    why_last: Callable[[Table[M, S, K]], str] = explain_last_line
    """Return why the last thing happened; "" when there is nothing to say."""
    places: Callable[[], Places] = Places
    """Makes the links between words and places of the board."""
    recap_kinds: Collection[str] = ()
    """Kinds of events that the sentence about the others tells of; none = all."""
    recap_right: float = 1320.0
    """Right end of that sentence in the top bar."""
    reactions: Sequence[Reaction] = ()
    """Events that show in portraits."""
    peaks: PeakRules | None = None
    """Rules that recognise the peaks of a game, at which characters speak."""
    round_event: str = "turn_begins"
    """Event with which a turn of a player begins, or a part of the game in which all of them play."""
    round_of_all: bool = False
    """Whether all players take part in what ``round_event`` begins."""
    spoken: Callable[[Table[M, S, K]], SpokenTable] = SpokenTable
    """Makes what a screen reader is told."""

    # --- lessons ----------------------------------------------------------------------------------------

    lesson_ends: Callable[[Table[M, S, K]], Mapping[str, Callable[[], bool]]] = map_nothing
    """Return conditions other than decisions and marks that lesson steps can wait for."""
    lesson_next: Callable[[Table[M, S, K], str], str | None] = do_nothing
    """Return the target that is to be pressed next for one of these; None = what the lesson says."""
    lesson_words: Callable[[Table[M, S, K]], Mapping[str, object]] = map_nothing
    """Return what the words of lessons can speak of."""
    lesson_things: Callable[[Table[M, S, K]], Mapping[str, Box]] = map_nothing
    """Return boxes that lessons can point at and that are no targets."""
    lesson_box: Callable[[Table[M, S, K], Target], Box] = find_target_box
    """Return what of a target is lit by a lesson."""
