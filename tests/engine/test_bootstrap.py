"""The first start: what it looks for, what it says when something is missing, what it leaves behind."""

import ast
import os
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from typing import Any

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
    assert len(bootstrap.read_pins(text)) >= 4


def test_the_play_lock_is_part_of_the_test_lock() -> None:
    assert set(bootstrap.read_pins(lock("run"))) <= set(bootstrap.read_pins(lock("dev")))


def test_the_project_file_pins_what_the_lock_has() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for name, version in bootstrap.read_pins(lock("run")):
        assert f'"{name}=={version}"' in project


@pytest.mark.parametrize("name", ["game.py", "engine/bootstrap.py", "engine/__init__.py", "tests/__main__.py"])
def test_an_old_python_can_read_it(name: str) -> None:
    ast.parse((ROOT / name).read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder that is the current one of a process")
@pytest.mark.parametrize("has_home", [True, False])
def test_a_current_folder_that_is_gone_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_home: bool) -> None:
    """Workers enter the current folder of the game when they start."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path if has_home else gone))
    bootstrap.ready()
    assert Path.cwd() == (tmp_path if has_home else Path(tmp_path.anchor))


def test_a_current_folder_that_may_not_be_entered_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed, chdir = tmp_path / "closed", os.chdir
    closed.mkdir()
    monkeypatch.chdir(closed)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    def enter(path: str) -> None:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", path)
        chdir(path)

    with monkeypatch.context() as patches:
        patches.setattr(os, "chdir", enter)
        bootstrap.ready()
    assert Path.cwd() == tmp_path


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
    took = []
    for _ in range(5):  # others may be at work on this machine: the best of some
        begin = time.perf_counter()
        bootstrap.missing(text, sys.path)
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.02


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A first start on a Python without our packages; pip and the second start only pretended."""
    monkeypatch.setenv("FOUR_THRONES_RUNTIME", str(tmp_path / "runtime"))
    monkeypatch.delenv("FOUR_THRONES_INSIDE", raising=False)
    monkeypatch.setattr(bootstrap, "missing", lambda lock, folders: ["pytmx"])

    def make(place: str, guard: int) -> None:
        python = Path(bootstrap.find_python(place))
        python.parent.mkdir(parents=True)
        python.touch()

    def again(place: str) -> None:
        raise SystemExit(f"again in {place}")

    monkeypatch.setattr(bootstrap, "_make", make)
    monkeypatch.setattr(bootstrap, "_install", lambda place, lock_file, guard: None)
    monkeypatch.setattr(bootstrap, "_read_optional", lambda: "")
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


# --- damage --------------------------------------------------------------------------------------------


def begun(play: Path) -> Path:
    """An environment that is set up; its place."""
    with pytest.raises(SystemExit, match="again in"):
        bootstrap.ready()
    return place_of(play)


@pytest.mark.parametrize("damage", ["empty", "cut", "other", "binary", "folder", "gone"])
def test_a_damaged_stamp_means_that_it_is_made_anew(
    play: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stamp = begun(play) / bootstrap.STAMP
    stamp.unlink()
    if damage == "folder":
        stamp.mkdir()
    elif damage != "gone":
        stamp.write_bytes({"empty": b"", "cut": b"compl", "other": b"yes", "binary": b"\xff\xfe\0"}[damage])
    capsys.readouterr()
    begun(play)
    assert "Setting up" in capsys.readouterr().err
    assert stamp.read_text("utf-8") == bootstrap.COMPLETE


@pytest.mark.parametrize(
    "damage",
    [
        b"", b"\n# nothing\n", b"\xff\xfe\x00garbage", b"\0" * 300, b"pygame-ce\n", b"pygame-ce==2.5 ; sys_platform\n",
        b"pygame-ce==2.5 ; no_such == 'x'\n", b"pygame-ce==2.5 ; sys_platform >= 'linux'\n", b"<html>no file</html>\n",
    ],
)  # fmt: skip
def test_a_damaged_list_of_packages_is_told_in_one_line(tmp_path: Path, damage: bytes) -> None:
    """The list itself, in a copy of the project that has nothing else; nothing is installed."""
    (tmp_path / "engine").mkdir()
    for name in ("__init__.py", "bootstrap.py"):
        (tmp_path / "engine" / name).write_bytes((Path(bootstrap.ROOT) / "engine" / name).read_bytes())
    (tmp_path / bootstrap.LOCKS["run"]).write_bytes(damage)
    command = [sys.executable, "-c", "from engine.bootstrap import ready; ready()"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and bootstrap.LOCKS["run"] in done.stderr
    assert not (tmp_path / ".runtime").exists()


@pytest.mark.parametrize("damage", ["folder", "link", "garbage", "no right to write"])
def test_a_damaged_lock_is_no_obstacle(play: Path, damage: str) -> None:
    play.mkdir()
    guard = Path(str(place_of(play)) + ".lock")
    if damage == "folder":
        (guard / "deep").mkdir(parents=True)
    elif damage == "link":
        guard.symlink_to(play / "nowhere" / "deep")
    else:
        guard.write_bytes(os.urandom(100))
        if damage == "no right to write":
            guard.chmod(0)
    assert (begun(play) / bootstrap.STAMP).exists()


@pytest.mark.parametrize("damage", ["file", "link", "dangling"])
def test_what_stands_in_the_place_of_the_environment_is_cleared(play: Path, damage: str, tmp_path: Path) -> None:
    play.mkdir()
    other = tmp_path / "other"
    other.mkdir()
    (other / "precious").touch()
    if damage == "file":
        place_of(play).touch()
    else:
        place_of(play).symlink_to(other if damage == "link" else tmp_path / "nowhere")
    assert (begun(play) / bootstrap.STAMP).exists()
    assert (other / "precious").exists(), "what a link leads to is not ours"


def test_a_python_that_is_no_program_is_replaced(play: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(play)
    started: list[Any] = []

    def again(place: str) -> None:
        started.append(place)
        if len(started) == 1:
            raise PermissionError(13, "Permission denied")
        raise SystemExit("again in")

    monkeypatch.setattr(bootstrap, "_start_again", again)
    made = []
    monkeypatch.setattr(bootstrap, "_install", lambda *_: made.append(1))
    with pytest.raises(SystemExit):
        bootstrap.ready()
    assert len(started) == 2 and made == [1]


def test_packages_gone_from_inside_are_installed_anew_once(
    play: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = begun(play)
    started: list[Any] = []
    monkeypatch.setattr(bootstrap, "_replace_process", started.append)
    monkeypatch.setenv("FOUR_THRONES_INSIDE", str(place))
    monkeypatch.setattr(sys, "prefix", str(place))
    monkeypatch.delenv("FOUR_THRONES_MENDED", raising=False)
    with pytest.raises(SystemExit):
        bootstrap.ready()
    assert started and not (place / bootstrap.STAMP).exists()
    assert os.environ["FOUR_THRONES_MENDED"] == str(place) and "FOUR_THRONES_INSIDE" not in os.environ
    monkeypatch.setenv("FOUR_THRONES_INSIDE", str(place))
    with pytest.raises(SystemExit):
        bootstrap.ready()
    assert len(started) == 1, "not for ever"
    assert "Delete that folder" in capsys.readouterr().err


def installed(folder: Path) -> Path:
    """A package as an installer leaves it; its module."""
    import base64
    import hashlib

    module = folder / "pytmx" / "__init__.py"
    module.parent.mkdir(parents=True)
    module.write_bytes(b"VERSION = 1\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(module.read_bytes()).digest()).rstrip(b"=").decode()
    info = folder / "pytmx-3.32.dist-info"
    info.mkdir()
    (info / "RECORD").write_text(f"pytmx/__init__.py,sha256={digest},12\npytmx-3.32.dist-info/RECORD,,\n", "utf-8")
    return module


@pytest.mark.parametrize("damage", ["changed", "cut", "gone", "record", "record gone", "record binary"])
def test_a_damaged_package_is_found(tmp_path: Path, damage: str) -> None:
    module = installed(tmp_path)
    record = tmp_path / "pytmx-3.32.dist-info" / "RECORD"
    assert bootstrap.find_damage("pytmx==3.32 \\\n", [str(tmp_path), "/nowhere"]) == []
    if damage == "changed":
        module.write_bytes(b"VERSION = 2\n")
    elif damage == "cut":
        module.write_bytes(b"")
    elif damage == "gone":
        module.unlink()
    elif damage == "record gone":
        record.unlink()
    else:
        record.write_bytes(b"" if damage == "record" else b"\xff\xfe\0\0")
    found = bootstrap.find_damage("pytmx==3.32 \\\n", [str(tmp_path)])
    assert found == [str(record if "record" in damage else module)]


def test_an_import_that_fails_looks_for_damage(
    play: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = begun(play)
    started: list[Any] = []
    monkeypatch.setattr(bootstrap, "_replace_process", started.append)
    monkeypatch.setattr(sys, "prefix", str(place))
    monkeypatch.delenv("FOUR_THRONES_MENDED", raising=False)
    monkeypatch.setattr(bootstrap, "find_damage", lambda lock, folders: [])
    bootstrap.mend()
    assert not started, "the packages are whole: the fault is elsewhere"
    monkeypatch.setattr(bootstrap, "find_damage", lambda lock, folders: ["pygame/base.so"])
    bootstrap.mend()
    assert started and not (place / bootstrap.STAMP).exists()
    assert "pygame/base.so" in capsys.readouterr().err


def test_the_game_starts_without_the_packages_that_it_can_do_without(
    play: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where they cannot be had, a line says so, and the environment is made all the same."""

    def install(place: str, lock_file: str, guard: int) -> None:
        if lock_file.endswith(bootstrap.OPTIONAL):
            raise bootstrap.SetupError("there is none for this system")

    monkeypatch.setattr(bootstrap, "_read_optional", lambda: "accesskit==0.7.0")
    monkeypatch.setattr(bootstrap, "_install", install)
    with pytest.raises(SystemExit, match="again in"):
        bootstrap.ready()
    assert bootstrap._is_ready(str(place_of(play)))
    assert "Screen readers cannot be answered" in capsys.readouterr().err


def test_the_optional_packages_are_pinned_as_the_project_names_them() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        named = tomllib.load(file)["project"]["optional-dependencies"]["reader"]
    pins = bootstrap.read_pins((ROOT / bootstrap.OPTIONAL).read_text("utf-8"))
    assert [f"{name}=={version}" for name, version in pins] == named
