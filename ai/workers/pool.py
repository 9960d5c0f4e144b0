"""Opponents in worker processes, so that the window never waits for a decision.

:class:`OpponentPool` sends questions to worker processes (spawned, without drawing libraries) and collects answers
without blocking: one process for the built-in levels and one for each opponent file. A
worker that crashes, hangs (:mod:`ai.workers.process`) or answers nonsense is replaced, and the fallback player in this
process answers the question (``quick_choice``). Play never stops, nothing is raised, and such an answer says what
happened. No opponent file runs in this process.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ai.algorithms.heartbeat import HEARTBEAT
from ai.decision import TurnReason
from ai.opponent_registry import quick_choice
from ai.opponents_folder import PREFIX, stamp
from ai.workers import protocol
from ai.workers.process import STILL_S, WORK_S, LivenessWatch, WorkerProcess
from ai.workers.protocol import Ask, AskWhy, BadMessage, Decided, Failed, Failure, Question, Ready, Reasoned, Seen
from engine import registry
from engine.chance import SeededChance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ai.decision import Decision
    from engine.contract import View

# Queue of questions to one worker: sends them in order, enforces deadlines and replaces a failed worker.
#
# Every queue has its own process: one for the built-in levels and one for each opponent file, so that a file cannot
# affect the others and its failures count for itself only.

DEADLINE_S = WORK_S
"""Seconds of a worker's own processor time per answer, or per sign of life of a built-in level."""
START_DEADLINE_S = 20.0
"""Seconds of processor time until a new process must be ready; loading Python takes most of it."""
_STILL_SHARE = STILL_S / DEADLINE_S
"""Seconds of the clock without any processor time for each second of a deadline."""
MOST_FAILURES = 5
"""Failures after which a queue is given up and not asked again; for built-in levels consecutive ones."""
_ANSWERS: dict[type, type] = {Ask: Decided, protocol.Look: Seen, AskWhy: Reasoned}
"""What answers a question."""
_AT_ONCE = 200
"""Most messages read per call; a worker that sends more runs into its deadline."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a question: the reply, or None with the kind of failure (``how``) and its text (``why``)."""

    question: Question
    reply: Decided | Seen | Reasoned | None
    how: Failure | None = None
    why: str = ""


class RequestQueue:
    """One worker and its open questions, in order. Not thread-safe. ``guest``: it runs an opponent file."""

    def __init__(
        self,
        guest: bool,
        deadline: float = DEADLINE_S,
        *,
        patient: bool = False,
        open_link: Callable[[bool], WorkerProcess] = WorkerProcess,
    ) -> None:
        self.guest = guest
        self.deadline = deadline
        self.failures = 0
        self._patient = patient
        self._open = open_link
        self._link: WorkerProcess | None = None
        self._ready = False
        self._watch = LivenessWatch()
        """Time since the first open question was sent or the worker was started."""
        self._waiting: deque[Question] = deque()

    @property
    def process_id(self) -> int | None:
        """Process id of the worker, None while there is none."""
        return None if self._link is None else self._link.process.pid

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._waiting)

    @property
    def has_given_up(self) -> bool:
        """Whether the worker has failed too often to be asked again."""
        return not self._patient and self.failures >= MOST_FAILURES

    def start(self) -> None:
        """Start the worker; if no process can be started every question fails."""
        try:
            self._link = self._open(self.guest)
        except Exception:
            self._link = None
        self._ready = False
        self._watch.restart(self.process_id)

    def ask(self, question: Question) -> None:
        """Add a question; questions are answered in order, and the answers come by ``poll``."""
        self._waiting.append(question)
        if len(self._waiting) == 1:
            self._send()

    def cancel(self, ticket: int, end: bool = False) -> bool:
        """Drop a question, whose answer will not come; return whether there was one with this ticket. ``end``: if the
        worker is busy with it, end that worker, so that the next question need not wait."""
        for question in self._waiting:
            if question.ticket == ticket:
                first = question is self._waiting[0]
                self._waiting.remove(question)
                if first and end:
                    self._stop()
                if first:
                    self._send()  # it waits in the pipe until the worker is done with what nobody wants to know
                return True
        return False

    def poll(self) -> list[Outcome]:
        """Return the answers received since the last call; never waits, never raises."""
        done: list[Outcome] = []
        for _ in range(_AT_ONCE):
            if not self._waiting:
                break
            if self._link is None:
                done.append(self._fail("crashed", "no process"))
                continue
            try:
                data = self._link.receive()
                if data is None:
                    if not self._late():
                        break
                    done.append(self._replace("slow" if self._ready else "crashed", ""))
                    continue
                if data == HEARTBEAT and not self.guest:
                    self._watch.restart(self.process_id)
                    continue
                reply = protocol.reply(data)
            except EOFError:
                done.append(self._replace("crashed", ""))
                continue
            except BadMessage as error:
                done.append(self._replace("crashed", str(error)))
                continue
            if isinstance(reply, Ready):
                if not self._ready:  # said again it would gain time
                    self._ready = True
                    self._watch.restart(self.process_id)
                continue
            outcome = self._outcome(reply)
            if outcome is not None:
                done.append(outcome)
        else:
            if self._waiting and self._late():
                done.append(self._replace("slow", ""))
        return done

    def end(self, wait: bool = False) -> None:
        """End the worker; questions that are still open are dropped."""
        self._waiting.clear()
        self._stop(wait)

    def _outcome(self, reply: Decided | Seen | Reasoned | Failed) -> Outcome | None:
        """Return the result that a reply gives for the first question; None if its question was cancelled meanwhile."""
        question = self._waiting[0]
        if reply.ticket != question.ticket:
            return None
        if isinstance(reply, Failed):
            return self._fail(reply.how, reply.why)
        if _ANSWERS[type(question)] is not type(reply):
            return self._replace("crashed", "an answer to something else")
        legal = question.legal if isinstance(question, protocol.Ask) else ()
        if isinstance(reply, Decided) and not protocol.sensible(reply.decision, legal):
            return self._fail("illegal", "")
        if isinstance(reply, Reasoned) and not protocol.is_displayable(reply.reason):
            return self._fail("illegal", "")
        if not self.guest:
            self.failures = 0
        self._waiting.popleft()
        self._send()
        return Outcome(question, reply)

    def _fail(self, how: Failure, why: str) -> Outcome:
        """Answer the first question with a failure."""
        self.failures += 1
        question = self._waiting.popleft()
        if self.has_given_up:
            self._stop()
        self._send()
        return Outcome(question, None, how, why)

    def _replace(self, how: Failure, why: str) -> Outcome:
        """Replace the worker; return the failure of the first question. The others go to the new worker."""
        self._stop()
        return self._fail(how, why)

    def _send(self) -> None:
        """Send the first waiting question."""
        if not self._waiting:
            return
        if self._link is None and not self.has_given_up:
            self.start()
        if self._link is None:
            return
        self._watch.restart(self.process_id)
        try:
            self._link.send(protocol.encode(self._waiting[0]))
        except Exception:  # a view that cannot be told: this question fails in the next poll
            self._stop()

    def _late(self) -> bool:
        """Whether the worker has died or hangs."""
        if self._link is None:
            return True
        allowed = self.deadline if self._ready else max(self.deadline, START_DEADLINE_S)
        return self._watch.is_late(self.process_id, allowed, allowed * _STILL_SHARE)

    def _stop(self, wait: bool = False) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.end(wait)


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
    """Asks the workers for decisions and replaces those that fail. Not thread-safe. ``start=False``: start the process
    of the built-in levels with the first question only."""

    def __init__(self, start: bool = True, deadline: float = DEADLINE_S) -> None:
        self.deadline = deadline
        self._own = RequestQueue(False, deadline)
        self._explainer = RequestQueue(False, deadline)
        """Explains turns, so that no decision waits for that; its process is started with the first question."""
        self._guests: dict[str, _Guest] = {}
        self._open: set[int] = set()
        self._tickets = 0
        self._why: tuple[int, TurnReason | None] = (0, None)
        """The newest question why a turn was played, and its answer."""
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
        return bool(self._open) or self._explainer.busy

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
        self._open.add(question.ticket)
        if self._closed:
            self._fall_back(question, "crashed", "", False)
        elif not level.startswith(PREFIX):
            self._own.ask(question)
        else:
            guest = self._guest(level)
            if guest.lane.has_given_up:
                self._fall_back(question, guest.last, "", True)
            else:
                guest.lane.ask(question)
        return question.ticket

    def ask_why(self, game: str, view: View, seat: int, line: Sequence[int], seed: int) -> int:
        """Ask why a seat played a line; return a ticket for :meth:`take_reason`. Earlier such questions end."""
        self._explainer.cancel(self._why[0])
        self._tickets += 1
        self._why = (self._tickets, None)
        if not self._closed:
            self._explainer.ask(AskWhy(self._tickets, game, view, seat, tuple(line), seed))
        return self._tickets

    def take_reason(self, ticket: int) -> TurnReason | None:
        """Return the answer to the newest :meth:`ask_why`, None while it is not there. Never waits, never raises."""
        for outcome in self._explainer.poll():
            reply = outcome.reply
            self._why = (outcome.question.ticket, reply.reason if isinstance(reply, Reasoned) else TurnReason("failed"))
        if ticket != self._why[0] or self._closed:
            return TurnReason("failed")
        return self._why[1]

    def failures(self, level: str) -> int:
        """Return how often the file of this level has failed, over all seats."""
        return self._guests[level].lane.failures if level in self._guests else 0

    def poll(self) -> list[Answer]:
        """Return the answers since the last call; never waits, never raises."""
        for outcome in self._own.poll():
            self._take(outcome, self._own.has_given_up)
        for guest in self._guests.values():
            for outcome in guest.lane.poll():
                guest.last = outcome.how or guest.last
                self._take(outcome, guest.lane.has_given_up)
        answers, self._ready = self._ready, []
        for answer in answers:
            self._open.discard(answer.ticket)
        return answers

    def cancel(self, ticket: int, end: bool = False) -> None:
        """Drop a question, whose answer will not come. ``end``: replace the worker if it is busy with it."""
        self._open.discard(ticket)
        self._ready = [answer for answer in self._ready if answer.ticket != ticket]
        if not self._own.cancel(ticket, end):
            any(guest.lane.cancel(ticket, end) for guest in self._guests.values())

    def close(self) -> None:
        """End the workers and drop open questions."""
        self._closed = True
        self._open.clear()
        self._ready = []
        self._own.end(wait=True)
        self._explainer.end(wait=True)
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
            self._ready.append(Answer(question.ticket, reply.decision, False))
        else:
            self._fall_back(question, outcome.how or "crashed", outcome.why, given_up)

    def _fall_back(self, question: Ask, how: Failure, why: str, given_up: bool) -> None:
        """Answer a question whose worker failed."""
        self.fallbacks += 1
        decision = quick_choice(question.game, question.view, question.seat, question.legal, question.seed)
        self._ready.append(Answer(question.ticket, decision, True, how, why, given_up))


POLL_S = 0.02
MOST_S = 60.0


def measure_start() -> tuple[float, Answer]:
    """Start a process, ask it for one decision and end it; return the seconds until the answer, and the answer.

    Raises TimeoutError where nothing has come for a minute.
    """
    game = registry.games()[0].id
    rules, begun = registry.rules(game), time.monotonic()
    state = rules.new({}, rules.seat_counts[0], SeededChance("check"))
    seat = rules.to_act(state)[0]
    pool = OpponentPool()
    try:
        pool.ask(game, rules.view(state, seat), seat, rules.legal(state, seat), "novice", 1)
        while time.monotonic() - begun < MOST_S:
            for answer in pool.poll():
                return time.monotonic() - begun, answer
            time.sleep(POLL_S)
    finally:
        pool.close()
    raise TimeoutError
