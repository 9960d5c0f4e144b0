"""A program without a console says in a message box what went wrong, with the place of the log."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import crash
from engine.bootstrap import ROOT
from engine.desktop import system


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes have said."""
    said: list[str] = []
    monkeypatch.setattr(system, "show_message", said.append)
    return said


def test_a_program_without_a_console_shows_a_box(home: Path, shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "stderr", None)
    assert crash.report(RuntimeError("the roof is gone")) == 1
    assert len(shown) == 1 and "the roof is gone" in shown[0]
    assert str(home / "logs" / "four_thrones.log") in shown[0]


def test_with_a_console_there_is_no_box(
    home: Path, shown: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert crash.report(RuntimeError("the roof is gone")) == 1
    assert shown == [] and "the roof is gone" in capsys.readouterr().err


def test_a_box_that_cannot_be_shown_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def none(command: list[str], **_more: object) -> None:
        asked.append(command)
        raise FileNotFoundError("no window system")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", none)
    system.show_message("said in vain")
    assert asked and asked[0][-1] == "said in vain"


def test_a_crash_is_told_whatever_is_broken(tmp_path: Path) -> None:
    """Without the packages, the libraries of C and the modules that a fault may lie in."""
    fault = (
        "import sys; sys.modules.update(dict.fromkeys(('ctypes', 'engine.contract', 'engine.storage', 'msgspec')));"
        "from engine import crash; sys.exit(crash.report(RuntimeError('the roof is gone')))"
    )
    env = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", fault], cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 1 and "the roof is gone" in done.stderr and "It is also written in" in done.stderr


def test_a_fault_outside_of_python_is_in_the_log(home: Path) -> None:
    """A library's, that ends the program at once."""
    if sys.platform == "win32":
        pytest.skip("Windows shows its own box for such a fault of a test")
    fault = "from engine import crash; crash.watch(); import faulthandler; faulthandler._sigsegv()"
    done = subprocess.run([sys.executable, "-c", fault], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
    assert "Segmentation fault" in (home / "logs" / "four_thrones.log").read_text("utf-8")
