"""Themes of puzzles that expansions add: a turn that destroys enemy pieces and does something of the expansion.

A manifest (``expansions``) may name a module with ``THEME``, a :class:`StrikeTheme`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.contract import Message
from engine.goals import Condition, Goal

from .expansions import load_part
from .state import State, get_side

DESTROYED = "destroyed"
"""Key of the goal's only parameter: the least number of enemy pieces."""


@dataclass(frozen=True, slots=True)
class StrikeTheme:
    """A theme: destroy enemy pieces and do something of the expansion. Texts: ``CODE.puzzle.NAME``,
    ``CODE.puzzle.condition.NAME``."""

    code: str
    """Code of the expansion."""
    name: str
    can_begin: Callable[[State], bool]
    """Whether a position allows a puzzle of the theme."""
    is_done: Callable[[State, State, Sequence[int]], bool]
    """(start, end, actions): whether the expansion's own condition of the goal holds at the end of a line."""

    def describe(self, goal: Goal) -> Message:
        """Return the goal as a text."""
        return Message(f"{self.code}.puzzle.{self.name}", {"n": goal[DESTROYED]})

    def list_conditions(self, start: State, state: State, actions: Sequence[int], goal: Goal) -> list[Condition]:
        """Return the conditions of the goal, each with whether it holds at the end of a line."""
        done = count_strike(start, state)
        strike = Message("tash_kalar.puzzle.condition.destroyed", {"n": goal[DESTROYED], "done": done})
        added = Message(f"{self.code}.puzzle.condition.{self.name}")
        return [
            Condition(strike, done >= goal[DESTROYED]),
            Condition(added, self.is_done(start, state, actions)),
        ]

    def count_lacks(self, start: State, state: State, actions: Sequence[int], goal: Goal) -> int:
        """Return the number of pieces missing to the goal, plus one if the expansion's own condition is not met."""
        return max(0, goal[DESTROYED] - count_strike(start, state)) + (not self.is_done(start, state, actions))


@lru_cache(maxsize=1)
def list_added_themes() -> tuple[StrikeTheme, ...]:
    """Return the themes of the installed expansions."""
    return tuple(theme for _, theme in load_part("puzzles") if theme is not None)


def find_added_theme(name: str) -> StrikeTheme | None:
    """Return the theme of an expansion by its name, None if there is none."""
    return next((one for one in list_added_themes() if one.name == name), None)


def count_strike(start: State, state: State) -> int:
    """Return the number of enemy pieces destroyed since the position of a puzzle, which may be in the middle of a
    turn."""
    return count_destroyed_pieces(state) - count_destroyed_pieces(start)


def count_destroyed_pieces(state: State) -> int:
    """Return the number of enemy pieces destroyed this turn."""
    own = get_side(state, state.active)
    return sum(count for man, count in enumerate(state.tally) if man // 3 != own)
