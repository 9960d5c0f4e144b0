"""All lines of a puzzle, searched to the end: the proof that one way alone reaches its goal.

Lines that differ in their order only come to the same end, and count as one. Nothing is left to luck: a position in
which a line could draw a card or throw a die before its end is no puzzle, but where a theme says that what is drawn on
the way decides nothing (``LUCK_ASIDE``); what is drawn with its last step does not matter for any goal.

A theme may be a question (``QUESTIONS``): its answer is a seat that is named, and nothing is moved.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import registry
from engine.chance import SeededChance
from engine.content import puzzles
from engine.content.puzzles import Puzzle
from engine.goals import Goal, Goals

MOST_POSITIONS = 400_000
"""Positions that are searched for one puzzle."""


class NoPuzzle(ValueError):
    """A position that cannot be proved: too many lines, or one that is left to luck."""


class Luck:
    """A source of chance that remembers whether it was asked."""

    def __init__(self) -> None:
        self._chance = SeededChance(0)
        self.asked = False

    def below(self, n: int) -> int:
        """As :class:`engine.chance.SeededChance` does it."""
        self.asked = True
        return self._chance.below(n)

    def die(self, sides: int) -> int:
        """As :class:`engine.chance.SeededChance` does it."""
        self.asked = True
        return self._chance.die(sides)

    def draw(self, pool: Sequence[int]) -> int:
        """As :class:`engine.chance.SeededChance` does it."""
        self.asked = True
        return self._chance.draw(pool)


@dataclass(slots=True)
class Lines:
    """The ends of all lines of a position: of each the first line that came there, and the position itself."""

    start: Any
    seat: int
    first: int
    """How many first steps there are."""
    ends: dict[Hashable, tuple[tuple[int, ...], Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """What a search has shown: the ends that reach the goal, by their first line, and how many miss it by one."""

    solutions: tuple[tuple[int, ...], ...]
    near: int
    ends: int
    first: int

    @property
    def unique(self) -> bool:
        """One end alone reaches the goal."""
        return len(self.solutions) == 1


def lines(game: str, start: Any, seat: int, theme: str, goal: Goal, most: int = MOST_POSITIONS) -> Lines:
    """Every line of the seat that moves to its end; raises :class:`NoPuzzle`."""
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


def find_solutions(game: str, found: Lines, theme: str, goal: Goal) -> Proof:
    """Which of the ends reach a goal."""
    known = find_goals(game)
    solutions, near = [], 0
    for line, state in found.ends.values():
        short = known.short(found.start, state, line, theme, goal)
        if not short:
            solutions.append(line)
        near += short == 1
    return Proof(tuple(solutions), near, len(found.ends), found.first)


def prove(game: str, puzzle: Puzzle, most: int = MOST_POSITIONS) -> Proof:
    """Search a puzzle anew; raises :class:`NoPuzzle` or ``BadPuzzles``."""
    start = puzzles.start(game, puzzle)
    return find_solutions(
        game, lines(game, start, puzzle.seat, puzzle.theme, puzzle.goal, most), puzzle.theme, puzzle.goal
    )


def wrong(game: str, puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, in words; "" when it is proved to be as its file says."""
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
    """Whether these actions, one after the other, reach the goal by the rules."""
    rules, known = registry.rules(game), find_goals(game)
    start = puzzles.start(game, puzzle)
    state = rules.clone(start)
    for action in () if puzzle.theme in known.QUESTIONS else actions:
        if action not in rules.legal(state, puzzle.seat):
            return False
        rules.apply(state, puzzle.seat, action, Luck())
    return not known.short(start, state, actions, puzzle.theme, puzzle.goal)


def find_goals(game: str) -> Goals:
    """What a game's puzzles may ask for; raises :class:`NoPuzzle` when it has none."""
    known = puzzles.goals(game)
    if known is None:
        raise NoPuzzle(f"{game} has no puzzles")
    return known


def _whole(state: Any) -> Hashable:
    """A state as something that can be looked up: all its fields but the choices, which follow from them."""
    kind = type(state)
    return tuple(
        [
            tuple(value) if isinstance(value := getattr(state, name), list) else value
            for name in kind.__slots__
            if name not in ("choices", "book")
        ]
    )
