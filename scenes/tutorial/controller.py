"""Lessons at a table: a guide speaks, the person acts, and only what the step is about can be used.

A lesson is data (``engine.content.lessons``): steps with words, what is lit, what is pressed, and which decisions it
takes. ``Table`` asks its guide before it carries a decision out, and lets it draw over the table; how that looks is
``view.py``. What cannot be told from decisions (dice that are kept, a card that is marked) a table names itself,
see ``TableGame.lesson_ends``. A lesson can be left at any time; the guide says at each step how far it is.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.content import lessons
from engine.content.lessons import MOST_STARS, OTHERWISE, Corner, Lesson, Replies, Reply, Room, Step
from scenes.table.companion import Companion
from scenes.table.opponents import Hint, Opponents
from scenes.tutorial import view
from scenes.tutorial.view import Look, Voice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.shell.inputs import Input
    from scenes.shell.targets import Box, Target
    from scenes.table.script import AnyTable
    from scenes.tutorial.lessons import RowOf
    from sprites.base.canvas import Canvas


# The rivals of a lesson: they do what its data say, so that the tiny match goes as it is told.


class Scripted(Opponents):
    """Scripted opponents of a lesson: they answer at once with the seat's next scripted reply, else with a forced
    action."""

    def __init__(self, ctx: Context, session: Session, replies: Sequence[Reply], codec: Any) -> None:
        super().__init__(ctx, session)
        self._replies = Replies(replies, codec)
        self._pass_over_log()

    def _pass_over_log(self) -> None:
        """Skip replies that were already played before the lesson was resumed."""
        course = self.session.course
        for at, entry in enumerate(self.session.log):
            before = course.get_position(course.base + at).state
            self._replies.note_decision(entry.seat, self.session.rules.legal(before, entry.seat))

    def ask(self) -> None:
        """Do nothing: scripted opponents need no request."""

    def poll(self) -> Hint | None:
        """Return None: a lesson has no hint of the Master."""
        return None

    def ask_hint(self, seat: int) -> None:
        """Do nothing: a lesson has no hint of the Master."""

    @property
    def busy(self) -> bool:
        """Whether a rival will act now."""
        return self.ready() is not None

    def ready(self) -> int | None:
        """Return a rival that can act now; None without one. With simultaneous decisions rivals act after the
        person."""
        owing = self.session.to_act()
        if any(self.session.seats[seat].is_person for seat in owing):
            return None
        for seat in owing:
            if self.session.seats[seat].kind == "computer" and self._action(seat) is not None:
                return seat
        return None

    def fetch(self, seat: int) -> int:
        """Return the scripted decision of a seat."""
        action = self._action(seat)
        assert action is not None
        self._replies.note_decision(seat, self.session.legal(seat))
        return action

    def _action(self, seat: int) -> int | None:
        return self._replies.action(seat, self.session.legal(seat))


SHOWING_MS = 520.0
"""From one thing that is shown to the next."""
NOD_MS = 360.0
FORGIVEN = 2
"""Mistakes that cost no star."""
_BAR = ("bar.menu", "bar.sound", "bar.settings", "bar.rules")


class Guide(Companion):
    """Controller of one lesson at one table."""

    whole = False
    leave_words = "lesson.skip"

    def __init__(
        self,
        table: AnyTable,
        lesson: Lesson,
        course: RowOf,
        voice: Voice,
        step: int = 0,
        rooms: Sequence[Room] = (),
        corners: Sequence[Corner] = (),
        number: int = 0,
    ) -> None:
        """``course``: the row of lessons, ``number``: this one's index in it, ``step``: the first step. ``rooms``:
        places for the speech, ``corners``: places for the list of steps."""
        self.table = table
        self.lesson = lesson
        self.course = course
        self.voice = voice
        self.rooms = rooms
        self.corners = corners
        self.number = number
        self.at = min(step, len(lesson.steps) - 1)
        self.pressed = 0
        """How many of the things to press were pressed in this step."""
        self.made = 0
        """How many of the wanted decisions were made in this step."""
        self.mistakes = 0
        self.helped = False
        """Whether something was shown that the person could have done."""
        self.answer = ""
        """The id of the answer to a mistake; "" when there was none."""
        self.over = False
        """Whether the last step is behind."""
        self.nodding = 0.0
        self.showing = False
        self._pause = 0.0
        self.look = Look()

    # --- where the lesson is ----------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.at]

    @property
    def reading(self) -> bool:
        """Whether the table waits until the text has been read."""
        return self.over or self.step.reading

    @property
    def stars(self) -> int:
        """Stars earned in the lesson so far."""
        return MOST_STARS - self.helped - (self.mistakes > FORGIVEN)

    def holds(self, target: str) -> bool:
        """Return whether the step allows only some of the controls whose ids begin with ``target``."""
        return any(each.startswith(target) for each in self.step.only)

    def advise(self) -> bool:
        """Return True: the lesson replaces the table's advice."""
        return True

    def text_id(self, *more: str) -> str:
        """Return the id of a text of this step; ``more`` are further parts of the id."""
        return lessons.text_id(self.table.session.game, self.lesson.id, self.step.id, *more)

    @property
    def title(self) -> str:
        """Return the title of the lesson."""
        return self.table.ctx.t(lessons.text_id(self.table.session.game, self.lesson.id))

    def describe_progress(self) -> str:
        """Return the title for the top bar; "" if the row of lessons is shown there."""
        return "" if self.course.strip() else self.title

    def go_on(self) -> None:
        """Go to the next step; after the last one end the lesson."""
        self.table.ui.dirty = True
        self.answer = ""
        self.showing = False
        self.pressed = self.made = 0
        if self.at + 1 < len(self.lesson.steps):
            self.at += 1
            self.course.remember_step(self)
        elif not self.over:
            self.over = True
            self.table.ctx.play("round_won")
            self.course.done(self)

    def course_on(self) -> None:
        """Leave this lesson for the next one; after the last one go to the title."""
        self.course.skip()

    def release(self) -> None:
        """End the guidance; the game goes on without it."""
        self.table.guide = None
        self.course.release(self.table)
        self.table.ui.dirty = True

    def update(self, ms: float) -> None:
        """Go on when the step's event has happened, and light the next target."""
        if self.nodding > 0:
            self.nodding = max(0.0, self.nodding - ms)
            self.table.ui.dirty = True
        if self.look.moves:
            self.look.moves = False
            self.table.ui.dirty = True
        if self.over or not self.table.resting:
            return
        if self._finish():
            self.go_on()
            return
        if self.pressed >= max(1, len(self.step.do)) and not self.step.reading:
            self.pressed = 0  # it has not come to what was wanted (a mark was put back): once more
            self.table.ui.dirty = True
        if self.showing:
            self._pause -= ms
            if self._pause <= 0:
                self._pause = SHOWING_MS
                self.press()

    @property
    def searching(self) -> bool:
        """Whether the learner has to find the target, so that it must not be lit."""
        return not self.over and self.step.find and not self.showing

    def _finish(self) -> bool:
        step = self.step
        if step.reading:
            return False
        if step.until:
            table = self.table
            return table.chosen is not None if step.until == "marked" else table.hooks.lesson_ends(table)[step.until]()
        if step.want:
            return self.made >= len(step.want)
        return self.pressed >= len(step.do)

    # --- what may be done -------------------------------------------------------------------------------

    def next_target(self) -> str | None:
        """Return the id of the target to press now; None without one."""
        step = self.step
        if self.over or step.reading:
            return None
        if step.until:
            wanted = self.table.hooks.lesson_next(self.table, step.until)
            if wanted is not None:
                return wanted
        return step.do[self.pressed % len(step.do)] if step.do else None

    def allows(self, action: int) -> bool:
        """Return whether a decision is the one that the step wants; the guide answers any other."""
        if self.over:
            return False
        step = self.step
        if not step.want:
            if step.until:
                return True
            self.refuse("")
            return False
        if self.made < len(step.want):
            move = self.table.hooks.codec.decode(action)
            if lessons.fits(move, step.want[self.made]):
                self.made += 1
                self.answer = ""
                return True
        self.refuse(step.wrong.get(OTHERWISE, ""))
        return False

    def refuse(self, answer: str) -> None:
        """Answer a mistake with the step's text ``answer`` (last part of its id); "" = say where to look."""
        self.answer = self.text_id(answer) if answer else "lesson.elsewhere"
        self.mistakes += 1
        self.nodding = 0.0 if self.table.ctx.reduced else NOD_MS
        self.table.ctx.play("refused")
        self.table.ui.dirty = True

    def press(self) -> None:
        """Press the next target for the learner."""
        wanted = self.next_target()
        target = self.table.ui.find(wanted)
        if target is not None:
            self.table.ui.fire(target)

    def show(self) -> None:
        """Demonstrate the rest of the step, action by action."""
        self.showing = self.helped = True
        self._pause = 0.0
        self.table.ui.dirty = True

    def describe_spoken(self) -> str:
        """Return the spoken text of a step, by default its written one."""
        return " ".join(filter(None, view.find_words(self)))

    def find_spoken_target(self) -> str:
        """Return the id of the target to press next; "" where there is none, or where the learner has to find it."""
        return "" if self.searching else self.next_target() or ""

    def swallows(self, given: Input) -> bool:
        """Return whether an input was used or blocked by the lesson: all that the step does not want."""
        if self.table.busy:
            return False
        if given.kind == "press":
            if not self.reading and given.button == 1:
                self.refuse("")
            return True
        if given.kind == "wheel":
            return True
        if given.kind != "command":
            return False
        name = given.name
        if name == "main":
            ways = self.course.list_next_steps(self) if self.over else ()
            if ways:
                ways[0].act()
            elif self.reading:
                self.go_on()
            elif self.searching:
                self.answer = "lesson.search"
                self.table.ui.dirty = True
            else:
                self.press()
            return True
        if name == "skip":
            self.course_on()
            return True
        if name.startswith("choice_"):
            return not self.step.until
        return name in ("undo", "redo", "hint", "end", "why", "page_up", "page_down", "turn_left", "turn_right")

    # --- drawing ----------------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """Draw the veil, the lit targets and the speaker, and block all other targets."""
        ui = self.table.ui
        noted = list(ui._building)
        lit = self._lit([*noted, *ui.small])
        ui.modal(hides=False)
        if not self.table.busy:
            self._open(noted)
        elif self.table.confirming:
            for target in noted:
                if target.id == "main":
                    ui.note(target)
        for target in noted:
            if target.id in _BAR:
                ui.note(target)
        view.draw(self, c, lit)

    def _lit(self, noted: Sequence[Target]) -> list[Box]:
        """Return a box for each lit thing; targets whose ids begin alike are one thing."""
        if self.over or self.table.busy:
            return []
        found = []
        wanted, things = None if self.searching else self.next_target(), self.table.hooks.lesson_things(self.table)
        for each in dict.fromkeys((*self.step.point, *((wanted,) if wanted else ()))):
            box = things.get(each) or view.find_box(self, noted, each)
            if box is not None:
                found.append(box)
        return found

    def _open(self, noted: Sequence[Target]) -> None:
        """Note again what may be used."""
        if self.reading:
            return
        ui, step, wanted = self.table.ui, self.step, self.next_target()
        answers = {each: name for each, name in step.wrong.items() if each != OTHERWISE}
        for target in noted:
            answer = next((name for each, name in answers.items() if view.matches_target(target.id, (each,))), None)
            if target.id == wanted:
                ui.note(replace(target, activate=partial(self._count_press, target)))
            elif answer is not None:
                ui.note(replace(target, activate=partial(self.refuse, answer), enabled=True))
            elif view.matches_target(target.id, step.only):
                ui.note(target)
            elif OTHERWISE in step.wrong and not target.id.startswith("bar."):
                ui.note(replace(target, activate=partial(self.refuse, step.wrong[OTHERWISE]), enabled=True))

    def _count_press(self, target: Target) -> None:
        self.pressed += 1
        self.answer = ""
        target.activate()
