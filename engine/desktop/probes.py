"""Probes of this computer: each looks at one thing, says what it found in one line, and never raises.

A probe runs on a thread of its own and is left alone when it has not answered after :data:`LIMIT_S`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import re
import sys
import threading
import time
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bootstrap import try_lock
from engine.contract import JSON, Message
from engine.storage import folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# Words of the system without what names a person, a computer, a network or a device.

DEVICE = re.compile(
    r"\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=\w*\d)[0-9a-f]{12,}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{1,4}:){3,}:?[0-9a-f:]*",
    re.IGNORECASE,
)
"""Numbers of network cards, GUIDs, serial numbers, and addresses in a network."""
FOLDER = re.compile(r"(?:\b[A-Za-z]:[\\/]|\\\\|(?<![\w.~])/(?=\w))[^\"'<>|:*?\n]*[\\/][^\s\"'<>|:*?]*")
"""A path from the root of a disk, with at least one folder."""
LONGEST = 200
"""Most characters of a masked text."""


def list_names() -> list[tuple[str, str]]:
    """Return pairs of a personal name or path on this computer and its placeholder, longest first."""
    found = {str(home): "~" for home in (_find_home(), os.environ.get("FOUR_THRONES_HOME", "")) if home}
    users = {os.environ.get(name, "") for name in ("USER", "LOGNAME", "USERNAME", "USERDOMAIN")}
    users |= {Path(home).name for home in found} | set(_find_full_name())
    host = platform.node()
    found.update({user: "[name]" for user in users})
    found.update({host: "[computer]", host.partition(".")[0]: "[computer]"})
    return sorted(((name, sign) for name, sign in found.items() if len(name) > 1), key=lambda row: -len(row[0]))


def mask(words: str) -> str:
    """Return a text in which personal names, folders and device numbers are replaced by placeholders."""
    for name, sign in list_names():
        words = re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", sign, words, flags=re.IGNORECASE)
    return FOLDER.sub("[folder]", DEVICE.sub("[device]", words))[:LONGEST]


def _find_home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:  # an account without a home folder
        return ""


def _find_full_name() -> list[str]:
    """Return the name of the person as the system has it, whole and in its parts."""
    try:
        import pwd

        entry = pwd.getpwuid(os.getuid())
    except (ImportError, KeyError, AttributeError):
        return []
    whole = entry.pw_gecos.partition(",")[0]
    return [entry.pw_name, whole, *(part for part in whole.split() if len(part) > 2)]


LIMIT_S = 5.0
"""Seconds after which a probe is abandoned."""
GOOD, FAILED, ABSENT, SKIPPED, LEFT = "good", "failed", "absent", "skipped", "left"
"""States of a finding: as expected, not as expected, nothing there to check, not checked, no answer in time."""
CONTENT = b"Four Thrones"
FILE = "four thrones \u017elu\u0165ou\u010dk\u00fd \u0438\u0433\u0440\u0430.tmp"
"""Name of the file that is written: with spaces, and letters of other scripts."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a probe: state, text, and advice if the state is not as expected."""

    state: str
    value: Message
    advice: str = ""
    """Text id of the advice, or ""."""
    figure: str = ""
    """Text at the end of its row, the same in every language."""

    def to_json(self) -> dict[str, JSON]:
        """Return state, text id and parameters of the text as plain data."""
        return {"state": self.state, "found": self.value.id, **self.value.params}


def find(state: str, text_id: str, advice: str = "", figure: str = "", /, **params: JSON) -> Finding:
    """Return a finding; personal names in its parameters are masked."""
    clean = {name: mask(value) if isinstance(value, str) else value for name, value in params.items()}
    return Finding(state, Message(text_id, clean), advice, figure)


def describe_error(error: BaseException) -> str:
    """Return type and text of an error, without paths."""
    said = getattr(error, "strerror", None) or str(error)
    return mask(f"{type(error).__name__}: {said}" if said else type(error).__name__)


class Probe:
    """A check of this computer that runs in the background."""

    def __init__(
        self, look: Callable[[], Finding], clock: Callable[[], float] = time.monotonic, limit: float = LIMIT_S
    ) -> None:
        self._clock, self._limit = clock, limit
        self._begun = clock()
        self._found: Finding | None = None
        threading.Thread(target=self._work, args=(look,), name="probe", daemon=True).start()

    def _work(self, look: Callable[[], Finding]) -> None:
        try:
            self._found = look()
        except BaseException as error:
            self._found = find(FAILED, "check.error", "check.error.advice", reason=describe_error(error))

    def read(self) -> Finding | None:
        """Return the finding, None while the probe works; after its time limit, a finding that it was abandoned."""
        if self._found is None and self._clock() - self._begun >= self._limit:
            self._found = Finding(LEFT, Message("check.left", {"seconds": round(self._limit)}), "check.left.advice")
        return self._found


# --- what is looked at ------------------------------------------------------------------------------------------------


def describe_system() -> Message:
    """Return a text with the system and the kind of processor."""
    bits = 64 if sys.maxsize > 1 << 32 else 32
    version = getattr(sys, "getwindowsversion", None)
    is_windows_11 = version is not None and version().build >= 22000  # which old Pythons call 10
    release = "11" if is_windows_11 else platform.release()
    return find(
        GOOD, "check.system.value", system=platform.system() or sys.platform, release=release, bits=bits,
        machine=platform.machine(),
    ).value  # fmt: skip


def describe_processor() -> Message:
    """Return a text with the number of cores and the memory in GB, each 0 where unknown."""
    memory = 0.0
    with contextlib.suppress(Exception):
        memory = _measure_memory()
    return Message("check.processor.value", {"cores": os.cpu_count() or 0, "memory": round(memory / (1 << 30))})


def _measure_memory() -> float:
    """Return the size of the memory in bytes; raises OSError or ValueError if the system does not tell."""
    if sys.platform != "win32":
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    block = (ctypes.c_ulonglong * 8)(64)  # MEMORYSTATUSEX: its size and the load, then the memory there is
    ctypes.windll.kernel32.GlobalMemoryStatusEx(block)
    return float(block[1])


def describe_zone() -> str:
    """Return the offset of the local time zone, such as ``UTC+02:00``; no time of day."""
    minutes = (time.localtime().tm_gmtoff or 0) // 60
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def look_at_folders() -> Finding:
    """Write, read, lock, rename and delete a small file in each folder of the program; return whether that
    succeeded."""
    checked = {"saves": folders.saves(), "settings": folders.settings(), "logs": folders.logs()}
    for name, folder in checked.items():
        steps: list[str] = []
        try:
            for step in _try_folder(folder):
                steps.append(step)
        except (OSError, ValueError, folders.FolderError) as error:
            cause = error.__cause__ or error
            return find(
                FAILED, "check.folders.failed", "check.folders.advice", folder={"text": f"check.folder.{name}"},
                step={"text": f"check.step.{steps[-1]}"}, reason=describe_error(cause),
            )  # fmt: skip
    whole = str(folders.saves())  # its names are not told, only what is special about them
    kind = "letters" if not whole.isascii() else "spaces" if " " in whole else "plain"
    return find(GOOD, "check.folders.good", count=len(checked), place={"text": f"check.path.{kind}"})


def _try_folder(folder: Path) -> Iterator[str]:
    """Yield the name of each step before it is taken. Raises OSError, ValueError or FolderError."""
    was_there = folder.exists()
    yield "write"
    folders.ensure(folder)
    first, last = folder / f".check {os.getpid()}.tmp", folder / FILE
    try:
        with first.open("w+b") as file:
            file.write(CONTENT)
            file.flush()
            os.fsync(file.fileno())
            yield "lock"
            if not try_lock(file.fileno()):
                raise OSError(None, "locked")
            yield "read"
            file.seek(0)
            if file.read() != CONTENT:
                raise OSError(None, "other bytes")
        yield "rename"
        os.replace(first, last)
        if last.name not in {unicodedata.normalize("NFC", path.name) for path in folder.iterdir()}:
            raise OSError(None, "other name")
        yield "delete"
        last.unlink()
    finally:
        for path in (first, last):
            with contextlib.suppress(OSError):
                path.unlink()
        if not was_there:
            with contextlib.suppress(OSError):
                folder.rmdir()
