"""The slow beat of what may be chosen."""

from __future__ import annotations

import math

LOOP_MS = 1400.0
BEAT_MS = 70.0
"""A picture every so often is enough for a beat as slow as that."""


class Pulse:
    """A strength that goes from 1 to 0.6 and back, as long as something is offered."""

    def __init__(self) -> None:
        self._age = 0.0

    def update(self, ms: float, offered: bool) -> bool:
        """Let time pass; whether a new picture is due."""
        if not offered:
            self._age = 0.0
            return False
        before = self._age // BEAT_MS
        self._age += ms
        return self._age // BEAT_MS != before

    @property
    def strength(self) -> float:
        """The strength now; whole while nothing is offered, or nothing shall move."""
        return 0.8 + 0.2 * math.cos(self._age / LOOP_MS * 2 * math.pi)
