"""Stopwatch for deadlines."""

from __future__ import annotations

import time

STEP_S = 0.5
"""Most seconds counted between two readings: a running window reads in every frame."""


class Stopwatch:
    """Measures the time this process was running; not thread-safe.

    The system clock continues while a computer sleeps (Windows) or a process is stopped, during which the awaited
    process does not run either. Of the time between two readings at most :data:`STEP_S` counts, so it must be read
    often.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Start again from 0."""
        self._seconds = 0.0
        self._looked = time.monotonic()

    def read(self) -> float:
        """Return the seconds counted since the start."""
        now = time.monotonic()
        self._seconds += min(max(0.0, now - self._looked), STEP_S)
        self._looked = now
        return self._seconds
