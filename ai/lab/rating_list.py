"""A list of ratings from games: ``python3 -m ai.lab.rating_list GAME FILE …``.

The files are games that ``python3 -m ai.arena … --keep FILE`` has written down, of any number of seats; players that
met there, directly or through others, come on one list, on which Casual stands at 1200. What the arena has only summed
up counts with ``--share expert skilled 0.66 100``: the share that seats of the first level won of that number of games
against as many seats of the second.

Every pair of a table counts as a game of two by its places; the intervals take in that pairs of one table hang together
(each table is one observation). From one level to the next the step is told with an interval of its own: the distance
to the anchor, which both share, does not blur it. How strong the levels are told to be says ``ai.lab.ladder``.
"""

from __future__ import annotations

if __name__ == "__main__":
    from engine.bootstrap import ready

    ready()

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path

from ai.algorithms.confidence_intervals import Z
from ai.lab.arena import Record, load_records
from ai.levels import LEVELS
from ai.ratings import SCALE, Rated

PRIOR_GAMES = 0.5
"""Draws against the anchor added for everyone, so that ratings stay finite."""
STEPS = 60
ANCHOR, AT = "novice", 1200
"""Who is fixed on a list, and at which rating."""


@dataclass(frozen=True, slots=True)
class Step:
    """Rating difference between two entries, and half the width of its 95 % interval."""

    points: int
    spread: int

    @property
    def clear(self) -> bool:
        """Whether the second is significantly stronger."""
        return self.points > self.spread


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted list: log-odds by name with the anchor at 0, and their covariance.

    ``found``: from the residuals of tables; ``least``: a lower bound, because few games can look too certain.
    """

    worth: Mapping[str, float]
    found: Covariance
    least: Covariance
    games: Mapping[str, int]
    anchor: str = ANCHOR

    def to_ratings(self) -> dict[str, Rated]:
        """The rating list, weakest first."""
        rows = {
            name: Rated(round(AT + SCALE * worth), self._spread(self.anchor, name))
            for name, worth in self.worth.items()
        }
        return dict(sorted(rows.items(), key=lambda pair: pair[1].rating))

    def step(self, low: str, high: str) -> Step:
        """Return the rating difference of the second entry over the first."""
        return Step(round(SCALE * (self.worth[high] - self.worth[low])), self._spread(low, high))

    def _spread(self, one: str, two: str) -> int:
        """Half the width of the 95 % interval of a difference, in rating points."""
        errors = []
        for matrix in (self.found, self.least):
            known = matrix.get
            errors.append(known((one, one), 0.0) + known((two, two), 0.0) - 2 * known((one, two), 0.0))
        return round(Z * SCALE * sqrt(max(0.0, *errors)))

    def steps(self) -> dict[tuple[str, str], Step]:
        """Differences between consecutive levels that played."""
        there = [level for level in LEVELS if level in self.worth]
        return {(low, high): self.step(low, high) for low, high in pairwise(there)}


def fit_ratings(records: Iterable[Record], shares: Iterable[Share] = (), anchor: str = ANCHOR) -> Fit:
    """Fit ratings of all entries connected to the anchor; raises ValueError if the anchor did not play."""
    tables = [_pairs(record) for record in records if not record.differs]
    for one, two, share, count in shares:
        won = round(share * count)
        tables += [[(one, two, 1.0)]] * won + [[(one, two, 0.0)]] * (count - won)
    names = sorted({name for pairs in tables for pair in pairs for name in pair[:2]})
    if anchor not in names:
        raise ValueError(f"expected games of {anchor}, which the list hangs on")
    free = [name for name in names if name != anchor]
    at = {name: k for k, name in enumerate(free)}
    worth = dict.fromkeys(names, 0.0)
    prior = [[(name, anchor, 0.5)] for name in free]
    curve: list[list[float]] = []
    for _ in range(STEPS):
        slope, curve = [0.0] * len(free), [[0.0] * len(free) for _ in free]
        for pairs, weight in [(pairs, 1.0) for pairs in tables] + [(pairs, PRIOR_GAMES) for pairs in prior]:
            _gather(pairs, weight, worth, at, slope, curve)
        moved = _solve(curve, slope)
        for name, k in at.items():
            worth[name] += max(-1.0, min(1.0, moved[k]))
        if max(map(abs, moved), default=0.0) < _NEAR:
            break
    spread, least = _spreads(tables, worth, at, curve)
    pairs_of = [(one, two) for one in free for two in free]
    games = {name: sum(any(name in pair[:2] for pair in pairs) for pairs in tables) for name in names}
    return Fit(
        worth,
        {(one, two): spread[at[one]][at[two]] for one, two in pairs_of},
        {(one, two): least[at[one]][at[two]] for one, two in pairs_of},
        games,
        anchor,
    )


Covariance = Mapping[tuple[str, str], float]
"""By pair of names, without the anchor, which is fixed."""
Share = tuple[str, str, float, int]
"""Two levels, the share won by the first, and the number of games."""
_NEAR = 1e-6
_Pairs = list[tuple[str, str, float]]
"""Two names and the result of the first: 1, 0.5 or 0."""


def _pairs(record: Record) -> _Pairs:
    found = []
    for seat, level in enumerate(record.levels):
        for other in range(seat):
            if record.levels[other] != level:
                mine, theirs = record.places[seat], record.places[other]
                found.append((level, record.levels[other], (mine < theirs) + (mine == theirs) / 2))
    return found


def _gather(
    pairs: _Pairs,
    weight: float,
    worth: Mapping[str, float],
    at: Mapping[str, int],
    slope: list[float],
    curve: list[list[float]] | None,
) -> None:
    """Add the gradient and curvature of the log-likelihood of these pairs."""
    for one, two, score in pairs:
        hoped = 1 / (1 + exp(worth[two] - worth[one]))
        j, k = at.get(one), at.get(two)
        for place, sign in ((j, 1), (k, -1)):
            if place is not None:
                slope[place] += sign * weight * (score - hoped)
        if curve is None:
            continue
        bend = weight * hoped * (1 - hoped)
        for first, second, sign in ((j, j, 1), (k, k, 1), (j, k, -1), (k, j, -1)):
            if first is not None and second is not None:
                curve[first][second] += sign * bend


def _spreads(
    tables: Sequence[_Pairs], worth: Mapping[str, float], at: Mapping[str, int], curve: Sequence[Sequence[float]]
) -> tuple[list[list[float]], list[list[float]]]:
    """Covariance of the estimates with each table as one observation (sandwich estimator), and half of the
    model-based one."""
    size = len(at)
    inverse = [_solve(curve, [float(row == k) for row in range(size)]) for k in range(size)]
    sums = [[0.0] * size for _ in range(size)]
    for pairs in tables:
        slope = [0.0] * size
        _gather(pairs, 1.0, worth, at, slope, None)
        pull = [sum(row[k] * slope[k] for k in range(size) if slope[k]) for row in inverse]
        for row, mine in zip(sums, pull, strict=True):
            for k, other in enumerate(pull):
                row[k] += mine * other
    return sums, [[each / 2 for each in row] for row in inverse]


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a small linear system by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for row in range(size):
            if row != k and rows[row][k]:
                factor = rows[row][k] / rows[k][k]
                rows[row] = [value - factor * lead for value, lead in zip(rows[row], rows[k], strict=True)]
    return [rows[k][size] / rows[k][k] for k in range(size)]


def main(arguments: Sequence[str]) -> int:
    """Command line; exit status 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python3 -m ai.lab.rating_list", description="The list of ratings of a game.")
    parser.add_argument("game", help="name of the game, e.g. king_of_12")
    parser.add_argument("files", nargs="*", type=Path, help="games that the arena has written with --keep")
    parser.add_argument(
        "--share",
        nargs=4,
        action="append",
        default=[],
        metavar=("LEVEL", "LEVEL", "SHARE", "GAMES"),
        help="a result that was only summed up",
    )
    given = parser.parse_args(arguments)
    try:
        records = load_records(given.game, given.files)
        shares = [(one, two, float(share), int(count)) for one, two, share, count in given.share]
        found = fit_ratings(records, shares)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    print(f"{given.game}: {len(records) + sum(share[3] for share in shares)} games")
    for name, one in reversed(found.to_ratings().items()):
        print(f"{name:<16}{one.rating:>6} ± {one.spread:<5}{found.games[name]:>6} games")
    for (low, high), step in found.steps().items():
        print(f"from {low} to {high}: {step.points} ± {step.spread}{'' if step.clear else ', not clear'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
