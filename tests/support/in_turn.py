"""Samples of long rows of test cases: the normal run takes some by turns, the long run takes all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

SOAK = "FOUR_THRONES_SOAK"
"""In the environment of long runs."""


def choose_examples() -> None:
    """Let properties be tried with the same random examples in every run, with new ones in each long run only.

    What fails then fails again for whoever looks for it, and on a loaded machine no test is called too slow.
    """
    from hypothesis import settings

    settings.register_profile("usual", derandomize=not os.environ.get(SOAK), deadline=None)
    settings.load_profile("usual")


def count_examples(many: int) -> int:
    """Return how many random examples a property is tried with: a quarter of them, all in the long run."""
    return many if os.environ.get(SOAK) else max(8, many // 4)


def take_turns(cases: Iterable[Any], of: int = 2, turn: int = 0, ids: Iterable[str] | None = None) -> list[Any]:
    """Return all cases as parameters; those whose turn it is not, by their number, run with ``--soak`` only.

    Tests that share a row take different turns, so that together they still show every case.
    """
    row = list(cases)
    names = list(ids) if ids is not None else [None] * len(row)
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            id=name,
            marks=() if number % of == turn % of else pytest.mark.soak,
        )
        for number, (case, name) in enumerate(zip(row, names, strict=True))
    ]
