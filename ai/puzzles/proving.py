"""Exhaustive search of a puzzle, which proves that only one line reaches its goal.

Lines that differ only in order reach the same end and count once. Positions in which a line could draw or roll before
its end are rejected, unless the theme ignores it (``LUCK_ASIDE``); draws with the last step do not matter.

A theme may be a question (``QUESTIONS``): the answer is a seat and no action is played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import registry
from engine.chance import SeededChance
from engine.content import puzzles
from engine.content.puzzles import Puzzle
from engine.goals import Goal, Goals

MOST_POSITIONS = 400_000
"""Most positions searched per puzzle."""


class NoPuzzle(ValueError):
    """A position cannot be proved: too many lines, or luck is involved."""


class Luck:
    """A source of chance that records whether it was used."""

    def __init__(self) -> None:
        self._chance = SeededChance(0)
        self.asked = False

    def below(self, n: int) -> int:
        """As in :class:`engine.chance.SeededChance`."""
        self.asked = True
        return self._chance.below(n)

    def die(self, sides: int) -> int:
        """As in :class:`engine.chance.SeededChance`."""
        self.asked = True
        return self._chance.die(sides)

    def draw(self, pool: Sequence[int]) -> int:
        """As in :class:`engine.chance.SeededChance`."""
        self.asked = True
        return self._chance.draw(pool)


@dataclass(slots=True)
class Lines:
    """Ends of all lines of a position, each with its position and the first line that reached it."""

    start: Any
    seat: int
    first: int
    """Number of first actions."""
    ends: dict[Hashable, tuple[tuple[int, ...], Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """Result of a search: ends that reach the goal, with their lines, and number of ends that miss it by one."""

    solutions: tuple[tuple[int, ...], ...]
    near: int
    ends: int
    first: int

    @property
    def unique(self) -> bool:
        """Whether exactly one end reaches the goal."""
        return len(self.solutions) == 1


def lines(game: str, start: Any, seat: int, theme: str, goal: Goal, most: int = MOST_POSITIONS) -> Lines:
    """Search all lines of the seat to move; raises :class:`NoPuzzle`."""
    rules, known = registry.rules(game), find_goals(game)
    found = Lines(start, seat, len(known.choices(start, seat, theme)))
    if theme in known.QUESTIONS:
        found.ends.update({answer: ((answer,), start) for answer in known.choices(start, seat, theme)})
        return found
    seen: set[Hashable] = set()
    stack: list[tuple[Any, tuple[int, ...]]] = [(start, ())]
    while stack:
        state, actions = stack.pop()
        for action in known.choices(state, seat, theme):
            after, luck = rules.clone(state), Luck()
            rules.apply(after, seat, action, luck)
            line = (*actions, action)
            if known.is_over(start, after, theme, goal):
                found.ends.setdefault(known.end(after, line, theme), (line, after))
                continue
            if luck.asked and theme not in known.LUCK_ASIDE:
                raise NoPuzzle("a line is left to luck")
            whole = _whole(after)
            if whole in seen:
                continue
            seen.add(whole)
            if len(seen) + len(found.ends) > most:
                raise NoPuzzle(f"more than {most} positions")
            stack.append((after, line))
    return found


def find_shortest_line(game: str, found: Lines, theme: str, goal: Goal) -> tuple[int, ...]:
    """Return a shortest line that reaches the goal of a searched position; the lines of a search may wander.

    Raises :class:`NoPuzzle` when none does.
    """
    rules, known = registry.rules(game), find_goals(game)
    seen: set[Hashable] = set()
    waiting: deque[tuple[Any, tuple[int, ...]]] = deque([(found.start, ())])
    while waiting:
        state, actions = waiting.popleft()
        for action in known.choices(state, found.seat, theme):
            line = (*actions, action)
            after = rules.clone(state)
            if theme not in known.QUESTIONS:
                rules.apply(after, found.seat, action, Luck())
            if known.is_over(found.start, after, theme, goal) or theme in known.QUESTIONS:
                if not known.short(found.start, after, line, theme, goal):
                    return line
                continue
            whole = _whole(after)
            if whole not in seen:
                seen.add(whole)
                waiting.append((after, line))
    raise NoPuzzle("no line reaches the goal")


def find_solutions(game: str, found: Lines, theme: str, goal: Goal) -> Proof:
    """Find the ends that reach a goal."""
    known = find_goals(game)
    solutions, near = [], 0
    for line, state in found.ends.values():
        short = known.short(found.start, state, line, theme, goal)
        if not short:
            solutions.append(line)
        near += short == 1
    return Proof(tuple(solutions), near, len(found.ends), found.first)


def prove(game: str, puzzle: Puzzle, most: int = MOST_POSITIONS) -> Proof:
    """Search a puzzle again; raises :class:`NoPuzzle` or ``BadPuzzles``."""
    start = puzzles.start(game, puzzle)
    return find_solutions(
        game, lines(game, start, puzzle.seat, puzzle.theme, puzzle.goal, most), puzzle.theme, puzzle.goal
    )


def wrong(game: str, puzzle: Puzzle) -> str:
    """Error of a puzzle; "" if it is proved."""
    try:
        proof = prove(game, puzzle)
    except (NoPuzzle, puzzles.BadPuzzles) as error:
        return str(error)
    if not proof.unique:
        return f"{len(proof.solutions)} ends reach the goal"
    if (proof.near, proof.ends, proof.first) != (puzzle.near, puzzle.ends, puzzle.first):
        return f"expected {puzzle.near} near misses of {puzzle.ends} ends, found {proof.near} of {proof.ends}"
    return "" if reaches(game, puzzle, puzzle.solution) else "its solution does not reach the goal"


def reaches(game: str, puzzle: Puzzle, actions: Sequence[int]) -> bool:
    """Whether these actions reach the goal."""
    rules, known = registry.rules(game), find_goals(game)
    start = puzzles.start(game, puzzle)
    state = rules.clone(start)
    for action in () if puzzle.theme in known.QUESTIONS else actions:
        if action not in rules.legal(state, puzzle.seat):
            return False
        rules.apply(state, puzzle.seat, action, Luck())
    return not known.short(start, state, actions, puzzle.theme, puzzle.goal)


def find_goals(game: str) -> Goals:
    """Return the puzzle goals of a game; raises :class:`NoPuzzle` if it has none."""
    known = puzzles.goals(game)
    if known is None:
        raise NoPuzzle(f"{game} has no puzzles")
    return known


def _whole(state: Any) -> Hashable:
    """Hashable key of a state: all fields but the derived choices."""
    kind = type(state)
    return tuple(
        [
            tuple(value) if isinstance(value := getattr(state, name), list) else value
            for name in kind.__slots__
            if name not in ("choices", "book")
        ]
    )
