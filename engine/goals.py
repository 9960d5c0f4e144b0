"""Interface between puzzles and the games that define their goals.

This module imports only the contract, so that rules may use it.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Event, Message

Goal = dict[str, int]
"""Parameters of a theme in a position: numbers by name."""


class Condition(NamedTuple):
    """One condition of a goal, and whether it holds."""

    text: Message
    holds: bool


class Answer(NamedTuple):
    """What a rival can reply to a choice: the reply, own points and those of the rival in the worst case after it,
    whether the goal is reached all the same, and the events that tell it."""

    reply: int
    own: int
    other: int
    holds: bool
    events: tuple[Event, ...]


class Goals(Protocol):
    """Interface of a game's puzzle module. States are those of its rules.

    A module may also have ``list_answers(start, theme, goal, action)``: an :class:`Answer` for every reply to a single
    choice, none where too many rivals reply to count them.
    """

    THEMES: Sequence[str]
    """Kinds of goals, in display order."""

    QUESTIONS: Collection[str]
    """Themes answered by naming a seat instead of playing a line; their choices are seats."""
    LUCK_ASIDE: Collection[str]
    """Themes for which random draws before the end of a line cannot matter."""

    def choices(self, state: Any, seat: int, theme: str) -> Sequence[int]:
        """Legal actions that can matter for a goal of this theme."""
        ...

    def is_over(self, start: Any, state: Any, theme: str, goal: Goal) -> bool:
        """Whether a line ends here: the turn is over, or a goal that can be reached early is reached."""
        ...

    def end(self, state: Any, actions: Sequence[int], theme: str) -> Hashable:
        """Key of a line's end: lines with equal keys count as the same solution."""
        ...

    def short(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> int:
        """Number of conditions, points or pieces by which a line misses its goal; 0 if it is reached."""
        ...

    def conditions(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> Sequence[Condition]:
        """The conditions of the goal as texts, and whether each holds after a line."""
        ...

    def hints(self, start: Any, theme: str, goal: Goal, solution: Sequence[int]) -> Sequence[Message]:
        """Two hints, the second one more specific."""
        ...

    def list_places(self, theme: str, goal: Goal) -> Sequence[int]:
        """Places of the board that the goal names, in the order of its text; they are marked at the table."""
        ...

    def describe(self, theme: str, goal: Goal) -> Message:
        """The goal as a text."""
        ...
