"""An error at each call of a save, one by one: a whole state stays, it is told, and the game goes on."""

import errno
import os
import time
from pathlib import Path
from typing import Any

import pytest

from engine.seats import Seat
from engine.session import Session
from engine.storage import files, saves
from engine.storage.folders import FolderError

CALLS = ("open", "write", "fsync", "replace", "unlink", "close", "stat")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EPERM, errno.EINTR)


class Faults:
    """Counts the system's calls, and makes one of them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.real = {name: getattr(os, name) for name in CALLS}
        self.folder = str(folder)
        self.made: list[str] = []
        self.at = -1
        self.number = 0
        self.always = False
        self.numbers: set[int] = set()
        for name in CALLS:
            monkeypatch.setattr(os, name, self._stand_in(name))

    def _stand_in(self, name: str) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            ours = given and (given[0] in self.numbers if isinstance(given[0], int) else self._ours(given[0]))
            if not ours:
                return self.real[name](*given, **named)
            self.made.append(name)
            if len(self.made) - 1 == self.at or (self.always and len(self.made) - 1 >= self.at):
                if name == "close":
                    self.numbers.discard(given[0])
                    self.real[name](*given, **named)
                raise OSError(self.number, os.strerror(self.number))
            done = self.real[name](*given, **named)
            if name == "open":
                self.numbers.add(done)
            elif name == "close":
                self.numbers.discard(given[0])
            return done

        return call

    def _ours(self, path: Any) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self.folder)

    def arm(self, at: int, number: int, always: bool = False) -> None:
        """From now on count anew; the call with this number fails."""
        self.made, self.at, self.number, self.always = [], at, number, always

    def disarm(self) -> None:
        """No call fails any more."""
        self.made, self.at, self.always = [], -1, False


def calls_of_a_write(tmp_path: Path) -> int:
    with pytest.MonkeyPatch.context() as patch:
        faults = Faults(patch, tmp_path / "count")
        files.write(tmp_path / "count" / "file", b"one")
        faults.disarm()
        files.write(tmp_path / "count" / "file", b"two")
        return len(faults.made)


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_each_call_of_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    count = calls_of_a_write(tmp_path)
    assert count >= 12
    told = {False: 0, True: 0}
    for always in (False, True):
        for at in range(count):
            path = tmp_path / f"{number}-{at}-{always}" / "file"
            files.write(path, b"old")
            with pytest.MonkeyPatch.context() as patch:
                faults = Faults(patch, path.parent)
                faults.arm(at, number, always)
                try:
                    files.write(path, b"new")
                    assert path.read_bytes() == b"new"
                except FolderError as error:
                    told[always] += 1
                    assert error.message.id.startswith("ui.folder.")
                faults.disarm()
            assert path.read_bytes() in (b"old", b"new")
            backup = files.backup_path(path)
            assert not backup.exists() or backup.read_bytes() in (b"old", b"new")
            files.write(path, b"again")
            assert path.read_bytes() == b"again", "the next write is not hindered by what was left"
    if number != errno.EINTR:
        assert min(told.values()) >= count / 2
    else:
        assert told[False] == 0, "one interruption is no failure"


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_each_call_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """One call fails while a decision is saved; the decision stands, the save is whole, the next one is kept."""
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("engine.storage.files.PAUSES_S", (0.001,) * 3)
    monkeypatch.setattr("engine.storage.autosave.RETRY_S", 0.05)
    seats = [Seat("computer", "novice", name, k) for k, name in enumerate("AB")]
    folder = tmp_path / "saves"
    with pytest.MonkeyPatch.context() as patch:
        faults = Faults(patch, folder)
        for at in range(60):
            session = Session.start("king_of_12", {}, seats, "errors", autosave=folder / f"{at}.json")
            assert session.autosave is not None
            _decide(session, 2)
            faults.arm(at, number)
            failed = False
            try:
                _decide(session, 1)
            except FolderError:
                failed = True
            session.finish(1.0)
            reached = len(faults.made) > at
            faults.disarm()
            assert session.turn == 3, "the decision stands"
            assert session.finish(10.0) or failed or session.trouble() is not None
            assert saves.slot(session.autosave).error is None
            assert saves.load(session.autosave).session.turn >= 2
            _decide(session, 1)
            assert session.finish(10.0)
            assert saves.load(session.autosave).session.turn == 4
            session.close()
            if not reached:
                break
    assert at >= 15, "so many calls were tried"


def _decide(session: Session, count: int) -> None:
    session.patience = 5.0
    for _ in range(count):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])


def test_a_state_that_failed_is_tried_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk was full at the last decision of the evening; then there is room again, and nobody decides any more."""
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("engine.storage.autosave.RETRY_S", 0.05)
    seats = [Seat("computer", "novice", name, k) for k, name in enumerate("AB")]
    session = Session.start("king_of_12", {}, seats, "again", autosave=tmp_path / "saves" / "game.json")
    _decide(session, 1)
    with pytest.MonkeyPatch.context() as patch:
        faults = Faults(patch, tmp_path / "saves")
        faults.arm(0, errno.ENOSPC, always=True)
        with pytest.raises(FolderError) as told:
            _decide(session, 1)
        assert told.value.message.id == "ui.folder.no_space"
        _decide(session, 1)  # told once
        faults.disarm()
    assert session.autosave is not None
    for _ in range(200):
        if saves.load(session.autosave).session.turn == 3:
            break
        time.sleep(0.05)  # to wait for the state itself is over at once, for it has failed
    assert saves.load(session.autosave).session.turn == 3
