"""Opponents in worker processes, so that the window never waits for a decision.

:class:`OpponentPool` sends questions to worker processes (spawned, without drawing libraries) and collects answers
without blocking: one process for the built-in levels and one for each opponent file, see :mod:`ai.workers.queue`. A
worker that crashes, hangs (:mod:`ai.workers.liveness`) or answers nonsense is replaced, and the fallback player in this
process answers the question (:mod:`ai.one_ply`). Play never stops, nothing is raised, and such an answer says what
happened. No opponent file runs in this process.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ai.decision import Decision
from ai.one_ply import quick_choice
from ai.opponents_folder import PREFIX, stamp
from ai.workers.protocol import Ask, Decided, Failure
from ai.workers.queue import DEADLINE_S, Outcome, RequestQueue
from engine.contract import View

HINT = "hint"
"""Purpose of questions for advice."""
COMMENT = "comment"
"""Purpose of questions for what a coach says."""
IDLE_S = 120.0
"""Seconds after which the unused process of a file is ended; the next question starts a new one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The decision for a question. ``fallback``: the worker failed and the fallback player answered.

    ``how`` and ``why`` then describe the failure; ``given_up``: it failed too often and is not asked again.
    """

    ticket: int
    decision: Decision
    fallback: bool
    purpose: str = "move"
    how: Failure | None = None
    why: str = ""
    given_up: bool = False


@dataclass(slots=True)
class _Guest:
    """Queue of one opponent file in the version that was first asked."""

    lane: RequestQueue
    stamp: tuple[int, int]
    used: float = 0.0
    last: Failure = "crashed"


class OpponentPool:
    """Asks the workers and replaces those that fail. Not thread-safe.

    ``start=False``: start the process of the built-in levels with the first question only.
    """

    def __init__(self, start: bool = True, deadline: float = DEADLINE_S) -> None:
        self.deadline = deadline
        self._own = RequestQueue(False, deadline)
        self._guests: dict[str, _Guest] = {}
        self._purposes: dict[int, str] = {}
        self._tickets = 0
        self._ready: list[Answer] = []
        self._closed = False
        self.fallbacks = 0
        """How often a worker failed and the fallback player answered."""
        if start:
            self._own.start()

    @property
    def process_id(self) -> int | None:
        """Process id of the worker for the built-in levels, or None."""
        return self._own.process_id

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._purposes)

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
        """Ask for a decision; return a ticket, which the answer repeats. Questions to one level are answered in order.

        With the purpose ``HINT`` the answer includes win probabilities.
        """
        self._tickets += 1
        question = Ask(self._tickets, game, view, seat, tuple(legal), level, seed, judged=purpose == HINT)
        self._purposes[question.ticket] = purpose
        if self._closed:
            self._fall_back(question, "crashed", "", False)
        elif not level.startswith(PREFIX):
            self._own.ask(question)
        else:
            guest = self._guest(level)
            if guest.lane.given_up:
                self._fall_back(question, guest.last, "", True)
            else:
                guest.lane.ask(question)
        return question.ticket

    def failures(self, level: str) -> int:
        """How often an opponent file has failed, over all seats."""
        return self._guests[level].lane.failures if level in self._guests else 0

    def poll(self) -> list[Answer]:
        """Return the answers since the last call; never waits, never raises."""
        for outcome in self._own.poll():
            self._take(outcome, self._own.given_up)
        for guest in self._guests.values():
            for outcome in guest.lane.poll():
                guest.last = outcome.how or guest.last
                self._take(outcome, guest.lane.given_up)
        answers, self._ready = self._ready, []
        for answer in answers:
            self._purposes.pop(answer.ticket, None)
        return answers

    def cancel(self, ticket: int, end: bool = False) -> None:
        """Drop a question; it is not answered. ``end``: the worker that is busy with it is replaced."""
        self._purposes.pop(ticket, None)
        self._ready = [answer for answer in self._ready if answer.ticket != ticket]
        if not self._own.cancel(ticket, end):
            any(guest.lane.cancel(ticket, end) for guest in self._guests.values())

    def close(self) -> None:
        """End the workers and drop open questions."""
        self._closed = True
        self._purposes.clear()
        self._ready = []
        self._own.end(wait=True)
        for guest in self._guests.values():
            guest.lane.end(wait=True)
        self._guests.clear()

    def _guest(self, level: str) -> _Guest:
        """Return the queue of a file; a file that has changed gets a new one."""
        now = time.monotonic()
        for name, each in self._guests.items():
            if name != level and not each.lane.busy and now - each.used > IDLE_S:
                each.lane.end()
        mark = stamp(level.removeprefix(PREFIX))
        known = self._guests.get(level)
        if known is None or (known.stamp != mark and not known.lane.busy):
            if known is not None:
                known.lane.end()
            known = self._guests[level] = _Guest(RequestQueue(True, self.deadline), mark)
        known.used = now
        return known

    def _take(self, outcome: Outcome, given_up: bool) -> None:
        question, reply = outcome.question, outcome.reply
        if not isinstance(question, Ask):
            return
        if isinstance(reply, Decided):
            purpose = self._purposes.get(question.ticket, "move")
            self._ready.append(Answer(question.ticket, reply.decision, False, purpose))
        else:
            self._fall_back(question, outcome.how or "crashed", outcome.why, given_up)

    def _fall_back(self, question: Ask, how: Failure, why: str, given_up: bool) -> None:
        """Answer a question whose worker failed."""
        self.fallbacks += 1
        decision = quick_choice(question.game, question.view, question.seat, question.legal, question.seed)
        purpose = self._purposes.get(question.ticket, "move")
        self._ready.append(Answer(question.ticket, decision, True, purpose, how, why, given_up))
