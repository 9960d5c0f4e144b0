"""A worker process and its two pipes, which threads read and write so that the window never waits.

A worker that sends half a message or does not read blocks a thread, not the caller; ending the process frees the
thread.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from ai.algorithms.heartbeat import HEARTBEAT
from ai.workers import main
from ai.workers.protocol import MOST_BYTES
from engine.storage.files import Stopwatch

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


# Whether a worker still works is judged by the processor time that it uses, not by the clock on the wall.
#
# A worker that is starved by other programs gets little done in a minute of the clock, and is none the worse for it.
# One hangs when it uses :data:`WORK_S` of its own processor time without a sign, or uses none at all for
# :data:`STILL_S` of the clock. Where the system does not tell the processor time of another process, the second limit
# alone counts, from the last sign on.


def read_processor_time(pid: int | None) -> float | None:
    """Return the seconds of processor time a process has used, all its threads together; None where the system does
    not tell."""
    if not pid:
        return None
    try:
        if sys.platform == "win32":
            return _ask_windows(pid)
        if sys.platform == "darwin":
            return _ask_macos(pid)
        # Linux and its like: user and system time in clock ticks, after the name, which may hold anything.
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError, ctypes.ArgumentError):
        return None


def _ask_macos(pid: int) -> float | None:
    """``proc_pid_rusage`` of libproc; times are in units of the system's own clock."""

    class Usage(ctypes.Structure):
        """``struct rusage_info_v0``."""

        _fields_ = [("uuid", ctypes.c_uint8 * 16), *((f"field_{at}", ctypes.c_uint64) for at in range(10))]

    class Timebase(ctypes.Structure):
        """``struct mach_timebase_info``: nanoseconds per unit as a fraction."""

        _fields_ = [("numerator", ctypes.c_uint32), ("denominator", ctypes.c_uint32)]

    system = ctypes.CDLL("/usr/lib/libSystem.B.dylib")
    usage, base = Usage(), Timebase()
    if system.proc_pid_rusage(ctypes.c_int(pid), ctypes.c_int(0), ctypes.byref(usage)) != 0:
        return None
    system.mach_timebase_info(ctypes.byref(base))
    units = int(usage.field_0) + int(usage.field_1)  # user and system
    return float(units * base.numerator / max(1, base.denominator) / 1e9)


def _ask_windows(pid: int) -> float | None:
    """``GetProcessTimes``: kernel and user time in units of 100 ns."""
    if sys.platform != "win32":
        return None
    from ctypes import wintypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
    kernel.OpenProcess.restype = wintypes.HANDLE
    kernel.GetProcessTimes.argtypes = (wintypes.HANDLE, *([ctypes.POINTER(wintypes.FILETIME)] * 4))
    kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
    limited_information = 0x1000
    handle = kernel.OpenProcess(limited_information, False, pid)
    if not handle:
        return None
    try:
        made, ended, system, user = (wintypes.FILETIME() for _ in range(4))
        if not kernel.GetProcessTimes(handle, *map(ctypes.byref, (made, ended, system, user))):
            return None
        return sum((one.dwHighDateTime << 32) + one.dwLowDateTime for one in (system, user)) / 1e7
    finally:
        kernel.CloseHandle(handle)


WORK_S = 10.0
"""Seconds of its own processor time that a worker may use without a sign."""
STILL_S = 60.0
"""Seconds of the clock for which a worker may use no processor time."""
LOOK_S = 0.25
"""Seconds between two looks at the processor time."""


class LivenessWatch:
    """Measures how long a worker has given no sign. Read it often (see :class:`Stopwatch`); not thread-safe."""

    def __init__(self) -> None:
        self._still = Stopwatch()
        self._begun: float | None = None
        self._used: float | None = None
        self._next_look = 0.0

    def restart(self, pid: int | None) -> None:
        """Measure from now on: the worker with this process id has given a sign or got another task."""
        self._begun = self._used = read_processor_time(pid)
        self._still.restart()
        self._next_look = LOOK_S

    def is_late(self, pid: int | None, work_s: float = WORK_S, still_s: float = STILL_S) -> bool:
        """Whether the worker hangs: without a sign it has used ``work_s`` seconds of processor time, or none for
        ``still_s``."""
        still = self._still.read()
        if still < self._next_look:
            return False
        self._next_look = still + LOOK_S
        used = read_processor_time(pid)
        if used is not None:
            if self._begun is None or self._used is None:
                self._begun = self._used = used
            elif used > self._used:
                self._used = used
                self._still.restart()
                self._next_look = LOOK_S
                still = 0.0
            if used - self._begun > work_s:
                return True
        return still > still_s


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
        """Return the next message, None if there is none yet. Raises EOFError when the worker is gone."""
        try:
            data = self._inbox.get_nowait()
        except queue.Empty:
            return None
        if data is None:
            self._inbox.put(None)  # it stays gone
            raise EOFError
        return data

    def end(self, wait: bool = False) -> None:
        """End the process and all processes it has started; ``wait``: wait up to a second for that."""
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


Serve = Callable[[Connection, Connection, bool], None]
LONGEST = 200
"""Most letters of a failure message."""


class Job:
    """A worker process and its order, polled once a frame and never waited for; ended when it hangs. Not thread-safe.

    ``still_s``: seconds without any use of processor time after which the worker counts as hanging.
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
        """Process id of the worker, None while there is none."""
        process = None if self._link is None else getattr(self._link, "process", None)
        return None if process is None else process.pid

    def tell(self, data: bytes) -> None:
        """Send the worker a message in addition to its order; never waits, never raises."""
        if self._link is not None:
            self._link.send(data)

    def ask(self, order: bytes) -> None:
        """Send the worker another order and restart its time limits; never waits, never raises."""
        self.rest(False)
        self.tell(order)

    def rest(self, on: bool) -> None:
        """Suspend the time limits while the worker is idle or suspended (``on``), or restart them."""
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
        """End the worker and set ``problem`` to this reason."""
        self.problem = why[:LONGEST] or "?"
        self.close()

    def close(self) -> None:
        """End the process; no more messages come."""
        link, self._link = self._link, None
        if link is not None:
            link.end()
