"""Puzzles of one's own: what can be asked of a position, how many answers it has, and how hard it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ai.choose import choose
from ai.puzzles.making import build_puzzle, find_maker
from ai.puzzles.proving import Lines, Luck, NoPuzzle, Proof, find_goals, find_solutions, lines
from engine import registry
from engine.chance import mix
from engine.content.puzzles import Puzzle
from engine.contract import Message
from engine.goals import Condition, Goal

MOST_POSITIONS = 60_000
"""Most positions searched for one question, some seconds of one core."""
LIKELY_LEVEL = "novice"
"""Casual, whose answer is told."""
MOST_STEPS = 40
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Wish:
    """A question that can be asked of a position: a goal for a seat."""

    theme: str
    goal: Goal
    seat: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the search of a question has found.

    ``reason``: "" or why it cannot be proved, "luck" or "many"; ``answers``: a line of each end that reaches the goal;
    ``lacking``: without an answer, what holds and what not at the end that comes closest; ``casual``: the line that a
    Casual player plays; ``found``: whether that line is an answer; ``puzzle``: the finished puzzle when the answer is
    the only one.
    """

    reason: str = ""
    proof: Proof | None = None
    answers: tuple[tuple[int, ...], ...] = ()
    lacking: tuple[Condition, ...] = ()
    casual: tuple[int, ...] = ()
    found: bool = False
    puzzle: Puzzle | None = None


def list_wishes(game: str, state: Any) -> list[Wish]:
    """List what can be asked of a position, the most telling first; none where its game has no puzzles or no theme
    fits."""
    try:
        return [Wish(theme, goal, seat) for theme, goal, seat in find_maker(game).list_wishes(state)]
    except NoPuzzle:
        return []


def explain_none(game: str, state: Any) -> Message | None:
    """Say what keeps anything from being asked of a position, or what it lacks; None where its game tells nothing."""
    try:
        own = find_maker(game)
        list(own.list_wishes(state))
    except NoPuzzle as error:
        return Message(f"ui.maker.{_find_reason(error)}.body")
    return own.tell_lacking(state)


def _find_reason(error: NoPuzzle) -> str:
    return "luck" if "luck" in str(error) else "many"


def examine(game: str, state: Any, options: Mapping[str, Any], wish: Wish, name: str) -> Verdict:
    """Search all lines of a question and tell what came of it; ``name``: id of the puzzle that may be made."""
    own, known = find_maker(game), find_goals(game)
    try:
        found = lines(game, state, wish.seat, wish.theme, wish.goal, MOST_POSITIONS)
    except NoPuzzle as error:
        return Verdict(_find_reason(error))
    proof = find_solutions(game, found, wish.theme, wish.goal)
    casual, reached = play_level(game, found, wish, LIKELY_LEVEL)
    if not proof.solutions:
        return Verdict("", proof, (), _find_lacking(game, found, wish), casual, reached)
    puzzle = None
    if proof.unique and proof.first > 1 and proof.ends > 1:
        puzzle = build_puzzle(game, own, found, proof, wish.theme, wish.goal, options, name[-LONGEST_NAME:])
    answers = proof.solutions if puzzle is None else (puzzle.solution,)
    if wish.theme in known.QUESTIONS:
        casual = ()
    return Verdict("", proof, answers, (), casual, reached, puzzle)


def _find_lacking(game: str, found: Lines, wish: Wish) -> tuple[Condition, ...]:
    """Return what holds and what not at the end that misses the goal by least."""
    known = find_goals(game)
    ends = [
        (known.short(found.start, state, line, wish.theme, wish.goal), len(line), line, state)
        for line, state in found.ends.values()
    ]
    if not ends:
        return ()
    _, _, line, state = min(ends, key=lambda each: each[:3])
    return tuple(known.conditions(found.start, state, line, wish.theme, wish.goal))


def play_level(game: str, found: Lines, wish: Wish, level: str) -> tuple[tuple[int, ...], bool]:
    """Return the line that a level plays by itself in a position, and whether it reaches the goal; () for questions."""
    rules, known = registry.rules(game), find_goals(game)
    if wish.theme in known.QUESTIONS:
        return (), False
    state = rules.clone(found.start)
    actions: list[int] = []
    for number in range(MOST_STEPS):
        legal: Sequence[int] = rules.legal(state, wish.seat)
        allowed = known.choices(state, wish.seat, wish.theme)
        fitting = [action for action in legal if action in allowed]
        if not fitting:
            return tuple(actions), False
        view = rules.view(state, wish.seat)
        action = choose(game, view, wish.seat, list(legal), level, mix(number, level)).action
        if action not in fitting:
            return tuple(actions), False
        rules.apply(state, wish.seat, action, Luck())
        actions.append(action)
        if known.is_over(found.start, state, wish.theme, wish.goal):
            return tuple(actions), not known.short(found.start, state, actions, wish.theme, wish.goal)
    return tuple(actions), False
