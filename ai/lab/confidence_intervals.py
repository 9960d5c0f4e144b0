"""How sure a figure is: the mean of numbers with its error, and the 95 % interval of a share."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z = 1.959964
"""Standard deviations of a 95 % interval."""


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of numbers and its standard error; 0 and 0 of none, no error of a single one."""
    count = len(numbers)
    if not count:
        return 0.0, 0.0
    mean = sum(numbers) / count
    squares = sum((number - mean) ** 2 for number in numbers)
    return mean, sqrt(squares / max(1, count - 1) / count)


def mean_interval(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The mean of numbers and the ends of its 95 % interval (normal)."""
    mean, error = mean_and_error(numbers)
    return mean, mean - Z * error, mean + Z * error
