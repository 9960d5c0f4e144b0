"""What a puzzle of a game may ask for: the words in which its own module and everybody else speak of goals.

Imports nothing of ours but the contract, so that rules may use it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Message

Goal = dict[str, int]
"""What exactly a theme asks for in a position: numbers by name."""


class Condition(NamedTuple):
    """One of the things that a goal asks for, and whether it holds."""

    text: Message
    holds: bool


class Goals(Protocol):
    """What a game's module of puzzles offers. States are those of its rules."""

    THEMES: Sequence[str]
    """Kinds of goals, in the order in which they are shown."""

    QUESTIONS: Collection[str]
    """Themes whose answer is a seat that is named, not a line that is played; their choices are seats."""
    LUCK_ASIDE: Collection[str]
    """Themes for which nothing that is drawn before the end of a line can matter."""

    def choices(self, state: Any, seat: int, theme: str) -> Sequence[int]:
        """The legal actions that can matter for a goal of this theme."""
        ...

    def is_over(self, start: Any, state: Any, theme: str, goal: Goal) -> bool:
        """Whether a line ends here: the turn is used up, or the goal is of a kind that is reached at once."""
        ...

    def end(self, state: Any, actions: Sequence[int], theme: str) -> Hashable:
        """What two lines have to share to have come to the same end."""
        ...

    def short(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> int:
        """By how many conditions, points or pieces a line misses its goal; 0: it is reached."""
        ...

    def conditions(self, start: Any, state: Any, actions: Sequence[int], theme: str, goal: Goal) -> Sequence[Condition]:
        """What the goal asks for, in words, and what of it holds after a line."""
        ...

    def hints(self, start: Any, theme: str, goal: Goal, solution: Sequence[int]) -> Sequence[Message]:
        """Two hints: what the answer is about, then more of it."""
        ...

    def describe(self, theme: str, goal: Goal) -> Message:
        """The goal in words."""
        ...
