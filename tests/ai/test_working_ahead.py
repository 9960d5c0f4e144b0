"""An analysis works ahead while a person thinks: sealed until the end, stopped at once, and nobody plays otherwise."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame
import pytest

from ai.analysis.pieces import Piece
from ai.analysis.worker import DONE, Ahead, AnalysisOwner, Order, has_spare_core
from ai.choose import choose
from ai.review import play_game
from ai.workers.pool import OpponentPool
from ai.workers.process import WorkerProcess
from ai.workers.protocol import GO, HOLD
from engine.session import Session
from tests.support.open_tables import open_table
from tests.support.spoken_trees import tell_page
from tests.ui.driver import Driver

PATIENCE_S = 60.0


class Link:
    """A worker that says what it is given, and remembers what it was told."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.told: list[bytes] = []
        self.ended = False

    def send(self, data: bytes) -> None:
        """Remember a message."""
        self.told.append(data)

    def receive(self) -> bytes | None:
        """Return the next message that it says."""
        return self.said.pop(0) if self.said else None

    def end(self, wait: bool = False) -> None:
        """It is gone."""
        self.ended = True


def _start(turn: int = 8, game: str = "king_of_12") -> tuple[Session, Session]:
    """A game that goes on, and the same game when it is over."""
    over = play_game(game, {}, 2, "novice", 7)
    return Session(over.record(), over.course.until(turn), None), over


@pytest.fixture
def link(monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    yield Link()


def _make_owner(link: Link) -> AnalysisOwner:
    return AnalysisOwner(lambda: link)  # type: ignore[arg-type,return-value]


def test_nothing_is_given_out_before_the_end(link: Link) -> None:
    """Not even a review that a process sends: pieces stay bytes, and only the finished game gets them."""
    session, over = _start()
    owner = _make_owner(link)
    piece = msgspec.msgpack.encode(Piece(b"k" * 16, b"secret"))
    link.said = [piece, msgspec.msgpack.encode(Piece(b"m" * 16))]
    owner.follow(session, True)
    owner.follow(session, True)
    assert owner.adopt(session) is None
    public = {name: getattr(owner, name) for name in dir(owner) if not name.startswith("_")}
    assert not any(b"secret" in f"{value}".encode() for value in public.values())
    worker = owner.adopt(over)
    assert worker is not None and list(worker.known.values()) == [piece], "what was begun with is no result"
    order = msgspec.msgpack.decode(link.told[-1], type=Order)
    assert order.known == (piece,)


def _is_preparing(owner: AnalysisOwner) -> bool:
    return owner._job is not None and owner._job.working and not owner._job.resting


def test_it_is_held_goes_on_and_gets_the_game_as_it_stands(link: Link) -> None:
    session, over = _start()
    owner = _make_owner(link)
    owner.follow(session, False)
    assert not link.told, "no process without need"
    for _ in range(3):
        owner.follow(session, True)
    assert len(link.told) == 1 and _is_preparing(owner)
    later = Session(over.record(), over.course.until(10), None)
    later.id = session.id
    owner.follow(session, False)
    owner.follow(session, False)
    assert link.told[1:] == [HOLD] and not _is_preparing(owner)
    owner.follow(session, True)
    assert link.told[2:] == [GO] and _is_preparing(owner)
    link.said = [DONE]
    entry = over.course.entries[session.turn]
    session.submit(entry.seat, entry.action)
    owner.follow(session, True)
    assert link.told[3] == GO and len(msgspec.msgpack.decode(link.told[4], type=Ahead).save) > 100
    owner.follow(None, True)
    assert link.ended and not _is_preparing(owner)


def test_an_analysis_of_a_finished_game_gives_way_too(link: Link) -> None:
    """While an opponent of the next game thinks; the study lets it go on."""
    _, over = _start()
    owner = _make_owner(link)
    owner.follow(over, False)
    assert not link.told, "nobody has asked for it"
    owner.follow(over, True)
    owner.follow(None, False)
    owner.follow(None, False)
    assert link.told[1:] == [HOLD]
    assert owner.adopt(over) is not None and link.told[2:] == [GO]
    worker = owner.adopt(over)
    assert worker is not None and len(link.told) == 4, "another one, which begins with what is known"
    owner.give_back(over, worker)
    assert link.ended


def test_an_end_that_was_taken_back_is_analysed_when_it_comes_again(link: Link) -> None:
    _, over = _start()
    owner = _make_owner(link)
    owner.follow(over, True)
    assert isinstance(msgspec.msgpack.decode(link.told[-1], type=Order | Ahead), Order)
    (last,) = over.course.cut(over.turn - 1)
    owner.follow(over, True)
    assert isinstance(msgspec.msgpack.decode(link.told[-1], type=Order | Ahead), Ahead)
    assert owner.adopt(over) is None
    over.submit(last.seat, last.action)
    owner.follow(over, True)
    assert over.over and isinstance(msgspec.msgpack.decode(link.told[-1], type=Order | Ahead), Order)


def test_a_process_that_fails_is_given_up(link: Link) -> None:
    session, _ = _start()
    opened = 0

    def open_link() -> WorkerProcess:
        nonlocal opened
        opened += 1
        raise OSError("no process")

    owner = AnalysisOwner(open_link)
    for _ in range(20):
        owner.follow(session, True)
    assert opened == 3 and not _is_preparing(owner)


@pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="the system does not tell processor time so finely"
)
def test_a_held_process_stops_within_a_moment_and_opponents_play_as_without_it() -> None:
    """Its process uses none from then on; decisions are those of this process, byte by byte."""
    session, _ = _start()
    seat = session.to_act()[0]
    view, legal = session.view(seat), list(session.legal(seat))
    alone = choose(session.game, view, seat, legal, "skilled", 5)
    owner, pool = AnalysisOwner(), OpponentPool()

    def read_used() -> int:
        return int(Path(f"/proc/{owner.process_id}/schedstat").read_text().split()[0])

    try:
        owner.follow(session, True)
        end = time.monotonic() + PATIENCE_S
        while read_used() < 3e8 and time.monotonic() < end:
            owner.follow(session, True)
            time.sleep(0.02)
        ticket = pool.ask(session.game, view, seat, legal, "skilled", 5)
        answers = pool.poll()
        while not answers and time.monotonic() < end:
            owner.follow(session, True)
            answers = pool.poll()
            time.sleep(0.01)
        assert [one.ticket for one in answers] == [ticket] and not answers[0].fallback
        assert msgspec.msgpack.encode(answers[0].decision) == msgspec.msgpack.encode(alone)
        owner.follow(session, False)
        time.sleep(0.05)
        late = read_used()
        time.sleep(0.3)
        assert read_used() - late < 10e6, "it has stopped within 50 ms, but for its thread that listens"
    finally:
        owner.close()
        pool.close()


def test_it_takes_no_time_of_a_frame(link: Link) -> None:
    """By processor time, also where a piece comes in every frame and the process is held now and then."""
    session, _ = _start()
    owner, taken = _make_owner(link), []
    for number in range(400):
        link.said = [msgspec.msgpack.encode(Piece(number.to_bytes(16, "big"), bytes(4000)))]
        begin = time.thread_time()
        owner.follow(session, number % 7 > 0)
        taken.append(time.thread_time() - begin)
    assert link.told.count(HOLD) > 50 and sorted(taken)[396] < 0.001, "99 of 100 frames"


def test_a_core_is_left_for_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, busy, found in ((1, 0, False), (2, 0, True), (2, 1, False), (8, 3, True)):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        assert has_spare_core(busy) is found


def test_no_number_of_it_reaches_screen_listener_file_or_opponent(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with it and one without: the same pictures, the same spoken words, questions and files."""
    seen = []
    monkeypatch.setattr("ai.analysis.worker.has_spare_core", lambda busy: True)
    for on in (True, False):
        driver = Driver(analyse_ahead=on)
        link = Link()
        driver.ctx._analyses, driver.ctx._on_battery = _make_owner(link), False
        table = open_table(driver, "king_of_12")
        driver.ctx.quiet = False
        said = []
        for _ in range(4):
            driver.until(lambda table=table: table.may_act() or table.confirming)  # type: ignore[misc]
            while not table.may_act():
                table.confirm()
                driver.frame()
            link.said.append(msgspec.msgpack.encode(Piece(b"k" * 16, b"sealed")))
            driver.run(50)
            said.append((tell_page(driver), pygame.image.tobytes(driver.window.surface, "RGB")))
            table.session.submit(0, next(iter(table.session.legal(0))))
            driver.run(400)
        table.session.finish()
        assert bool(link.told) is on, "it has worked, or not at all"
        thinker: Any = driver.ctx.thinker
        files = b"".join(sorted(path.read_bytes() for path in home.rglob("*") if path.is_file()))
        assert b"sealed" not in files and b"sealed" not in f"{thinker.asked} {said}".encode()
        seen.append((said, [one[:5] for one in thinker.asked], table.session.course.entries))
        driver.ctx.quiet = True
        driver.close()
    assert seen[0] == seen[1]


def test_on_battery_nothing_is_worked_at_ahead(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is asked; one that says nothing counts as plugged in."""
    for said, found in ((True, True), (False, False), (None, False)):
        state = None if said is None else SimpleNamespace(on_battery=said)
        monkeypatch.setattr(pygame.system, "get_power_state", lambda state=state: state)
        driver.ctx._on_battery = None
        assert driver.ctx.is_on_battery() is found
    asked: list[int] = []

    def refuse() -> None:
        asked.append(1)
        raise pygame.error("no power")

    monkeypatch.setattr(pygame.system, "get_power_state", refuse)
    driver.ctx._on_battery = None
    assert not any(driver.ctx.is_on_battery() for _ in range(3)) and len(asked) == 1, "not in every frame"
    link = Link()
    driver.ctx._analyses, driver.ctx._on_battery, driver.ctx.quiet = _make_owner(link), True, False
    monkeypatch.setattr("ai.analysis.worker.has_spare_core", lambda busy: True)
    session, _ = _start()
    driver.ctx.thought_over = session
    driver.ctx.lend_cores(False)
    assert not link.told
    driver.ctx._on_battery, driver.ctx.thought_over = False, session
    driver.ctx.lend_cores(False)
    assert len(link.told) == 1
    driver.ctx.quiet = True
