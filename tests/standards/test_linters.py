"""The checks of ruff and mypy, part of the suite so that nobody has to remember them."""

import os
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest

from engine.bootstrap import ROOT, runtime_folder


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


MYPY = ("mypy", "--no-error-summary", "--cache-dir", os.path.join(runtime_folder(), f"mypy-{crc32(ROOT.encode()):08x}"))
"""What mypy knows lies with the environments, by checkout: there it outlives a fresh clone to the same place."""


def test_mypy() -> None:
    check(*MYPY)


@pytest.mark.parametrize(
    "folders", [("", "package", "fit", "library"), ("bake", "bake/maps", "bake/sound")], ids=", ".join
)
def test_mypy_of_the_scripts(folders: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no package: each folder is one of programs that import each other by their plain names.

    Folders whose files have different names are looked at together. numpy is not among the packages of the tests, so
    what it gives back has no type here.
    """
    build = Path(ROOT) / "build"
    monkeypatch.setenv("MYPYPATH", os.pathsep.join(str(build / folder) for folder in ("package", "bake/sound")))
    files = sorted(str(path) for folder in folders for path in (build / folder).glob("*.py"))
    check(*MYPY, *files)
