"""Judges whether a worker still works: by the processor time that it uses, not by the clock on the wall.

A worker that is starved by other programs gets little done in a minute of the clock, and is none the worse for it. One
hangs when it uses :data:`WORK_S` of its own processor time without a sign, or uses none at all for :data:`STILL_S` of
the clock. Where the system does not tell the processor time of another process, the second limit alone counts, from the
last sign on.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from engine.storage.stopwatch import Stopwatch

# Processor time of another process, so that a busy machine is not taken for a worker that hangs.


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
    """Time of a worker since its last sign. Read it often (see :class:`Stopwatch`); not thread-safe."""

    def __init__(self) -> None:
        self._still = Stopwatch()
        self._begun: float | None = None
        self._used: float | None = None
        self._next_look = 0.0

    def restart(self, pid: int | None) -> None:
        """Start the time anew: the worker of this process id has given a sign or got another task."""
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
