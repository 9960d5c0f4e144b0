"""The worker process of the opponents, so that the window never waits for a thought.

:class:`Thinker` starts a process (spawned, without anything that draws), sends it questions
through a pipe and collects answers without blocking. A worker that crashes or takes longer
than its deadline is replaced, and the question is answered by the one-ply player in this
process; play never stops and nothing is raised.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ai.decision import Decision
from ai.one_ply import quick_choice
from engine.contract import View

DEADLINE_S = 8.0
"""Far above any normal thought: only a hanging worker reaches it."""
START_DEADLINE_S = 20.0
"""Allowed for the first answer of a new process, which must load Python first."""
MOST_RESTARTS = 5
"""Crashes in a row after which the one-ply player answers alone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The decision for a question. ``fallback``: the worker failed, the one-ply player answered."""

    ticket: int
    decision: Decision
    fallback: bool
    purpose: str = "move"


@dataclass(frozen=True, slots=True)
class _Question:
    ticket: int
    game: str
    view: View
    seat: int
    legal: tuple[int, ...]
    level: str
    seed: int
    purpose: str


class Thinker:
    """Asks the worker and replaces it when it fails. Not shared between threads.

    ``start=False`` starts the process with the first question only.
    """

    def __init__(self, start: bool = True, deadline: float = DEADLINE_S) -> None:
        self.deadline = deadline
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._waiting: list[_Question] = []
        self._asked_at = 0.0
        self._warm = False
        self._crashes = 0
        self._tickets = 0
        self._ready: list[Answer] = []
        self._closed = False
        self.fallbacks = 0
        """How often the worker has failed and the one-ply player has answered."""
        if start:
            self._start()

    @property
    def process_id(self) -> int | None:
        """The worker's process number, None while there is none."""
        return None if self._process is None else self._process.pid

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._waiting or self._ready)

    def ask(
        self,
        game: str,
        view: View,
        seat: int,
        legal: Sequence[int],
        level: str,
        seed: int,
        purpose: str = "move",
    ) -> int:
        """Ask for a decision; the ticket comes back with the answer. Questions are answered in order."""
        self._tickets += 1
        question = _Question(self._tickets, game, view, seat, tuple(legal), level, seed, purpose)
        self._waiting.append(question)
        if len(self._waiting) == 1:
            self._send()
        return question.ticket

    def poll(self) -> list[Answer]:
        """The answers that have come since the last call; never waits, never raises."""
        while self._waiting:
            if self._pipe is None:
                self._fall_back()
                continue
            try:
                if not self._pipe.poll():
                    if not self._late():
                        break
                    self._fail()
                    continue
                ticket, decision = self._pipe.recv()
            except Exception:  # a cut pipe, or a damaged message from a dying worker
                self._fail()
                continue
            self._warm = True
            if ticket != self._waiting[0].ticket:
                continue  # the answer to a question that was cancelled meanwhile
            if decision is None:
                self._fall_back()  # the opponent itself failed (a third-party file); the worker is well
                continue
            self._crashes = 0
            question = self._waiting.pop(0)
            self._ready.append(Answer(ticket, decision, False, question.purpose))
            self._send()
        answers, self._ready = self._ready, []
        return answers

    def cancel(self, ticket: int) -> None:
        """Forget a question; its answer will not come."""
        self._ready = [answer for answer in self._ready if answer.ticket != ticket]
        if self._waiting and self._waiting[0].ticket == ticket:
            self._waiting.pop(0)
            self._send()
        else:
            self._waiting = [question for question in self._waiting if question.ticket != ticket]

    def close(self) -> None:
        """End the worker; questions that are still open are dropped."""
        self._closed = True
        self._waiting = []
        self._ready = []
        self._stop()

    def _start(self) -> None:
        """Start a worker; without one (no process to be had) the one-ply player answers alone."""
        try:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), name="thinker", daemon=True)
            process.start()
            theirs.close()
        except Exception:
            self._process = self._pipe = None
            return
        self._process, self._pipe, self._warm = process, ours, False
        self._asked_at = time.monotonic()

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
        if process is not None:
            with contextlib.suppress(Exception):
                process.kill()
                process.join(1.0)

    def _send(self) -> None:
        """Send the first waiting question."""
        if not self._waiting or self._closed:
            return
        if self._pipe is None and self._crashes < MOST_RESTARTS:
            self._start()
        if self._pipe is None:
            return
        question = self._waiting[0]
        self._asked_at = time.monotonic()
        try:
            self._pipe.send(question)
        except Exception:  # the worker is gone; poll answers by other means
            self._fail()

    def _late(self) -> bool:
        """Whether the worker has died or takes too long."""
        if self._process is None or not self._process.is_alive():
            return True
        allowed = self.deadline if self._warm else max(self.deadline, START_DEADLINE_S)
        return time.monotonic() - self._asked_at > allowed

    def _fail(self) -> None:
        """Replace the worker and answer the question it failed."""
        self._crashes += 1
        self._stop()
        self._fall_back()

    def _fall_back(self) -> None:
        if not self._waiting:
            return
        self.fallbacks += 1
        question = self._waiting.pop(0)
        decision = quick_choice(question.game, question.view, question.seat, question.legal, question.seed)
        self._ready.append(Answer(question.ticket, decision, True, question.purpose))
        if self._waiting:
            self._send()


def serve(pipe: Any) -> None:
    """The worker's whole life: answer questions until the pipe is closed."""
    import signal

    from ai.choose import choose

    # Ctrl-C in a terminal reaches the whole group; the window decides when the worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            ask = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            decision: Decision | None = choose(ask.game, ask.view, ask.seat, ask.legal, ask.level, ask.seed)
        except Exception:
            decision = None
        try:
            pipe.send((ask.ticket, decision))
        except (OSError, ValueError):
            return
