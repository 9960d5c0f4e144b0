"""An account without a home folder, and a working folder that is gone: the program knows where to keep things."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bootstrap import ROOT

PROGRAM = """
import os, sys
from pathlib import Path
if os.name == "posix":
    import pwd
    def find(uid): raise KeyError(uid)
    pwd.getpwuid = find  # nobody in the list of accounts
from engine.storage import folders, settings
kinds = (folders.saves, folders.statistics, folders.exports, folders.settings, folders.logs, folders.locks)
assert all(kind().is_absolute() and "~" not in str(kind()) for kind in kinds), [kind() for kind in kinds]
found, told = settings.load()
found.speed = "4"
settings.saver(found)()
again, _ = settings.load()
assert again.speed == "4"
print(*(message.id for message in told))
"""
MOVED = """
import os
from engine.storage import settings
%s
found, told = settings.load()
found.speed = "4"
settings.saver(found)()
assert settings.load()[0].speed == "4"
print(*(message.id for message in told))
"""


def run(program: str, folder: Path, **env: str) -> str:
    """Run lines with these variables alone; temporary files are in the folder."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=folder,
        env={**kept, "PYTHONPATH": ROOT, "TMPDIR": str(folder), **env},
    )  # fmt: skip
    assert not done.returncode, done.stderr[-1500:]
    return done.stdout.strip()


@pytest.mark.skipif(os.name != "posix", reason="other systems always know a home folder")
@pytest.mark.parametrize("env", [{}, {"HOME": ""}, {"HOME": "~"}, {"XDG_CONFIG_HOME": "conf"}], ids=str)
def test_without_a_home_all_is_kept_among_temporary_files_and_told(tmp_path: Path, env: dict[str, str]) -> None:
    assert run(PROGRAM, tmp_path, **env) == "ui.folder.no_home"
    assert [path.name for path in tmp_path.glob("*/settings/settings.json")] == ["settings.json"]


@pytest.mark.skipif(os.name != "posix", reason="other systems keep a folder in which a program works")
@pytest.mark.parametrize("before", ["", "settings.load()"], ids=["gone", "gone later"])
def test_a_folder_named_from_a_working_folder_that_is_gone(tmp_path: Path, before: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    lines = "; ".join(filter(None, (f"os.chdir({str(gone)!r})", before, f"os.rmdir({str(gone)!r})")))
    assert run(MOVED % lines, tmp_path, FOUR_THRONES_HOME="rel/home", HOME=str(tmp_path)) == ""


def test_with_a_home_nothing_is_told(tmp_path: Path) -> None:
    assert run(MOVED % "", tmp_path, HOME=str(tmp_path), USERPROFILE=str(tmp_path), APPDATA=str(tmp_path)) == ""
