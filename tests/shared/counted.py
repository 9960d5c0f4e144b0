"""How much work a call makes, counted and not timed: the same on a busy machine as on an idle one."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(work: Callable[[], object]) -> int:
    """How many functions, Python's own among them, are called while ``work`` runs (some 2 to a microsecond)."""
    found = 0

    def count(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found
