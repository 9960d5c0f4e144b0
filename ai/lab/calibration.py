"""How well the chance to win holds: ``python3 -m ai.calibration GAME --seats 2 --games 400 --seed 1``.

Plays fresh games of one level against itself, takes a few positions out of each and compares what every side (seat or
team) was given with what became of it. Of each tenth from 0 to 1, the *bins*, it tells how many positions fell in, the
mean of what was predicted, how often it happened, and the 95 % interval of that (Wilson). The *Brier score* is the mean
over positions of the squared errors of all sides; *explained* is the part of the equal share's score that is gone: 0
for equal shares, 1 for perfect knowledge of the end.

*Opening*, *middle* and *end* are thirds of a usual game, as many decisions long as the first games were on average;
whatever comes after it counts as its end. Not of the very game: that it is in its last third is known only afterwards,
and says that the leader is about to win. For the same reason the number of a position is drawn before it is known
whether the game lasts so long.

``--from-view`` asks what the view of a seat tells (seats in turn) instead of the full state. Figures are printed as
it goes, the last of them as a table; an interrupted run prints what it has.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ai.algorithms.confidence_intervals import interval
from ai.lab.command_line import add_game_arguments, read_game, write_figures
from ai.lab.self_play import Game, play_game
from ai.levels import ARENA_LEVELS
from ai.win_probability import chances, chances_from_view, sum_by_side
from engine import registry
from engine.chance import SeededChance, mix

BINS = 10
ENOUGH = 200
"""Least number of predictions in a bin for a meaningful error."""
CLOSE = 0.05
"""Largest accepted difference between predicted and observed frequency."""
PARTS = ("opening", "middle", "end")
DRAWN_FROM = ((0, 1 / 3), (1 / 3, 2 / 3), (2 / 3, 1), (1, 4 / 3))
"""Thirds of a typical game; one position is drawn from each if the game lasts that long."""
ALL = "all"
OFTEN = 20
"""Games between reports, and games used to estimate the typical length."""


@dataclass(slots=True)
class Bin:
    """Predictions within one tenth: count, sum, and number of those that came true (ties count in parts)."""

    count: int = 0
    predicted: float = 0.0
    happened: float = 0.0

    def to_dict(self, number: int) -> dict[str, Any]:
        """Return bin ``number`` as plain data; ``holds`` (is it calibrated?) is None with few predictions."""
        found: dict[str, Any] = {"from": number / BINS, "to": (number + 1) / BINS, "count": self.count}
        if self.count:
            low, high = interval(self.happened, self.count)
            predicted, happened = self.predicted / self.count, self.happened / self.count
            near = abs(predicted - happened) <= CLOSE if self.count >= ENOUGH else None
            found.update(predicted=predicted, happened=happened, low=low, high=high, holds=near)
        return found


@dataclass(slots=True)
class Calibration:
    """Predicted win probabilities and outcomes of a set of positions, in bins."""

    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])
    positions: int = 0
    score: float = 0.0
    of_equal: float = 0.0

    def note(self, predicted: Sequence[float], happened: Sequence[float]) -> None:
        """Add one position: predicted win probabilities and final shares of the win, by side."""
        equal = 1 / len(predicted)
        self.positions += 1
        for chance, share in zip(predicted, happened, strict=True):
            one = self.bins[min(BINS - 1, int(chance * BINS))]
            one.count += 1
            one.predicted += chance
            one.happened += share
            self.score += (chance - share) ** 2
            self.of_equal += (equal - share) ** 2

    @property
    def brier(self) -> float:
        """Brier score: mean over positions of the squared errors of all sides."""
        return self.score / max(1, self.positions)

    @property
    def explained(self) -> float:
        """Brier skill score relative to equal shares."""
        return 1 - self.score / self.of_equal if self.of_equal else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "positions": self.positions,
            "brier": self.brier,
            "brier_of_equal_share": self.of_equal / max(1, self.positions),
            "explained": self.explained,
            "bins": [one.to_dict(number) for number, one in enumerate(self.bins)],
        }


class CalibrationRecorder:
    """Collects a calibration for each part of a game and one for all positions."""

    def __init__(self, game: str, from_view: bool) -> None:
        self.game = game
        self.from_view = from_view
        self.of = {name: Calibration() for name in (*PARTS, ALL)}

    def note(self, found: Game, usual: float, seed: int) -> None:
        """Add some positions of one game, one from each part; ``usual``: typical number of decisions of a game."""
        picks = SeededChance(mix(seed, "positions"))
        for number, (first, last) in enumerate(DRAWN_FROM):
            begin, end = round(first * usual), max(round(first * usual) + 1, round(last * usual))
            state = found.positions.get(begin + picks.below(end - begin))
            if state is None:
                continue
            predicted = self._predict(state, len(found.shares), picks)
            happened = sum_by_side(self.game, state, found.shares)
            for name in (PARTS[min(number, len(PARTS) - 1)], ALL):
                self.of[name].note(sum_by_side(self.game, state, predicted), happened)

    def _predict(self, state: Any, seats: int, picks: SeededChance) -> tuple[float, ...]:
        if not self.from_view:
            return chances(self.game, state)
        view = registry.rules(self.game).view(state, picks.below(seats))
        return chances_from_view(self.game, view, picks.below(1 << 20))


def measure(
    game: str,
    options: dict[str, Any],
    seats: int,
    games: int,
    seed: int,
    level: str = "skilled",
    from_view: bool = False,
    loud: bool = False,
) -> dict[str, Any]:
    """Play new games and return the calibration figures as plain data; deterministic."""
    books = CalibrationRecorder(game, from_view)
    waiting: list[tuple[Game, int]] = []
    done, usual = 0, 0.0
    try:
        for number in range(games):
            own = mix(seed, "calibration", number)
            waiting.append((play_game(game, options, seats, level, own), own))
            done += 1
            if not usual and done in (OFTEN, games):
                usual = sum(one.decisions for one, _ in waiting) / done
            if usual:
                for one, of_game in waiting:
                    books.note(one, usual, of_game)
                waiting = []
            if loud and done % OFTEN == 0:
                said = ", ".join(f"{name} {book.explained:.3f}" for name, book in books.of.items())
                print(f"{done} of {games} games, explained: {said}", flush=True)
    except KeyboardInterrupt:
        print(f"interrupted after {done} games", file=sys.stderr)
    return {
        "game": game, "seats": seats, "options": options, "level": level, "seed": seed, "games": done,
        "decisions_of_a_usual_game": usual, "from_view": from_view,
        "parts": {name: book.to_dict() for name, book in books.of.items()},
    }  # fmt: skip


def format_table(figures: dict[str, Any]) -> str:
    """Format the figures as text."""
    lines = []
    for name, part in figures["parts"].items():
        score = f"Brier {part['brier']:.4f} (equal share {part['brier_of_equal_share']:.4f})"
        lines.append(f"{name}: {part['positions']} positions, {score}, explained {part['explained']:.3f}")
        for one in part["bins"]:
            if one["count"]:
                between = f"{one['low']:.3f} to {one['high']:.3f}"
                verdict = {None: "too few", True: "holds", False: "is off"}[one["holds"]]
                lines.append(
                    f"  {one['from']:.1f} to {one['to']:.1f}{one['count']:>8}  predicted {one['predicted']:.3f}"
                    f"  happened {one['happened']:.3f} ({between})  {verdict}"
                )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return the exit status, 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.calibration", description="Does the chance to win hold?")
    add_game_arguments(parser, 200, 2)
    parser.add_argument("--level", default="skilled", help=f"who plays: {', '.join(ARENA_LEVELS)}, file:NAME (skilled)")
    parser.add_argument("--from-view", action="store_true", help="ask what a seat's view tells, not the full state")
    parser.add_argument("--json", metavar="FILE", help="write the figures to this file")
    given = parser.parse_args(arguments)
    _, options = read_game(parser, given, given.seats, [given.level])
    figures = measure(given.game, options, given.seats, given.games, given.seed, given.level, given.from_view, True)
    print(f"{given.game}: {figures['games']} games of {given.level} at {given.seats} seats, seed {given.seed}")
    print(format_table(figures))
    return write_figures(figures, given.json)
