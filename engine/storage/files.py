"""Writing files so that at every moment a whole one is there, safe from a kill and from a power cut.

Everything that touches the disk here may take longer than a frame: while a window is open it is
called from the threads of :mod:`engine.storage.autosave` and :mod:`engine.storage.background`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.storage import folders
from engine.storage.patience import retry_permission

BACKUP = ".bak"
UNFINISHED = ".tmp"
JOURNAL = ".note" + UNFINISHED
"""What the name of a note ends with: the newest content, on its way to the disk (see :func:`write_journal`)."""

PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""A scanner or an indexer may hold a file for a moment: so long is waited before each new try."""
_INTERRUPTIONS = 100
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""What a file system answers that cannot bring a folder to the disk by itself."""
_ONE_AT_A_TIME = threading.Lock()

_OURS = re.compile(r"\.[0-9]+(\.old|\.note)?\.tmp\Z")
"""How the names of unfinished files end: with the number of the process that writes them."""

T = TypeVar("T")


def write(path: Path, data: bytes, *, backup: bool | bytes = True, before: Callable[[], None] | None = None) -> None:
    """Replace the file's content in one step; when this returns it is on the disk, safe from a power cut.

    The new content is complete and on the disk under another name before it takes the place of
    the old one, and then the folder is brought to the disk: wherever this program or the computer
    stops, ``path`` holds either the old or the new content, whole. With ``backup`` the previous
    content stays as ``NAME.bak``, or instead of it the bytes that are given; it is a file of its
    own, so that what damages one does not damage the other. ``before`` is called at the last
    moment before the replacement and may refuse it by raising.
    Raises :class:`engine.storage.folders.FolderError`; then nothing has changed.
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
    """Note the newest content beside the file, quickly: safe from a kill, not yet from a power cut.

    Whoever reads ``path`` looks at :func:`journal_path` it too. Raises FolderError.
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
    """Where the previous content is kept."""
    return path.with_name(path.name + BACKUP)


def journal_path(path: Path) -> Path:
    """Where the newest content is until it is on the disk."""
    return path.with_name(path.name + JOURNAL)


def set_aside(path: Path, suffix: str) -> Path | None:
    """Rename a damaged file so that it is kept beside the new one; None when that is impossible."""
    for number in range(1, 100):
        kept = path.with_name(f"{path.name}{suffix}" if number == 1 else f"{path.name}{suffix}{number}")
        if not os.path.lexists(kept):
            try:
                _replace(path, kept)
            except OSError:
                return None
            return kept
    return None


def sweep(folder: Path, older_than_s: float = 3600.0) -> None:
    """Remove unfinished files that a killed program has left behind, and nothing of anybody else's.

    Notes may hold the newest content and stay. A file from the future (a clock was wrong) is as old as one that far in
    the past.
    """
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if _OURS.search(path.name) and abs(time.time() - path.lstat().st_mtime) > older_than_s:
                    path.unlink()


# --- single steps -------------------------------------------------------------------------------


def _create(path: Path, data: bytes, *, sync: bool) -> None:
    """A new file with this content. One of that name was left by a killed program; a link is never followed."""
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
    """Keep the previous content as a file of its own; ``path`` itself never vanishes."""
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
    """Give a file the name of another one, patiently: somebody may have it open for a moment."""
    retry_permission(lambda: _again(lambda: os.replace(source, target)), PAUSES_S)


def _sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    if os.name == "nt":  # folders cannot be opened there; the file system keeps its own journal
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
    with contextlib.suppress(InterruptedError):  # it is closed all the same
        os.close(number)


def _again(call: Callable[[], T]) -> T:
    """The call's result; one that a signal has interrupted is made again."""
    for _ in range(_INTERRUPTIONS):
        with contextlib.suppress(InterruptedError):
            return call()
    return call()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
