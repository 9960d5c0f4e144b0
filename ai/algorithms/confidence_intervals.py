"""Confidence intervals: standard error of a mean and Wilson interval of a share."""

from collections.abc import Sequence
from math import sqrt

Z = 1.959964
"""Standard deviations of a 95 % interval."""


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return the bounds of the 95 % Wilson interval of the share ``wins / games``; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    # Rounding must not leave the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error; (0, 0) for no numbers, error 0 for one."""
    count = len(numbers)
    if not count:
        return 0.0, 0.0
    mean = sum(numbers) / count
    squares = sum((number - mean) ** 2 for number in numbers)
    return mean, sqrt(squares / max(1, count - 1) / count)


def mean_interval(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Mean, lower and upper bound of its 95 % normal interval."""
    mean, error = mean_and_error(numbers)
    return mean, mean - Z * error, mean + Z * error
