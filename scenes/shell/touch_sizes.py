"""How large things are that fingers press: decided here, in millimetres, for all scenes.

A screen has no size that a program can trust, so it is asked once, at the first finger (``scenes.shell.coin_card``),
and kept in the settings. Until then everything is as large as for the mouse.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
        """Size of a target that is trimmed because others touch it, at the least."""
        return self.least / SPARE - ROUNDING

    @property
    def pitch(self) -> float:
        """From one row of targets to the next, at the least."""
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
