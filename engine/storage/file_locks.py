"""Ownership of files when two processes share a home folder: one owner per file until its process ends.

An owner holds an operating system lock on a small file in the ``locks`` folder; it is released if the process is
killed. A process may claim a file several times. Where locks are impossible (read-only folder, file system without
locks) everybody is an owner, and only the content check of :mod:`engine.storage.autosave` protects the file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from engine.storage import folders
from engine.storage.stopwatch import Stopwatch

_TRIES = 4
_PAUSE_S = 0.02
"""Pause between tries; :func:`is_taken` holds the lock for a moment."""
_NO_LOCK = -1

_held: dict[Path, tuple[int, int]] = {}
"""Lock file → its file descriptor, and number of claims in this process."""
_guard = threading.RLock()
"""The garbage collector may close an autosaver, which releases its file, while this thread is in here."""


def claim(path: Path) -> bool:
    """Become an owner of the file; False if another process is. Never raises."""
    lock = _lock_path(path)
    with _guard:
        if lock in _held:
            number, count = _held[lock]
            _held[lock] = (number, count + 1)
            return True
        for turn in range(_TRIES):
            if turn:
                time.sleep(_PAUSE_S)
            got = _lock(lock)
            if got is not None:
                _held[lock] = (got, 1)
                return True
    return False


def release(path: Path) -> None:
    """Undo a claim; after the last one, other processes may own the file."""
    lock = _lock_path(path)
    with _guard:
        if lock not in _held:
            return
        number, count = _held[lock]
        if count > 1:
            _held[lock] = (number, count - 1)
            return
        del _held[lock]
        _let_go(lock, number)


def is_taken(path: Path) -> bool:
    """Whether another process owns the file now. Never raises."""
    lock = _lock_path(path)
    with _guard:
        if lock in _held or not lock.exists():
            return False
        number = _lock(lock)
        if number is None:
            return True
        _let_go(lock, number)
        return False


def _lock_path(path: Path) -> Path:
    """Lock file for a file, independent of how its path is written."""
    full = os.path.normcase(os.path.realpath(path)).encode("utf-8", "surrogateescape")
    return folders.locks() / f"{path.stem[:40]}-{zlib.crc32(full):08x}.lock"


def _lock(lock: Path) -> int | None:
    """Return the descriptor of the locked file, _NO_LOCK without lock support, None if another process holds it."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(10):
            number = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
            if not _try_lock(number):
                os.close(number)
                return None
            if _same(lock, number):
                return number
            os.close(number)  # its last owner removed the file between the two steps
    except (OSError, ValueError):
        return _NO_LOCK
    return None


def _same(lock: Path, number: int) -> bool:
    try:
        return os.path.samestat(os.stat(lock), os.fstat(number))
    except FileNotFoundError:
        return False


def _try_lock(number: int) -> bool:
    """Lock an open file without waiting; False if another process holds it. Raises OSError without lock support."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK):
            return False
        os.close(number)
        raise
    return True


def _let_go(lock: Path, number: int) -> None:
    if number == _NO_LOCK:
        return
    with contextlib.suppress(OSError):  # while it is open it cannot be removed on Windows, and may stay
        lock.unlink()
    with contextlib.suppress(OSError):
        os.close(number)


_WAIT_S = 1.0


@contextlib.contextmanager
def alone(place: Path) -> Iterator[None]:
    """Context in which reading and writing a file are one step; other processes wait, up to a limit."""
    waited = Stopwatch()
    owned = claim(place)
    while not owned and waited.read() < _WAIT_S:
        time.sleep(0.02)
        owned = claim(place)
    try:
        yield
    finally:
        if owned:
            release(place)
