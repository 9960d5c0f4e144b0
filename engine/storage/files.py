"""Atomic, durable file writing: at every moment the old or the new content is complete on the disk.

All functions may take longer than a frame; while a window is open they are called from the threads of
:mod:`engine.storage.autosave` and :mod:`engine.storage.background`.
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
from engine.storage.safe_read import retry_permission

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
    """Path of the previous content."""
    return path.with_name(path.name + BACKUP)


def journal_path(path: Path) -> Path:
    """Path of the newest content until it is durable."""
    return path.with_name(path.name + JOURNAL)


def set_aside(path: Path, suffix: str) -> Path | None:
    """Rename a damaged file so that it is kept; None if that is impossible."""
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
    """Remove unfinished files of killed processes, and no others.

    Journals may hold the newest content and stay. A modification time in the future counts by its distance from now.
    """
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if _OURS.search(path.name) and abs(time.time() - path.lstat().st_mtime) > older_than_s:
                    path.unlink()


# --- single steps -------------------------------------------------------------------------------


def _create(path: Path, data: bytes, *, sync: bool) -> None:
    """Create a file with this content. A leftover of the same name is replaced; links are not followed."""
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
