"""Workers are judged by their own processor time: who is starved goes on, who hangs or has ended is told."""

import os
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from ai.algorithms import heartbeat
from ai.algorithms.heartbeat import HEARTBEAT
from ai.choose import choose
from ai.workers import protocol
from ai.workers.pool import RequestQueue
from ai.workers.process import Job, read_processor_time
from ai.workers.protocol import Ask, Ready
from engine import registry
from engine.chance import SeededChance

PID = 4711
BUSY = "import sys, time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\nsys.stdin.read()"


class Link:
    """A link to a process whose messages and processor time are set by hand."""

    def __init__(self, *_: Any) -> None:
        self.process = SimpleNamespace(pid=PID)
        self.inbox: list[bytes] = []
        self.ended = False

    def send(self, data: bytes) -> None:
        """Nobody listens."""

    def receive(self) -> bytes | None:
        """The next message."""
        return self.inbox.pop(0) if self.inbox else None

    def end(self, wait: bool = False) -> None:
        """Nothing to end."""
        self.ended = True


class Machine:
    """The clock on the wall, and the processor time of the worker."""

    def __init__(self) -> None:
        self.now, self.used = 100.0, 1.0

    def monotonic(self) -> float:
        """What the clock shows."""
        return self.now

    def run(self, look: Any, seconds: float, share: float) -> Any:
        """Look ten times in a second of the clock while the worker gets this share of a processor."""
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.used += 0.1 * share
            if found := look():
                return found
        return None


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine()
    monkeypatch.setattr("engine.storage.files.time", found)
    monkeypatch.setattr("ai.workers.process.read_processor_time", lambda pid: found.used)
    return found


def start_queue(guest: bool) -> tuple[RequestQueue, Link]:
    link = Link()
    link.inbox.append(protocol.encode(Ready()))
    lane = RequestQueue(guest, open_link=lambda _: link)  # type: ignore[arg-type,return-value]
    lane.ask(Ask(1, "king_of_12", {}, 0, (0, 1), "grandmaster", 1))
    return lane, link


@pytest.mark.parametrize("guest", [False, True])
def test_a_starved_opponent_is_not_replaced(machine: Machine, guest: bool) -> None:
    """Beside busy programs it gets a hundredth of a processor: minutes on the clock are nothing to it."""
    lane, link = start_queue(guest)
    assert machine.run(lane.poll, 300.0, 0.01) is None
    assert lane.failures == 0 and not link.ended


@pytest.mark.parametrize(("share", "seconds"), [(1.0, 12.0), (0.0, 62.0)])
def test_an_opponent_that_hangs_is_replaced(machine: Machine, share: float, seconds: float) -> None:
    lane, link = start_queue(True)
    assert machine.run(lane.poll, 0.8 * seconds, share) is None
    outcomes = machine.run(lane.poll, 0.4 * seconds, share)
    assert outcomes[0].how == "slow" and link.ended


def test_signs_of_life_count_for_the_own_levels_alone(machine: Machine) -> None:
    for guest, how in ((False, None), (True, "crashed")):
        lane, link = start_queue(guest)
        lane.poll()
        found = None
        for _ in range(5):
            link.inbox.append(HEARTBEAT)
            found = found or machine.run(lane.poll, 8.0, 1.0)
        assert (found[0].how if found else None) == how


def test_a_job_that_works_is_never_ended_and_one_that_hangs_is(machine: Machine) -> None:
    """Analyses, attempts and the levels' games of a letter are jobs."""
    link = Link()
    job = Job(lambda hears, says, guest: None, b"", open_link=lambda: link)  # type: ignore[arg-type,return-value]
    assert machine.run(job.receive, 600.0, 0.015) is None and job.working
    for _ in range(30):
        link.inbox.append(HEARTBEAT)
        assert machine.run(job.receive, 9.0, 1.0) is None and job.working
    link.inbox.append(b"{}")
    assert machine.run(job.receive, 1.0, 1.0) == b"{}"
    machine.run(lambda: job.receive() or job.problem, 12.0, 1.0)
    assert job.problem == "the worker is silent" and link.ended


def test_without_processor_times_the_clock_counts(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.workers.process.read_processor_time", lambda pid: None)
    job = Job(lambda hears, says, guest: None, b"", open_link=Link)  # type: ignore[arg-type]
    assert machine.run(lambda: job.receive() or job.problem, 59.0, 1.0) is None
    assert machine.run(lambda: job.receive() or job.problem, 3.0, 1.0) == "the worker is silent"


def test_the_processor_time_of_another_process_is_read() -> None:
    before = read_processor_time(os.getpid())
    if before is None:
        pytest.skip("this system does not tell")
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdout.readline()
        used = read_processor_time(child.pid)
        assert used is not None and 0.2 < used < 5.0
    assert read_processor_time(child.pid) is None and read_processor_time(None) is None


@pytest.fixture
def beats() -> Iterator[list[bytes]]:
    heard: list[bytes] = []
    heartbeat.start(heard.append)
    yield heard
    heartbeat.stop()


@pytest.mark.parametrize("game", ["king_of_12", "legends", "tash_kalar"])
def test_the_strongest_level_gives_signs_while_it_thinks(
    game: str, beats: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In King of the Dice no decision takes half a second."""
    monkeypatch.setattr(heartbeat, "EVERY_S", 0.0)
    rules = registry.rules(game)
    chance = SeededChance(6)
    state = rules.new({}, 2, chance)
    for _ in range(30):
        seat = rules.to_act(state)[0]
        legal = [one for one in rules.legal(state, seat) if one not in rules.resignations]
        if len(legal) > 1:
            beats.clear()
            choose(game, rules.view(state, seat), seat, legal, "grandmaster", 1)
            if len(beats) > 10:
                break
        rules.apply(state, seat, chance.draw(legal), chance)
    assert len(beats) > 10 and set(beats) == {HEARTBEAT}
