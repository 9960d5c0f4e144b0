"""How ``python3 -m tests`` calls pytest."""

from __future__ import annotations

import importlib.util
import os
import sys

USAGE = """python3 -m tests [--soak] [--frozen] [--update-golden] [--update-saves] [PYTEST OPTIONS AND PATHS]

  --soak            also the long runs (many minutes)
  --frozen          also build the executables and try them out (in CI always)
  --update-golden   write the golden play-throughs anew; look at the difference before committing
  --update-saves    write a sample save for every format and game that has none yet

Everything else goes to pytest, for example:  python3 -m tests tests/engine -k undo
"""


def main(args: list[str]) -> int:
    """Run pytest on all processors that this process may use; returns its exit status."""
    if "--help" in args or "-h" in args:
        sys.stdout.write(USAGE)
        return 0
    import pytest

    return int(pytest.main([*_parallel(args), *args]))


def _parallel(args: list[str]) -> list[str]:
    """Files side by side, unless the caller has said something about it or wants files written."""
    if importlib.util.find_spec("xdist") is None:
        return []
    alone = ("-n", "--numprocesses", "-p", "--pdb", "--update-golden", "--update-saves")
    if any(arg.startswith(alone) for arg in args):
        return []
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ["-n", str(min(count, 8)), "--dist", "loadfile"] if count > 1 else []
