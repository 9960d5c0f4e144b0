"""How far the final value of a line of a breakdown may lie from what is told while it is being worked out.

The half-widths stand by game and line in percent, at first and once every step is worked out. They are estimates with
a margin, from three games of an older version; ``ai.lab.provisional`` measures how many final values lie outside.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from pathlib import Path

from engine import schema

from .report import WHOLE, Review, count_fine, list_shown_lines

FILE = Path(__file__).with_name("spreads.json")
WIDEST = 40.0
"""Percent for a line that has no estimate."""


@lru_cache(maxsize=1)
def _load() -> dict[str, dict[str, tuple[float, float]]]:
    return schema.decode(FILE.read_bytes(), dict[str, dict[str, tuple[float, float]]])


def find_spread(game: str, line: str, fine: float) -> int:
    """Return the half-width in millionths; ``fine``: the part of the steps that is worked out."""
    first, last = _load().get(game, {}).get(line, (WIDEST, WIDEST))
    return round(WHOLE / 100 * sqrt(last**2 + max(0.0, first**2 - last**2) * (1 - fine)))


def find_spreads(review: Review, seat: int) -> dict[str, int]:
    """Return the half-width of every shown line; none of a finished review."""
    if review.finished:
        return {}
    return {name: find_spread(review.game, name, count_fine(review)) for name in list_shown_lines(review, seat)}
