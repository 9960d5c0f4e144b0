"""Safe opening of player files: regular files of limited size in their folder.

A named pipe would block for ever, a device may never end, a huge file exhausts memory, and a link may lead anywhere.
All these are refused before reading, for saves, settings, maps with their tilesets and decks.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from engine.contract import JSON
from engine.storage.patience import retry_permission

_EXTRA = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"))

PAUSES_S = (0.005, 0.01, 0.02, 0.05, 0.1) if os.name == "nt" else ()
"""Pauses between retries: on Windows a file cannot be opened while it is being replaced."""


class Refused(OSError):
    """A file is not opened or not read to its end.

    ``reason``: parameter for a :class:`engine.contract.Message`, shown in the player's language; ``strerror``: the same
    in plain English.
    """

    def __init__(self, number: int, why: str, path: Path, reason: JSON) -> None:
        super().__init__(number, why, str(path))
        self.reason = reason


def explain_error(error: OSError) -> JSON:
    """Reason why a file could not be read, as a message parameter."""
    return error.reason if isinstance(error, Refused) else error.strerror or str(error)


def read(path: Path, most: int, within: Path | None = None) -> bytes:
    """Read a regular file of at most ``most`` bytes.

    With ``within`` the file must be in that folder after resolving links. Raises OSError (such as FileNotFoundError, or
    :class:`Refused`).
    """
    try:
        if within is not None and not path.resolve().is_relative_to(within.resolve()):
            raise Refused(errno.EPERM, "it lies outside its folder", path, {"text": "ui.file.outside"})
        # Check before opening: opening alone may block, or ring a bell.
        _check(retry_permission(lambda: os.stat(path), PAUSES_S), most, path)
        # The file may change in between: open without blocking and check again.
        number = retry_permission(lambda: os.open(path, os.O_RDONLY | _EXTRA), PAUSES_S)
    except (ValueError, RuntimeError) as error:  # a name with a NUL; links in a circle
        raise Refused(errno.EINVAL, str(error), path, str(error)) from error
    with open(number, "rb") as file:
        _check(os.fstat(number), most, path)
        data = file.read(most + 1)
    if len(data) > most:  # has grown meanwhile
        raise _too_large(path, most)
    return data


def start(path: Path, count: int) -> bytes:
    """Read the first ``count`` bytes of a regular file of any size; raises as :func:`read`."""
    _check(retry_permission(lambda: os.stat(path), PAUSES_S), sys.maxsize, path)
    number = retry_permission(lambda: os.open(path, os.O_RDONLY | _EXTRA), PAUSES_S)
    with open(number, "rb") as file:
        _check(os.fstat(number), sys.maxsize, path)
        return file.read(count)


def _check(found: os.stat_result, most: int, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise Refused(errno.EINVAL, "it is not an ordinary file", path, {"text": "ui.file.not_ordinary"})
    if found.st_size > most:
        raise _too_large(path, most)


def _too_large(path: Path, most: int) -> Refused:
    kilobytes = most // 1024
    params = {"text": "ui.file.too_large", "size": kilobytes}
    return Refused(errno.EFBIG, f"it is larger than {kilobytes} kB", path, params)
