"""Points of a result that count up while its page opens."""

from __future__ import annotations

from engine.contract import View

SHARE = "counted"
"""In the view that a result is drawn from: how much of all points is shown already, 0 … 1."""


def count_up(view: View, points: int) -> int:
    """Points shown at this moment of counting up."""
    return round(points * float(view.get(SHARE, 1.0)))
