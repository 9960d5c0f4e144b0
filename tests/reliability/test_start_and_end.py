"""Files that used to stop the program: no start is blocked, no end of a game crashes, no frame waits."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from engine.seats import Seat
from engine.session import Session
from engine.storage import folders, settings, settings as engine_settings, statistics
from engine.storage.sqlite_store import WAIT_S
from scenes.menus.statistics import StatisticsScene
from scenes.menus.title import Title
from scenes.shell.app import look_through_record
from scenes.table import game_screens as games
from tests.ui.driver import Driver

DEEP = b'{"a":' * 1000 + b"1" + b"}" * 1000


@pytest.fixture
def window(home: Path) -> Iterator[Driver]:
    run = Driver(speed="instant")
    run.ctx.quiet = False
    yield run
    run.close()


def finished() -> Session:
    """A game of computers that is over."""
    seats = [Seat("computer", "novice", "Leo", 0), Seat("computer", "novice", "Mia", 1)]
    session = Session.start("king_of_12", {}, seats, "end")
    while not session.over:
        seat = session.to_act()[0]
        session.submit(seat, session.legal(seat)[0])
    return session


def frame_times(run: Driver, count: int = 30) -> list[float]:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        run.frame()
        times.append(time.perf_counter() - start)
        time.sleep(0.005)
    return times


def result(run: Driver) -> None:
    """Open the result of a finished game."""
    run.ctx.stack.push(games.table(run.ctx, finished()))
    run.until(lambda: run.top.name in ("result", "dialog"))


def test_nested_files_block_no_start(home: Path) -> None:
    place = settings.path()
    place.parent.mkdir(parents=True)
    place.write_bytes(DEEP)
    saved = folders.ensure(folders.saves())
    for name, content in (("deep", DEEP), ("list", b"[" * 100_000), ("notes", b"\0" * 50)):
        (saved / f"{name}.json").write_bytes(content)
        (saved / f"{name}.json.note.tmp").write_bytes(content)
    (saved / "folder.json").mkdir()
    folders.ensure(folders.statistics())
    statistics.path().write_bytes(DEEP * 10)
    command = [sys.executable, "game.py", "--bench-first-frame"]
    env = {**os.environ, "FOUR_THRONES_HOME": str(home), "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    found, _notices = engine_settings.load()
    run = Driver()
    run.ctx.quiet = False
    try:
        run.settings = run.ctx.settings = found
        run.ctx.stack.push(Title(run.ctx))
        run.run(100)
        run.ctx.stack.push(StatisticsScene(run.ctx))
        run.run(300)
        assert run.top.name in ("statistics", "dialog")
    finally:
        run.close()


def test_a_damaged_record_is_told_at_the_end_of_a_game(window: Driver) -> None:
    folders.ensure(folders.statistics())
    statistics.path().write_bytes(b"SQLite format 3\0" + b"\xa5" * 20_000)
    result(window)
    window.until(lambda: window.top.name == "dialog")
    assert "damaged" in window.top.body and "folder" in [name for name, _, _ in window.top.choices]
    assert (statistics.path().parent / "statistics.sqlite3.bad").exists()
    assert window.ctx.records.finish(10)
    assert statistics.summary()["king_of_12"].played == 1


def test_the_record_is_looked_through_at_the_start_beside_the_window(window: Driver) -> None:
    statistics.record(finished())
    data = statistics.path().read_bytes()
    statistics.path().write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    window.ctx.stack.push(Title(window.ctx))
    window.ctx.records.submit("check", look_through_record)
    window.until(lambda: window.top.name == "dialog")
    assert "damaged" in window.top.body
    assert (statistics.path().parent / "statistics.sqlite3.bad").exists()


def test_a_locked_record_stops_no_frame(window: Driver) -> None:
    statistics.record(finished())
    window.ctx.stack.push(Title(window.ctx))
    frame_times(window)
    other = sqlite3.connect(statistics.path(), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        window.ctx.stack.push(StatisticsScene(window.ctx))
        frame_times(window, 3)  # the first pictures of a screen are drawn
        assert max(frame_times(window)) < WAIT_S / 2, "a lock is waited for, but not here"
        assert window.top.waiting
        result(window)
        assert max(frame_times(window)) < WAIT_S / 2
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert window.ctx.records.finish(20)
    assert statistics.summary()["king_of_12"].played == 2, "the game was entered when the lock was gone"


def test_a_slow_disk_stops_no_frame_that_keeps_settings(window: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def slow(number: int) -> None:
        time.sleep(0.5)
        real(number)

    window.ctx.stack.push(Title(window.ctx))
    frame_times(window)
    monkeypatch.setattr(os, "fsync", slow)
    start = time.perf_counter()
    for muted in (True, False, True):
        window.settings.muted = muted
        window.ctx.save_settings()
    assert time.perf_counter() - start < 0.2
    assert window.ctx.files.finish(20)
    assert json.loads(settings.path().read_bytes())["muted"] is True


def test_settings_that_cannot_be_kept_are_told_once(window: Driver, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "settings").write_text("not a folder", "utf-8")
    window.ctx.stack.push(Title(window.ctx))
    for _ in range(3):
        window.ctx.save_settings()
        assert window.ctx.files.finish(20)
    window.until(lambda: window.top.name == "dialog")
    window.click("ok")
    window.run(300)
    assert window.top.name == "title" and window.ctx.notices == []
