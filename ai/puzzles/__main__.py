"""Makes puzzles from self-play games, for the shelves of the games, from the command line; it is not packed.

``python3 -m ai.puzzles make GAME --count N --seed S`` plays games and makes that number of new puzzles out of them,
next to those of ``--file`` (the game's own); ``python3 -m ai.puzzles verify [GAME …]`` proves every puzzle anew, by
searching all its lines; ``--sample N`` proves N of each game, drawn by ``--seed``."""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import os
import sys
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from ai.lab.self_play import play_game
from ai.puzzles.making import Lines, NoPuzzle, PuzzleMaker, build_puzzle, find_maker, find_solutions, lines, wrong
from engine import registry
from engine.chance import SeededChance, mix
from engine.content import puzzles
from engine.content.puzzles import Puzzle, to_step
from engine.storage import files

GAMES_AT_MOST = 100_000
MOST_OF_A_GAME, MOST_OF_A_POSITION = 4, 2
"""Most puzzles per theme from one game, and from one position over all themes."""
APART = 8
"""Decisions between two examined positions of a game."""


def make_puzzles(game: str, seed: int, games: int, before: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield puzzles from ``games`` new self-play games, none like another or like one of ``before``; deterministic."""
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
    """Yield the puzzles that a position gives, each proved to have one solution; ``name``: first part of their ids."""
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
    """Return the puzzles with their steps of difficulty: the shelf's first, both groups easiest first."""
    order = sorted(puzzles, key=lambda puzzle: (not puzzle.shelf, puzzle.rating, puzzle.id))
    return [msgspec.structs.replace(puzzle, step=to_step(puzzle.rating)) for puzzle in order]


def main(arguments: Sequence[str]) -> int:
    """Command line: 0 on success, 1 if a puzzle is invalid, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.puzzles", description="Make puzzles, or prove them anew.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    make = verbs.add_parser("make", help="make new ones")
    make.add_argument("game")
    make.add_argument("--count", type=int, default=10)
    make.add_argument("--seed", type=int, default=1)
    make.add_argument("--games", type=int, default=GAMES_AT_MOST, help="play no more games than that")
    make.add_argument("--theme", default="", help="only this kind of goal")
    make.add_argument("--file", type=Path, default=None, help="the file they are added to (that of the game)")
    verify = verbs.add_parser("verify", help="prove them anew")
    verify.add_argument("games", nargs="*", metavar="game")
    verify.add_argument("--sample", type=int, default=0, help="this many of each game (all)")
    verify.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        if given.verb == "make":
            path = given.file or registry.folder(given.game) / puzzles.FILE
            return _make(given.game, given.count, given.seed, given.games, given.theme, path)
        return _verify(given.games or puzzles.games(), given.sample, given.seed)
    except registry.UnknownGame as error:
        parser.error(f"there is no game {str(error)!r}")
    except (NoPuzzle, puzzles.BadPuzzles, OSError) as error:
        parser.error(str(error))


def _make(game: str, count: int, seed: int, games: int, theme: str, path: Path) -> int:
    known = list(puzzles.read(path, game)) if path.exists() else []
    begun, there = time.monotonic(), len(known)
    for puzzle in make_puzzles(game, seed, games, known):
        if theme and puzzle.theme != theme:
            continue
        known.append(puzzle)
        _write(path, known)
        print(
            f"{len(known) - there} of {count}: {puzzle.id}, {puzzle.theme}, {len(puzzle.solution)} steps, "
            f"{puzzle.ends} ends, {puzzle.near} near, found by {puzzle.level or 'nobody'}, rating {puzzle.rating}, "
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )
        if len(known) - there >= count:
            break
    return 0


def _write(path: Path, known: Sequence[Puzzle]) -> None:
    """Write one puzzle per line, easiest first."""
    rows = [msgspec.json.encode(puzzle).decode() for puzzle in sort_by_difficulty(known)]
    files.write(path, ("[\n" + ",\n".join(rows) + "\n]\n").encode(), backup=False)


def _verify(games: Sequence[str], sample: int, seed: int) -> int:
    begun, failed = time.monotonic(), 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in games:
            asked = list(puzzles.load_puzzles(game))
            lot = SeededChance(seed)
            while sample and len(asked) > sample:
                asked.pop(lot.below(len(asked)))
            said = list(pool.map(wrong, [game] * len(asked), asked, chunksize=4))
            for puzzle, fault in zip(asked, said, strict=True):
                if fault:
                    failed += 1
                    print(f"{game} {puzzle.id}: {fault}")
            themes = {theme: sum(one.theme == theme for one in asked) for theme in sorted({one.theme for one in asked})}
            kinds = ", ".join(f"{theme} {count}" for theme, count in themes.items())
            print(f"{game}: {len(asked)} puzzles ({kinds}), {sum(map(bool, said))} wrong", flush=True)
    print(f"{time.monotonic() - begun:.0f} s. {'FAILED' if failed else 'All have one answer.'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
