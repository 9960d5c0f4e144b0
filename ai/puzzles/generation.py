"""Makes puzzles from self-play games, for the shelves of the games; it is not packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ai.lab.self_play import play_game
from ai.puzzles.making import Lines, NoPuzzle, PuzzleMaker, build_puzzle, find_maker, find_solutions, lines
from engine import registry
from engine.chance import mix
from engine.content.puzzles import Puzzle, to_step

MOST_OF_A_GAME, MOST_OF_A_POSITION = 4, 2
"""Most puzzles per theme from one game, and from one position over all themes."""
APART = 8
"""Decisions between two examined positions of a game."""


def make_puzzles(game: str, seed: int, games: int, before: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield puzzles from new games; deterministic."""
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
    """Yield the puzzles of one position."""
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
                named = f"{name}-{at or ''}{kind}".replace("_", "-")
                yield build_puzzle(game, own, asked, proof, kind, wanted, options, named)


def sort_by_difficulty(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles of the shelf, then the others, from easiest to hardest, with their steps of difficulty."""
    order = sorted(puzzles, key=lambda puzzle: (not puzzle.shelf, puzzle.rating, puzzle.id))
    return [msgspec.structs.replace(puzzle, step=to_step(puzzle.rating)) for puzzle in order]
