"""Analyses in worker processes, polled once a frame and never waited for."""

from __future__ import annotations

import contextlib
import os
import queue
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ai.algorithms import heartbeat
from ai.analysis.report import WHOLE, Review
from ai.workers.process import Job, WorkerProcess
from ai.workers.protocol import start_inbox
from engine import schema

if TYPE_CHECKING:
    from ai.analysis.analyser import AnalysedStep, Analyser


# Main loop of an analysis worker: analyses a game, at first roughly and then precisely.
#
# Two workers can share a game: the main one proceeds from the start, its helper from the end back until they meet.
# Results of the helper are passed to the main worker, which alone reports. The result does not depend on whether
# there is a helper.

TELL_EVERY_S = 0.4
"""Least seconds between two reports."""
POLITE = 5
"""Niceness of the process relative to the window."""


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Window → worker: analyse this game. ``save``: the bytes of its file; ``people``: seats whose best choice is
    looked for; ``known``: steps that were analysed in an earlier attempt, as they were sent."""

    save: bytes
    people: tuple[int, ...]
    known: tuple[bytes, ...] = ()


class Share(msgspec.Struct, frozen=True, tag="share"):
    """Window → helper: analyse the steps of this game from the last one back, but for the ``known`` ones; each is an
    answer."""

    save: bytes
    people: tuple[int, ...]
    known: tuple[int, ...] = ()


class Attempt(msgspec.Struct, frozen=True, tag="attempt"):
    """Window → worker: is this action as good as the best one at this turn?"""

    save: bytes
    turn: int
    seat: int
    best: int
    action: int


class AttemptResult(msgspec.Struct, frozen=True):
    """Worker → window: loss of the action in millionths, and whether it exceeds the noise."""

    lost: Annotated[int, msgspec.Meta(ge=-WHOLE, le=WHOLE)]
    clear: bool


class Fault(msgspec.Struct, frozen=True):
    """Worker → window: the game cannot be analysed."""

    why: str


def serve(hears: Connection, says: Connection, guest: bool) -> None:
    """Process orders until the window closes the connection; answers are analyses as JSON, or faults, and the steps
    that this process has analysed (:class:`ai.analysis.analyser.AnalysedStep`, MessagePack).

    During an analysis incoming messages are results of the helper, of the same kind.
    """
    inbox = start_inbox(hears)
    heartbeat.start(says.send_bytes)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while True:
        data = inbox.get()
        try:
            for answer in _answers(data, inbox, says.send_bytes):
                says.send_bytes(answer)
        except (OSError, ValueError):
            return


def _answers(data: bytes, inbox: queue.SimpleQueue[bytes], report: Callable[[bytes], object]) -> Iterator[bytes]:
    try:
        told = 0.0
        asked: Order | Attempt | Share = msgspec.msgpack.decode(data, type=schema.prepare(Order | Attempt | Share))
        if isinstance(asked, Attempt):
            yield msgspec.json.encode(answer_attempt(asked))
            return
        if isinstance(asked, Share):
            for worked in analyse_backwards(asked):
                yield msgspec.msgpack.encode(worked)
            return
        for review in reviews(asked, inbox, report):
            now = time.monotonic()
            if review.worked_out or not told or now - told >= TELL_EVERY_S:
                told = now
                yield msgspec.json.encode(review)
    except Exception as error:
        yield msgspec.json.encode(Fault(f"{type(error).__name__}: {error}"[:200]))


def answer_attempt(asked: Attempt) -> AttemptResult:
    """Rate a retry; raises what reading a game raises."""
    reviewer = _reviewer(asked.save, ())
    stretch = next(one for one in reviewer.stretches if one.turn == asked.turn)
    by, _ = reviewer.choices.compare(stretch, asked.seat, asked.best, asked.action)
    return AttemptResult(round(by.gain * WHOLE), by.clear)


def reviews(
    order: Order,
    helped: queue.SimpleQueue[bytes] | None = None,
    report: Callable[[bytes], object] | None = None,
) -> Iterator[Review]:
    """Yield increasingly precise analyses of a game, using results of the helper and what is known; raises what reading
    a game raises. ``report`` takes every step that is analysed here."""
    reviewer = _reviewer(order.save, order.people)
    first = reviewer.first()
    yield first
    yield from reviewer.finer(first, SharedAnalyser(reviewer, helped, order.known, report).step)


def analyse_backwards(asked: Share) -> Iterator[AnalysedStep]:
    """Yield the analysed steps of a game from the last one back; raises what reading a game raises."""
    reviewer = _reviewer(asked.save, asked.people)
    known = set(asked.known)
    for at in reversed(range(len(reviewer.stretches))):
        if at not in known:
            yield reviewer.analyse_step(at)


def _reviewer(save: bytes, people: tuple[int, ...]) -> Analyser:
    from engine.session import Session
    from engine.storage import save_format

    from .analyser import Analyser

    session, _ = Session.resume(save_format.decode(save), None)
    return Analyser(session.game, session.course, session.options, session.id, people)


class SharedAnalyser:
    """Results of the helper and of earlier attempts so far; invalid ones are ignored."""

    def __init__(
        self,
        reviewer: Analyser,
        heard: queue.SimpleQueue[bytes] | None,
        known: tuple[bytes, ...] = (),
        report: Callable[[bytes], object] | None = None,
    ) -> None:
        from .analyser import AnalysedStep

        self._decoder = msgspec.msgpack.Decoder(schema.prepare(AnalysedStep))
        self._reviewer = reviewer
        self._heard = heard
        self._report = report
        self._found: dict[int, AnalysedStep] = {}
        for one in known:
            self._take(one)

    def step(self, at: int) -> AnalysedStep:
        """Return what is known of a step, or analyse it and report it."""
        while self._heard is not None and not self._heard.empty():
            self._take(self._heard.get())
        if at not in self._found:
            self._found[at] = self._reviewer.analyse_step(at)
            if self._report is not None:
                self._report(msgspec.msgpack.encode(self._found[at]))
        return self._found[at]

    def _take(self, data: bytes) -> None:
        with contextlib.suppress(msgspec.DecodeError, ValueError, RecursionError):
            worked = self._decoder.decode(data)
            worked.check(self._reviewer.seats, len(self._reviewer.stretches))
            self._found[worked.at] = worked


PROCESSES = 2
"""Least number of processors for a second worker per analysis."""


class AttemptWorker:
    """Rates retries of a key moment in a separate process, one at a time. Not thread-safe."""

    def __init__(self, open_link: Callable[[], WorkerProcess] | None = None) -> None:
        self._open = open_link
        self._errand: Job | None = None

    def ask(self, attempt: Attempt) -> None:
        """Submit a retry; only one at a time. If no process can be started, the next ``poll`` says so."""
        order = msgspec.msgpack.encode(attempt)
        if self._errand is None or not self._errand.working:
            self._errand = Job(serve, order, open_link=self._open)
        else:
            self._errand.ask(order)

    def poll(self) -> AttemptResult | Literal["failed"] | None:
        """Return the result, "failed", or None if it is not ready. Never waits, never raises."""
        data = None if self._errand is None else self._errand.receive()
        if data is None:
            return None if self._errand is not None and self._errand.working else "failed"
        try:
            return schema.decode(data, AttemptResult)
        except (msgspec.DecodeError, ValueError, RecursionError):
            self.close()
            return "failed"

    def close(self) -> None:
        """End the process."""
        if self._errand is not None:
            self._errand.close()


class _Place(msgspec.Struct):
    """What the window reads of an analysed step."""

    at: int


class AnalysisWorker:
    """Analyses one game in a worker process, with a second one if there are enough processors. Not thread-safe.

    ``known``: the steps that an earlier attempt has analysed (:attr:`known`), from which this one goes on.
    """

    def __init__(
        self,
        save: bytes,
        people: Sequence[int],
        open_link: Callable[[], WorkerProcess] | None = None,
        known: Mapping[int, bytes] | None = None,
    ) -> None:
        self.review: Review | None = None
        self.known = dict(known or {})
        """The steps that are analysed, as they were sent, by their place in the game."""
        whose = tuple(people)
        order = Order(save, whose, tuple(self.known.values()))
        self._errand = Job(serve, msgspec.msgpack.encode(order), open_link=open_link)
        self._helper: Job | None = None
        if open_link is None and (os.cpu_count() or 1) >= PROCESSES:
            self._helper = Job(serve, msgspec.msgpack.encode(Share(save, whose, tuple(self.known))))

    @property
    def problem(self) -> str:
        """Why nothing more will come; "" while running."""
        return self._errand.problem

    @property
    def working(self) -> bool:
        """Whether a more precise result is to come."""
        return self._errand.working

    def poll(self) -> bool:
        """Process incoming results; return whether there are new ones. Never waits, never raises."""
        news, before = False, self.problem
        while self._helper is not None and (found := self._helper.receive()) is not None:
            self._errand.tell(found)
            self._keep(found)
        while (data := self._errand.receive()) is not None:
            if not self._keep(data):
                news = True
                self._take(data)
        if not self.working:
            self._dismiss()
        return news or self.problem != before

    def _keep(self, data: bytes) -> bool:
        """Remember a step that was analysed; whether it is one."""
        if data[:1] == b"{":
            return False
        try:
            self.known[msgspec.msgpack.decode(data, type=schema.prepare(_Place)).at] = data
        except (msgspec.DecodeError, ValueError, RecursionError):
            return False
        return True

    def _take(self, data: bytes) -> None:
        try:
            self.review = schema.decode(data, Review)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            try:
                self._errand.fail(schema.decode(data, Fault).why)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self._errand.fail(str(error))
            return
        if self.review.worked_out:
            self._dismiss()
        if self.review.finished:
            self.close()

    def _dismiss(self) -> None:
        """End the second worker."""
        if self._helper is not None:
            self._helper.close()
            self._helper = None

    def close(self) -> None:
        """End the processes."""
        self._dismiss()
        self._errand.close()
