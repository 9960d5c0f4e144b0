"""Handling of uncaught errors: one line for the player, the traceback into a file."""

import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from engine.desktop import system


def report(error: BaseException) -> int:
    """Write the error with its traceback to the log folder and to stderr; return the exit status 1.

    Falls back to a new temporary file if the log folder is not writable, and to stderr alone otherwise.
    """
    import traceback  # imported only after a crash

    text = "".join(traceback.format_exception(error))
    where = write(text)
    set_mark()
    print(text, file=sys.stderr)  # a program without a console has no stderr, and print accepts that
    if where is not None:
        print(f"Four Thrones has stopped because of the error above. It is also written in {where}", file=sys.stderr)
    if system.is_silent():
        last = text.strip().splitlines()[-1]
        system.show_message(f"Four Thrones has stopped: {last}" + (f"\n\n{where}" if where is not None else ""))
    return 1


def write(text: str) -> Path | None:
    """Append a report to the log file; return the file, or None if nothing is writable.

    The fallback is a new temporary file with an unpredictable name, so that no planted link can redirect the report.
    """
    stamp = time.strftime("%Y-%m-%d %H:%M:%S")
    version = sys.version.split()[0]
    entry = f"--- {stamp}, Python {version}, {sys.platform}\n{text}\n".encode("utf-8", "backslashreplace")
    for opened in (_open_in_log_folder, _open_temporary):
        try:
            number, path = opened()
            with open(number, "ab") as file:
                file.write(entry)
            return path
        except Exception:  # the package that finds the folders may be what is broken
            continue
    return None


def set_mark() -> None:
    """Leave a mark on the disk for the next start that the program has crashed. Never raises."""
    with suppress(Exception):
        mark = _find_mark()
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def take_mark() -> bool:
    """Return whether the last run left the mark of a crash, and remove the mark. Never raises."""
    try:
        _find_mark().unlink()
    except Exception:  # none, or in a folder that cannot be written
        return False
    return True


def _find_mark() -> Path:
    from engine.storage import folders

    return folders.logs() / "broken off"


def watch() -> None:
    """From now on, log the stack of every thread at a fault outside of Python (faulthandler).

    Never raises; does nothing without a log folder.
    """
    import faulthandler

    with suppress(Exception):
        number, _ = _open_in_log_folder()
        faulthandler.enable(number)  # keeps the file open while the program runs


def _open_in_log_folder() -> tuple[int, Path]:
    from engine.storage import folders

    folder = folders.logs()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "four_thrones.log"
    # No links, and no waiting for the reader of a pipe of that name.
    extra = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"))
    number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | extra, 0o600)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(f"{path} is no ordinary file")
    return number, path


def _open_temporary() -> tuple[int, Path]:
    import tempfile

    number, name = tempfile.mkstemp(prefix="four-thrones-", suffix=".log", dir=tempfile.gettempdir())
    return number, Path(name)
