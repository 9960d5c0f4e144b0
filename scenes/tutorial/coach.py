"""Coach of a first whole game: explains what is new when it first comes up.

Nothing is forbidden and nothing is counted: it speaks, the person reads, the game goes on. What it says and when is
data (``engine.content.lessons.Companion``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from engine.content import lessons
from engine.content.lessons import Lesson, News, Room, Step
from scenes.shell.inputs import Input
from scenes.shell.targets import Target
from scenes.tutorial.controller import Course, Guide
from scenes.tutorial.state import Voice
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.table.table import AnyTable


class Mentor(Guide):
    """What is left to be said at one table; ``now`` while something is being said."""

    whole = True
    leave_words = "lesson.alone"

    def __init__(
        self,
        table: AnyTable,
        companion: lessons.Companion,
        course: Course,
        voice: Voice,
        rooms: Sequence[Room],
        kept: Callable[[Sequence[int]], None] = lambda left: None,
        left: Collection[int] | None = None,
    ) -> None:
        """``kept`` is told what is left to be said whenever that changes, nothing once it has gone; ``left`` is what
        was left when the game was put away, None for a game that begins."""
        steps = tuple(Step(news.id, point=news.point) for news in companion.news)
        super().__init__(table, Lesson("companion", companion.who, steps), course, voice, rooms=rooms)
        self.news: tuple[News, ...] = companion.news
        self.left = [at for at in range(len(self.news)) if left is None or at in left]
        """Numbers of what has not been said yet."""
        self.now = False
        self._heard = 0 if left is None else len(table.told)
        self._kept = kept
        kept(self.left)

    @property
    def reading(self) -> bool:
        """Whether the table waits until the text has been read."""
        return self.now

    def describe_progress(self) -> str:
        """How far the game is: it is one like any other."""
        return self.table.hooks.describe_progress(self.table)

    def go_on(self) -> None:
        """Go on after reading; the coach leaves when everything has been said."""
        self.now = False
        self.table.ui.dirty = True
        self._kept(self.left)
        if not self.left:
            self.release()

    def release(self) -> None:
        """End the coach; it does not return when the game is loaded."""
        self._kept(())
        super().release()

    def describe_spoken(self) -> str:
        """Return what is being said; "" while the coach is silent."""
        return super().describe_spoken() if self.now else ""

    def course_on(self) -> None:
        """The person would rather play alone."""
        self.release()

    def update(self, ms: float) -> None:
        """Speak as soon as something is new and the table rests."""
        if self.look.moves:
            self.look.moves = False
            self.table.ui.dirty = True
        if self.now or not self.table.resting:
            return
        told = [event.kind for _turn, event in self.table.told[self._heard :]]
        self._heard = len(self.table.told)
        found = next((at for at in self.left if self._is_new(self.news[at], told)), None)
        if found is not None:
            self.left.remove(found)
            self.at, self.now = found, True
            self.table.ui.dirty = True

    def _is_new(self, news: News, told: Sequence[str]) -> bool:
        if news.event:
            return news.event in told
        return bool(self.table.may_act() and self.table.view["phase"] == news.phase)

    def holds(self, target: str) -> bool:
        """Every control is the table's own."""
        return False

    def advise(self) -> bool:
        """The table gives its own advice."""
        return False

    def next_target(self) -> str | None:
        """Target that has to be pressed: none."""
        return None

    def allows(self, action: int) -> bool:
        """Whether an action is allowed: all of them, except while a text is read."""
        return not self.now

    def swallows(self, given: Input) -> bool:
        """Inputs while something is being read."""
        if not self.now or self.table.busy or given.kind not in ("press", "wheel", "command"):
            return False
        if given.kind == "command" and given.name in ("main", "activate", "back"):
            self.go_on()
        if given.kind == "command" and given.name == "skip":
            self.course_on()
        return True

    def draw(self, c: Canvas) -> None:
        """Draw the speech while the coach speaks."""
        if self.now and not self.table.busy:
            super().draw(c)

    def _open(self, noted: Sequence[Target]) -> None:
        """Keep every control closed while the text is read."""
