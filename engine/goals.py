"""Interface between puzzles and the games that define their goals.

This module imports only the contract, so that rules may use it.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Event, Message

Goal = dict[str, int]
"""Parameters of a theme in a position: numbers by name."""


class Condition(NamedTuple):
    """One condition of a goal as a text, and whether it holds."""

    text: Message
    holds: bool


class Answer(NamedTuple):
    """A rival's reply to a choice: the action, own points and those of the rival in the worst case after it, whether
    the goal is reached nevertheless, and the events that show it."""

    reply: int
    own: int
    other: int
    holds: bool
    events: tuple[Event, ...]


class Goals(Protocol):
    """Interface of a game's puzzle module. States are those of its rules.

    A module may also have ``list_answers(start, theme, goal, action)``: an :class:`Answer` for every reply to a single
    choice, () with several rivals. ``start``: position of the puzzle; ``actions``: the line played from there.
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
        """Return the key of a line's end: lines with equal keys count as the same solution."""
        ...

    def short(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> int:
        """Return by how many conditions, points or pieces a line misses its goal; 0 if it is reached."""
        ...

    def conditions(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> Sequence[Condition]:
        """Return the conditions of the goal, each with its text and whether it holds after the line."""
        ...

    def hints(self, start: Any, theme: str, goal: Goal, solution: Sequence[int]) -> Sequence[Message]:
        """Return two hints, the second one more specific."""
        ...

    def list_places(self, theme: str, goal: Goal) -> Sequence[int]:
        """Return the places of the board that the goal names, in the order of its text; the table marks them."""
        ...

    def describe(self, theme: str, goal: Goal) -> Message:
        """Return the goal as a text."""
        ...
