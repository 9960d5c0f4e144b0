"""Analyses in worker processes, polled once a frame and never waited for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from ai.workers.job import Job
from ai.workers.process import WorkerProcess
from engine import schema

from .report import Review
from .worker_main import Attempt, AttemptResult, Fault, Order, Share, serve

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
