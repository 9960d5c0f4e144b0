"""Memory that the program has freed: when it is looked for, and given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys

YOUNGEST, YOUNG, OLD = 700, 10, 200
"""Thresholds of the collector's three generations: the oldest, which takes 10 to 30 ms, is left to ``collect_at_rest``
unless nothing rests for long."""


def postpone_collections() -> None:
    """Leave the oldest generation of the collector alone while things move."""
    gc.set_threshold(YOUNGEST, YOUNG, OLD)


def collect_at_rest() -> bool:
    """Free memory where the interpreter would have collected its oldest generation by itself; return whether it was
    due."""
    due = gc.get_count()[2] >= YOUNG
    if due:
        release()
    return due


def release() -> None:
    """Free what scenes that were left hold, and let the C library return the freed pages.

    A scene and its parts refer to each other, so its pictures would stay until the collector comes round to its oldest
    generation. Without the second step glibc keeps pages between living pictures for good; other systems return large
    blocks by themselves. Four tables at 3840 × 2160 end with 234 MB instead of 374.
    """
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    if give_back is not None:
        give_back(0)
