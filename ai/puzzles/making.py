"""Makes a puzzle of a goal that only one line of a position reaches.

The game's module (``ai/<id>/puzzles.py``, :class:`PuzzleMaker`) proposes goals. A goal makes a puzzle if exactly one
end reaches it, enough lines miss it by one, and no earlier puzzle is like it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log2
from typing import Any, Protocol, cast

from ai.choose import choose
from ai.levels import QUICK_LEVELS
from ai.puzzles.proving import Lines, Luck, NoPuzzle, Proof, find_goals, find_shortest_line
from engine import registry
from engine.chance import mix
from engine.content.puzzles import Puzzle
from engine.contract import Message
from engine.goals import Goal

OF_LEVEL = {"first_evening": -260, "novice": -180, "skilled": -60, "expert": 60, "": 160}
"""Rating adjustment by the weakest level that solves the puzzle."""
EASIEST, A_STEP, A_CHOICE, AN_END = 620, 90, 70, 25
"""Base rating, and increments per further step and per doubling of first actions and of ends."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Kind of games to take positions from."""

    options: Mapping[str, Any]
    seats: int


class PuzzleMaker(Protocol):
    """Interface of a game's puzzle module on the opponents' side."""

    SETTINGS: Sequence[Setting]
    LEVEL: str
    """Level that plays the games."""
    MOST_POSITIONS: int
    """Most positions searched per puzzle."""
    FEWEST_NEAR: Mapping[str, int]
    """By theme: least number of lines that miss the goal by one."""

    def propose_goals(self, state: Any) -> Iterator[tuple[str, Goal, Any]]:
        """Yield theme, goal and start position (this state or a variant of it) to search."""
        ...

    def candidates(self, found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
        """Yield themes and goals that exactly one end reaches, with their start position."""
        ...

    def list_wishes(self, state: Any) -> Iterator[tuple[str, Goal, int]]:
        """Yield theme, goal and seat of what a player may ask of exactly this position."""
        ...

    def tell_lacking(self, state: Any) -> Message | None:
        """Say what a position lacks of which nothing can be asked; None where something can be asked of any."""
        ...

    def thoughts(self, start: Any, theme: str, solution: tuple[int, ...]) -> int:
        """Number of considerations in a solution, as a measure of difficulty."""
        ...

    def look(self, state: Any) -> Hashable:
        """Key of a position: puzzles with equal key, goal and solution count as duplicates."""
        ...


def find_maker(game: str) -> PuzzleMaker:
    """Return the puzzle maker of a game; raises :class:`NoPuzzle` if there is none."""
    try:
        return cast(PuzzleMaker, import_module(f"{registry.info(game).opponents.rpartition('.')[0]}.puzzles"))
    except ModuleNotFoundError as error:
        raise NoPuzzle(f"{game} has no puzzles") from error


def build_puzzle(
    game: str, own: PuzzleMaker, found: Lines, proof: Proof, theme: str, goal: Goal, options: Mapping[str, Any],
    name: str,
) -> Puzzle:  # fmt: skip
    """Return the puzzle of a proved goal, with a shortest solution and a rating."""
    solution = find_shortest_line(game, found, theme, goal)
    thoughts = own.thoughts(found.start, theme, solution)
    level = find_weakest_solver(game, found.start, found.seat, theme, goal)
    of_level = 0 if theme in find_goals(game).QUESTIONS else OF_LEVEL[level]
    rating = EASIEST + A_STEP * thoughts + A_CHOICE * log2(proof.first) + AN_END * log2(proof.ends) + of_level
    dumped = registry.rules(game).dump(found.start)
    return Puzzle(
        name[-40:].strip("-"), theme, goal, dict(options), found.seat, dumped, solution, proof.first, proof.ends,
        proof.near, level, round(rating), 1,
    )  # fmt: skip


def find_weakest_solver(game: str, start: Any, seat: int, theme: str, goal: Goal) -> str:
    """Weakest level that reaches the goal without knowing it, or ""; always "" for questions."""
    rules, known = registry.rules(game), find_goals(game)
    for level in () if theme in known.QUESTIONS else QUICK_LEVELS:
        state = rules.clone(start)
        actions: list[int] = []
        while not actions or not known.is_over(start, state, theme, goal):
            legal = [each for each in rules.legal(state, seat) if each in known.choices(state, seat, theme)]
            if not legal:
                break
            view = rules.view(state, seat)
            action = choose(game, view, seat, list(rules.legal(state, seat)), level, mix(len(actions), level)).action
            if action not in legal:
                break
            luck = Luck()
            rules.apply(state, seat, action, luck)
            actions.append(action)
        if actions and known.is_over(start, state, theme, goal) and not known.short(start, state, actions, theme, goal):
            return level
    return ""
