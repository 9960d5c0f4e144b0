"""Folders appear when something is written; a written file is whole at every moment."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from engine import crash
from engine.storage import files, folders
from engine.storage.folders import FolderError
from tests.support import rights


def test_one_variable_moves_everything(home: Path) -> None:
    places = [
        folders.saves(),
        folders.statistics(),
        folders.opponents(),
        folders.maps(),
        folders.decks(),
        folders.characters(),
        folders.pictures(),
        folders.settings(),
        folders.logs(),
    ]
    assert all(home in place.parents for place in places)
    assert len(set(places)) == len(places)
    assert not home.exists(), "asking creates nothing"


def test_without_it_the_systems_places_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOUR_THRONES_HOME")
    for place in (folders.saves(), folders.settings(), folders.logs()):
        assert place.is_absolute() and "four-thrones" in place.parts


def test_the_previous_content_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    for text in (b"one", b"two", b"three"):
        files.write(path, text)
    assert path.read_bytes() == b"three"
    assert files.backup_path(path).read_bytes() == b"two"
    files.write(path, b"four", backup=False)
    assert files.backup_path(path).read_bytes() == b"two"
    assert len(list(path.parent.iterdir())) == 2


def test_the_backup_is_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write(path, b"one")
    files.write(path, b"two")
    assert path.stat().st_ino != files.backup_path(path).stat().st_ino
    files.write(path, b"three", backup=b"given")
    assert files.backup_path(path).read_bytes() == b"given"


def test_a_scanner_that_holds_the_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.replace
    tries: list[Any] = []
    pauses: list[float] = []

    def replace(source: object, target: object) -> None:
        tries.append(1)
        if len(tries) % 4:
            raise PermissionError(errno.EACCES, "The process cannot access the file because it is used by another")
        real(source, target)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr("time.sleep", pauses.append)
    path = tmp_path / "file"
    files.write(path, b"one")
    files.write(path, b"two")
    assert path.read_bytes() == b"two" and len(tries) == 12, "file, backup, file: each at the fourth try"
    assert pauses[:3] == sorted(pauses[:3]) and pauses[0] < pauses[2], "the pauses grow"
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(PermissionError(errno.EACCES, "held")))
    pauses.clear()
    with pytest.raises(FolderError):
        files.write(path, b"three")
    assert 0.5 < sum(pauses) < 3, "about a second, then it is told"
    assert path.read_bytes() == b"two"


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    path = tmp_path / "file"
    for name in (f"file.{os.getpid()}.tmp", f"file.{os.getpid()}.old.tmp", f"file.{os.getpid()}.note.tmp"):
        (tmp_path / name).symlink_to(victim)
    files.write(path, b"one")
    files.write(path, b"two")
    files.write_journal(path, b"three")
    assert victim.read_bytes() == b"precious"
    assert (path.read_bytes(), files.journal_path(path).read_bytes()) == (b"two", b"three")


def test_what_a_killed_program_left_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write(path, b"one")
    (tmp_path / f"file.{os.getpid()}.old.tmp").write_bytes(b"ol")
    (tmp_path / f"file.{os.getpid()}.tmp").write_bytes(b"half")
    files.write(path, b"two")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "file.bak"]
    assert (path.read_bytes(), files.backup_path(path).read_bytes()) == (b"two", b"one")


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_the_old_content_survives_a_failure_at_any_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file"
    files.write(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(FolderError) as told:
        files.write(path, b"new")
    assert told.value.message.id == "ui.folder.no_space"
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("number", "text_id"),
    [
        (errno.EACCES, "ui.folder.no_permission"),
        (errno.EROFS, "ui.folder.no_permission"),
        (errno.ENOSPC, "ui.folder.no_space"),
        (errno.EIO, "ui.folder.failed"),
    ],
)
def test_each_failure_has_its_sentence(number: int, text_id: str) -> None:
    error = folders.failure(OSError(number, "because"), Path("place"))
    assert error.message.id == text_id
    assert error.message.params["path"] == "place"


def test_a_folder_without_permission(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "old").write_bytes(b"old")
    with rights.taken_away(locked) as binding:
        if not binding:
            pytest.skip("this user may write everywhere")
        for name in ("new", "old"):
            with pytest.raises(FolderError) as told:
                files.write(locked / name, b"x")
            assert told.value.message.id == "ui.folder.no_permission"
        assert [each.name for each in locked.iterdir()] == ["old"]
        assert (locked / "old").read_bytes() == b"old"


def test_an_uncaught_error_is_written_down(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise RuntimeError("the roof is on fire")
    except RuntimeError as error:
        assert crash.report(error) == 1
    log = folders.logs() / "four_thrones.log"
    assert "RuntimeError: the roof is on fire" in log.read_text("utf-8")
    said = capsys.readouterr().err
    assert "the roof is on fire" in said and str(log) in said


def test_an_uncaught_error_with_nowhere_to_write(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    home.parent.mkdir(exist_ok=True)
    home.touch()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(home))
    assert crash.report(RuntimeError("no room")) == 1
    assert "no room" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need a right there")
def test_the_last_resort_of_a_report_follows_no_link(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    common = tmp_path / "tmp"
    (common / "four-thrones").mkdir(parents=True)
    (common / "four-thrones" / "four_thrones.log").symlink_to(victim)
    (common / "four_thrones.log").symlink_to(victim)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(common))
    folders.logs().mkdir(parents=True)
    (folders.logs() / "four_thrones.log").symlink_to(victim)
    first, second = crash.write("one"), crash.write("two \udcff")
    assert victim.read_text() == "precious"
    assert first is not None and second is not None and first != second, "no name that can be guessed"
    assert first.parent == common and "one" in first.read_text("utf-8")
    assert first.stat().st_mode & 0o077 == 0, "nobody else reads it"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_report_waits_for_no_pipe(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folders.logs().mkdir(parents=True)
    os.mkfifo(folders.logs() / "four_thrones.log")
    path = crash.write("one")
    assert path is not None and path.parent == tmp_path
