"""The one way to open a file of a player: a regular one, of bounded size, that lies where it belongs.

A named pipe would hold the program for ever, a device may never end, a huge file eats the memory, and
a link may lead anywhere. All that is refused before a byte is read, for every kind of file: saves,
settings, maps with their tilesets, decks.
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
"""On Windows a file cannot be opened in the moment in which it is replaced: so long is waited before each new try."""


class Refused(OSError):
    """A file that is not opened or not read to its end.

    ``reason`` is a value for a parameter of a message (:class:`engine.contract.Message`), so that
    the player reads it in the chosen language; ``strerror`` says the same in plain English.
    """

    def __init__(self, number: int, why: str, path: Path, reason: JSON) -> None:
        super().__init__(number, why, str(path))
        self.reason = reason


def explain_error(error: OSError) -> JSON:
    """Why a file could not be read, as a parameter of a message."""
    return error.reason if isinstance(error, Refused) else error.strerror or str(error)


def read(path: Path, most: int, within: Path | None = None) -> bytes:
    """The content of a regular file of at most ``most`` bytes.

    With ``within`` the file must lie in that folder, once all links on the way have been followed.
    Raises OSError (FileNotFoundError and the like; :class:`Refused` for what may not be read).
    """
    try:
        if within is not None and not path.resolve().is_relative_to(within.resolve()):
            raise Refused(errno.EPERM, "it lies outside its folder", path, {"text": "ui.file.outside"})
        # Looked at before it is opened: opening alone can already wait for ever, or ring a bell.
        _check(retry_permission(lambda: os.stat(path), PAUSES_S), most, path)
        # Not following a change in between either: without waiting, and looked at once more.
        number = retry_permission(lambda: os.open(path, os.O_RDONLY | _EXTRA), PAUSES_S)
    except (ValueError, RuntimeError) as error:  # a name with a NUL; links in a circle
        raise Refused(errno.EINVAL, str(error), path, str(error)) from error
    with open(number, "rb") as file:
        _check(os.fstat(number), most, path)
        data = file.read(most + 1)
    if len(data) > most:  # grown meanwhile
        raise _too_large(path, most)
    return data


def start(path: Path, count: int) -> bytes:
    """The first bytes of a regular file of any size; raises as :func:`read`."""
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
