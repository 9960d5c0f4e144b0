"""Writing files so that at every moment a whole one is there."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

from engine import folders

BACKUP = ".bak"
UNFINISHED = ".tmp"


def write(path: Path, data: bytes, *, backup: bool = True) -> None:
    """Replace the file's content in one step; with ``backup`` the previous content stays as ``NAME.bak``.

    The new content is on the disk under another name before it takes the place of the old one:
    whatever happens meanwhile, ``path`` holds either the old or the new content, whole.
    Raises :class:`engine.folders.FolderError`.
    """
    folders.ensure(path.parent)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with open(unfinished, "wb", buffering=0) as file:
            file.write(data)
            os.fsync(file.fileno())
        if backup:
            _keep(path)
        os.replace(unfinished, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise folders.failure(error, path) from error


def _keep(path: Path) -> None:
    """Give the present content a second name; ``path`` itself never vanishes."""
    previous = path.with_name(path.name + BACKUP)
    spare = path.with_name(f"{path.name}.{os.getpid()}.old{UNFINISHED}")
    if not path.exists():
        return
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
