"""Names of version 0.1.0 for players' opponents; the code is in :mod:`ai.algorithms.regret_matching`."""

from collections.abc import Sequence

from ai.algorithms import regret_matching
from ai.algorithms.regret_matching import (
    Habits,
    Payoffs,
    RegretTable as Strategies,
    action_values as values_of,
    evaluate_profile as expected,
    sample as drawn,
)
from engine.contract import Chance

__all__ = (
    "Habits",
    "Payoffs",
    "Strategies",
    "drawn",
    "expected",
    "rehearse",
    "rehearse_worlds",
    "soft",
    "values_of",
    "without_traces",
)


def rehearse(
    payoffs: Payoffs,
    strategies: Strategies,
    count: int,
    chance: Chance,
    start: int = 0,
    habits: Habits = (),
    habit_share: float = 0.0,
) -> None:
    """Run regret matching in place: :func:`regret_matching.run` with its parameter names of version 0.1.0."""
    regret_matching.run(payoffs, strategies, count, chance, start, habits, habit_share)


def rehearse_worlds(
    worlds: Sequence[Payoffs],
    seat: int,
    count: int,
    chance: Chance,
    habits: Sequence[Habits] = (),
    habit_share: float = 0.0,
    slices: int = 12,
    likely: Sequence[float] = (),
) -> list[Strategies]:
    """Return :func:`regret_matching.run_over_worlds`, with its parameter names of version 0.1.0."""
    return regret_matching.run_over_worlds(worlds, seat, count, chance, habits, habit_share, slices, likely)


def soft(values: Sequence[float], spread: float) -> list[float]:
    """Return :func:`regret_matching.softmax`, with its parameter names of version 0.1.0."""
    return regret_matching.softmax(values, spread)


def without_traces(mix: Sequence[float], smallest: float) -> list[float]:
    """Return :func:`regret_matching.threshold`, with its parameter names of version 0.1.0."""
    return regret_matching.threshold(mix, smallest)
