"""The checks of ruff and mypy, part of the suite so that nobody has to remember them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bootstrap import ROOT


def under_wine() -> bool:
    """Whether this is a Windows that is none: there ruff ends at once and mypy with an internal error."""
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


pytestmark = pytest.mark.skipif(under_wine(), reason="ruff and mypy do not run under Wine")


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff() -> None:
    check("ruff", "check", "--quiet", ".")


def test_ruff_format() -> None:
    check("ruff", "format", "--check", "--quiet", ".")


def test_mypy() -> None:
    check("mypy", "--no-error-summary")


@pytest.mark.parametrize("folders", [("", "package", "fit"), ("bake", "bake/maps", "bake/sound")], ids=", ".join)
def test_mypy_of_the_scripts(folders: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no package: each folder is one of programs that import each other by their plain names.

    Folders whose files have different names are looked at together. numpy is not among the packages of the tests, so
    what it gives back has no type here.
    """
    build = Path(ROOT) / "build"
    monkeypatch.setenv("MYPYPATH", os.pathsep.join(str(build / folder) for folder in ("package", "bake/sound")))
    files = sorted(str(path) for folder in folders for path in (build / folder).glob("*.py"))
    check("mypy", "--no-error-summary", "--no-warn-return-any", *files)
