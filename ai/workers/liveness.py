"""Judges whether a worker still works: by the processor time that it uses, not by the clock on the wall.

A worker that is starved by other programs gets little done in a minute of the clock, and is none the worse for it. One
hangs when it uses :data:`WORK_S` of its own processor time without a sign, or uses none at all for :data:`STILL_S` of
the clock. Where the system does not tell the processor time of another process, the second limit alone counts, from the
last sign on.
"""

from __future__ import annotations

from ai.workers.processor_time import read_processor_time
from engine.storage.stopwatch import Stopwatch

WORK_S = 10.0
"""Seconds of its own processor time that a worker may use without a sign."""
STILL_S = 60.0
"""Seconds of the clock for which a worker may use no processor time."""
LOOK_S = 0.25
"""Seconds between two looks at the processor time."""


class LivenessWatch:
    """Time of a worker since its last sign. Read it often (see :class:`Stopwatch`); not thread-safe."""

    def __init__(self) -> None:
        self._still = Stopwatch()
        self._begun: float | None = None
        self._used: float | None = None
        self._next_look = 0.0

    def restart(self, pid: int | None) -> None:
        """The worker of this process id has given a sign, or begins with something new."""
        self._begun = self._used = read_processor_time(pid)
        self._still.restart()
        self._next_look = LOOK_S

    def is_late(self, pid: int | None, work_s: float = WORK_S, still_s: float = STILL_S) -> bool:
        """Whether the worker hangs."""
        still = self._still.read()
        if still < self._next_look:
            return False
        self._next_look = still + LOOK_S
        used = read_processor_time(pid)
        if used is not None:
            if self._begun is None or self._used is None:
                self._begun = self._used = used
            elif used > self._used:
                self._used = used
                self._still.restart()
                self._next_look = LOOK_S
                still = 0.0
            if used - self._begun > work_s:
                return True
        return still > still_s
