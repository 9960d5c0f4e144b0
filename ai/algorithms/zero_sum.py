"""Exact solution of two-player zero-sum matrix games by linear programming (simplex method).

The matrix holds the pay-offs of the row player. Its maximin mixture (von Neumann 1928) comes from the dual of the
column player's linear program.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Matrix = Sequence[Sequence[float]]
"""Pay-offs of the row player: a row for each of its actions."""

EPSILON = 1e-12
"""Smaller numbers count as 0."""
MAX_PIVOTS = 200
"""Pivots after which a degenerate matrix is given up; a 7x7 matrix takes about ten."""
THREES = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Pairs out of three, with the remaining one last."""
BLAND_AFTER = 50
"""Pivots after which Bland's rule prevents cycling."""
SHARES = (0.95, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1)
"""Probabilities of the habit to try, largest first."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Value of the game for the row player, and the optimal mixed strategies (probabilities of rows and of columns)."""

    value: float
    rows: list[float]
    columns: list[float]


def solve(table: Matrix) -> Solution:
    """Return the value and optimal mixed strategies of a matrix game."""
    lows = [min(row) for row in table]
    best_low = max(lows)
    highs = [max(column) for column in zip(*table, strict=True)]
    best_high = min(highs)
    if best_high - best_low < EPSILON:  # one action of each is the answer to the other
        return Solution(best_low, _only(lows.index(best_low), len(lows)), _only(highs.index(best_high), len(highs)))
    return _simplex(table, min(lows))


def find_value(table: Matrix) -> float:
    """Return the value of a matrix game for the row player; closed form for 2x2 and 3x3."""
    if len(table) == 2 and len(table[0]) == 2:
        (a, b), (c, d) = table
        low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
        return low if high - low < EPSILON else (a * d - b * c) / (a + d - b - c)
    if len(table) == 3 and len(table[0]) == 3:
        return _find_value_3x3(table)
    return solve(table).value


def _find_value_3x3(table: Matrix) -> float:
    """Return the value of a 3x3 game by enumerating supports of three, two or one actions."""
    (a, b, c), (d, e, f), (g, h, i) = table
    low = max(min(a, b, c), min(d, e, f), min(g, h, i))
    high = min(max(a, d, g), max(b, e, h), max(c, f, i))
    if high - low < EPSILON:
        return low
    for first, second, third in THREES:
        one, two, other = table[first], table[second], table[third]
        for at, by, last in THREES:
            p, q, r, s = one[at], one[by], two[at], two[by]
            both = p + s - q - r
            if both > EPSILON or both < -EPSILON:
                row, column = (s - r) / both, (s - q) / both
                if 0 <= row <= 1 and 0 <= column <= 1:
                    value = (p * s - q * r) / both
                    if (
                        row * one[last] + (1 - row) * two[last] >= value - EPSILON
                        and column * other[at] + (1 - column) * other[by] <= value + EPSILON
                    ):
                        return value
    return solve(table).value


def column_payoffs(table: Matrix, rows: Sequence[float]) -> list[float]:
    """Return the row player's expected pay-off against each column when it plays the mixed strategy ``rows``."""
    return [sum([share * row[at] for share, row in zip(rows, table, strict=True)]) for at in range(len(table[0]))]


def exploit_habit(
    table: Matrix, habit: Sequence[float], most_lost: float, most_believed: float = SHARES[0]
) -> Solution:
    """Return a mixture that exploits the column player's habit and is exploitable by at most ``most_lost``.

    Restricted Nash response (Johanson et al. 2007): the column player follows ``habit`` with probability p and
    best-responds otherwise. Tries ``most_believed`` and the smaller values of ``SHARES`` for p, takes the largest
    within the limit and mixes it with the next larger one up to the limit. ``value`` and ``columns`` are those of the
    unmodified game.
    """
    even = solve(table)
    of_habit = [sum([share * pay for share, pay in zip(habit, row, strict=True)]) for row in table]
    rows, lost = even.rows, 0.0
    bolder, more_lost = rows, 0.0
    for believed in (most_believed, *[share for share in SHARES if share < most_believed]):
        mixed = [
            [(1 - believed) * pay + believed * usual for pay in row] for row, usual in zip(table, of_habit, strict=True)
        ]
        bent = solve(mixed).rows
        gives = even.value - min(column_payoffs(table, bent))
        if gives <= most_lost:
            rows, lost = bent, gives
            break
        bolder, more_lost = bent, gives
    if more_lost > most_lost:
        # What a mixture of two gives away is no more than the mean of what they do.
        part = (most_lost - lost) / (more_lost - lost)
        rows = [one + part * (two - one) for one, two in zip(rows, bolder, strict=True)]
    return Solution(even.value, rows, even.columns)


def _only(index: int, count: int) -> list[float]:
    return [float(at == index) for at in range(count)]


def _simplex(table: Matrix, low: float) -> Solution:
    """Solve by the simplex method: maximise the sum of y >= 0 subject to (matrix + lift) y <= 1.

    The value is the inverse of that sum minus the lift; y, normalised, is the column mixture and the dual prices are
    the row mixture.
    """
    lift = 1.0 - low
    rows, columns = len(table), len(table[0])
    width = columns + rows + 1
    lines = [
        [pay + lift for pay in row] + [float(at == index) for at in range(rows)] + [1.0]
        for index, row in enumerate(table)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    basis = [columns + index for index in range(rows)]
    for step in range(MAX_PIVOTS):
        if step < BLAND_AFTER:
            least = min(goal[:-1])
            entering = goal.index(least) if least < -EPSILON else -1
        else:
            entering = next((at for at in range(width - 1) if goal[at] < -EPSILON), -1)
        if entering < 0:
            break
        leaving, ratio = -1, 0.0
        for index, line in enumerate(lines):
            pivot = line[entering]
            if pivot > EPSILON:
                found = line[-1] / pivot
                if leaving < 0 or found < ratio or (found == ratio and basis[index] < basis[leaving]):
                    leaving, ratio = index, found
        inverse = 1.0 / lines[leaving][entering]
        pivoted = lines[leaving] = [number * inverse for number in lines[leaving]]
        for index, line in enumerate(lines):
            factor = line[entering]
            if index != leaving and factor:
                lines[index] = [number - factor * other for number, other in zip(line, pivoted)]  # noqa: B905 (hot)
        factor = goal[entering]
        goal = [number - factor * other for number, other in zip(goal, pivoted)]  # noqa: B905 (hot)
        basis[leaving] = entering
    y = [0.0] * columns
    for index, at in enumerate(basis):
        if at < columns:
            y[at] = lines[index][-1]
    return Solution(1 / goal[-1] - lift, _shares(goal[columns:-1]), _shares(y))


def _shares(numbers: list[float]) -> list[float]:
    kept = [number if number > EPSILON else 0.0 for number in numbers]
    total = sum(kept)
    return [number / total for number in kept]
