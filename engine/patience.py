"""Trying a file again: what a scanner, an indexer or another program holds for a moment is soon free."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def patiently(call: Callable[[], T], pauses: Sequence[float]) -> T:
    """The call's result; while it is not permitted it is made again after each of these pauses, in seconds.

    Raises what the last try raises, and at once whatever is no PermissionError.
    """
    for pause in pauses:
        try:
            return call()
        except PermissionError:
            time.sleep(pause)
    return call()
