"""Two seats that choose at once and want the opposite: exact mixed strategies of a table of pay-offs.

The table says what the row player gets; the column player gets what is missing to a constant. The row player's best
mixture is the one whose worst column is best (von Neumann's minimax theorem); it is found by the simplex method on the
column player's linear program, whose dual gives the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Table = Sequence[Sequence[float]]
"""Pay-offs of the row player, a row for each of its actions."""

NOTHING = 1e-12
"""What is smaller counts as nought."""
STEPS = 200
"""Pivots after which a degenerate table is given up; one of seven by seven needs about ten."""
THREES = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Two of three, and the third."""
CAREFUL = 50
"""Pivots after which Bland's rule chooses, which cannot go round in a circle."""
SHARES = (0.95, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1)
"""How firmly a habit is believed in, tried one after the other."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the row player gets when both play well, and how often each action is played."""

    value: float
    rows: list[float]
    columns: list[float]


def solved(table: Table) -> Solution:
    """The value of the table and both mixtures."""
    lows = [min(row) for row in table]
    best_low = max(lows)
    highs = [max(column) for column in zip(*table, strict=True)]
    best_high = min(highs)
    if best_high - best_low < NOTHING:  # one action of each is the answer to the other
        return Solution(best_low, _only(lows.index(best_low), len(lows)), _only(highs.index(best_high), len(highs)))
    return _simplex(table, min(lows))


def value_of(table: Table) -> float:
    """What the row player gets when both play well."""
    if len(table) == 2 and len(table[0]) == 2:
        (a, b), (c, d) = table
        low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
        return low if high - low < NOTHING else (a * d - b * c) / (a + d - b - c)
    if len(table) == 3 and len(table[0]) == 3:
        return _value_of_three(table)
    return solved(table).value


def _value_of_three(table: Table) -> float:
    """The same for three actions each: the answer is that of all three, of two, or of one of each side."""
    (a, b, c), (d, e, f), (g, h, i) = table
    low = max(min(a, b, c), min(d, e, f), min(g, h, i))
    high = min(max(a, d, g), max(b, e, h), max(c, f, i))
    if high - low < NOTHING:
        return low
    for first, second, third in THREES:
        one, two, other = table[first], table[second], table[third]
        for at, by, last in THREES:
            p, q, r, s = one[at], one[by], two[at], two[by]
            both = p + s - q - r
            if both > NOTHING or both < -NOTHING:
                row, column = (s - r) / both, (s - q) / both
                if 0 <= row <= 1 and 0 <= column <= 1:
                    value = (p * s - q * r) / both
                    if (
                        row * one[last] + (1 - row) * two[last] >= value - NOTHING
                        and column * other[at] + (1 - column) * other[by] <= value + NOTHING
                    ):
                        return value
    return solved(table).value


def against(table: Table, rows: Sequence[float]) -> list[float]:
    """What this mixture of the row player gets against each column."""
    return [sum([share * row[at] for share, row in zip(rows, table, strict=True)]) for at in range(len(table[0]))]


def exploiting(table: Table, habit: Sequence[float], most_lost: float, most_believed: float = SHARES[0]) -> Solution:
    """A mixture that makes use of the column player's habit and never gives away more than ``most_lost``.

    The column player is taken to follow its habit in some share of the games and to play its best answer otherwise (a
    restricted Nash response); of ``most_believed`` and the lesser ones of ``SHARES`` the largest is taken with which no
    column gets more than ``most_lost`` beyond the value of the table, and as much of the next larger one as goes with
    that. ``columns`` are those of the table itself; ``value`` is its own too.
    """
    even = solved(table)
    of_habit = [sum([share * pay for share, pay in zip(habit, row, strict=True)]) for row in table]
    rows, lost = even.rows, 0.0
    bolder, more_lost = rows, 0.0
    for believed in (most_believed, *[share for share in SHARES if share < most_believed]):
        mixed = [
            [(1 - believed) * pay + believed * usual for pay in row] for row, usual in zip(table, of_habit, strict=True)
        ]
        bent = solved(mixed).rows
        gives = even.value - min(against(table, bent))
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


def _simplex(table: Table, low: float) -> Solution:
    """Largest sum of y >= 0 with every row of the table (lifted above nought) times y at most 1.

    The value is the inverse of that sum; y in its proportion is the columns' mixture, the prices of the rows are the
    rows'.
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
    for step in range(STEPS):
        if step < CAREFUL:
            least = min(goal[:-1])
            entering = goal.index(least) if least < -NOTHING else -1
        else:
            entering = next((at for at in range(width - 1) if goal[at] < -NOTHING), -1)
        if entering < 0:
            break
        leaving, ratio = -1, 0.0
        for index, line in enumerate(lines):
            pivot = line[entering]
            if pivot > NOTHING:
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
    kept = [number if number > NOTHING else 0.0 for number in numbers]
    total = sum(kept)
    return [number / total for number in kept]
