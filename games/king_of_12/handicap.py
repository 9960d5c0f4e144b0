"""Handicap of a seat: points ahead at the start of a round. Not part of the rulebook; tournaments have none."""

from __future__ import annotations

from collections.abc import Sequence

POINTS = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3))
"""Step → points (tokens of 1) with which a seat begins the first round, and each further round."""


def count_bonus_points(steps: Sequence[int], seats: int, number: int) -> list[int]:
    """Return the points with which each seat begins a round of this number, from 1."""
    return [POINTS[step][min(number, 2) - 1] for step in steps] or [0] * seats
