"""Whether dice and draws of a game are fair: that they came from its seed (``python3 -m engine.verify FILE``), and how
they compare with their expectation.

The log contains every random result. They are generated again from the seed, for the opening and every decision, and
compared, as are the states. The *code* of the seed can be shown before the first decision; a player who wrote it down
can check later that the seed is the same.

Exit status: 0 if all agree, 1 if something differs, 2 if the file cannot be used.
"""

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erfc, sqrt
from pathlib import Path
from typing import Any

from engine import registry
from engine.chance import LoggedChance, ReplayedChance, SeededChance, mix
from engine.contract import BadOptions, Rules
from engine.history import History
from engine.storage import saves
from engine.storage.save_format import ReplayFailed, Save, replay_save
from engine.storage.saves import SaveError

CODE_LETTERS = 12


def seed_code(seed: str) -> str:
    """Return the code of a seed: the first hex digits of its SHA-256, in groups of four."""
    digits = hashlib.sha256(seed.strip().encode("utf-8", "surrogatepass")).hexdigest()[:CODE_LETTERS]
    return " ".join(digits[at : at + 4] for at in range(0, CODE_LETTERS, 4))


def differences(save: Save) -> list[str]:
    """Describe the random results that do not follow from the seed, [] if all do. Raises ReplayFailed, BadOptions."""
    rules = registry.rules(save.game)
    course = replay_save(rules, save)
    found = []
    if save.base is None:
        chance = LoggedChance(SeededChance(mix(save.seed, "opening")))
        rules.new(rules.check_options(save.options, len(save.seats)), len(save.seats), chance)
        if tuple(chance.take()) != save.opening.draws:
            found.append("the opening is not that of the seed")
    else:
        found.append(f"what came before decision {save.base.turn + 1} is not known")
    for number, entry in enumerate(course.entries):
        if not entry.draws:
            continue
        turn = course.base + number
        chance = LoggedChance(SeededChance(mix(save.seed, "decision", turn)))
        rules.apply(rules.clone(course.positions[number].state), entry.seat, entry.action, chance)
        if tuple(chance.take()) != entry.draws:
            found.append(f"decision {turn + 1}: what chance gave is not that of the seed")
    return found


# Statistics of dice and draws compared with their expectation.
#
# The log stores random results but not the number of possibilities, so the decisions are replayed and every request is
# recorded. A *die* has faces. A *draw* takes one of a varying number of things, so the quarter of the pool it fell in
# is counted. Both are uniform without manipulation.

QUARTERS = 4
FEWEST = 4
"""Smallest size of a pool whose draws are counted."""
LEAST_EXPECTED = 5.0
"""Least expected count per result for a statement about evenness."""


@dataclass(slots=True)
class Tally:
    """Observed and expected count of each result, by index."""

    counts: list[int]
    expected: list[float]

    @classmethod
    def empty(cls, results: int) -> "Tally":
        """Return a tally of this number of possible results, with all counts 0."""
        return cls([0] * results, [0.0] * results)

    @property
    def size(self) -> int:
        """Total of the observed counts."""
        return sum(self.counts)

    def add(self, other: "Tally") -> None:
        """Add another tally of the same kind."""
        self.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        self.expected = [one + two for one, two in zip(self.expected, other.expected, strict=True)]

    @property
    def unevenness(self) -> float | None:
        """Probability, 0 to 1, that a fair series is at least as uneven (chi-square test); None with too few results.

        Tail of the chi-square distribution by the Wilson-Hilferty approximation, accurate to about 0.01.
        """
        if min(self.expected, default=0.0) < LEAST_EXPECTED:
            return None
        free = len(self.counts) - 1
        squares = sum((count - wanted) ** 2 / wanted for count, wanted in zip(self.counts, self.expected, strict=True))
        away = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
        return erfc(away / sqrt(2)) / 2


@dataclass(slots=True)
class DrawCounts:
    """Tallies of games by who acted ("person", "computer", "table"): dice by number of sides, and draws."""

    dice: dict[str, dict[int, Tally]] = field(default_factory=dict)
    draws: dict[str, Tally] = field(default_factory=dict)
    games: int = 0

    def add(self, other: "DrawCounts") -> None:
        """Add the counts of other games."""
        self.games += other.games
        for kind, by_sides in other.dice.items():
            for sides, tally in by_sides.items():
                self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides)).add(tally)
        for kind, tally in other.draws.items():
            self.draws.setdefault(kind, Tally.empty(QUARTERS)).add(tally)

    def die(self, kind: str, sides: int, face: int) -> None:
        """Count a die roll by ``kind`` of player; ``face`` from 0."""
        tally = self.dice.setdefault(kind, {}).setdefault(sides, Tally.empty(sides))
        tally.counts[face] += 1
        tally.expected = [wanted + 1 / sides for wanted in tally.expected]

    def draw(self, kind: str, things: int, taken: int) -> None:
        """Count a draw of one of ``things`` things: ``taken``, from 0; small pools (below ``FEWEST``) are ignored."""
        if things < FEWEST:
            return
        tally = self.draws.setdefault(kind, Tally.empty(QUARTERS))
        tally.counts[taken * QUARTERS // things] += 1
        for thing in range(things):
            tally.expected[thing * QUARTERS // things] += 1 / things


class _Noting(ReplayedChance):
    """Recorded chance that counts what is requested."""

    __slots__ = ("_counted", "_kind")

    def __init__(self, draws: Sequence[int], counted: DrawCounts, kind: str) -> None:
        super().__init__(draws)
        self._counted = counted
        self._kind = kind

    def die(self, sides: int) -> int:
        """Return the next recorded face, and count it."""
        face = super().die(sides)
        if sides > 1:
            self._counted.die(self._kind, sides, face - 1)
        return face

    def draw(self, pool: Sequence[int]) -> int:
        """Return the element of the pool that the record names, and count the draw."""
        at = super().below(len(pool))
        if len(pool) > 1:
            self._counted.draw(self._kind, len(pool), at)
        return pool[at]


def count_draws(course: History, kinds: Sequence[str]) -> DrawCounts:
    """Count the random results of a game. ``kinds`` by seat: "person" or "computer"; the opening is not counted.

    Results after simultaneous decisions belong to nobody and are counted as "table".
    """
    rules: Rules[Any] = course.rules
    found = DrawCounts(games=1)
    for at, entry in enumerate(course.entries):
        if entry.draws:
            state = rules.clone(course.positions[at].state)
            kind = "table" if course.positions[at].hidden else kinds[entry.seat]
            rules.apply(state, entry.seat, entry.action, _Noting(entry.draws, found, kind))
    return found


def main(arguments: Sequence[str]) -> int:
    """Check a game's file and print the findings; return 0 if all is fair, 1 if not, 2 if the file is no good."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.verify", description="Did all dice come from the seed?")
    parser.add_argument("file", type=Path, help="the file of a game")
    given = parser.parse_args(arguments)
    try:
        save = saves.look(given.file).save
    except SaveError as error:
        print(f"{given.file}: {error.message.id} {dict(error.message.params)}", file=sys.stderr)
        return 2
    print(f"{save.game}, {len(save.log)} decisions, seed {save.seed!r}, code {seed_code(save.seed)}")
    try:
        found = differences(save)
    except (ReplayFailed, BadOptions) as error:
        found = [f"the log does not lead to its own positions: {error}"]
    for line in found:
        print(line)
    if not found:
        print("every die and every draw is that of the seed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
