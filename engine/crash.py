"""What happens with an error that nobody caught: a line for the person, the rest into a file."""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from pathlib import Path


def report(error: BaseException) -> int:
    """Write the error with its traceback to the log folder and to stderr; returns the exit status 1.

    Falls back to the folder for temporary files when the log folder cannot be written, and to
    stderr alone when nothing can.
    """
    text = "".join(traceback.format_exception(error))
    where = write(text)
    print(text, file=sys.stderr)  # a program without a console has no stderr, and print accepts that
    if where is not None:
        print(f"Four Thrones has stopped because of the error above. It is also written in {where}", file=sys.stderr)
    return 1


def write(text: str) -> Path | None:
    """Append a report to the log file; returns the file, None when no place can be written."""
    stamp = time.strftime("%Y-%m-%d %H:%M:%S")
    version = sys.version.split()[0]
    entry = f"--- {stamp}, Python {version}, {sys.platform}\n{text}\n"
    for folder in _places():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / "four_thrones.log"
            with path.open("a", encoding="utf-8") as file:
                file.write(entry)
            return path
        except OSError:
            continue
    return None


def _places() -> list[Path]:
    places = [Path(tempfile.gettempdir()) / "four-thrones"]
    try:
        from engine import folders

        places.insert(0, folders.logs())
    except Exception:  # the very package that finds the folders may be what is broken
        return places
    return places
