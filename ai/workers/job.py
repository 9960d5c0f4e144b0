"""A worker process with one job, polled once a frame and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection

from ai.workers.process import WorkerProcess
from engine.storage.stopwatch import Stopwatch

Serve = Callable[[Connection, Connection, bool], None]
LONGEST = 200
"""Most letters of a failure message."""


class Job:
    """A worker and its order; ended after ``silence_s`` seconds without a message. Not thread-safe."""

    def __init__(
        self, serve: Serve, order: bytes, silence_s: float, open_link: Callable[[], WorkerProcess] | None = None
    ) -> None:
        self.problem = ""
        """Why nothing more will come; "" while running and after ``close``."""
        self._silence_s = silence_s
        self._heard = Stopwatch()
        """Time since the last message."""
        self._link: WorkerProcess | None = None
        try:
            self._link = WorkerProcess(False, serve) if open_link is None else open_link()
            self._link.send(order)
        except Exception as error:  # the process could not be started
            self.fail(str(error))

    @property
    def working(self) -> bool:
        """Whether messages are still to come."""
        return self._link is not None

    def tell(self, data: bytes) -> None:
        """Send further data; never waits, never raises."""
        if self._link is not None:
            self._link.send(data)

    def ask(self, order: bytes) -> None:
        """Send another order and restart the silence timeout; never waits, never raises."""
        self._heard.restart()
        self.tell(order)

    def receive(self) -> bytes | None:
        """Return the next message, or None if there is none (yet). Never waits, never raises."""
        if self._link is None:
            return None
        try:
            data = self._link.receive()
        except EOFError:
            self.fail("the worker has ended")
            return None
        if data is not None:
            self._heard.restart()
        elif self._heard.read() > self._silence_s:
            self.fail("the worker is silent")
        return data

    def fail(self, why: str) -> None:
        """End the job with this reason."""
        self.problem = why[:LONGEST] or "?"
        self.close()

    def close(self) -> None:
        """End the process."""
        link, self._link = self._link, None
        if link is not None:
            link.end()
