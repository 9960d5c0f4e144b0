"""The packed program and what lies round it: other programs it starts, and folders it has unpacked itself into.

The one-file program unpacks itself at every start into a folder of its own (``_MEI…`` among the temporary files), tells
its own worker processes by environment variables where that is, and removes it at its end. A program of the system that
inherits those variables would hand them on: a game started from there would live in a folder that is removed when the
first one ends. And a killed program cannot remove anything, nor the folder that sounds were taken apart in.
"""

import contextlib
import functools
import os
import re
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.bootstrap import try_lock

OWN_PREFIXES = ("_PYI_", "_MEIPASS")
"""Beginnings of the variables that a packed program passes to its own processes."""
OWN = (
    "FOUR_THRONES_INSIDE", "PYGAME_HIDE_SUPPORT_PROMPT", "SDL_FRAMEBUFFER_ACCELERATION", "SDL_WINDOWS_DPI_AWARENESS",
    "SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS", "SDL_TOUCH_MOUSE_EVENTS", "SDL_ENABLE_SCREEN_KEYBOARD",
)  # fmt: skip
"""Variables that this program and its libraries set for themselves, and by which its windows are known."""
LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
"""Variables with the library paths of a packed program; their values before are in ``NAME_ORIG``."""
UNPACKED = "_MEI"
TEMPORARY = "four-thrones-"
"""Beginning of the names of folders that our programs make among the temporary files."""
MARK = "four-thrones.running"
"""Name of the file in a program's folder that is locked while the program runs."""
PARTS = ("games/king_of_12", "sprites/king_of_12")
"""Parts by which a folder without a mark is known as ours: not fully unpacked, or of an earlier version."""
UNMARKED_AFTER_S = 3600.0
JUST_MADE_S = 5.0
"""Age in seconds up to which an unlocked mark counts as in use: its program is about to lock it."""


def is_packed() -> bool:
    """Whether this is the packed program, not a run from its sources."""
    return bool(getattr(sys, "frozen", False))


def make_environment() -> dict[str, str]:
    """Return the environment for starting foreign programs: as it was before the packed program changed it."""
    found = {name: value for name, value in os.environ.items() if not _is_own(name)}
    for name in LIBRARIES:
        before = found.pop(f"{name}_ORIG", None)
        if is_packed():
            found.pop(name, None)
            if before is not None:
                found[name] = before
    return found


@contextlib.contextmanager
def clean_environment() -> Iterator[None]:
    """Context in which this process has none of its own environment variables, for calls that take no environment.

    A worker started meanwhile unpacks the program once more, which takes a second.
    """
    with _cleaning:
        held = {name: value for name, value in os.environ.items() if _is_own(name)}
        for name in held:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(held)


def _is_own(name: str) -> bool:
    return name.upper().startswith(OWN_PREFIXES) or name in OWN


_cleaning = threading.Lock()


# --- unpacked folders ----------------------------------------------------------------------------------------------


def find_unpack_folder() -> Path | None:
    """Return the folder into which the one-file program has unpacked itself; None for any other program."""
    folder = Path(str(getattr(sys, "_MEIPASS", "")))
    return folder if is_packed() and folder.name.startswith(UNPACKED) else None


def keep_mark(folder: Path) -> int | None:
    """Mark a folder as in use until this process ends, by a locked file; return its file descriptor, None if
    impossible."""
    number = -1
    with contextlib.suppress(OSError):  # a disk may know no locks: then nothing is marked, and nothing removed
        number = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        if try_lock(number):
            return number
        os.close(number)
    return None


def remove_leftovers(own: Path) -> list[Path]:
    """Remove the unpack folders that killed programs left next to ``own``; return the removed ones. Never raises.

    Only folders of this user that hold our mark, or parts of ours and no mark, and only when their process is gone.
    """
    return _remove(own.parent, UNPACKED, lambda folder: folder != own and _is_unpacked(folder) and _is_left(folder))


def remove_temporary(place: Path) -> list[Path]:
    """Remove marked folders of killed programs from ``place``, a folder for temporary files; return the removed
    ones."""
    return _remove(place, TEMPORARY, lambda folder: _has_mark(folder) and _is_left(folder))


def _remove(place: Path, prefix: str, is_left: Callable[[Path], bool]) -> list[Path]:
    import shutil  # not needed for the first frame, so not loaded before it

    removed = []
    with contextlib.suppress(OSError):
        for folder in sorted(place.glob(f"{prefix}*")):
            with contextlib.suppress(OSError):
                about = folder.lstat()
                own = not hasattr(os, "getuid") or about.st_uid == os.getuid()
                if own and stat.S_ISDIR(about.st_mode) and is_left(folder):  # a folder, no link, of this user
                    shutil.rmtree(folder, ignore_errors=True)
                    removed.append(folder)
    return removed


def _is_unpacked(folder: Path) -> bool:
    return _has_mark(folder) or any((folder / part).is_dir() for part in PARTS)


def _has_mark(folder: Path) -> bool:
    try:
        return stat.S_ISREG((folder / MARK).lstat().st_mode)
    except OSError:
        return False


def _is_left(folder: Path) -> bool:
    """Whether the process that has unpacked the folder is gone. Raises OSError."""
    if not _has_mark(folder):
        return time.time() - folder.lstat().st_mtime > UNMARKED_AFTER_S and _is_mapped_by_none(folder)
    if time.time() - (folder / MARK).lstat().st_mtime < JUST_MADE_S:
        return False
    number = os.open(folder / MARK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        return try_lock(number)
    finally:
        os.close(number)


def _is_mapped_by_none(folder: Path) -> bool:
    """Whether no process of this user has loaded libraries from the folder; False where this cannot be found out."""
    if not sys.platform.startswith("linux"):
        return False
    wanted = os.fsencode(folder)
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        with contextlib.suppress(PermissionError, FileNotFoundError, ProcessLookupError):  # of others, or just ended
            if wanted in (process / "maps").read_bytes() or wanted in (process / "environ").read_bytes():
                return False
    return True


# The version of this program and the day of its release.
#
# The version stands in ``pyproject.toml`` and the day in ``CHANGELOG.md``, nowhere else; both files are packed.

ROOT = Path(__file__).resolve().parents[2]
VERSION_LINE = re.compile(r'^version = "([^"\n]{1,40})"', re.MULTILINE)
MOST_BYTES = 1 << 20


@functools.cache
def read_version() -> str:
    """Return the version, such as ``"0.2.0"``; "" where the file is missing or says nothing."""
    found = VERSION_LINE.search(_read("pyproject.toml"))
    return found.group(1) if found else ""


@functools.cache
def read_home_page() -> str:
    """Return the address of the project's page, "" as long as it has none (``[project.urls]``, ``Homepage``)."""
    found = re.search(r'^Homepage = "(https://[^"\n]{1,200})"', _read("pyproject.toml"), re.MULTILINE)
    return found.group(1) if found else ""


@functools.cache
def read_release_day() -> str:
    """Return the day of the release as YYYY-MM-DD; "" where the changelog does not tell of this version."""
    heading = rf"^## \[{re.escape(read_version())}\] - (\d{{4}}-\d{{2}}-\d{{2}})$"
    found = re.search(heading, _read("CHANGELOG.md"), re.MULTILINE)
    return found.group(1) if found and read_version() else ""


def _read(name: str) -> str:
    try:
        with (ROOT / name).open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
