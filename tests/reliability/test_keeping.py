"""Keeping games beside the window: nobody waits, nothing is lost at the end, no clock is believed."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from engine.bootstrap import ROOT
from engine.seats import Seat
from engine.session import Session
from engine.storage import autosave, files, folders, save_format, saves
from scenes.shell.app import look_through_record

SEATS = [Seat("person", "", "Leo", 0), Seat("computer", "novice", "Mia", 1)]


@pytest.fixture(autouse=True)
def _home(home: Path) -> None:
    """Locks lie in the home of this test."""


def begin(path: Path, seed: str = "keeping") -> Session:
    return Session.start("king_of_12", {}, SEATS, seed, autosave=path)


def decide(session: Session, count: int = 1) -> None:
    for _ in range(count):
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])


STUCK_S = 20.0
"""The disk stands still for so long, and longer than any machine needs for the decisions meanwhile."""


@pytest.mark.parametrize("step", ["fsync", "replace", "open", "write", "unlink"])
def test_the_window_waits_for_no_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Decisions are made while a call to the disk does not come back, however busy the machine is."""
    real = getattr(os, step)
    main = threading.current_thread()
    slow, goes_on, came_back = threading.Event(), threading.Event(), threading.Event()
    waits: list[float] = []

    def stand_in(*given: object, **named: object) -> object:
        here = isinstance(given[0], int) or str(given[0]).startswith(str(tmp_path / "saves"))
        if slow.is_set() and here:
            assert threading.current_thread() is not main, "the window itself touches the disk"
            if not goes_on.wait(STUCK_S):
                came_back.set()
        return real(*given, **named)

    def wait_for(self: threading.Condition, ready: Any, seconds: float | None = None) -> bool:
        if slow.is_set() and threading.current_thread() is main and seconds and not ready():
            waits.append(seconds)
        return bool(wait(self, ready, seconds))

    wait = threading.Condition.wait_for
    monkeypatch.setattr(os, step, stand_in)
    monkeypatch.setattr(threading.Condition, "wait_for", wait_for)
    session = begin(tmp_path / "saves" / "game.json")
    session.patience = 0.0  # as a table has it
    decide(session, 2)
    assert session.finish()
    slow.set()
    decide(session, 8)
    assert not came_back.is_set(), "the window has waited for the disk"
    slow.clear()
    assert len([one for one in waits if one >= 1]) == 0 and all(one <= autosave.NOTING_S for one in waits)
    goes_on.set()
    assert session.finish(STUCK_S)
    assert saves.load(tmp_path / "saves" / "game.json").session.turn == 10


def test_all_is_done_in_threads_that_end_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosave, "IDLE_S", 0.05)
    session = begin(tmp_path / "game.json")
    decide(session, 3)
    assert session.finish()
    mine = [thread for thread in threading.enumerate() if "game.json" in thread.name]
    for thread in mine:
        thread.join(5)
        assert not thread.is_alive()
    decide(session)
    assert session.finish() and saves.load(tmp_path / "game.json").session.turn == 4


LAST = """
import os, sys, time
from pathlib import Path
from engine.seats import Seat
from engine.session import Session
real = os.fsync
def slow(number):
    time.sleep(0.2)
    real(number)
os.fsync = slow
seats = [Seat("computer", "novice", name, k) for k, name in enumerate("AB")]
session = Session.start("king_of_12", {}, seats, "end", autosave=Path(sys.argv[1]))
session.patience = 0.0
for _ in range(6):
    seat = session.to_act()[0]
    session.submit(seat, session.legal(seat)[0])
"""


def test_the_end_of_the_program_waits_for_the_last_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    subprocess.run([sys.executable, "-c", LAST, str(path)], cwd=ROOT, check=True, timeout=60)
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file()) == ["game.json", "game.json.bak"]
    assert saves.load(path).session.turn == 6
    assert path.stat().st_ino != files.backup_path(path).stat().st_ino
    head = save_format.head(files.backup_path(path).read_bytes())
    assert head is not None and head.generation == 5, "the backup is one decision older"


def test_a_note_is_read_where_the_save_is_older_missing_or_damaged(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = begin(path)
    decide(session, 3)
    assert session.finish()
    old = path.read_bytes()
    decide(session)
    assert session.finish()
    session.close()
    new = path.read_bytes()
    for content in (old, None, b"", old[:100], b"{" * 2000):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        files.journal_path(path).write_bytes(new)
        assert [info.turn for info in saves.slots(tmp_path)] == [4]
        again = saves.load(path).session
        assert again.turn == 4
        decide(again)
        assert again.finish()
        assert saves.load(path).session.turn == 5 and not files.journal_path(path).exists()
        again.close()
    for note in (b"", new[:-30], b"{" * 5000, old):
        path.write_bytes(new)
        files.journal_path(path).write_bytes(note)
        assert saves.load(path).session.turn == 4, "a note that is cut off or older says nothing"
    saves.delete(path)
    assert saves.slots(tmp_path) == [] and not files.journal_path(path).exists()


# --- the order of games ---------------------------------------------------------------------------------


def test_the_game_to_go_on_with_is_the_one_saved_last_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = begin(tmp_path / "a.json"), begin(tmp_path / "b.json", "other")
    for stamp, session in (("2031-01-01T00:00:00+00:00", first), ("0001-01-01T00:00:00+00:00", second)):
        monkeypatch.setattr("engine.session._timestamp", lambda stamp=stamp: stamp)
        decide(session)
        assert session.finish()
        found = saves.newest(tmp_path)
        assert found is not None and found.path == session.autosave
        os.utime(found.path, (0, 0))
    decide(first)
    assert first.finish()
    found = saves.newest(tmp_path)
    assert found is not None and found.path.name == "a.json"
    assert [info.path.name for info in saves.slots(tmp_path)] == ["a.json", "b.json"]


@pytest.mark.parametrize(
    "stamp", ["0001-01-01T00:00:00+00:00", "1901-05-05T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_times_outside_all_calendars_are_shown_somehow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stamp: str
) -> None:
    from scenes.shell.i18n import Texts, format_time

    monkeypatch.setattr("engine.session._timestamp", lambda: stamp)
    session = begin(tmp_path / "a.json")
    decide(session)
    assert session.finish()
    assert format_time(Texts("en"), saves.slot(tmp_path / "a.json").updated)
    (tmp_path / "bad.json").write_bytes(b"no save")
    for when in (-(2**40), -1, 2**33, 2**40):
        os.utime(tmp_path / "bad.json", (when, when))
        assert len(saves.slots(tmp_path)) == 2
        assert format_time(Texts("en"), saves.slot(tmp_path / "bad.json").updated) is not None


def test_counters_that_no_counting_reaches_count_as_none(tmp_path: Path) -> None:
    session = begin(tmp_path / "a.json")
    decide(session)
    body = save_format.encode_body(session.record())
    for huge in (2**63, 10**30, 10**400):
        (tmp_path / "forged.json").write_bytes(save_format.wrap(body, huge, huge))
        assert saves.slot(tmp_path / "forged.json").order == 0
        assert autosave.next_order(tmp_path) < 1000


# --- two games in one file ------------------------------------------------------------------------------


def test_a_save_that_changed_under_a_game_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = begin(path)
    first.patience = 10.0
    decide(first, 2)
    second = saves.load(path).session
    second.patience = 10.0
    decide(second, 3)
    assert second.finish()
    content = path.read_bytes()
    with pytest.raises(autosave.SaveConflict) as told:
        decide(first)
    assert told.value.message.id == "ui.save.overtaken"
    decide(first)  # told once; the game can be played on
    assert path.read_bytes() == content and saves.load(path).session.turn == 5


def test_a_new_game_in_the_file_of_one_that_is_still_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old game's last state comes too late: it does not return, and it hinders nobody."""
    path = tmp_path / "game.json"
    real = os.fsync

    def slow(number: int) -> None:
        time.sleep(0.1)
        real(number)

    monkeypatch.setattr(os, "fsync", slow)
    for turn in range(3):
        old = begin(path, f"old {turn}")
        old.patience = 0.0
        decide(old, 4)
        path.unlink(missing_ok=True)
        new = begin(path, f"new {turn}")
        new.patience = 0.0
        decide(new, 1)
        assert saves.load(path).session.id == new.id, "from its first decision on it is the one that is read"
        decide(new, 2)
        assert new.finish()
        old.finish()
        assert new.trouble() is None
        found = saves.load(path).session
        assert (found.id, found.turn) == (new.id, 3)
        assert not files.journal_path(path).exists()


def test_a_save_that_is_no_save_any_more_is_kept_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = begin(path)
    decide(session, 2)
    assert session.finish()
    path.write_bytes(b"scribbled over")
    decide(session)
    assert session.finish()
    assert path.with_name("game.json.damaged").read_bytes() == b"scribbled over"
    assert saves.load(path).session.turn == 3


def test_claims_are_counted_within_a_process(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert files.claim(path) and files.claim(path) and not files.has_other_owner(path)
    files.release(path)
    assert taken_elsewhere(path)
    files.release(path)
    assert not taken_elsewhere(path)
    files.release(path)


def test_a_file_released_by_the_garbage_collector_blocks_no_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other, lock = tmp_path / "game.json", tmp_path / "other.json", files._lock
    assert files.claim(other)

    def collect(place: Path) -> int | None:
        files.release(other)
        return lock(place)

    monkeypatch.setattr(files, "_lock", collect)
    claiming = threading.Thread(target=files.claim, args=(path,), daemon=True)
    claiming.start()
    claiming.join(10)
    assert not claiming.is_alive()
    files.release(path)


def taken_elsewhere(path: Path) -> bool:
    """What another process says."""
    code = (
        f"from pathlib import Path; from engine.storage import files; print(files.has_other_owner(Path({str(path)!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip() == "True"


def test_a_game_loaded_while_its_last_states_are_on_their_way_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is left and the game continued at once, on a slow disk: no state in between looks like a stranger's."""
    real = files.write

    def slow(*given: Any, **more: Any) -> None:
        time.sleep(0.1)
        real(*given, **more)

    monkeypatch.setattr(files, "write", slow)
    path = tmp_path / "game.json"
    people = [Seat("person", "", "A"), Seat("computer", "skilled", "B", 1)]
    session = Session.start("king_of_12", {}, people, "left", autosave=path)
    for _ in range(4):
        for _ in range(6):
            session.patience = 0.0
            seat = session.to_act()[0]
            session.submit(seat, session.legal(seat)[0])
            time.sleep(0.03)
            assert session.trouble() is None
        turn = session.turn
        session = saves.load(path).session
        assert session.turn == turn
    assert session.finish() and session.trouble() is None


# --- a kill, and damage to what it has left -----------------------------------------------------------------------


@pytest.mark.parametrize("noted", [True, False])
def test_a_save_that_is_damaged_after_a_kill_never_becomes_its_backup(tmp_path: Path, noted: bool) -> None:
    """The head of the damaged file is whole; with a note, the newest state was read from there."""
    path = tmp_path / "saves" / "game.json"
    session = begin(path)
    decide(session, 5)
    assert session.finish()
    session.close()
    note = files.journal_path(path)
    if noted:
        later = saves.look(path).session
        head = save_format.head(path.read_bytes())
        assert head is not None
        decide(later)
        note.write_bytes(save_format.wrap(save_format.encode_body(later.record()), head.generation + 1, head.order + 1))
    again = saves.load(path).session
    turn = again.turn
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x55
    path.write_bytes(data)
    decide(again)
    assert again.finish()
    assert saves.look(path).session.turn == turn + 1
    assert saves.look(files.backup_path(path)).session.turn == turn, "one decision older, and whole"
    again.close()


def test_what_killed_programs_have_left_is_removed_at_the_start_and_nothing_else(tmp_path: Path) -> None:
    """A file from the future too: a clock was wrong when it was written."""
    old, ahead, fresh = time.time() - 7200, time.time() + 864_000, time.time()
    for folder in (folders.statistics(), folders.studies(), folders.exports(), folders.pictures()):
        folders.ensure(folder)
        for name, when in (
            ("a.json.123.tmp", old), ("b.json.4567.old.tmp", old), ("c.json.89.note.tmp", ahead),
            ("d.json.123.tmp", fresh), ("e.json.note.tmp", old), ("of a friend.tmp", old), ("f.json", old),
        ):  # fmt: skip
            (folder / name).write_text("x", "utf-8")
            os.utime(folder / name, (when, when))
        look_through_record()
        left = sorted(one.name for one in folder.iterdir() if not one.name.startswith("statistics"))
        assert left == ["d.json.123.tmp", "e.json.note.tmp", "f.json", "of a friend.tmp"]
