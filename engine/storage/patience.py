"""Waiting: how long somebody is waited for, and trying a file again that another program holds for a moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

STEP_S = 0.5
"""Two looks of a process that runs are no further apart: a window looks in every frame."""


class Stopwatch:
    """Seconds that this process has lived through since it began to wait; not shared between threads.

    The clock of the system goes on while a computer sleeps (Windows) and while a process is stopped (everywhere), and
    the process that is waited for has had none of that time either. So whoever waits looks often, and of the time
    between two looks at most :data:`STEP_S` counts.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin to wait anew."""
        self._seconds = 0.0
        self._looked = time.monotonic()

    def read(self) -> float:
        """Seconds that count since the beginning; this is a look."""
        now = time.monotonic()
        self._seconds += min(max(0.0, now - self._looked), STEP_S)
        self._looked = now
        return self._seconds


def retry_permission(call: Callable[[], T], pauses: Sequence[float]) -> T:
    """The call's result; while it is not permitted it is made again after each of these pauses, in seconds.

    Raises what the last try raises, and at once whatever is no PermissionError.
    """
    for pause in pauses:
        try:
            return call()
        except PermissionError:
            time.sleep(pause)
    return call()
