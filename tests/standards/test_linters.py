"""The checks of ruff and mypy, part of the suite so that nobody has to remember them."""

from __future__ import annotations

import subprocess
import sys

from engine.bootstrap import ROOT


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff() -> None:
    check("ruff", "check", "--quiet", ".")


def test_mypy() -> None:
    check("mypy", "--no-error-summary")
