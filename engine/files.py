"""Writing files so that at every moment a whole one is there."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from pathlib import Path

from engine import folders

BACKUP = ".bak"
UNFINISHED = ".tmp"


def write(path: Path, data: bytes, *, backup: bool = True, wait: bool = True) -> None:
    """Replace the file's content in one step; with ``backup`` the previous content stays as ``NAME.bak``.

    The new content is complete under another name before it takes the place of the old one:
    wherever this program is stopped, ``path`` holds either the old or the new content, whole.
    With ``wait`` it is also on the disk when this returns, safe from a power cut; without, that
    is done beside the game within moments, because a disk may take longer than a frame.
    Raises :class:`engine.folders.FolderError`.
    """
    folders.ensure(path.parent)
    wait = wait or os.name == "nt"  # where a file that is open elsewhere cannot be replaced
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with open(unfinished, "wb", buffering=0) as file:
            file.write(data)
            if wait:
                os.fsync(file.fileno())
        if backup:
            _keep(path)
        os.replace(unfinished, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise folders.failure(error, path) from error
    if not wait:
        _FLUSHER.ask(path)


class _Flusher:
    """A thread that brings files to the disk, started when first asked; asked twice it works once."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Path, None] = {}
        self._thread: threading.Thread | None = None

    def ask(self, path: Path) -> None:
        """Bring this file to the disk soon."""
        with self._changed:
            self._waiting[path] = None
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="flusher", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                path = next(iter(self._waiting))
                del self._waiting[path]
            with contextlib.suppress(OSError):  # gone again, or the next write will tell
                _flush(path)
                _flush(path.parent)


def _flush(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


_FLUSHER = _Flusher()


def _keep(path: Path) -> None:
    """Give the present content a second name; ``path`` itself never vanishes."""
    previous = path.with_name(path.name + BACKUP)
    spare = path.with_name(f"{path.name}.{os.getpid()}.old{UNFINISHED}")
    if not path.exists():
        return
    spare.unlink(missing_ok=True)  # left by a killed program that had the same number
    try:
        os.link(path, spare)
    except OSError:  # a file system without links
        shutil.copyfile(path, spare)
    os.replace(spare, previous)


def backup_of(path: Path) -> Path:
    """Where the previous content is kept."""
    return path.with_name(path.name + BACKUP)


def set_aside(path: Path, suffix: str) -> Path | None:
    """Rename a damaged file so that it is kept beside the new one; None when that is impossible."""
    for number in range(1, 100):
        kept = path.with_name(f"{path.name}{suffix}" if number == 1 else f"{path.name}{suffix}{number}")
        if not kept.exists():
            try:
                os.replace(path, kept)
            except OSError:
                return None
            return kept
    return None


def sweep(folder: Path, older_than_s: float = 3600.0) -> None:
    """Remove unfinished files that a killed program has left behind."""
    for path in folder.glob("*" + UNFINISHED):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > older_than_s:
                path.unlink()
