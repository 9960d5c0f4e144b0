"""Whatever a worker says, the window takes only known messages that make sense, and goes on."""

import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

from ai.workers import protocol
from ai.workers.pool import OpponentPool, RequestQueue
from ai.workers.process import WorkerProcess
from ai.workers.protocol import Ask, BadMessage, Decided, Look, Ready, Seen
from engine.chance import SeededChance
from games.king_of_12 import RULES
from tests.ai.forger import forged, speak

QUICK, LONG = 1_500, 30_000
LEGAL = (0, 1, 2)


class TamePipe:
    """A link to no process: it gives what it is fed."""

    def __init__(self, guest: bool) -> None:
        self.process = SimpleNamespace(pid=0)
        self.inbox: list[bytes] = [protocol.encode(Ready())]

    def send(self, data: bytes) -> None:
        """Nobody listens."""

    def receive(self) -> bytes | None:
        """The next message that was fed."""
        return self.inbox.pop(0) if self.inbox else None

    def end(self, wait: bool = False) -> None:
        """Nothing to end."""
        self.inbox.clear()


def lane_of(guest: bool) -> RequestQueue:
    return RequestQueue(guest, 60, patient=True, open_link=TamePipe)  # type: ignore[arg-type]


def attack(number: int, count: int) -> dict[str, int]:
    """Feed ``count`` forged messages; what became of them."""
    rng = random.Random(number)
    lane = lane_of(bool(number % 2))
    tally = {"forged": 0, "taken": 0, "refused": 0, "passed over": 0}
    for ticket in range(1, count + 1):
        question = Look(ticket, "it") if rng.random() < 0.1 else Ask(ticket, "king_of_12", {}, 0, LEGAL, "novice", 1)
        lane.ask(question)
        link: Any = lane._link
        link.inbox.append(forged(rng, ticket, LEGAL))
        tally["forged"] += 1
        outcomes = lane.poll()
        assert len(outcomes) <= 1
        if not outcomes:
            tally["passed over"] += 1
            assert lane.cancel(ticket)
            continue
        reply = outcomes[0].reply
        assert outcomes[0].question.ticket == ticket
        if reply is None:
            tally["refused"] += 1
            assert outcomes[0].how in ("crashed", "slow", "illegal", "silent")
            assert len(outcomes[0].why) <= protocol.MOST_WORDS
            continue
        tally["taken"] += 1
        if isinstance(question, Ask):
            assert isinstance(reply, Decided) and protocol.sensible(reply.decision, LEGAL)
            assert reply.decision.action in LEGAL
        else:
            assert isinstance(reply, Seen) and len(reply.title) <= 24 and len(reply.games) <= protocol.MOST_GAMES
    return tally


def test_forged_messages() -> None:
    tally = attack(1, QUICK)
    assert tally["taken"] and tally["refused"] > tally["taken"] and tally["passed over"]


@pytest.mark.soak
def test_very_many_forged_messages() -> None:
    totals: dict[str, int] = {}
    for number in range(2, 6):
        for name, count in attack(number, LONG // 4).items():
            totals[name] = totals.get(name, 0) + count
    assert totals["forged"] == LONG
    print(f"forged messages: {totals}")


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x80", b"\x91" * 200_000, bytes(protocol.MOST_BYTES + 1)])
def test_what_is_no_message(data: bytes) -> None:
    with pytest.raises(BadMessage):
        protocol.reply(data)


def test_nothing_is_unpickled() -> None:
    import pickle

    class Trap:
        def __reduce__(self) -> Any:
            return (pytest.fail, ("it was unpickled",))

    with pytest.raises(BadMessage):
        protocol.reply(pickle.dumps((1, Trap())))


def question() -> tuple[Any, ...]:
    state = RULES.new({}, 2, SeededChance(4))
    return "king_of_12", RULES.view(state, 0), 0, RULES.legal(state, 0), "novice", 1


def spoken_to(rounds: int) -> tuple[int, float]:
    """Questions to real processes that speak forged and half messages; fallbacks and the longest call (s)."""
    thinker = OpponentPool(start=False, deadline=0.3)
    thinker._own = RequestQueue(False, 0.3, patient=True, open_link=lambda guest: WorkerProcess(guest, speak))
    longest = 0.0
    try:
        for _ in range(rounds):
            ticket = thinker.ask(*question())
            answers: list[Any] = []
            end = time.monotonic() + 40
            while not answers:
                start = time.perf_counter()
                answers = thinker.poll()
                longest = max(longest, time.perf_counter() - start)
                assert time.monotonic() < end, "no answer came"
                time.sleep(0.002)
            assert [answer.ticket for answer in answers] == [ticket]
            assert answers[0].decision.action in question()[3]
        return thinker.fallbacks, longest
    finally:
        thinker.close()


def test_half_messages_of_a_real_process_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.workers.pool.START_DEADLINE_S", 2.0)
    fallbacks, longest = spoken_to(12)
    assert fallbacks
    assert longest < 0.25


@pytest.mark.soak
def test_many_half_messages_of_real_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.workers.pool.START_DEADLINE_S", 2.0)
    fallbacks, longest = spoken_to(300)
    print(f"300 questions to lying processes: {fallbacks} answered by the simple player, longest call {longest:.4f} s")
    assert longest < 0.25
