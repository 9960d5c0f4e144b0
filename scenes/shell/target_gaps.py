"""The room between targets that fingers press: what touches is drawn so, but is pressed apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.shell.targets import Box, Target
    from scenes.shell.touch_sizes import TouchSizes

NEAR = 0.05
"""Units by which two targets may be nearer than the gap."""


def separate(targets: Sequence[Target], touch: TouchSizes) -> None:
    """Trim targets that lie nearer to each other than the gap, as far as none gets too small; those that lie over each
    other, squares and regions of a board, and what stands in the row of large buttons stay as they are."""
    apart = [one for one in targets if one.contains is None and one.face is None]
    apart.sort(key=lambda one: one.box[0])
    for at, one in enumerate(apart):
        for other in apart[at + 1 :]:
            if other.box[0] - one.box[0] - one.box[2] >= touch.gap:
                break
            _trim(one, other, touch)


def _trim(one: Target, other: Target, touch: TouchSizes) -> None:
    """Trim two targets along the axis on which they are further apart."""
    away = [_measure_along(one.box, other.box, axis) for axis in (0, 1)]
    axis = int(away[1] > away[0])
    missing = touch.gap - away[axis]
    if not NEAR < missing <= 2 * touch.gap:
        return
    spare = [max(0.0, each.box[2 + axis] - touch.smallest) for each in (one, other)]
    first = min(spare[0], max(missing / 2, missing - spare[1]))
    second = min(spare[1], missing - first)
    low, high = (one, other) if one.box[axis] <= other.box[axis] else (other, one)
    cut = (first, second) if low is one else (second, first)
    low.box = _cut(low.box, axis, 0.0, cut[0])
    high.box = _cut(high.box, axis, cut[1], cut[1])


def measure_gap(one: Box, other: Box) -> float:
    """Return how far two boxes are apart; less than 0 where they overlap."""
    return max(_measure_along(one, other, axis) for axis in (0, 1))


def _measure_along(one: Box, other: Box, axis: int) -> float:
    start, end = max(one[axis], other[axis]), min(one[axis] + one[2 + axis], other[axis] + other[2 + axis])
    return start - end


def _cut(box: Box, axis: int, shift: float, less: float) -> Box:
    """Return a box that begins later along an axis, and is shorter."""
    sides = list(box)
    sides[axis] += shift
    sides[2 + axis] -= less
    return sides[0], sides[1], sides[2], sides[3]
