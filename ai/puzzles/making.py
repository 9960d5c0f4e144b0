"""Puzzles made from games of computers: positions on the way in which one line alone reaches something.

What a position is searched for, and which goals its lines allow, says the game's own module (``ai/<id>/puzzles.py``,
:class:`PuzzleMaker`). A goal makes a puzzle when one end alone reaches it, when lines enough miss it by one, and when
none made before is like it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log2
from typing import Any, Protocol, cast

import msgspec

from ai.choose import choose
from ai.lab.self_play import play_game
from ai.levels import QUICK_LEVELS
from ai.puzzles.proving import Lines, Luck, NoPuzzle, Proof, find_goals, find_solutions, lines
from engine import registry
from engine.chance import mix
from engine.content.puzzles import Puzzle, to_step
from engine.goals import Goal

MOST_OF_A_GAME, MOST_OF_A_POSITION = 4, 2
"""Puzzles that one game gives of a theme, and one position of all themes, with different answers."""
APART = 8
"""Decisions between two positions of a game that are used."""
OF_LEVEL = {"first_evening": -260, "novice": -180, "skilled": -60, "expert": 60, "": 160}
"""By how much a puzzle is easier or harder because of the weakest level that finds its answer."""
EASIEST, A_STEP, A_CHOICE, AN_END = 620, 90, 70, 25
"""Rating of nothing at all, and what each further step, each doubling of first steps and of ends adds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Games that positions are taken from."""

    options: Mapping[str, Any]
    seats: int


class PuzzleMaker(Protocol):
    """What a game's module of puzzles for the opponents' side offers."""

    SETTINGS: Sequence[Setting]
    LEVEL: str
    """Of the computers that play the games."""
    MOST_POSITIONS: int
    """Positions that are searched for one puzzle: proving hundreds of them anew is to take minutes."""
    FEWEST_NEAR: Mapping[str, int]
    """By theme: lines that have to miss the goal by one, at least."""

    def propose_goals(self, state: Any) -> Iterator[tuple[str, Goal, Any]]:
        """What the lines of a position are searched for, and where they begin: there, or in one made like it; nothing
        where no puzzle may begin."""
        ...

    def candidates(self, found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
        """Themes and goals that one end alone reaches, with the position they are asked in."""
        ...

    def thoughts(self, start: Any, theme: str, solution: tuple[int, ...]) -> int:
        """How many thoughts an answer takes: the longer, the harder."""
        ...

    def look(self, state: Any) -> Hashable:
        """What of a position tells one puzzle from another that has the same goal and the same answer."""
        ...


def find_maker(game: str) -> PuzzleMaker:
    """The maker of a game's puzzles; raises :class:`NoPuzzle` when there is none."""
    try:
        return cast(PuzzleMaker, import_module(f"{registry.info(game).opponents.rpartition('.')[0]}.puzzles"))
    except ModuleNotFoundError as error:
        raise NoPuzzle(f"{game} has no puzzles") from error


def make_puzzles(game: str, seed: int, games: int, before: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Puzzles out of so many games; the same arguments give the same puzzles."""
    own = find_maker(game)

    def likeness(puzzle: Puzzle) -> Hashable:
        look = own.look(registry.rules(game).load(puzzle.state))
        return puzzle.theme, tuple(sorted(puzzle.goal.items())), puzzle.solution, look

    known = {likeness(puzzle) for puzzle in before}
    for number in range(games):
        setting = own.SETTINGS[number % len(own.SETTINGS)]
        options = dict(registry.rules(game).check_options(setting.options, setting.seats))
        history = play_game(game, options, setting.seats, own.LEVEL, mix(seed, game, number))
        count: dict[str, int] = {}
        last = -APART
        for at, state in history.positions.items():
            if at - last < APART:
                continue
            answers: set[tuple[int, ...]] = set()
            for puzzle in search_position(game, own, state, options, f"{seed}-{number}-{at}"):
                if puzzle.solution in answers or likeness(puzzle) in known:
                    continue
                if count.get(puzzle.theme, 0) < MOST_OF_A_GAME:
                    known.add(likeness(puzzle))
                    answers.add(puzzle.solution)
                    count[puzzle.theme] = count.get(puzzle.theme, 0) + 1
                    last = at
                    yield puzzle
                    if len(answers) == MOST_OF_A_POSITION:
                        break


def search_position(game: str, own: PuzzleMaker, state: Any, options: Mapping[str, Any], name: str) -> Iterator[Puzzle]:
    """The puzzles of one position."""
    for theme, goal, begun in own.propose_goals(state):
        seat = registry.rules(game).to_act(begun)[0] if "seat" not in goal else goal["seat"]
        try:
            found = lines(game, begun, seat, theme, goal, own.MOST_POSITIONS)
        except NoPuzzle:
            continue
        for at, (kind, wanted, start) in enumerate(own.candidates(found, theme, goal)):
            asked = Lines(start, seat, found.first, found.ends)
            proof = find_solutions(game, asked, kind, wanted)
            if proof.unique and proof.near >= own.FEWEST_NEAR[kind] and proof.first > 1:
                thoughts = own.thoughts(start, kind, proof.solutions[0])
                named = f"{name}-{at or ''}{kind}".replace("_", "-")
                yield _puzzle(game, asked, proof, kind, wanted, options, named, thoughts)


def _puzzle(
    game: str, found: Lines, proof: Proof, theme: str, goal: Goal, options: Mapping[str, Any], name: str, thoughts: int
) -> Puzzle:
    solution = proof.solutions[0]
    level = find_weakest_solver(game, found.start, found.seat, theme, goal)
    of_level = 0 if theme in find_goals(game).QUESTIONS else OF_LEVEL[level]
    rating = EASIEST + A_STEP * thoughts + A_CHOICE * log2(proof.first) + AN_END * log2(proof.ends) + of_level
    dumped = registry.rules(game).dump(found.start)
    return Puzzle(
        name[-40:].strip("-"), theme, goal, dict(options), found.seat, dumped, solution, proof.first, proof.ends,
        proof.near, level, round(rating), 1,
    )  # fmt: skip


def find_weakest_solver(game: str, start: Any, seat: int, theme: str, goal: Goal) -> str:
    """The weakest level that reaches the goal of its own accord, without being told of it; "" when none does, and of a
    question, which no level is ever asked."""
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


def sort_by_difficulty(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles from the easiest to the hardest, each with the step of its rating."""
    order = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return [msgspec.structs.replace(puzzle, step=to_step(puzzle.rating)) for puzzle in order]
