"""Lists under a finger: they follow it line by line, and run on when it is lifted in motion."""

from __future__ import annotations

import math
from collections.abc import Iterator

from scenes.shell.inputs import Input

LINE = 44.0
"""Units of a way that scroll by a line."""
SLOWS_MS = 325.0
"""So long a list that runs on needs to lose most of its speed."""
LEAST_SPEED = 0.05
"""Units in a millisecond below which it stands."""


class Scrolling:
    """Kinetic scrolling of a list by finger: the distance still to scroll, and the speed after the finger is lifted."""

    def __init__(self) -> None:
        self._way = self._speed = 0.0
        self._at = (0.0, 0.0)

    def stop(self) -> None:
        """Stop scrolling, because a finger has come down."""
        self._way = self._speed = 0.0

    def drag(self, given: Input) -> None:
        """Scroll by the motion of a finger."""
        if not self._way:
            self._at = (given.x - given.dx, given.y - given.dy)
        self._way += given.dy

    def let_go(self, given: Input) -> None:
        """Start kinetic scrolling with the finger's speed ``dy``."""
        self._speed = given.dy

    def update(self, ms: float) -> bool:
        """Advance time; return whether the list still scrolls."""
        if abs(self._speed) < LEAST_SPEED:
            self._speed = 0.0
            return False
        self._way += self._speed * ms
        self._speed *= math.exp(-ms / SLOWS_MS)
        return True

    def list_steps(self) -> Iterator[Input]:
        """Yield the due lines as steps of a wheel, where the finger came down."""
        while abs(self._way) >= LINE:
            step = math.copysign(1.0, self._way)
            self._way -= step * LINE
            yield Input("wheel", *self._at, amount=step, device="touch")
