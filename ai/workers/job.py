"""A worker process with one job, polled once a frame and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection

from ai.algorithms.heartbeat import HEARTBEAT
from ai.workers.liveness import STILL_S, LivenessWatch
from ai.workers.process import WorkerProcess

Serve = Callable[[Connection, Connection, bool], None]
LONGEST = 200
"""Most letters of a failure message."""


class Job:
    """A worker and its order; ended when it hangs (:mod:`ai.workers.liveness`). Not thread-safe.

    ``still_s``: seconds of the clock for which it may use no processor time.
    """

    def __init__(
        self, serve: Serve, order: bytes, still_s: float = STILL_S, open_link: Callable[[], WorkerProcess] | None = None
    ) -> None:
        self.problem = ""
        """Why nothing more will come; "" while running and after ``close``."""
        self._still_s = still_s
        self._watch = LivenessWatch()
        self._link: WorkerProcess | None = None
        try:
            self._link = WorkerProcess(False, serve) if open_link is None else open_link()
            self._link.send(order)
        except Exception as error:  # the process could not be started
            self.fail(str(error))
        self._watch.restart(self.process_id)

    @property
    def working(self) -> bool:
        """Whether messages are still to come."""
        return self._link is not None

    @property
    def process_id(self) -> int | None:
        """The worker's process number, None while there is none."""
        process = None if self._link is None else getattr(self._link, "process", None)
        return None if process is None else process.pid

    def tell(self, data: bytes) -> None:
        """Send further data; never waits, never raises."""
        if self._link is not None:
            self._link.send(data)

    def ask(self, order: bytes) -> None:
        """Send another order, with the whole time for it; never waits, never raises."""
        self._watch.restart(self.process_id)
        self.tell(order)

    def receive(self) -> bytes | None:
        """Return the next message, or None if there is none (yet). Never waits, never raises."""
        while self._link is not None:
            try:
                data = self._link.receive()
            except EOFError:
                self.fail("the worker has ended")
                return None
            if data is None:
                if self._watch.is_late(self.process_id, still_s=self._still_s):
                    self.fail("the worker is silent")
                return None
            self._watch.restart(self.process_id)
            if data != HEARTBEAT:
                return data
        return None

    def fail(self, why: str) -> None:
        """End the job with this reason."""
        self.problem = why[:LONGEST] or "?"
        self.close()

    def close(self) -> None:
        """End the process."""
        link, self._link = self._link, None
        if link is not None:
            link.end()
