"""Reviews beside the window: asked for, looked for once a frame, never waited for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from ai.workers.job import Errand
from ai.workers.process import Link
from engine import schema

from .report import Review
from .worker_main import Attempt, Attempted, Fault, Order, Share, serve

SILENCE_S = 60.0
"""A worker that has said nothing for so long is ended."""
PROCESSES = 2
"""Processors from which on a review has a helper."""


class AttemptsBeside:
    """Attempts at one moment, judged one after the other in a process of its own. Not shared between threads."""

    def __init__(self, open_link: Callable[[], Link] | None = None) -> None:
        self._open = open_link
        self._errand: Errand | None = None

    def ask(self, attempt: Attempt) -> None:
        """Have an attempt judged; one at a time. Where no process is to be had, the next look says so."""
        order = msgspec.msgpack.encode(attempt)
        if self._errand is None or not self._errand.working:
            self._errand = Errand(serve, order, SILENCE_S, self._open)
        else:
            self._errand.ask(order)

    def poll(self) -> Attempted | Literal["failed"] | None:
        """The answer, None as long as there is none, or that none will come. Never waits, never raises."""
        data = None if self._errand is None else self._errand.said()
        if data is None:
            return None if self._errand is not None and self._errand.working else "failed"
        try:
            return schema.decoded(data, Attempted)
        except (msgspec.DecodeError, ValueError, RecursionError):
            self.close()
            return "failed"

    def close(self) -> None:
        """End the process."""
        if self._errand is not None:
            self._errand.close()


class ReviewBeside:
    """One game being reviewed in a process of its own, and a helper's where there is a processor for it. Not shared
    between threads."""

    def __init__(self, save: bytes, people: Sequence[int], open_link: Callable[[], Link] | None = None) -> None:
        self.review: Review | None = None
        whose = tuple(people)
        self._errand = Errand(serve, msgspec.msgpack.encode(Order(save, whose)), SILENCE_S, open_link)
        self._helper: Errand | None = None
        if open_link is None and (os.cpu_count() or 1) >= PROCESSES:
            self._helper = Errand(serve, msgspec.msgpack.encode(Share(save, whose)), SILENCE_S)

    @property
    def problem(self) -> str:
        """Why nothing more will come; "" while all is well."""
        return self._errand.problem

    @property
    def working(self) -> bool:
        """Whether something finer is to come."""
        return self._errand.working

    def poll(self) -> bool:
        """Take in what has come; True when there is something new. Never waits, never raises."""
        news, before = False, self.problem
        while self._helper is not None and (found := self._helper.said()) is not None:
            self._errand.tell(found)
        while (data := self._errand.said()) is not None:
            news = True
            self._take(data)
        if not self.working:
            self._dismiss()
        return news or self.problem != before

    def _take(self, data: bytes) -> None:
        try:
            self.review = schema.decoded(data, Review)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            try:
                self._errand.fail(schema.decoded(data, Fault).why)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self._errand.fail(str(error))
            return
        if self.review.worked_out:
            self._dismiss()
        if self.review.finished:
            self.close()

    def _dismiss(self) -> None:
        """The helper has nothing more to do."""
        if self._helper is not None:
            self._helper.close()
            self._helper = None

    def close(self) -> None:
        """End the processes."""
        self._dismiss()
        self._errand.close()
