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
    """The way that is still to be scrolled, and the speed with which a list runs on."""

    def __init__(self) -> None:
        self._way = self._speed = 0.0
        self._at = (0.0, 0.0)

    def stop(self) -> None:
        """A finger has come down: the list stands."""
        self._way = self._speed = 0.0

    def drag(self, given: Input) -> None:
        """A finger has moved."""
        if not self._way:
            self._at = (given.x - given.dx, given.y - given.dy)
        self._way += given.dy

    def let_go(self, given: Input) -> None:
        """The finger was lifted; ``dy`` is its speed."""
        self._speed = given.dy

    def update(self, ms: float) -> bool:
        """Let time pass; whether the list still runs."""
        if abs(self._speed) < LEAST_SPEED:
            self._speed = 0.0
            return False
        self._way += self._speed * ms
        self._speed *= math.exp(-ms / SLOWS_MS)
        return True

    def list_steps(self) -> Iterator[Input]:
        """Return the lines that are due, as steps of a wheel where the finger came down."""
        while abs(self._way) >= LINE:
            step = math.copysign(1.0, self._way)
            self._way -= step * LINE
            yield Input("wheel", *self._at, amount=step, device="touch")
