"""Ratings of players from games of any number of seats, in which they met directly or through others.

Every pair of a table counts as a game of two by its places; the intervals take in that pairs of one table hang together
(each table is one observation). From one player to the next the step is told with an interval of its own: the distance
to the anchor, which both share, does not blur it. How strong the levels are told to be says ``ai.lab.ladder``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from ai.algorithms.confidence_intervals import Z
from ai.lab.arena import Record
from ai.ratings import SCALE

PRIOR_GAMES = 0.5
"""Draws against the anchor added for everyone, so that ratings stay finite."""
STEPS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """Rating difference between two players, and half the width of its 95 % interval."""

    points: int
    spread: int


@dataclass(frozen=True, slots=True)
class Fit:
    """Log-odds by name with the anchor at 0, and their covariance.

    ``found``: from the residuals of tables; ``least``: a lower bound, because few games can look too certain.
    """

    worth: Mapping[str, float]
    found: Covariance
    least: Covariance

    def step(self, low: str, high: str) -> Step:
        """Return the rating difference of the second player over the first."""
        errors = []
        for matrix in (self.found, self.least):
            known = matrix.get
            errors.append(known((low, low), 0.0) + known((high, high), 0.0) - 2 * known((low, high), 0.0))
        spread = round(Z * SCALE * sqrt(max(0.0, *errors)))
        return Step(round(SCALE * (self.worth[high] - self.worth[low])), spread)


def fit_ratings(records: Iterable[Record], anchor: str) -> Fit:
    """Fit ratings of all players connected to the anchor; raises ValueError if the anchor did not play."""
    tables = [_pairs(record) for record in records if not record.differs]
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
    return Fit(
        worth,
        {(one, two): spread[at[one]][at[two]] for one, two in pairs_of},
        {(one, two): least[at[one]][at[two]] for one, two in pairs_of},
    )


Covariance = Mapping[tuple[str, str], float]
"""By pair of names, without the anchor, which is fixed."""
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
