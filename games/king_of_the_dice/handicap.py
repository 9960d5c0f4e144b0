"""Handicap of a seat: gems from beyond the box at the start. Not part of the rulebook."""

from __future__ import annotations

GEMS = ((0, 0), (2, 0), (2, 1), (4, 1), (4, 2), (6, 2), (6, 4))
"""Step → white and gold gems more than the rulebook gives."""


def count_bonus_gems(steps: tuple[int, ...]) -> tuple[int, int]:
    """Return the white and gold gems of all seats that come from beyond the box."""
    return sum(GEMS[step][0] for step in steps), sum(GEMS[step][1] for step in steps)
