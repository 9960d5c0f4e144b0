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
    "tests/standards/test_linters.py",
    "tests/window/test_hard_ends.py",
    "tests/ui/test_targets.py",
    "tests/ui/test_room_for_words.py",
    "tests/king_of_12/test_hall.py",
    "tests/king_of_12/test_two_seats.py",
    "tests/legends/test_table.py",
    "tests/shared/leaks",
    "tests/tash_kalar/test_table.py",
    "tests/tash_kalar/test_suites.py",
    "tests/ui/test_study.py",
    "tests/puzzles/test_at_the_table.py",
    "tests/ai/test_turns.py",
    "tests/legends/test_opponents.py",
    "tests/shared/stages",
    "tests/lessons/test_lessons.py",
    "tests/ai/test_worker.py",
    "tests/ui/test_monkey.py",
    "tests/ui/test_faults.py",
    "tests/daily/test_letters.py",
    "tests/shared/saves",
    "tests/ui/test_troubles.py",
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
