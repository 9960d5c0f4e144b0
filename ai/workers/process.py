"""A worker process and its two pipes, which threads read and write so that the window never waits.

A worker that sends half a message or does not read blocks a thread, not the caller; ending the process frees the
thread.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ai.algorithms.heartbeat import HEARTBEAT
from ai.workers import main
from ai.workers.liveness import STILL_S, LivenessWatch
from ai.workers.protocol import MOST_BYTES

MOST_WAITING = 64
"""Most messages read ahead; a worker that sends more is blocked."""


class WorkerProcess:
    """A running worker; raises OSError if it cannot be started.

    ``guest``: it runs an opponent file. ``serve``: main function of the process, replaceable in tests.
    """

    def __init__(self, guest: bool, serve: Callable[[Connection, Connection, bool], None] = main.serve) -> None:
        context = multiprocessing.get_context("spawn")
        heard, says = context.Pipe(duplex=False)
        hears, told = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(
            target=serve, args=(hears, says, guest), name="guest" if guest else "thinker", daemon=True
        )
        self.process.start()
        says.close()
        hears.close()
        self._ended = threading.Event()
        self._inbox: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for work, pipe in ((self._read, heard), (self._write, told)):
            threading.Thread(target=work, args=(pipe,), name="worker pipe", daemon=True).start()

    def send(self, data: bytes) -> None:
        """Send a message; never waits."""
        self._outbox.put(data)

    def receive(self) -> bytes | None:
        """Return the next message or None. Raises EOFError when the worker is gone."""
        try:
            data = self._inbox.get_nowait()
        except queue.Empty:
            return None
        if data is None:
            self._inbox.put(None)  # it stays gone
            raise EOFError
        return data

    def end(self, wait: bool = False) -> None:
        """End the process and everything it has started; waits up to a second if ``wait`` is set."""
        self._ended.set()
        self._outbox.put(None)
        pid = self.process.pid
        with contextlib.suppress(Exception):
            # Once started it leads its own process group. Its exit status has not been collected, so the
            # process id still belongs to it.
            if pid is not None and hasattr(os, "killpg") and os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)
        with contextlib.suppress(Exception):
            self.process.kill()
        if wait:
            with contextlib.suppress(Exception):
                self.process.join(1.0)
        else:
            threading.Thread(target=self._reap, name="reaper", daemon=True).start()

    def _reap(self) -> None:
        with contextlib.suppress(Exception):
            self.process.join(10.0)

    def _read(self, pipe: Connection) -> None:
        with contextlib.suppress(Exception), contextlib.closing(pipe):
            while not self._ended.is_set():
                self._take(pipe.recv_bytes(MOST_BYTES))
        self._take(None)

    def _take(self, data: bytes | None) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(queue.Full):
                self._inbox.put(data, timeout=0.2)
                return

    def _write(self, pipe: Connection) -> None:
        with contextlib.suppress(Exception), contextlib.closing(pipe):
            while (data := self._outbox.get()) is not None:
                pipe.send_bytes(data)


# A worker process with one job, polled once a frame and never waited for.

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
        self.resting = False
        """Whether it was told to do nothing, or has nothing to do, so that it does not count as silent."""
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
        self.rest(False)
        self.tell(order)

    def rest(self, on: bool) -> None:
        """Set whether the worker is idle (its limits of time are off); afterwards it has the whole time again."""
        self.resting = on
        self._watch.restart(self.process_id)

    def receive(self) -> bytes | None:
        """Return the next message, or None if there is none (yet). Never waits, never raises."""
        while self._link is not None:
            try:
                data = self._link.receive()
            except EOFError:
                self.fail("the worker has ended")
                return None
            if data is None:
                if not self.resting and self._watch.is_late(self.process_id, still_s=self._still_s):
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
