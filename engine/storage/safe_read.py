"""Reading what others may have written: the one place that catches, and one kind of message.

Whatever lies in a folder of the player (settings, saves, the record, maps, decks) may be cut off,
forged, a thousand brackets deep, a pipe, or gone the next moment. :func:`read` is the only way to
such a file: its caller gets a value or :class:`Unreadable`, and nothing else ever leaves it. The
file itself is never changed here.

A named pipe would block for ever, a device may never end, a huge file exhausts memory, and a link may lead anywhere:
all these are refused before anything is read.

Imports nothing of ours but the contract, so that any reader may use it.
"""

import codecs
import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.contract import JSON, Message

LONGEST = 300
"""Most letters of a message about a file, which has one line."""
MOST_BYTES = 32 << 20
"""Most bytes of a file that is read; a game of thousands of decisions takes a few million."""

T = TypeVar("T")

_EXTRA = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"))

PAUSES_S = (0.005, 0.01, 0.02, 0.05, 0.1) if os.name == "nt" else ()
"""Pauses between retries: on Windows a file cannot be opened while it is being replaced."""


class Refused(OSError):
    """A file is refused before it is opened or read to its end.

    ``reason``: parameter for a :class:`engine.contract.Message`, shown in the player's language; ``strerror``: the same
    in plain English.
    """

    def __init__(self, number: int, why: str, path: Path, reason: JSON) -> None:
        super().__init__(number, why, str(path))
        self.reason = reason


class Unreadable(Exception):
    """A file cannot be used; it is left unchanged.

    ``path`` is the file, ``cause`` the error, ``reason`` the same as parameter of a message. ``missing``: there is no
    such file; ``damaged``: its content is invalid.
    """

    def __init__(self, path: Path, cause: BaseException) -> None:
        self.path = path
        self.cause = cause
        self.reason: JSON = cause.reason if isinstance(cause, Refused) else describe_error(cause)
        self.missing = isinstance(cause, FileNotFoundError | NotADirectoryError)
        self.damaged = not isinstance(cause, OSError)
        super().__init__(one_line(f"{path}: {describe_error(cause)}"))


def read(path: Path, decode: Callable[[bytes], T], most: int = MOST_BYTES, within: Path | None = None) -> T:
    """Read a file and return the result of ``decode``; raises :class:`Unreadable` for every failure.

    Refused before opening: a file that is not an ordinary one, is larger than ``most`` bytes or lies outside the folder
    ``within``. ``decode`` gets texts with a byte order mark as UTF-8 without it.
    """
    try:
        return decode(_strip_mark(read_bytes(path, most, within)))
    except Exception as error:  # a decoder may stumble over a forged file in any way
        raise Unreadable(path, error) from error


def retry_permission(call: Callable[[], T], pauses: Sequence[float]) -> T:
    """Return the call's result; after a PermissionError repeat it after each of these pauses (seconds).

    Raises the last error, and other errors at once.
    """
    for pause in pauses:
        try:
            return call()
        except PermissionError:
            time.sleep(pause)
    return call()


def read_bytes(path: Path, most: int, within: Path | None = None) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes.

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


def _strip_mark(data: bytes) -> bytes:
    """Return bytes that begin with the byte order mark of UTF-8 or UTF-16 as UTF-8 without it; others unchanged."""
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16").encode()
        except ValueError:
            return data
    return data


def read_start(path: Path, count: int) -> bytes:
    """Return the first ``count`` bytes of a regular file of any size; raises as :func:`read_bytes`."""
    _check(retry_permission(lambda: os.stat(path), PAUSES_S), sys.maxsize, path)
    number = retry_permission(lambda: os.open(path, os.O_RDONLY | _EXTRA), PAUSES_S)
    with open(number, "rb") as file:
        _check(os.fstat(number), sys.maxsize, path)
        return _strip_mark(file.read(count))


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


NOT_TILED = frozenset({".tmj", ".json", ".js", ".lua", ".xml"})
"""Endings of files that may be meant for a Tiled map."""
NOT_JSON = frozenset({".jsonc", ".json5", ".js", ".yaml", ".yml", ".toml"})
"""Endings of files that may be meant for a JSON file."""


def list_files(folder: Path, ending: str, mistaken: Collection[str] = ()) -> tuple[list[Path], list[Path]]:
    """Return the files of a folder with an ending (".json"), in any case, and those probably meant to have it.

    The latter have one of the ``mistaken`` endings, or another one after theirs (``deck.json.txt``). Hidden files are
    in neither list. Never raises.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return [], []
    found = [path for path in paths if path.suffix.casefold() == ending]
    others = [path for path in paths if path not in found and _seems_meant(path, ending, mistaken)]
    return found, others


def _seems_meant(path: Path, ending: str, mistaken: Collection[str]) -> bool:
    endings = [each.casefold() for each in path.suffixes]
    return bool(endings) and (endings[-1] in mistaken or ending in endings[-2:])


def deeper_than(value: object, most: int) -> bool:
    """Whether lists and dicts are nested more than ``most`` levels deep; the check itself does not recurse."""
    layer = [value]
    for _ in range(most):
        inner: list[object] = []
        for each in layer:
            if isinstance(each, dict):
                inner.extend(part for part in each.values() if isinstance(part, dict | list | tuple))
            elif isinstance(each, list | tuple):
                inner.extend(part for part in each if isinstance(part, dict | list | tuple))
        layer = inner
        if not layer:
            return False
    return True


# --- messages -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FileMessage(Message):
    """Message about a file; display its text through :func:`one_line`."""


def about(text_id: str, **params: JSON) -> FileMessage:
    """Build a message about a file; each text parameter is shortened to one line."""
    short = {name: one_line(part) if isinstance(part, str) else part for name, part in params.items()}
    return FileMessage(text_id, short)


def text_after_name(text: str, path: Path) -> str:
    """Return an error text without the file's path at its start, as one line."""
    return one_line(text.removeprefix(str(path)).lstrip(".: "))


def describe_error(error: BaseException) -> str:
    """Return the text of an error, else its type, as one short line."""
    if isinstance(error, RecursionError):
        return "too many brackets within brackets"
    if isinstance(error, MemoryError):
        return "it asks for too much memory"
    said = ""
    if isinstance(error, OSError):
        said = error.strerror or ""
    with contextlib.suppress(Exception):  # even its text may be made by what is broken
        said = said or str(error)
    return one_line(said or type(error).__name__, LONGEST // 2)


def one_line(text: str, longest: int = LONGEST) -> str:
    """Return a text without line breaks and control characters; in one over ``longest`` letters "…" replaces the
    middle."""
    if len(text) > 4 * longest:  # what is left out anyway need not be looked at
        text = f"{text[: 2 * longest]} {text[-2 * longest :]}"
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if len(words) <= longest:
        return words
    end = longest // 3
    return f"{words[: longest - end - 1]}\u2026{words[-end:]}"
