"""Tests whether characters can be recognised by their play style: ``python3 -m ai.lab.style_classifier GAME FILE …``.

The files are games of characters written by ``python3 -m ai.arena … --keep FILE``. Half of every character's games
train the classifier; samples of ten of the others are classified by style alone (``ai.lab.play_style``).

Where a character's level played at such tables too, the leanings in the first turns are reported as well.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path

from ai.algorithms.confidence_intervals import interval
from ai.lab.arena import Record, load_records
from ai.lab.early_style import format_lines, measure_early_style
from ai.lab.play_style import COUNTED, Manner, nearest
from engine.chance import SeededChance, mix
from engine.seats import WHO

GAMES = 10
"""Games per sample."""
TIMES = 40
"""Samples per character."""
LEAST = 0.001
"""Lower bound of a feature's standard deviation."""
TOGETHER = 0.7
"""Shrinkage of the off-diagonal covariance of the features."""


def group_by_character(records: Sequence[Record]) -> dict[str, list[Manner]]:
    """Styles of every character, game by game."""
    found: dict[str, list[Manner]] = {}
    for record in records:
        for level, counted in zip(record.levels, record.manners, strict=False):
            if level.startswith(WHO):
                found.setdefault(level, []).append(Manner(**counted))
    return found


def extract_features(manners: Sequence[Manner]) -> tuple[float, ...]:
    """Features of these games: leans and stakes."""
    counted = add_manners(manners)
    return counted.numbers + counted.stakes


def add_manners(manners: Sequence[Manner]) -> Manner:
    """Add up the styles measured in several games."""
    found = Manner()
    for manner in manners:
        found.add(manner)
    return found


def measure_confusion(games: Mapping[str, Sequence[Manner]], seed: int) -> dict[str, dict[str, int]]:
    """Confusion matrix: by character how often each one was named."""
    if not games:
        return {}
    chance = SeededChance(mix(seed, "reader"))
    seen = {who: manners[::2] for who, manners in games.items()}
    unseen = {who: manners[1::2] for who, manners in games.items()}
    read = {who: _tens(manners, chance) if len(manners) >= GAMES else [] for who, manners in unseen.items()}
    root = _root([_tens(manners, chance) for manners in seen.values()])
    known = {who: _whiten(extract_features(manners), root) for who, manners in seen.items()}
    named: dict[str, dict[str, int]] = {}
    for who, rows in read.items():
        said = [nearest(_whiten(numbers, root), known) for numbers in rows]
        named[who] = {each: said.count(each) for each in sorted(set(said))}
    return named


def _tens(manners: Sequence[Manner], chance: SeededChance) -> list[tuple[float, ...]]:
    """Features of random samples of ten games."""
    found = []
    for _ in range(TIMES):
        left = list(manners)
        picked = [left.pop(chance.below(len(left))) for _ in range(min(GAMES, len(left)))]
        found.append(extract_features(picked))
    return found


def _root(samples: Sequence[Sequence[Sequence[float]]]) -> list[list[float]]:
    """Cholesky factor of the covariance of the features within players. Correlated terms then count less than twice."""
    size = len(samples[0][0])
    count = max(1, sum(map(len, samples)))
    sums = [[0.0] * size for _ in range(size)]
    for rows in samples:
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        for row in rows:
            off = [number - mean for number, mean in zip(row, means, strict=True)]
            for i in range(size):
                for j in range(i + 1):
                    sums[i][j] += off[i] * off[j] * (1.0 if i == j else TOGETHER) / count
    root = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            left = sums[i][j] - sum(root[i][k] * root[j][k] for k in range(j))
            root[i][j] = sqrt(max(0.0, left) + LEAST * LEAST) if i == j else left / root[j][j]
    return root


def _whiten(numbers: Sequence[float], root: Sequence[Sequence[float]]) -> list[float]:
    """Whiten features with the Cholesky factor."""
    found: list[float] = []
    for number, row in zip(numbers, root, strict=True):
        found.append((number - sum(one * other for one, other in zip(row, found, strict=False))) / row[len(found)])
    return found


def main(arguments: Sequence[str]) -> int:
    """Command line; exit status 2 for invalid arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m ai.lab.style_classifier", description="Characters told by their manners."
    )
    parser.add_argument("game", help="name of the game, e.g. king_of_12")
    parser.add_argument("files", nargs="+", type=Path, help="games that the arena has written with --keep")
    parser.add_argument("--seed", type=int, default=1, help="which games are picked (1)")
    given = parser.parse_args(arguments)
    try:
        records = load_records(given.game, given.files)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    games = group_by_character(records)
    print(f"{given.game}: manners by term ({', '.join(COUNTED)})")
    for who, manners in games.items():
        numbers = " ".join(f"{number:6.2f}" for number in add_manners(manners).numbers)
        print(f"{who:<14}{len(manners):>4} games {numbers}")
    named = measure_confusion(games, given.seed)
    right = sum(said.get(who, 0) for who, said in named.items())
    count = sum(sum(said.values()) for said in named.values())
    for who, said in named.items():
        words = ", ".join(f"{each} {number}" for each, number in sorted(said.items(), key=lambda pair: -pair[1]))
        print(f"{who:<14}{words or f'needs {2 * GAMES} games'}")
    low, high = interval(right, count)
    print(f"named rightly: {right} of {count} ({low:.3f} to {high:.3f} if all were games of their own)")
    for line in format_lines(measure_early_style(records)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
