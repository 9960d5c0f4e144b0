"""The worker process: answers, cancelling, crashes, hangs, and what it must not load."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.chance_to_win import advised
from ai.choose import choose
from ai.decision import Considered, Decision
from ai.messages import sensible
from ai.worker import Answer, Thinker
from engine.chance import SeededChance
from games.king_of_12 import RULES

GAME = "king_of_12"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def question(seats: int = 2) -> tuple[str, Any, int, tuple[int, ...]]:
    state = RULES.new({}, seats, SeededChance(4))
    return GAME, RULES.view(state, 0), 0, tuple(RULES.legal(state, 0))


def wait(thinker: Thinker, count: int = 1, seconds: float = 60) -> list[Answer]:
    answers: list[Answer] = []
    end = time.monotonic() + seconds
    while len(answers) < count:
        answers += thinker.poll()
        assert time.monotonic() < end, "no answer came"
        time.sleep(0.005)
    return answers


def test_the_worker_gives_the_same_decision_as_this_process(thinker: Thinker) -> None:
    game, view, seat, legal = question()
    ticket = thinker.ask(game, view, seat, legal, "expert", 5, purpose="hint")
    answer = wait(thinker)[0]
    decision = advised(game, view, seat, choose(game, view, seat, legal, "expert", 5), 5)
    assert answer == Answer(ticket, decision, False, "hint")
    assert thinker.poll() == []
    assert not thinker.busy


def test_only_advice_tells_the_chance_to_win(thinker: Thinker) -> None:
    thinker.ask(*question(), "novice", 1)
    assert wait(thinker)[0].decision.chance is None


@pytest.mark.parametrize("chance", [-0.1, 1.5, float("nan")])
def test_a_chance_that_is_none_is_not_sensible(chance: float) -> None:
    assert sensible(Decision(3, [], 0.5), (3,))
    assert not sensible(Decision(3, [], chance), (3,))
    assert sensible(Decision(3, [Considered(3, 1.0, 0.0, [], 0.5)]), (3,))
    assert not sensible(Decision(3, [Considered(3, 1.0, 0.0, [], chance)]), (3,))


def test_questions_are_answered_in_order(thinker: Thinker) -> None:
    tickets = [thinker.ask(*question(), level, 1) for level in ("novice", "skilled", "random")]
    assert [answer.ticket for answer in wait(thinker, 3)] == tickets


def test_a_cancelled_question_is_never_answered(thinker: Thinker) -> None:
    first = thinker.ask(*question(), "expert", 1)
    second = thinker.ask(*question(), "novice", 1)
    third = thinker.ask(*question(), "random", 1)
    thinker.cancel(first)
    thinker.cancel(third)
    assert [answer.ticket for answer in wait(thinker)] == [second]
    assert not thinker.busy
    time.sleep(0.1)
    assert thinker.poll() == []


def test_a_killed_worker_is_replaced_and_nothing_is_lost(thinker: Thinker) -> None:
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


def test_a_worker_killed_while_it_thinks_is_replaced(thinker: Thinker) -> None:
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
    thinker = Thinker(deadline=0.5)
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


def test_poll_never_waits(thinker: Thinker) -> None:
    thinker.ask(*question(4), "expert", 1)
    start = time.monotonic()
    for _ in range(20):
        thinker.poll()
    assert time.monotonic() - start < 0.5


def test_it_starts_with_the_first_question_when_told_so() -> None:
    thinker = Thinker(start=False)
    try:
        assert thinker.process_id is None
        thinker.ask(*question(), "random", 1)
        assert not wait(thinker)[0].fallback
    finally:
        thinker.close()


def test_an_opponent_that_fails_is_replaced_by_the_last_resort(thinker: Thinker) -> None:
    thinker.ask(*question(), "file:nobody", 1)
    answer = wait(thinker)[0]
    assert answer.fallback
    assert answer.decision.action in question()[3]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to measure with")
def test_the_worker_is_small(thinker: Thinker) -> None:
    thinker.ask(*question(4), "expert", 1)
    wait(thinker)
    lines = Path(f"/proc/{thinker.process_id}/status").read_text(encoding="utf-8").splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    assert peak < 60 * 1024


def test_the_worker_loads_nothing_that_draws() -> None:
    code = (
        "import sys, ai.worker, ai.choose, ai.king_of_12.players, ai.opponents_folder\n"
        "print([name for name in ('pygame', 'pytmx', 'numpy', 'scenes', 'sprites') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
