"""A lesson at a table as far as it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.content.lessons import Corner, Lesson, Room, Step
from scenes.shell.targets import Box
from sprites.base.portrait import Arms

if TYPE_CHECKING:
    from scenes.table.table import AnyTable


SHEET = "sheet"
"""Name of a sheet over the board among the things that lessons can point at: no speech may hide it."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: name, portrait, rank of its frame."""

    name: str
    arms: Arms
    rank: int


@dataclass(frozen=True, slots=True)
class Coin:
    """A lesson of the row: its title, its stars (0 = not done), whether it is the one that is being learnt."""

    title: str
    stars: int
    now: bool


@dataclass(frozen=True, slots=True)
class Way:
    """Something that can be done after a lesson: target, words, icon."""

    name: str
    label: str
    icon: str
    act: Callable[[], None]


@dataclass(slots=True)
class Look:
    """What moves: where the holes come from, and since when."""

    holes: tuple[Box, ...] = ()
    before: tuple[Box, ...] = ()
    since: float = 0.0
    box: Box | None = None
    stacked: bool = False
    """Where the speech stands, and whether the portrait is below the bubble."""
    corner: Corner | None = None
    """Where the list of steps stands."""
    done_at: float | None = None
    """When the lesson was seen to be done."""
    moves: bool = False
    """Whether the next picture will be another one."""


class Guide(Protocol):
    """A lesson at a table as far as it is drawn; ``table`` and ``course`` as ``guide`` knows them."""

    table: AnyTable
    course: Any
    lesson: Lesson
    voice: Voice
    rooms: Sequence[Room]
    corners: Sequence[Corner]
    number: int
    look: Look
    at: int
    over: bool
    answer: str
    nodding: float
    showing: bool
    whole: bool
    leave_words: str

    @property
    def step(self) -> Step:
        """The step that is shown."""

    @property
    def stars(self) -> int:
        """What the lesson has earned so far."""

    def text_id(self, *more: str) -> str:
        """The id of words of the step."""

    def line_id(self, at: int) -> str:
        """The id of what a step is in the list of all."""

    @property
    def title(self) -> str:
        """Title of the lesson."""

    @property
    def searching(self) -> bool:
        """Whether the person has to find what is pressed."""

    def next_target(self) -> str | None:
        """What is to be pressed now."""

    def go_on(self) -> None:
        """Go on to the next step."""

    def show(self) -> None:
        """Do the rest of the step."""

    def course_on(self) -> None:
        """Leave the lesson."""
