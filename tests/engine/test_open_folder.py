"""A folder is shown by the system, made first; when the system cannot, the player is told where it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from engine.desktop import packed, system as opening
from engine.desktop.system import open_folder
from engine.storage.folders import FolderError

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the command xdg-open is one of Linux")


def command(folder: Path, does: str) -> None:
    folder.mkdir()
    made = folder / "xdg-open"
    made.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
    made.chmod(0o755)


@on_linux
def test_the_folder_is_made_and_given_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command(tmp_path / "bin", f'printf %s "$1" > "{tmp_path}/asked"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    folder = tmp_path / "moje mapy" / "maps"
    assert open_folder(folder) == []
    assert folder.is_dir()
    assert (tmp_path / "asked").read_text("utf-8") == str(folder)


@on_linux
@pytest.mark.parametrize("does", ["exit 3", None])
def test_where_the_system_cannot_the_player_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str | None
) -> None:
    if does is None:
        (tmp_path / "bin").mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    else:
        command(tmp_path / "bin", does)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    (told,) = open_folder(tmp_path / "maps")
    assert told.id == "ui.folder.at" and told.params == {"path": str(tmp_path / "maps")}


@on_linux
def test_a_system_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command(tmp_path / "bin", "exec sleep 3")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(opening, "WAIT_S", 0.2)
    assert open_folder(tmp_path / "maps") == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(FolderError):
        open_folder(tmp_path / "file" / "maps")


def test_other_programs_do_not_look_for_libraries_in_a_frozen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/frozen")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    assert packed.make_environment()["LD_LIBRARY_PATH"] == "/frozen"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert packed.make_environment()["LD_LIBRARY_PATH"] == "/before"
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    assert "LD_LIBRARY_PATH" not in packed.make_environment()


@on_linux
def test_what_is_started_learns_nothing_of_the_packed_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is started from the file manager unpacks itself, and does not die with the first one."""
    command(tmp_path / "bin", f'env > "{tmp_path}/env"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    for name in ("_PYI_ARCHIVE_FILE", "_PYI_APPLICATION_HOME_DIR", "_PYI_PARENT_PROCESS_LEVEL", "_MEIPASS2"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("FOUR_THRONES_INSIDE", "/somewhere")
    monkeypatch.setenv("OF_THE_PLAYER", "stays")
    assert open_folder(tmp_path / "maps") == []
    found = (tmp_path / "env").read_text("utf-8")
    assert "_PYI_" not in found and "_MEIPASS" not in found and "FOUR_THRONES_INSIDE" not in found
    assert "OF_THE_PLAYER=stays" in found
    with packed.clean_environment():
        assert not [name for name in os.environ if name.startswith("_PYI_")] and os.environ["OF_THE_PLAYER"] == "stays"
    assert os.environ["_PYI_ARCHIVE_FILE"] == "1", "our own workers need them"


@on_linux
def test_other_programs_see_nothing_that_our_libraries_set(tmp_path: Path) -> None:
    """What a program of ours has in its environment more than it was given stays with it."""
    lines = (
        "import os; before = dict(os.environ)",
        "from scenes.shell.context import Context; from scenes.shell.window import Window",
        "from engine.storage.settings import Settings; from engine.desktop import packed",
        "Window(Context(Settings(), sound=False, quiet=True), (1280, 720), visible=False)",
        "found = packed.make_environment()",
        "print({name: found[name] for name in found if before.get(name) != found[name]})",
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "PYGAME_"))}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**env, "DISPLAY": ":99", "SDL_VIDEODRIVER": "dummy", "FOUR_THRONES_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "{}"


@pytest.mark.parametrize("name", ["SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"])
def test_the_name_of_our_windows_goes_to_no_other_program(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "FourThrones")
    assert name not in packed.make_environment()


def test_no_other_program_is_started_with_the_environment_as_it_is() -> None:
    """Code that starts a program names its environment, or starts one of our own."""
    ours = {"ai/lab/cross_version.py", "engine/bench.py", "engine/bootstrap.py"}
    for room in ("ai", "engine", "scenes", "sprites", "maps", "games"):
        for path in (Path(ROOT) / room).rglob("*.py"):
            text = path.read_text("utf-8")
            name = path.relative_to(ROOT).as_posix()
            if name not in ours:
                assert "webbrowser" not in text and "os.system(" not in text, name
                calls = text.count("subprocess.Popen(") + text.count("subprocess.run(")
                assert calls == text.count("env=packed.make_environment()"), name
                assert text.count("os.startfile(") <= text.count("packed.clean_environment()"), name


# --- folders that killed programs have left -------------------------------------------------------------------------


def unpacked(place: Path, name: str, *, mark: bool = False, part: str = packed.PARTS[0], old: bool = True) -> Path:
    """A folder as the one-file program unpacks itself into."""
    folder = place / name
    (folder / part).mkdir(parents=True)
    (folder / part / "manifest.json").write_text("{}", "utf-8")
    if mark:
        (folder / packed.MARK).touch()
        make_old(folder / packed.MARK)
    if old:
        make_old(folder)
    return folder


def make_old(path: Path) -> None:
    os.utime(path, (1_000_000_000, 1_000_000_000))


def test_folders_of_killed_programs_are_removed_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "_is_mapped_by_none", lambda folder: folder.name != "_MEIused")
    own = unpacked(tmp_path, "_MEIown")
    kept = [packed.keep_mark(own)]
    running = unpacked(tmp_path, "_MEIrunning")
    kept.append(packed.keep_mark(running))
    make_old(running / packed.MARK)
    starting = unpacked(tmp_path, "_MEIstarting", mark=True)
    os.utime(starting / packed.MARK)
    killed = unpacked(tmp_path, "_MEIkilled", mark=True, old=False)
    earlier = unpacked(tmp_path, "_MEIearlier")
    used = unpacked(tmp_path, "_MEIused")
    beginning = unpacked(tmp_path, "_MEIbeginning", old=False)
    foreign = unpacked(tmp_path, "_MEIforeign", part="some/other/program")
    other = unpacked(tmp_path, "other")
    outside = unpacked(tmp_path / "outside", "game", mark=True)
    link = tmp_path / "_MEIlink"
    link.symlink_to(outside, target_is_directory=True)
    linked = os.path.lexists(link)  # Wine makes none, and says nothing
    assert linked or os.name == "nt"
    try:
        assert sorted(packed.remove_leftovers(own)) == [earlier, killed]
        assert not killed.exists() and not earlier.exists()
        for folder in (own, running, starting, used, beginning, foreign, other, outside):
            assert (folder / packed.PARTS[0]).is_dir() or folder is foreign
        assert foreign.is_dir() and os.path.lexists(link) == linked
    finally:
        for number in kept:
            assert number is not None
            os.close(number)
    assert packed.remove_leftovers(own) == [running], "its process is gone now"


SOUNDS = """
import sys, time
from pathlib import Path
from engine.desktop import packed
from sprites.base.loader import TEMPORARY, Loader
assert TEMPORARY == packed.TEMPORARY
loader = Loader(packed.keep_mark)
loader._split(next((Path(sys.argv[1]) / "sounds").rglob("*.ogg")))
print(loader._folder.name, flush=True)
time.sleep(60)
"""


def test_sounds_of_a_killed_program_are_removed_and_those_of_a_running_one_stay(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SOUNDS, ROOT]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path), "TMP": str(tmp_path)}
    unmarked = tmp_path / f"{packed.TEMPORARY}of-others"
    unmarked.mkdir()
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            folder = Path(process.stdout.readline().strip())
            assert folder.parent == tmp_path and packed.remove_temporary(tmp_path) == []
            make_old(folder / packed.MARK)
            assert packed.remove_temporary(tmp_path) == [], "its mark is locked"
            assert list(folder.glob("*.ogg"))
        finally:
            process.kill()
    assert packed.remove_temporary(tmp_path) == [folder] and list(tmp_path.iterdir()) == [unmarked]


@on_linux
def test_a_folder_in_use_by_an_earlier_version_stays(tmp_path: Path) -> None:
    """It has no mark; its process says by its environment where it lives."""
    folder = unpacked(tmp_path, "_MEIearlier")
    environment = {**os.environ, "_PYI_APPLICATION_HOME_DIR": str(folder)}
    with subprocess.Popen(["sleep", "30"], env=environment) as process:
        try:
            assert packed.remove_leftovers(tmp_path / "_MEIown") == []
        finally:
            process.kill()
    assert packed.remove_leftovers(tmp_path / "_MEIown") == [folder]


def test_only_the_one_file_program_has_unpacked_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert packed.find_unpack_folder() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "Four Thrones" / "_internal"), raising=False)
    assert packed.find_unpack_folder() is None
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_MEIabc"), raising=False)
    assert packed.find_unpack_folder() == tmp_path / "_MEIabc"
