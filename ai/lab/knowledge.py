"""How much of what can be known an evaluator knows: ``python3 -m ai.lab.knowledge FILE ...``.

Reads banks of positions (``ai.lab.position_bank``) and compares what every side was given with the play-outs of the
same position. *Skill* is the part of the equal share's Brier score that is gone; the *knowable* skill is that of the
true chance, estimated without bias from the play-outs (their sample variance), and *known* is skill as a share of it.
The *slope* is the factor of the log-odds that would have made the play-outs most likely: above 1 the evaluator is too
timid, below 1 too sure. Intervals (95 %) are of a bootstrap over games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from math import exp, log
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

from ai.algorithms.value_function import FittedEvaluator
from ai.analysis.steps import PositionValue
from ai.lab.jsonl import append_line
from ai.lab.measurements import Measurement, Question
from ai.lab.position_bank import BankedGame, read_bank
from ai.lab.self_play import play_game
from ai.opponent_registry import find_evaluator
from ai.win_probability import adapt_playouts, chances, chances_by_playouts, sum_by_side
from engine import registry
from engine.chance import SeededChance, mix

TURNS = 24
"""Times that a turn is played on."""
Estimate = Callable[[Any], Sequence[float]]
"""State to the win probability by seat."""


def adapt_to_game(banked: BankedGame) -> Estimate:
    """Return the play-outs that are as loose as the players of the game, which is played again for that."""
    game = banked.game
    found = play_game(game, banked.options, banked.seats, banked.level, mix(banked.seed, "bank", banked.number))
    adapted = adapt_playouts(game, [found.positions[turn] for turn in sorted(found.positions)])
    return lambda state: chances_by_playouts(game, state, 1, 0, adapted)


VERSIONS: dict[str, Callable[[BankedGame], Estimate]] = {
    "quick": lambda banked: partial(chances, banked.game),
    "close": lambda banked: partial(chances, banked.game, closely=True),
    "playouts": lambda banked: partial(chances_by_playouts, banked.game, seed=1),
    "adapted": adapt_to_game,
    "turn": lambda banked: partial(PositionValue(banked.game).evaluate_after_turn, seeds=range(TURNS), closely=True),
}
"""Evaluators of the positions of a game that can be measured; ``turn``: with the turn under way played to its end, as
analyses judge within one; ``adapted``: as analyses judge the end of a turn, with play-outs that know how loosely the
game is played.
"""
QUESTION = "How much of what can be known of a position does its evaluator know?"
MEASURED = {
    "skill": "Brier skill against equal shares",
    "knowable": "Brier skill of the true chance",
    "share_of_knowable": "skill as a share of the knowable",
    "slope": "slope of the log-odds",
}
"""What each figure is called."""
RESAMPLES = 400
LEAST = 1e-6
"""Probability below which log-odds are cut off."""
ROUNDS = 40
"""Bisections that find a slope."""
STEEPEST = 8.0


@dataclass(frozen=True, slots=True)
class Sample:
    """One position: prediction and mean of the play-outs by side, and the sample variance of these, added up."""

    predicted: tuple[float, ...]
    mean: tuple[float, ...]
    variance: float

    @property
    def error(self) -> float:
        """Expected squared error of the prediction against one play-out, added up over the sides."""
        return self._spread(self.predicted)

    @property
    def error_of_equal(self) -> float:
        """The same of equal shares."""
        return self._spread([1 / len(self.mean)] * len(self.mean))

    def _spread(self, predicted: Sequence[float]) -> float:
        """Mean squared error over the play-outs: that of their mean, and their variance about it."""
        return sum((one - mean) ** 2 for one, mean in zip(predicted, self.mean, strict=True)) + self.variance


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one set of positions."""

    positions: int
    skill: float
    knowable: float
    slope: float

    @property
    def share_of_knowable(self) -> float:
        """Skill as a share of the knowable skill; 0 where nothing can be known."""
        return self.skill / self.knowable if self.knowable > 0 else 0.0


def take_samples(banked: BankedGame, estimate: Estimate, *, by_progress: bool = False) -> list[tuple[float, Sample]]:
    """Evaluate the positions of a game; return (part of the game, or progress, and sample) of each."""
    judge = find_evaluator(banked.game)
    rules, found = registry.rules(banked.game), []
    for one in banked.positions:
        state = rules.load(one.state)
        rows = [sum_by_side(banked.game, state, shares) for shares in one.shares]
        count = len(rows)
        mean = tuple([sum(column) / count for column in zip(*rows, strict=True)])
        spread = sum((number - middle) ** 2 for row in rows for number, middle in zip(row, mean, strict=True))
        predicted = tuple(sum_by_side(banked.game, state, estimate(state)))
        place = one.part
        if by_progress and isinstance(judge, FittedEvaluator):
            place = round(judge.extract(state).progress, 2)
        found.append((place, Sample(predicted, mean, spread / count)))
    return found


def weigh(samples: Sequence[Sample], playouts: int) -> Figures:
    """Compute the figures of some positions, each with its play-outs."""
    equal = sum(one.error_of_equal for one in samples)
    unknowable = sum(one.variance for one in samples) * playouts / (playouts - 1)
    return Figures(
        len(samples), 1 - sum(one.error for one in samples) / equal, 1 - unknowable / equal, find_slope(samples)
    )


def find_slope(samples: Sequence[Sample]) -> float:
    """Return the factor of the log-odds that makes the play-outs most likely, 0 to :data:`STEEPEST`."""
    rows = [([log(max(LEAST, chance)) for chance in one.predicted], one.mean) for one in samples]

    def rises(slope: float) -> bool:
        """Whether the likelihood still rises at this slope."""
        total = 0.0
        for logs, mean in rows:
            top = max(logs)
            weights = [exp(slope * (each - top)) for each in logs]
            whole = sum(weights)
            total += sum((share - w / whole) * each for share, w, each in zip(mean, weights, logs, strict=True))
        return total > 0

    low, high = 0.0, STEEPEST
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
    return (low + high) / 2


def measure(
    banks: Iterable[BankedGame], version: Callable[[BankedGame], Estimate], seed: int = 1, *, by_progress: bool = False
) -> dict[float, dict[str, Any]]:
    """Return by part of the game, or by progress, the figures as plain data, with their intervals."""
    by_part: dict[float, list[Sample]] = {}
    playouts = 0
    for banked in banks:
        for part, sample in take_samples(banked, version(banked), by_progress=by_progress):
            by_part.setdefault(part, []).append(sample)
        playouts = playouts or len(banked.positions[0].shares)
    found = {}
    for part, samples in sorted(by_part.items()):
        chance = SeededChance(seed)
        again = [
            weigh([samples[chance.below(len(samples))] for _ in samples], playouts)
            for _ in range(RESAMPLES if len(samples) > 1 else 0)
        ]
        told = weigh(samples, playouts)
        found[part] = {"positions": told.positions, "playouts": playouts} | {
            name: {"value": getattr(told, name), **_interval([getattr(one, name) for one in again])}
            for name in MEASURED
        }
    return found


def _interval(numbers: Sequence[float]) -> dict[str, float]:
    """The middle 95 % of the numbers."""
    ordered = sorted(numbers)
    if not ordered:
        return {}
    cut = len(ordered) // 40
    return {"low": ordered[cut], "high": ordered[-1 - cut]}


def format_table(figures: dict[float, dict[str, Any]]) -> str:
    """Format the figures as text."""
    lines = ["part  positions      skill                knowable             known                slope"]
    for part, row in figures.items():
        cells = [
            f"{row[name]['value']:6.3f} ({row[name].get('low', 0):.2f} to {row[name].get('high', 0):.2f})"
            for name in ("skill", "knowable", "share_of_knowable", "slope")
        ]
        lines.append(f"{part:4.2f} {row['positions']:6} x {row['playouts']}  " + "  ".join(cells))
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Command line; exit status 2 for invalid arguments."""
    parser = argparse.ArgumentParser(
        prog="python3 -m ai.lab.knowledge", description="How much of the knowable is known"
    )
    parser.add_argument("banks", type=Path, nargs="+", metavar="FILE", help="files of ai.lab.position_bank")
    parser.add_argument("--version", default="quick", choices=sorted(VERSIONS), help="which evaluator (quick)")
    parser.add_argument("--by", default="part", choices=("part", "progress"), help="how positions are grouped (part)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the figures to this file of measurements")
    parser.add_argument("--commit", default="", help="commit that is measured, for --json")
    given = parser.parse_args(arguments)
    try:
        banks = [one for path in given.banks for one in read_bank(path)]
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if not banks or any(len(one.shares) < 2 for bank in banks for one in bank.positions):
        parser.error("no games with two play-outs or more")
    figures = measure(banks, VERSIONS[given.version], by_progress=given.by == "progress")
    first = banks[0]
    print(f"{first.game}: {len(banks)} games of {first.level} at {first.seats} seats, {given.version} look")
    print(format_table(figures))
    if given.json:
        if not given.json.exists():
            append_line(given.json, Question(QUESTION))
        for part, row in figures.items():
            for name in MEASURED:
                append_line(given.json, make_row(first, given.version, given.by, part, name, row, given.commit))
    return 0


def make_row(
    first: BankedGame, version: str, by: str, place: float, name: str, row: dict[str, Any], commit: str
) -> Measurement:
    """One figure as it stands in ``measurements/``."""
    options = json.dumps(first.options)
    command = (
        f"python3 -m ai.lab.position_bank {first.game} --level {first.level} --seats {first.seats} --seed SEED"
        f" --options '{options}' --games {row['positions']} --playouts {row['playouts']} --keep FILE;"
        f" python3 -m ai.lab.knowledge FILE --version {version}" + (" --by progress" if by == "progress" else "")
    )
    setting = f"{round(100 * place)} % of a game" if by == "part" else f"progress {place}"
    return Measurement(
        game=first.game, measure=MEASURED[name], subject=f"{version} look", against=first.level,
        setting=setting, seats=first.seats, **row[name], games=row["positions"],
        unit="positions", seed=str(first.seed), command=command, date=date.today().isoformat(), version=commit,
        status="current", note=f"{row['playouts']} play-outs of each position",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
