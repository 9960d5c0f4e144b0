"""The suites of the engine, of saved games and of the project's standards on Windows: in a Windows Python under Wine.

What cannot run there is skipped; each skipped test prints its reason.
"""

import os
import re
from pathlib import Path

import smoke
import windows
import windows_python
import wine

TITLE = "Suites on Windows"
NEEDS = {**wine.NEEDS, "osslsigncode": "osslsigncode"}
RIGHTS = "tests/engine/test_files.py"
SUITES = ("tests/engine", "tests/shared/saves", "tests/standards")
LONGEST_S = 1500
_FIGURE = re.compile(r"(\d+) (passed|skipped|failed|errors?)")


def make(out: Path) -> Path:
    """Make a Windows Python with the packages of the tests; return its interpreter."""
    return windows_python.ready("dev")


def prove(path: Path) -> dict[str, float]:
    """Check that every suite passes; return the numbers of tests passed and skipped by suite. Raises Failure."""
    figures: dict[str, float] = {}
    for suite in SUITES:
        prefix = windows_python.prefix().with_name("windows-prefix-of-suites")  # others may be at work in the other one
        with wine.Session(prefix, os.environ.get("DISPLAY", "")) as session:
            status, said = _suite(session, path, suite)
        lines = said.strip().splitlines()
        found = {what: float(count) for count, what in _FIGURE.findall("".join(lines[-1:]))}
        reasons = [line for line in lines if line.startswith("SKIPPED")] + lines[-1:]
        print(said if status else "\n".join(reasons), flush=True)
        if status or not found.get("passed"):
            raise smoke.Failure(f"{suite} has ended with {status} on Windows: {found}")
        figures[f"{suite}, passed"] = found["passed"]
        figures[f"{suite}, skipped"] = found.get("skipped", 0)
    _run_as_user(path)
    return figures


def _run_as_user(python: Path) -> None:
    """Run the tests of files again as a user who is bound by rights; the superuser may write everywhere."""
    if not all(smoke.reachable(path) for path in (python, windows_python.ROOT / "game.py")):
        print("Rights are not tried: no other user may read this project and its Python.", flush=True)
        return
    with windows.for_an_ordinary_user() as (session, _):
        status, said = _suite(session, python, RIGHTS)
    if status or "may write everywhere" in said:
        raise smoke.Failure(f"{RIGHTS} of an ordinary user has ended with {status} on Windows:\n{said}")
    print(f"{RIGHTS} of an ordinary user: {said.strip().splitlines()[-1]}", flush=True)


def _suite(session: wine.Session, python: Path, suite: str) -> tuple[int, str]:
    """Run a suite and return its status and output."""
    words = ["-m", "pytest", suite, "-q", "-rs", "-n", "0", "-p", "no:cacheprovider"]
    return windows_python.run(session, python, words, LONGEST_S)
