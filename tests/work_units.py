"""Which tests are handed to a process together, and in which order: what takes longest begins first.

Tests of one file stay together, because they share what their module has prepared; files that take long are parted
into their functions. What is begun last should be short, or one process goes on alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

LONGEST = (
    "tests/frozen/test_executables.py",
    "tests/window/test_playing.py",
)
"""Beginnings of the ids of tests: each is a unit of its own, begun in this order, before all others."""


def find_unit(test_id: str) -> str:
    """Return the unit of work that a test belongs to: one of :data:`LONGEST`, or its file."""
    return next((name for name in LONGEST if test_id.startswith(name)), test_id.partition("::")[0])


def rank_unit(test_id: str) -> int:
    """Return the place of a test's unit in the order of work; the same for all that have none of their own."""
    return next((number for number, name in enumerate(LONGEST) if test_id.startswith(name)), len(LONGEST))


def make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return what hands units of work to the processes of pytest-xdist."""
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False  # the order of the tests is that of the units
    made = LoadScopeScheduling(config, log)
    made._split_scope = find_unit
    return made
