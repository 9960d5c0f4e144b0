"""The slow beat of what may be chosen."""

from __future__ import annotations

import math

LOOP_MS = 1400.0
BEAT_MS = 70.0
"""A picture every so often is enough for a beat as slow as that."""
AMBIENT_MS = 8000.0
"""How long motion that only decorates goes on after the last input; then the table rests and costs nothing."""


class Pulse:
    """A strength that goes from 1 to 0.6 and back while choices are offered and inputs arrive."""

    def __init__(self) -> None:
        self._age = 0.0
        self._resting = False

    def update(self, ms: float, offered: bool, idle_ms: float = 0.0) -> bool:
        """Let time pass; return whether a new picture is due. ``idle_ms``: time since the last input."""
        if not offered:
            self._age = 0.0
            return False
        if idle_ms <= AMBIENT_MS:
            self._resting = False
        if self._resting:
            return False
        before = self._age
        self._age += ms
        if idle_ms > AMBIENT_MS and self._age // LOOP_MS != before // LOOP_MS:
            self._resting = True
            self._age -= self._age % LOOP_MS
        return self._age // BEAT_MS != before // BEAT_MS

    @property
    def strength(self) -> float:
        """The strength now; whole while nothing is offered, or nothing shall move."""
        return 0.8 + 0.2 * math.cos(self._age / LOOP_MS * 2 * math.pi)
