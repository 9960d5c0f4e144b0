"""How large things are that fingers press, and how far apart: decided here, in millimetres, for all scenes.

A screen has no size that a program can trust, so it is asked once, at the first finger (``scenes.shell.coin_card``),
and kept in the settings. Until then everything is as large as for the mouse.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.shell.targets import Box, Target

MM_IN_INCH = 25.4
HAND_INCHES = 10.5
"""Screens up to this diagonal are held in the hands."""
HAND_MM, DESK_MM = 7.0, 9.0
"""What a finger decides with is at least so large: on a screen in the hands, and on one that stands."""
TEXT_MM = 1.75
"""No text is smaller, on any screen that fingers use."""
GAP_MM = 0.7
"""So far are targets apart; squares and regions of a board touch."""
SPARE = 1.055
"""A little more, so that two that touch can be pressed apart, and rounding to pixels takes nothing away."""
ROUNDING = 0.5
"""Units that rounding to pixels may take away."""
FOOT_ROOM = 12.0
"""Pixels round the buttons at the lower edge."""
NEAR = 0.05
"""Units by which two targets may be nearer than the gap."""


@dataclass(slots=True)
class TouchSizes:
    """Sizes for fingers in the current window, in units; 0 where sizes for the mouse are used."""

    in_use: bool = False
    """Whether the last input came from a finger."""
    least: float = 0.0
    """Width and height of what decides, at the least."""
    gap: float = 0.0
    """Distance of one target from the next."""
    mm: float = 0.0
    """Units in a millimetre."""

    @property
    def smallest(self) -> float:
        """Least size to which a target is trimmed where others touch it."""
        return self.least / SPARE - ROUNDING

    @property
    def pitch(self) -> float:
        """Least distance between the tops of two rows of targets."""
        return self.least + self.gap

    def grow(self, size: float) -> float:
        """Return a width or height enlarged so that a finger can hit it."""
        return max(size, self.least)


def measure(size: tuple[int, int], density: int) -> tuple[float, int]:
    """Return the least size of a target and that of the row of buttons at the lower edge, in pixels, for a screen of
    ``density`` pixels per inch; 0 where that is unknown."""
    if density <= 0:
        return 0.0, 0
    least = HAND_MM if math.hypot(*size) / density <= HAND_INCHES else DESK_MM
    pixels = least * density / MM_IN_INCH * SPARE
    return pixels, round(pixels + FOOT_ROOM)


def separate(targets: Sequence[Target], touch: TouchSizes) -> None:
    """Trim targets that are nearer to each other than the gap, as far as none gets too small. Left as they are:
    overlapping targets, squares and regions of a board, and the buttons of the finger row."""
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
    """Return the distance between two boxes in units; negative where they overlap."""
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
