"""The worker process: answers, cancelling, crashes, hangs, and what it must not load."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ai.choose import choose
from ai.decision import Considered, Decision
from ai.win_probability import add_chances
from ai.workers import protocol
from ai.workers.pool import Answer, OpponentPool, RequestQueue
from ai.workers.process import Job
from ai.workers.protocol import Ask, Ready, sensible
from engine.chance import SeededChance
from games.king_of_12 import RULES

GAME = "king_of_12"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def thinker() -> Iterator[OpponentPool]:
    thinker = OpponentPool(deadline=50)  # a machine with other work to do
    yield thinker
    thinker.close()


def question(seats: int = 2) -> tuple[str, Any, int, tuple[int, ...]]:
    state = RULES.new({}, seats, SeededChance(4))
    return GAME, RULES.view(state, 0), 0, tuple(RULES.legal(state, 0))


def wait(thinker: OpponentPool, count: int = 1, seconds: float = 60) -> list[Answer]:
    answers: list[Answer] = []
    end = time.monotonic() + seconds
    while len(answers) < count:
        answers += thinker.poll()
        assert time.monotonic() < end, "no answer came"
        time.sleep(0.005)
    return answers


def test_the_worker_gives_the_same_decision_as_this_process(thinker: OpponentPool) -> None:
    game, view, seat, legal = question()
    ticket = thinker.ask(game, view, seat, legal, "skilled", 5, purpose="hint")
    answer = wait(thinker)[0]
    decision = add_chances(game, view, seat, choose(game, view, seat, legal, "skilled", 5), 5)
    assert answer == Answer(ticket, decision, False)
    assert thinker.poll() == []
    assert not thinker.busy


def test_only_advice_tells_the_chance_to_win(thinker: OpponentPool) -> None:
    thinker.ask(*question(), "novice", 1)
    assert wait(thinker)[0].decision.chance is None


@pytest.mark.parametrize("chance", [-0.1, 1.5, float("nan")])
def test_a_chance_that_is_none_is_not_sensible(chance: float) -> None:
    assert sensible(Decision(3, [], 0.5), (3,))
    assert not sensible(Decision(3, [], chance), (3,))
    assert sensible(Decision(3, [Considered(3, 1.0, 0.0, [], 0.5)]), (3,))
    assert not sensible(Decision(3, [Considered(3, 1.0, 0.0, [], chance)]), (3,))


def test_questions_are_answered_in_order(thinker: OpponentPool) -> None:
    tickets = [thinker.ask(*question(), level, 1) for level in ("novice", "skilled", "random")]
    assert [answer.ticket for answer in wait(thinker, 3)] == tickets


def test_a_cancelled_question_is_never_answered(thinker: OpponentPool) -> None:
    first = thinker.ask(*question(), "expert", 1)
    second = thinker.ask(*question(), "novice", 1)
    third = thinker.ask(*question(), "random", 1)
    thinker.cancel(first)
    thinker.cancel(third)
    assert [answer.ticket for answer in wait(thinker)] == [second]
    assert not thinker.busy
    time.sleep(0.1)
    assert thinker.poll() == []


def test_a_killed_worker_is_replaced_and_nothing_is_lost(thinker: OpponentPool) -> None:
    thinker.ask(*question(), "novice", 1)
    wait(thinker)
    victim = thinker.process_id
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    ticket = thinker.ask(*question(), "expert", 2)
    answer = wait(thinker)[0]
    assert answer.ticket == ticket
    assert answer.fallback
    assert answer.decision.action in question()[3]
    thinker.ask(*question(), "novice", 3)
    assert not wait(thinker)[0].fallback
    assert thinker.process_id not in (None, victim)


def test_a_worker_killed_while_it_thinks_is_replaced(thinker: OpponentPool) -> None:
    thinker.ask(*question(), "novice", 1)
    wait(thinker)
    thinker.ask(*question(4), "expert", 2)
    thinker.ask(*question(), "novice", 3)
    assert thinker.process_id is not None
    os.kill(thinker.process_id, signal.SIGKILL)
    answers = wait(thinker, 2)
    assert [answer.fallback for answer in answers] == [True, False]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
def test_a_hanging_worker_is_replaced_after_its_deadline() -> None:
    thinker = OpponentPool(deadline=0.5)
    try:
        thinker.ask(*question(), "novice", 1)
        wait(thinker)
        hung = thinker.process_id
        assert hung is not None
        os.kill(hung, signal.SIGSTOP)
        start = time.monotonic()
        thinker.ask(*question(), "novice", 2)
        assert wait(thinker)[0].fallback
        assert 0.4 < time.monotonic() - start < 5
        thinker.ask(*question(), "novice", 3)
        assert wait(thinker)[0].ticket == 3
        assert thinker.process_id != hung
    finally:
        thinker.close()


def test_poll_never_waits(thinker: OpponentPool) -> None:
    thinker.ask(*question(4), "expert", 1)
    start = time.monotonic()
    for _ in range(20):
        thinker.poll()
    assert time.monotonic() - start < 0.5


def test_it_starts_with_the_first_question_when_told_so() -> None:
    thinker = OpponentPool(start=False)
    try:
        assert thinker.process_id is None
        thinker.ask(*question(), "random", 1)
        assert not wait(thinker)[0].fallback
    finally:
        thinker.close()


def test_an_opponent_that_fails_is_replaced_by_the_last_resort(thinker: OpponentPool) -> None:
    thinker.ask(*question(), "file:nobody", 1)
    answer = wait(thinker)[0]
    assert answer.fallback
    assert answer.decision.action in question()[3]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to measure with")
def test_the_worker_is_small(thinker: OpponentPool) -> None:
    thinker.ask(*question(4), "expert", 1)
    wait(thinker)
    lines = Path(f"/proc/{thinker.process_id}/status").read_text(encoding="utf-8").splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    assert peak < 60 * 1024


def test_the_worker_loads_nothing_that_draws() -> None:
    code = (
        "import sys, ai.workers.pool, ai.choose, ai.king_of_12.players, ai.opponents_folder\n"
        "print([name for name in ('pygame', 'pytmx', 'numpy', 'scenes', 'sprites') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- time in which nobody ran ------------------------------------------------------------------------------------


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        """What it shows."""
        return self.now


class Deaf:
    """A link to a process that says nothing but that it is ready."""

    def __init__(self, guest: bool = False) -> None:
        self.process = SimpleNamespace(pid=0)
        self.inbox = [protocol.encode(Ready())]

    def send(self, data: bytes) -> None:
        """Nobody listens."""

    def receive(self) -> bytes | None:
        """The next message."""
        return self.inbox.pop(0) if self.inbox else None

    def end(self, wait: bool = False) -> None:
        """Nothing to end."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("engine.storage.files.time", found)
    return found


def frames(clock: Clock, seconds: float, look: Callable[[], Any]) -> Any:
    """What came of looking in every frame for so long."""
    for _ in range(round(seconds * 10)):
        clock.now += 0.1
        if found := look():
            return found
    return None


@pytest.mark.parametrize("guest", [False, True])
def test_sleep_does_not_count_against_a_thinker(clock: Clock, guest: bool) -> None:
    """Seven nights in a row: the question is still open; what is awake too long is too slow as ever."""
    lane = RequestQueue(guest, 8.0, open_link=Deaf)  # type: ignore[arg-type]
    lane.ask(Ask(1, GAME, {}, 0, (0, 1), "grandmaster", 1))
    for _ in range(7):
        assert not frames(clock, 0.5, lane.poll)
        clock.now += 9 * 3600.0
        assert lane.poll() == []
    assert lane.failures == 0
    outcomes = frames(clock, 50.0, lane.poll)
    assert outcomes[0].how == "slow"


def test_sleep_does_not_count_against_the_start_of_a_worker(clock: Clock) -> None:
    lane = RequestQueue(False, 8.0, open_link=Deaf)  # type: ignore[arg-type]
    lane.start()
    lane._link.inbox.clear()  # type: ignore[union-attr]
    lane.ask(Ask(1, GAME, {}, 0, (0, 1), "novice", 1))
    clock.now += 3600.0
    assert lane.poll() == [] and not frames(clock, 115.0, lane.poll)
    assert frames(clock, 10.0, lane.poll)[0].how == "crashed"


def test_sleep_does_not_count_against_reviews_attempts_and_levels(clock: Clock) -> None:
    """All of them are errands."""
    errand = Job(lambda hears, says, guest: None, b"", 60.0, Deaf)  # type: ignore[arg-type]
    assert errand.receive() is not None
    for _ in range(3):
        clock.now += 3600.0
        assert errand.receive() is None and errand.working
    frames(clock, 61.0, lambda: errand.receive() or errand.problem)
    assert errand.problem == "the worker is silent"


STOPPED = """
import os, subprocess, sys, time
from ai.workers.pool import OpponentPool
from tests.ai.test_worker import question
if __name__ == "__main__":
    thinker = OpponentPool(deadline=1.5)
    thinker.ask(*question(), "novice", 1)
    while not thinker.poll():
        time.sleep(0.01)
    thinker.ask(*question(4), "expert", 2)
    both = f"{thinker.process_id} {os.getpid()}"
    subprocess.Popen(["sh", "-c", f"kill -STOP {both}; sleep 2.5; kill -CONT {both}"])
    answers = []
    while not answers:
        answers = thinker.poll()
        time.sleep(0.01)
    print(answers[0].fallback, answers[0].how)
    thinker.close()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
def test_stopped_together_nobody_is_too_slow(tmp_path: Path) -> None:
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == ["False", "None"], done.stderr
