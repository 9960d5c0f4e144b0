"""Samples of long rows of test cases: the normal run takes some by turns, the long run takes all."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable
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


def choose_short(items: Iterable[pytest.Item], named: Collection[str]) -> set[str]:
    """Return the ids of the tests that run without ``--soak``.

    These are all that are not marked ``soak``; of the cases of a test that is marked ``sample(of)`` one in ``of``, and
    at least one. Each such test of a module begins with the case after that of the one before, so that tests with the
    same row of cases show all of them together. What the caller has named by its id runs in any case.
    """
    tests: dict[str, dict[str, list[pytest.Item]]] = defaultdict(lambda: defaultdict(list))
    kept = set()
    for item in items:
        if item.nodeid in named:
            kept.add(item.nodeid)
        elif item.get_closest_marker("sample") is not None and item.get_closest_marker("soak") is None:
            module, _, test = item.nodeid.partition("::")
            tests[module][test.partition("[")[0]].append(item)
        elif item.get_closest_marker("soak") is None:
            kept.add(item.nodeid)
    for sampled in tests.values():
        for turn, cases in enumerate(sampled.values()):
            mark = cases[0].get_closest_marker("sample")
            assert mark is not None
            of = min(mark.args[0], len(cases))
            kept |= {case.nodeid for at, case in enumerate(cases) if at % of == turn % of}
    return kept
