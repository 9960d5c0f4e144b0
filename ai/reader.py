"""Whether a reader of logs knows the characters: ``python3 -m ai.reader GAME FILE …``.

The files are games of characters that ``python3 -m ai.arena … --keep FILE`` has written down. Half of every character's
games are what the reader has seen of it before; of the others ten are laid before it again and again, and it says by
the counted manners alone (``ai.manner``) whose they are.

Where the level of a character has sat at such tables too, it is said besides whether the leanings show within the first
turns: by how much more (or less) of the term the character chose there than its level did.
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

from ai.arena import Record, kept_of
from ai.first_turns import shown_early, told
from ai.intervals import interval
from ai.manner import COUNTED, Manner, nearest
from engine.chance import SeededChance, mix
from engine.seats import WHO

GAMES = 10
"""So many games of one player are laid before the reader."""
TIMES = 40
"""So often for every character."""
LEAST = 0.02
"""No spread is taken to be smaller: few games can agree by accident."""


def games_of(records: Sequence[Record]) -> dict[str, list[Manner]]:
    """The manners of every character, game by game."""
    found: dict[str, list[Manner]] = {}
    for record in records:
        for level, counted in zip(record.levels, record.manners, strict=False):
            if level.startswith(WHO):
                found.setdefault(level, []).append(Manner(**counted))
    return found


def together(manners: Sequence[Manner]) -> Manner:
    """Several games as one."""
    found = Manner()
    for manner in manners:
        found.add(manner)
    return found


def told_apart(games: Mapping[str, Sequence[Manner]], seed: int) -> dict[str, dict[str, int]]:
    """By character how often each one was named when ten of its games were read."""
    known, unseen = {}, {}
    for who, manners in games.items():
        known[who] = together(manners[::2]).numbers
        unseen[who] = manners[1::2]
    chance = SeededChance(mix(seed, "reader"))
    read: dict[str, list[tuple[float, ...]]] = {}
    for who, manners in unseen.items():
        read[who] = []
        for _ in range(TIMES if len(manners) >= GAMES else 0):
            left = list(manners)
            picked = [left.pop(chance.below(len(left))) for _ in range(GAMES)]
            read[who].append(together(picked).numbers)
    spreads = _spreads(read)
    named: dict[str, dict[str, int]] = {}
    for who, rows in read.items():
        said = [nearest(numbers, known, spreads) for numbers in rows]
        named[who] = {each: said.count(each) for each in sorted(set(said))}
    return named


def _spreads(read: Mapping[str, Sequence[Sequence[float]]]) -> list[float]:
    """By term how much ten games of one player differ from other ten of the same."""
    found = []
    for term in range(len(COUNTED)):
        squares, count = 0.0, 0
        for rows in read.values():
            if rows:
                mean = sum(row[term] for row in rows) / len(rows)
                squares += sum((row[term] - mean) ** 2 for row in rows)
                count += len(rows)
        found.append(max(LEAST, sqrt(squares / max(1, count))))
    return found


def main(arguments: Sequence[str]) -> int:
    """The command line; the exit status is 2 for arguments that make no sense."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.reader", description="Characters told by their manners.")
    parser.add_argument("game", help="name of the game, e.g. king_of_12")
    parser.add_argument("files", nargs="+", type=Path, help="games that the arena has written with --keep")
    parser.add_argument("--seed", type=int, default=1, help="which games are picked (1)")
    given = parser.parse_args(arguments)
    try:
        records = kept_of(given.game, given.files)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    games = games_of(records)
    print(f"{given.game}: manners by term ({', '.join(COUNTED)})")
    for who, manners in games.items():
        numbers = " ".join(f"{number:6.2f}" for number in together(manners).numbers)
        print(f"{who:<14}{len(manners):>4} games {numbers}")
    named = told_apart(games, given.seed)
    right = sum(said.get(who, 0) for who, said in named.items())
    count = sum(sum(said.values()) for said in named.values())
    for who, said in named.items():
        words = ", ".join(f"{each} {number}" for each, number in sorted(said.items(), key=lambda pair: -pair[1]))
        print(f"{who:<14}{words or f'needs {2 * GAMES} games'}")
    low, high = interval(right, count)
    print(f"named rightly: {right} of {count} ({low:.3f} to {high:.3f} if all were games of their own)")
    for line in told(shown_early(records)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
