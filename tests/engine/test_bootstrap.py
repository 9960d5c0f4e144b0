"""The first start: what it looks for, what it says when something is missing, what it leaves behind."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine import bootstrap

ROOT = Path(bootstrap.ROOT)


def lock(kind: str) -> str:
    return (ROOT / bootstrap.LOCKS[kind]).read_text("utf-8")


@pytest.mark.parametrize("kind", ["run", "dev"])
def test_the_lock_files_are_complete_and_name_no_place(kind: str) -> None:
    text = lock(kind)
    assert "://" not in text and "file:" not in text and "--find-links" not in text
    for block in text.split("\n\n")[0].split("\\\n"):
        assert "-e " not in block
    entries = [line for line in text.splitlines() if line and line[0] not in " #"]
    assert all("==" in line for line in entries)
    assert text.count("--hash=sha256:") >= 2 * len(entries), "hashes of one platform only"
    assert len(bootstrap.pinned(text)) >= 4


def test_the_play_lock_is_part_of_the_test_lock() -> None:
    assert set(bootstrap.pinned(lock("run"))) <= set(bootstrap.pinned(lock("dev")))


def test_the_project_file_pins_what_the_lock_has() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for name, version in bootstrap.pinned(lock("run")):
        assert f'"{name}=={version}"' in project


@pytest.mark.parametrize("name", ["game.py", "engine/bootstrap.py", "engine/__init__.py", "tests/__main__.py"])
def test_an_old_python_can_read_it(name: str) -> None:
    ast.parse((ROOT / name).read_text("utf-8"), feature_version=(3, 6))


def test_packages_are_found_by_their_folders(tmp_path: Path) -> None:
    text = 'pygame-ce==2.5.8 \\\n    --hash=x\npytmx==3.32 \\\ncolorama==0.4.6 ; sys_platform == "martian" \\\n'
    assert bootstrap.missing(text, [str(tmp_path), "/nowhere"]) == ["pygame-ce", "pytmx"]
    (tmp_path / "pygame_ce-2.5.8.dist-info").mkdir()
    (tmp_path / "PyTMX-3.31.dist-info").mkdir()
    assert bootstrap.missing(text, [str(tmp_path)]) == ["pytmx"]
    (tmp_path / "PyTMX-3.32.dist-info").mkdir()
    assert bootstrap.missing(text, [str(tmp_path)]) == []


def test_the_look_around_is_quick() -> None:
    text = lock("run")
    begin = time.perf_counter()
    bootstrap.missing(text, sys.path)
    assert time.perf_counter() - begin < 0.02


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A first start on a Python without our packages; pip and the second start only pretended."""
    monkeypatch.setenv("FOUR_THRONES_RUNTIME", str(tmp_path / "runtime"))
    monkeypatch.delenv("FOUR_THRONES_INSIDE", raising=False)
    monkeypatch.setattr(bootstrap, "missing", lambda lock, folders: ["pytmx"])

    def make(place: str, guard: int) -> None:
        python = Path(bootstrap.python_of(place))
        python.parent.mkdir(parents=True)
        python.touch()

    def again(place: str) -> None:
        raise SystemExit(f"again in {place}")

    monkeypatch.setattr(bootstrap, "_make", make)
    monkeypatch.setattr(bootstrap, "_install", lambda place, lock_file, guard: None)
    monkeypatch.setattr(bootstrap, "_start_again", again)
    return tmp_path / "runtime"


def place_of(runtime: Path) -> Path:
    return runtime / bootstrap.environment_name("run", lock("run"))


def test_a_first_start_sets_up_once(play: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="again in"):
        bootstrap.ready()
    assert "Setting up Four Thrones: installing 4 packages" in capsys.readouterr().err
    assert (place_of(play) / "ready").exists()
    with pytest.raises(SystemExit, match="again in"):
        bootstrap.ready()
    assert capsys.readouterr().err == ""


def test_what_an_interrupted_start_left_is_wiped(play: Path) -> None:
    half = place_of(play) / "lib" / "half.py"
    half.parent.mkdir(parents=True)
    half.touch()
    with pytest.raises(SystemExit, match="again in"):
        bootstrap.ready()
    assert not half.exists()


@pytest.mark.parametrize(
    ("failure", "status", "words"),
    [
        (bootstrap.SetupError("no connection"), 1, "no connection"),
        (KeyboardInterrupt(), 130, "Stopped. Nothing half-done"),
    ],
)
def test_a_failed_start_leaves_nothing(
    play: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failure: BaseException,
    status: int,
    words: str,
) -> None:
    def install(place: str, lock_file: str, guard: int) -> None:
        raise failure

    monkeypatch.setattr(bootstrap, "_install", install)
    with pytest.raises(SystemExit) as end:
        bootstrap.ready()
    assert end.value.code == status
    assert words in capsys.readouterr().err
    assert not place_of(play).exists()


def test_two_starts_wait_for_each_other(play: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = []
    most = []

    def install(place: str, lock_file: str, guard: int) -> None:
        running.append(1)
        most.append(len(running))
        time.sleep(0.3)
        running.pop()

    monkeypatch.setattr(bootstrap, "_install", install)

    def start() -> None:
        with pytest.raises(SystemExit):
            bootstrap.ready()

    starts = [threading.Thread(target=start) for _ in range(3)]
    for each in starts:
        each.start()
    for each in starts:
        each.join()
    assert most == [1], "one start installs, the others find the work done"


def test_a_folder_that_cannot_be_written(
    play: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FOUR_THRONES_RUNTIME", str(tmp_path / "file" / "below"))
    with pytest.raises(SystemExit):
        bootstrap.ready()
    assert "cannot be written" in capsys.readouterr().err


def test_a_python_without_venv(play: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("FOUR_THRONES_RUNTIME", str(play))
    monkeypatch.setattr(bootstrap, "missing", lambda lock, folders: ["pytmx"])
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        bootstrap.ready()
    assert "sudo apt install python3-venv" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "not the one this project was tested with"),
        ("NewConnectionError(...)\nERROR: No matching distribution found", "needs the internet once"),
        ("ERROR: No matching distribution found for pygame-ce", "no ready-made package for Python"),
        ("OSError: [Errno 28] No space left on device", "no space left on the disk"),
        ("anything else", "could not be installed"),
    ],
)
def test_each_failure_has_its_sentence(said: str, sentence: str) -> None:
    assert sentence in bootstrap._reason(said)


@pytest.mark.skipif(os.name == "nt", reason="no such interpreters to look for")
@pytest.mark.parametrize("version", ["3.10", "3.9", "3.8"])
def test_an_old_python_says_which_one_is_needed(version: str) -> None:
    try:
        done = subprocess.run([f"python{version}", str(ROOT / "game.py")], capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip(f"no Python {version} here")
    if "Four Thrones" not in done.stderr and done.returncode == 127:
        pytest.skip(f"no Python {version} here")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
