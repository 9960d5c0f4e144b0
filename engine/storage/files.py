"""Atomic, durable file writing: at every moment the old or the new content is complete on the disk.

All functions may take longer than a frame; while a window is open they are called from the thread of
:mod:`engine.storage.autosave` or of a :class:`BackgroundWorker`. The owner of a file among several processes is kept
here too.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.storage import folders, safe_read
from engine.storage.folders import FolderError
from engine.storage.safe_read import retry_permission

if TYPE_CHECKING:
    from engine.contract import Message


STEP_S = 0.5
"""Most seconds counted between two readings: a running window reads in every frame."""


class Stopwatch:
    """Measures the time this process was running; not thread-safe.

    The system clock continues while a computer sleeps (Windows) or a process is stopped, during which the awaited
    process does not run either. Of the time between two readings at most :data:`STEP_S` counts, so it must be read
    often.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Set the time back to 0."""
        self._seconds = 0.0
        self._looked = time.monotonic()

    def read(self) -> float:
        """Return the seconds counted since the start or :meth:`restart`."""
        now = time.monotonic()
        self._seconds += min(max(0.0, now - self._looked), STEP_S)
        self._looked = now
        return self._seconds


# Work in a background thread, one task after the other, so that the window never waits.

Work = Callable[[], "list[Message] | None"]
"""A task; it may return messages for the player."""

IDLE_S = 5.0


class BackgroundWorker:
    """Runs submitted tasks one by one in a thread, which ends when idle; ``submit`` names them by files or subjects."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._changed = threading.Condition()
        self._waiting: dict[str, Work] = {}
        self._working = False
        self._thread: threading.Thread | None = None
        self._said: list[Message] = []
        self._told: dict[str, Message] = {}

    def submit(self, key: str, work: Work, asked: bool = False) -> None:
        """Queue a task; it replaces a waiting one with the same key.

        A message returned by ``work``, or that of a FolderError it raises, is collected for the player
        (:meth:`messages`); a repeated failure of the same task is reported once until it succeeds, unless the player
        has ``asked`` for it: what was not kept at the first try is not kept at the second either.
        """
        with self._changed:
            self._waiting[key] = work
            if asked:
                self._told.pop(key, None)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def messages(self) -> list[Message]:
        """Return the messages for the player since the last call."""
        if not self._said:
            return []
        with self._changed:
            said, self._said = self._said, []
        return said

    def finish(self, seconds: float) -> bool:
        """Wait until all tasks are done; return False after a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._working, seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._working = False
                self._changed.notify_all()
                if not self._changed.wait_for(lambda: bool(self._waiting), IDLE_S):
                    self._thread = None
                    return
                key = next(iter(self._waiting))
                work = self._waiting.pop(key)
                self._working = True
            news: list[Message] = []
            failure: Message | None = None
            try:
                news = work() or []
            except FolderError as error:
                failure = error.message
            except Exception as error:  # the thread must survive any error in reading a file
                failure = safe_read.about(
                    "ui.folder.failed", path=str(Path(key)), reason=safe_read.describe_error(error)
                )
            with self._changed:
                if failure is None:
                    self._told.pop(key, None)
                elif self._told.get(key) != failure:
                    self._told[key] = failure
                    news = [*news, failure]
                self._said += news


BACKUP = ".bak"
UNFINISHED = ".tmp"
JOURNAL = ".note" + UNFINISHED
"""Suffix of journal files: the newest content before it is durable (see :func:`write_journal`)."""

PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""Pauses between retries while a virus scanner or indexer holds the file."""
_INTERRUPTIONS = 100
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""Errors of file systems that cannot sync a folder."""
_ONE_AT_A_TIME = threading.Lock()

_OURS = re.compile(r"\.[0-9]+(\.old|\.note)?\.tmp\Z")
"""Suffixes of unfinished files: the number of the writing process."""

T = TypeVar("T")


def write(path: Path, data: bytes, *, backup: bool | bytes = True, before: Callable[[], None] | None = None) -> None:
    """Replace the file's content atomically; durable on return.

    The new content is written and synced under another name, renamed over the old one, and the folder is synced: after
    a crash ``path`` has either the old or the new content. With ``backup`` the previous content, or the given bytes, is
    kept as ``NAME.bak``, a separate copy. ``before`` is called just before the replacement and may prevent it by
    raising. Raises :class:`engine.storage.folders.FolderError`; nothing has changed then.
    """
    folders.ensure(path.parent)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    with _ONE_AT_A_TIME:
        try:
            _create(unfinished, data, sync=True)
            if backup is not False:
                _keep(path, None if backup is True else backup)
            if before is not None:
                before()
            _replace(unfinished, path)
            _sync_folder(path.parent)
        except OSError as error:
            _remove(unfinished)
            raise folders.failure(error, path) from error
        except folders.FolderError:
            _remove(unfinished)
            raise


def write_journal(path: Path, data: bytes) -> None:
    """Write the newest content to the journal, quickly: survives a killed process but not a power cut.

    Readers of ``path`` check :func:`journal_path` too. Raises FolderError.
    """
    folders.ensure(path.parent)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{JOURNAL}")
    try:
        _create(unfinished, data, sync=False)
        _replace(unfinished, journal_path(path))
    except OSError as error:
        _remove(unfinished)
        raise folders.failure(error, path) from error


def backup_path(path: Path) -> Path:
    """Return the path of the backup, which holds the previous content."""
    return path.with_name(path.name + BACKUP)


def journal_path(path: Path) -> Path:
    """Return the path of the journal, which holds the newest content until it is durable."""
    return path.with_name(path.name + JOURNAL)


def set_aside(path: Path, suffix: str) -> Path | None:
    """Rename a damaged file to keep it; return the new path, None if that is impossible."""
    for number in range(1, 100):
        kept = path.with_name(f"{path.name}{suffix}" if number == 1 else f"{path.name}{suffix}{number}")
        if not os.path.lexists(kept):
            try:
                _replace(path, kept)
            except OSError:
                return None
            return kept
    return None


LEFT_AFTER_S = 3600.0
"""Age of an unfinished file that nobody is writing any more."""


def sweep(folder: Path) -> None:
    """Remove our unfinished files older than ``LEFT_AFTER_S``, which killed processes have left, and no others.

    Journals may hold the newest content and stay. Modification times in the future count by their distance from now.
    """
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if _OURS.search(path.name) and abs(time.time() - path.lstat().st_mtime) > LEFT_AFTER_S:
                    path.unlink()


# --- single steps -------------------------------------------------------------------------------


def _create(path: Path, data: bytes, *, sync: bool) -> None:
    """Create a file with this content, durable with ``sync``; replaces a leftover of this name, follows no links."""
    _again(lambda: path.unlink(missing_ok=True))
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    number = _again(lambda: os.open(path, flags, 0o666))
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[_again(lambda: os.write(number, rest)) :]  # noqa: B023 - called at once
        if sync:
            _again(lambda: os.fsync(number))
    finally:
        _close(number)


def _keep(path: Path, previous: bytes | None) -> None:
    """Copy the previous content to its own file; ``path`` itself never disappears."""
    if previous is None:
        try:
            previous = _again(path.read_bytes)
        except FileNotFoundError:
            return
    spare = path.with_name(f"{path.name}.{os.getpid()}.old{UNFINISHED}")
    try:
        _create(spare, previous, sync=True)
        _replace(spare, backup_path(path))
    except OSError:
        _remove(spare)
        raise


def _replace(source: Path, target: Path) -> None:
    """Rename a file over another one, with retries while another program holds it open."""
    retry_permission(lambda: _again(lambda: os.replace(source, target)), PAUSES_S)


def _sync_folder(folder: Path) -> None:
    """Sync the directory entries of a folder."""
    if os.name == "nt":  # folders cannot be opened there; the file system has its own journal
        return
    number = _again(lambda: os.open(folder, os.O_RDONLY))
    try:
        _again(lambda: os.fsync(number))
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        _close(number)


def _close(number: int) -> None:
    with contextlib.suppress(InterruptedError):  # closed anyway
        os.close(number)


def _again(call: Callable[[], T]) -> T:
    """Call again if interrupted by a signal."""
    for _ in range(_INTERRUPTIONS):
        with contextlib.suppress(InterruptedError):
            return call()
    return call()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


# Ownership of files when two processes share a home folder: one owner per file until its process ends.
#
# An owner holds an operating system lock on a small file in the ``locks`` folder; it is released if the process is
# killed. A process may claim a file several times. Where locks are impossible (read-only folder, file system without
# locks) everybody is an owner, and only the content check of :mod:`engine.storage.autosave` protects the file.

_TRIES = 4
_PAUSE_S = 0.02
"""Pause between tries; :func:`has_other_owner` holds the lock for a moment."""
_NO_LOCK = -1

_held: dict[Path, tuple[int, int]] = {}
"""Lock file → its file descriptor, and number of claims in this process."""
_guard = threading.RLock()
"""The garbage collector may close an autosaver, which releases its file, while this thread is in here."""


def claim(path: Path) -> bool:
    """Claim the file for this process; return False if another process owns it. Never raises."""
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
    """Undo one claim; after the last one other processes may own the file."""
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


def has_other_owner(path: Path) -> bool:
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
    """Return the lock file of a file, whichever way its path is written."""
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
def claim_for_update(place: Path) -> Iterator[None]:
    """Context for reading and writing a file as one step: waits at most 1 s for another process, then goes on."""
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
