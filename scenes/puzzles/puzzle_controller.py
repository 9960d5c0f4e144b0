"""The one who sets a puzzle at a real table: goal, hints, the answer, and what has failed.

A line is followed decision by decision. The one that ends it is carried out only where it can be seen without luck
and without what others choose at the same time; either way the goal's own module says what holds then. Where
a theme is a question, a seat is named instead of a decision.
"""

import copy
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from engine import registry
from engine.chance import LoggedChance, SeededChance
from engine.content import puzzles
from engine.content.puzzles import STEPS, BadPuzzles, Puzzle
from engine.goals import Condition
from engine.schema import expect
from engine.seats import Seat
from engine.session import Session
from scenes.common import opponent_names
from scenes.puzzles import puzzle_results
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from scenes.table.companion import Aside, Companion
from scenes.table.game_log import NumberMark, TurnMarks
from scenes.table.new_game import give_signs
from scenes.table.prompts import Question
from scenes.table.script import AnyTable
from scenes.tutorial.controller import Scripted
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

PILL_MS = 1200.0
"""So long a solved puzzle of a streak is told before the next one comes."""
SHOWING_MS = 900.0
"""From one step of the answer that is shown to the next."""
HINTS = 2
FOOT = 46
"""Height of the row of buttons below the goal."""
LOW = 132
"""Panels that are lower have their buttons in the line of the head, where the goal would have no room above them."""


class Occasion:
    """Where a puzzle was opened from, if not from the shelf. ``label``: text id of the back button; ``open`` goes back
    there; ``count`` is called with the result of every try."""

    def __init__(self, label: str, open: Callable[[], None], count: Callable[[bool], None] | None = None) -> None:
        self.label, self.open, self._count = label, open, count

    def finish_try(self, solved: bool) -> None:
        """Report the end of a try; showing the solution counts as not solved."""
        if self._count is not None:
            self._count(solved)


@runtime_checkable
class Series(Protocol):
    """An occasion of several puzzles in a row; ``is_fast``: a solved one is followed by the next without a page."""

    is_fast: bool

    def next_label(self) -> str:
        """Return the label of the button to the next puzzle."""

    def go_on(self) -> None:
        """Open the next puzzle, or show the result of the series."""

    def describe(self) -> str:
        """Return the progress of the series, for the top bar."""

    def check(self) -> bool:
        """Return whether the series goes on (called in every frame); at its end show the result."""


class Setter(Companion):
    """Controller of a puzzle at a table: goal, hints, tries and solution."""

    helps = False
    reading = True
    """No rival moves at a puzzle."""

    def __init__(
        self, ctx: Context, table: AnyTable, game: str, number: int, occasion: Occasion | None = None,
        given: Puzzle | None = None,
    ) -> None:  # fmt: skip
        """``given``: a puzzle that is not on the shelf; its tries are not recorded."""
        self.ctx = ctx
        self.given = given
        self.occasion = occasion
        self.series: Series | None = occasion if isinstance(occasion, Series) else None
        self._said = ""
        """What was last told of the series."""
        self.table = table
        self.game = game
        self.number = number
        self.all = puzzles.load_puzzles(game) if given is None else (given,)
        self.puzzle: Puzzle = self.all[number]
        found = puzzles.goals(game)
        assert found is not None
        self.goals = found
        self.rules = registry.rules(game)
        self.start = puzzles.start(game, self.puzzle)
        places = found.list_places(self.puzzle.theme, self.puzzle.goal)
        if places:
            numbers = tuple(NumberMark(place, str(at), "accent.bright") for at, place in enumerate(places, 1))
            table.turn_marks = TurnMarks(numbers)
        self.hints = 0
        self.over = False
        """Whether this try has ended."""
        self.showing = False
        self.paused = False
        """Whether the answer that is shown waits for the next step to be asked for."""
        self.found: list[Condition] = []
        """What holds at the end of the answer that is shown."""
        self.last_line: Sequence[int] = ()
        """The line of the try that has ended."""
        self.tempting: tuple[int, ...] = ()
        """The line of the last try that failed."""
        self._begun = time.monotonic()
        self._pause = 0.0
        self._shown = 0
        self._judged_ahead = False
        """Whether the decision that ended this try was judged without being carried out."""
        if self.puzzle.theme in found.QUESTIONS:
            table.question = Question(self.start.seats, self._answer_seat, self._mark_seat)

    # --- how far the line is ----------------------------------------------------------------------------

    @property
    def actions(self) -> list[int]:
        """The puzzle seat's actions so far."""
        return [entry.action for entry in self.table.session.log if entry.seat == self.puzzle.seat]

    def state(self) -> Any:
        """Return the current position."""
        return self.table.session.course.last.state

    def _preview(self, action: int) -> tuple[Any, bool]:
        """The position after one more decision, and whether luck had a hand in it."""
        state, luck = self.rules.clone(self.state()), LoggedChance(SeededChance(0))
        self.rules.apply(state, self.puzzle.seat, action, luck)
        return state, bool(luck.take())

    def update(self, ms: float) -> None:
        """Judge a line that has ended; play the next step of a shown solution."""
        if self.series is not None:
            said = self.series.describe()
            if said != self._said:
                self._said, self.table.ui.dirty = said, True
            if not self.over and not self.series.check():
                self.over = True
                return
            if self.over and self.series.is_fast and self._pause > 0:
                self._pause -= ms
                if self._pause <= 0:
                    self.series.go_on()
                return
        if self.over or not self.table.resting:
            return
        if self.actions and self.goals.is_over(self.start, self.state(), self.puzzle.theme, self.puzzle.goal):
            self._judge(self.state(), self.actions)
        elif self.showing and not self.paused:
            self._pause -= ms
            if self._pause <= 0:
                self._pause = SHOWING_MS
                self._show_step()

    def allows(self, action: int) -> bool:
        """Return whether a decision is to be carried out; one that ends the line is judged instead."""
        if self.over or self.showing:
            return False
        if action not in self.goals.choices(self.state(), self.puzzle.seat, self.puzzle.theme):
            self.ctx.play("refused")
            return False
        after, by_luck = self._preview(action)
        line = [*self.actions, action]
        if not self.goals.is_over(self.start, after, self.puzzle.theme, self.puzzle.goal):
            return True
        if self._goes_on(after) and not by_luck:
            return True
        self._judge(after, line)
        return False

    def _mark_seat(self) -> None:
        """A seat is marked for an answer."""
        self.ctx.play("card_lift")
        self.table.ui.dirty = True

    def _answer_seat(self, seat: int) -> None:
        """A seat is named: that is the whole line."""
        if not self.over and (not self.showing or self._shown):
            self._judge(self.state(), list(self.puzzle.solution) if self.showing else [seat])

    def _goes_on(self, after: Any) -> bool:
        """Whether the same seat is to decide again in position ``after``, as it was at the start."""
        return bool(self.rules.to_act(after) == (self.puzzle.seat,)) and self.rules.to_act(self.start) == (
            self.puzzle.seat,
        )

    # --- the end of a try -------------------------------------------------------------------------------

    def _judge(self, state: Any, actions: list[int]) -> None:
        self.over = True
        self._judged_ahead = len(actions) > len(self.actions)
        puzzle = self.puzzle
        found = self.goals.conditions(self.start, state, actions, puzzle.theme, puzzle.goal)
        good = not self.goals.short(self.start, state, actions, puzzle.theme, puzzle.goal)
        kept = puzzle_results.get_record(self.ctx, self.game)
        before = copy.deepcopy(kept)
        self.last_line = actions
        if not self.showing:
            kept.finish_try(puzzle, puzzle_results.SOLVED if good else puzzle_results.TRIED)
            if self.occasion is not None:
                self.occasion.finish_try(good)
        kept.last = puzzle.id
        self._keep(kept)
        if self.showing:  # nothing covers the board: the panel tells it
            self.found = list(found)
            self.table.ui.dirty = True
        elif not good:
            self.tempting = tuple(actions)
            self._ask(found)
        elif self.series is not None and self.series.is_fast:
            self.ctx.play("round_won")
            self.ctx.toast(self.ctx.t("puzzle.solved"), at_top=True)
            self._pause = PILL_MS
        else:
            routes.open(self.ctx, "feast", self, before, time.monotonic() - self._begun)

    def _ask(self, found: Sequence[Condition]) -> None:
        """Say what is missing after a failed try, and ask what to do."""
        t = self.ctx.t
        shelf = ("shelf", t("puzzle.all" if self.occasion is None else self.occasion.label), self.leave)
        show = ("show", t("puzzle.show"), lambda: self.show(anew=True))
        said = self._tell(found)
        self.ctx.play("refused")
        if self.series is not None:
            on = ("next", self.series.next_label(), self.series.go_on)
            self.ctx.ask(t("puzzle.failed"), said, [shelf, show, on], main=2, by_itself=True)
            return
        back = ("step_back", t("puzzle.step_back"), self.step_back)
        again = ("again", t("puzzle.again"), self.again)
        self.ctx.ask(t("puzzle.failed"), said, [shelf, show, back, again], main=3, by_itself=True)

    def find_next(self) -> Puzzle | None:
        """Return the next puzzle of the shelf; None for a puzzle that was not opened from it."""
        if self.occasion is not None or self.given is not None:
            return None
        kept, some = puzzle_results.get_record(self.ctx, self.game), puzzles.load_shelf(self.game)
        return some[puzzle_results.next_one(kept, some, self.puzzle.id)]

    def go_on(self) -> None:
        """Open the next puzzle, or go back to where this one was opened; an invalid puzzle is reported."""
        if self.series is not None:
            self.series.go_on()
            return
        if self.occasion is not None or self.given is not None:
            self.leave()
            return
        kept = puzzle_results.get_record(self.ctx, self.game)
        try:
            open_puzzle(
                self.ctx, self.game, puzzle_results.next_one(kept, puzzles.load_shelf(self.game), self.puzzle.id)
            )
        except BadPuzzles as error:
            self.ctx.ask(self.ctx.t("puzzle.bad"), str(error), [("shelf", self.ctx.t("puzzle.all"), self.leave)])

    def _tell(self, found: Sequence[Condition]) -> str:
        """Return a line for each condition with a mark whether it holds; a single one that holds has no mark."""
        words = [self.ctx.say(one.text, self.table.names) for one in found]
        if len(found) == 1 and found[0].holds:
            return words[0]
        marks = ["puzzle.holds" if one.holds else "puzzle.fails" for one in found]
        return "\n".join(self.ctx.t(mark, what=what) for mark, what in zip(marks, words, strict=True))

    # --- step by step -----------------------------------------------------------------------------------

    def step_back(self) -> None:
        """Take back the last decision: of a failed try, or of the shown solution."""
        if not self.table.resting:
            self.table.skip()
        ahead = self.over and self._judged_ahead
        self.over, self.paused, self.found = False, True, []
        self.table.chosen = None
        if self.table.question is not None:
            self.table.question.put_back()
        elif self.actions and not ahead:
            self.table.back.undo()
        self._shown = len(self.actions)
        self.table.ui.dirty = True

    def step_on(self) -> None:
        """Play the next step of the shown solution; from then on each step waits for a press."""
        self.paused = True
        if not self.table.resting:
            self.table.skip()
        elif not self.over:
            self._show_step()

    @property
    def way_out(self) -> tuple[str, Callable[[], None]]:
        """Label and function of the menu's exit: to the shelf, or to where this puzzle was opened."""
        label = self.ctx.t("puzzle.all" if self.occasion is None else self.occasion.label)
        return label, self.leave

    # --- help -------------------------------------------------------------------------------------------

    def advise(self) -> bool:
        """Give the next hint when the lamp of the top bar is pressed; return True, so that the table gives no
        advice."""
        self.give_hint()
        return True

    def give_hint(self) -> None:
        """Give the next of two hints: the first names the idea, the second the first decision."""
        if self.over or self.showing:
            self.ctx.play("refused")
            return
        self.hints = min(HINTS, self.hints + 1)
        self.ctx.play("advice")
        self.table.ui.dirty = True
        said = self.goals.hints(self.start, self.puzzle.theme, self.puzzle.goal, self.puzzle.solution)[: self.hints]
        kept = puzzle_results.get_record(self.ctx, self.game)
        priced = kept.take_clue(self.puzzle) and self.given is None
        self._keep(kept)
        lines = "\n\n".join(self.ctx.say(each, self.table.names) for each in said)
        lines += f"\n\n{self.ctx.t('puzzle.hint.price')}" if priced else ""
        self.ctx.ask(self.ctx.t("puzzle.hint"), lines)

    def again(self, showing: bool = False) -> None:
        """Restart the puzzle from its position; ``showing``: with its solution."""
        guide = open_puzzle(self.ctx, self.game, self.number, self.occasion, self.given).guide
        assert isinstance(guide, Setter)
        guide.tempting, guide.showing = self.tempting, showing

    def _keep(self, kept: puzzle_results.Record) -> None:
        """Store the record of a puzzle from the shelf; nothing for another one."""
        if self.given is None:
            puzzle_results.keep(self.ctx, self.game, kept)

    def leave(self) -> None:
        """Go back to where the puzzle was opened."""
        if self.occasion is not None:
            self.occasion.open()
        elif self.given is not None:
            routes.go(self.ctx, "title")
        else:
            leave(self.ctx, self.game)

    def show(self, anew: bool = False) -> None:
        """Play the solution from the position (``anew``: after a restart); an unsolved puzzle is recorded as shown."""
        kept = puzzle_results.get_record(self.ctx, self.game)
        if not kept.is_solved(self.puzzle):
            kept.finish_try(self.puzzle, puzzle_results.SHOWN)
            self._keep(kept)
        if self.occasion is not None and not self.over:  # a try that was given up; one that has failed was told of
            self.occasion.finish_try(False)
        if anew or self.actions:
            self.again(showing=True)
        else:
            self.showing = True

    def ask_show(self) -> None:
        """Show the solution; if the puzzle was not tried before, it counts as not solved."""
        if self.over or self.showing:
            self.ctx.play("refused")
            return
        t = self.ctx.t
        choices: list[tuple[str, str, Callable[[], None]]] = [
            ("on", t("puzzle.think_on"), lambda: None),
            ("show", t("puzzle.show"), self.show),
        ]
        self.ctx.ask(t("puzzle.show"), t("puzzle.show.body"), choices, main=0)

    def _show_step(self) -> None:
        solution = self.puzzle.solution
        asked = self.table.question
        if asked is not None:
            if self._shown:
                asked.confirm()
            else:  # a moment to see who is marked
                self._shown = 1
                asked.mark(solution[0])
            return
        at = len(self.actions)
        if at >= len(solution):
            return
        action = solution[at]
        after, by_luck = self._preview(action)
        if at + 1 == len(solution) and (by_luck or not self._goes_on(after)):
            if self._shown <= at:  # a moment to see what is marked
                self._shown = at + 1
                self.table.chosen = action
                self.table.ui.dirty = True
                return
            self._judge(after, list(solution))
            return
        self._shown = at + 1
        self.table.turns.submit(self.puzzle.seat, action)

    # --- input and drawing --------------------------------------------------------------------------------

    def swallows(self, given: Input) -> bool:
        """Return whether a command was used while the solution is shown: only back, sound, settings and rules reach the
        table. The main key and redo play the next step, undo takes one back."""
        if not self.showing or given.kind != "command" or given.name in ("back", "sound", "settings", "rules"):
            return False
        if given.name == "undo":
            self.step_back()
        elif given.name in ("main", "redo"):
            self.takes_main()
        return True

    def describe_spoken(self) -> str:
        """Return the goal in words."""
        return self.ctx.say(self.goals.describe(self.puzzle.theme, self.puzzle.goal), self.table.names)

    def takes_main(self) -> bool:
        """Play the next step of the shown solution, or leave at its end; return whether a solution is shown."""
        if self.showing:
            (self.go_on if self.over else self.step_on)()
        return self.showing

    def describe_progress(self) -> str:
        """Return the name and number of the puzzle."""
        t = self.ctx.t
        if self.series is not None:
            return self._said or self.series.describe()
        count = max(self.number + 1, sum(puzzle.shelf for puzzle in self.all))
        return t("puzzle.where", n=self.number + 1, of=count, theme=t(puzzles.theme_id(self.game, self.puzzle.theme)))

    @property
    def aside(self) -> Aside | None:
        """Function that draws the panel of the goal, in place of the log."""
        return self._goal

    def _goal(self, c: Canvas, box: Box) -> None:
        """Draw goal, difficulty and buttons; for a shown solution the step and which conditions hold."""
        x, y, w, h = box
        t = self.ctx.t
        shapes.panel(c, x, y, w, h, "parchment")
        step = t("puzzle.step", n=len(self.actions), of=len(self.puzzle.solution))
        head = t("puzzle.answer") if self.found else step if self.showing else t("puzzle.goal")
        low = h < LOW
        wide = text.draw(c, head, x + 18, y + 22, "heading", "paper.label", "lm", max_w=w * 0.3 if low else w - 140)
        stars = x + 40 + wide if low else x + w - 100
        for at in range(STEPS):
            colour = "paper.icon" if at < self.puzzle.step else "text.quiet"
            icons.draw(c, "star", stars + (16 if low else 20) * at, y + 21, 12 if low else 15, colour)
        said = self.ctx.say(self.goals.describe(self.puzzle.theme, self.puzzle.goal), self.table.names)
        if self.found:
            said = self._tell(self.found)
        least = self.table.ui.touch.least * self.table.by_fingers
        low = low or h < 2 * least + LOW / 2
        foot, side = 8.0 if low else max(FOOT, least + 16), least + 12 if low and least else 0.0
        font = text.fit(c, said, w - 36 - side, h - 44 - foot, "title", least=13)
        text.paragraph(c, said, x + 18, y + 44, w - 36 - side, font, "paper.text")
        if side:
            place, tip = (x + w - 8 - least / 2, y + h / 2), (t("ui.bar.menu"), "")
            self.table.ui.icon_button(c, "more_acts", *place, least / 2, "menu", self._ask_more, tip=tip)
        elif low:
            self._buttons(c, x + w * 0.5, y + 22, w * 0.5)
        else:
            self._buttons(c, x, y + h - foot / 2 - 3, w)

    def _list_acts(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the buttons of the puzzle: name, icon, function."""
        rows: list[tuple[str, str, Callable[[], None]]] = [
            ("again", "redo", self.again), ("hint", "hint", self.give_hint), ("show", "eye", self.ask_show),
            ("all", "book", self.leave),
        ]  # fmt: skip
        if self.showing:
            rows = [
                ("step_back", "left", self.step_back), ("step_on", "right", self.step_on),
                ("again", "redo", self.again), ("next", "play", self.go_on),
            ]  # fmt: skip
        return rows

    def _ask_more(self) -> None:
        """Ask what to do, where the panel is too low for buttons of a finger's size."""
        acts = [(f"puzzle.{name}", self.ctx.t(f"puzzle.{name}"), act) for name, _, act in self._list_acts()]
        self.ctx.ask(
            self.ctx.t("puzzle.goal"), self.describe_spoken(), [("stay", self.ctx.t("ui.cancel"), lambda: None), *acts]
        )

    def _buttons(self, c: Canvas, x: float, y: float, w: float) -> None:
        t, touch, rows = self.ctx.t, self.table.ui.touch, self._list_acts()
        r, room = (touch.least / 2, w) if self.table.by_fingers else (18.0, w - 36)
        gap = min(max(64.0, 2 * r + touch.gap), room / len(rows))
        for at, (name, icon, act) in enumerate(rows):
            tip = (t(f"puzzle.{name}"), t(f"puzzle.{name}.tip"))
            centre = x + w / 2 + (at - (len(rows) - 1) / 2) * gap
            self.table.ui.icon_button(c, f"puzzle.{name}", centre, y, r, icon, act, tip=tip)


def open_puzzle(
    ctx: Context, game: str, number: int, occasion: Occasion | None = None, given: Puzzle | None = None
) -> AnyTable:
    """Open the table of a puzzle, with this number on the shelf or ``given``; return it. Raises BadPuzzles."""
    table = open_puzzle_table(ctx, game, number, occasion, given)
    if occasion is not None:
        occasion.open()
    elif given is not None:
        routes.go(ctx, "title")
    else:
        leave(ctx, game)
    ctx.stack.push(table)
    return table


def check_answer(game: str, puzzle: Puzzle, start: Any) -> None:
    """Raise :class:`BadPuzzles` if the game's module cannot describe the goal, or the solution has an illegal decision.
    Decisions after a draw are not checked."""
    known = puzzles.goals(game)
    rules, luck = registry.rules(game), LoggedChance(SeededChance(0))
    state = rules.clone(start)
    if known is None:
        raise BadPuzzles(f"{game}: puzzles: expected a module")
    try:
        if puzzle.theme in known.QUESTIONS:
            expect(puzzle.solution[0] < start.seats, "solution", "a seat", str(puzzle.solution[0]))
        else:
            for at, action in enumerate(puzzle.solution):
                legal = puzzle.seat in rules.to_act(state) and action in rules.legal(state, puzzle.seat)
                expect(legal, f"solution[{at}]", "a legal action", str(action))
                rules.apply(state, puzzle.seat, action, luck)
                if luck.take():
                    break
        known.describe(puzzle.theme, puzzle.goal)
        known.hints(start, puzzle.theme, puzzle.goal, puzzle.solution)
        known.is_over(start, start, puzzle.theme, puzzle.goal)
    except Exception as error:  # whatever the module makes of a goal that it does not know
        raise BadPuzzles(f"puzzle {puzzle.id}: {type(error).__name__}: {error}") from error


def open_puzzle_table(
    ctx: Context, game: str, number: int, occasion: Occasion | None = None, given: Puzzle | None = None
) -> AnyTable:
    """Return the table of a puzzle, with this number on the shelf or ``given``; its game is neither saved nor
    recorded."""
    puzzle = given if given is not None else puzzles.load_puzzles(game)[number]
    start = puzzles.start(game, puzzle)
    check_answer(game, puzzle, start)
    seats = opponent_names.cast_rivals(ctx, game, start.seats - 1)
    seats.insert(puzzle.seat, Seat("person", "", ctx.person_name))
    session = Session.from_position(game, puzzle.options, give_signs(ctx, game, seats), puzzle.id, start)
    table = games.table(ctx, session)
    table.opponents = Scripted(ctx, session, (), table.hooks.codec)
    table.guide = Setter(ctx, table, game, number, occasion, given)
    return table


def leave(ctx: Context, game: str) -> None:
    """Go back to the shelf."""
    routes.go(ctx, "puzzles", game)
