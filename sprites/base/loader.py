"""Sounds are read and cut beside the window: one thread, which ends before the sound device does."""

from __future__ import annotations

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from sprites.base.assets import AssetError, miss
from sprites.base.cues import RATE

if TYPE_CHECKING:
    import tempfile

TEMPORARY = "four-thrones-"
"""How the name of the folder begins that sounds are taken apart in (``engine.desktop.packed`` knows it too)."""
FRAME = 4
"""Bytes of one sample for both ears, as the device is opened."""
LAST_PAGE = 4
BREATH_S = 0.03
"""After a long sound the mixer, which is locked while one is read, gets so long to itself."""
LONG = 4 * RATE * FRAME
_FIRST, _SOON, _LATER, _LAST = range(4)
_Order = tuple[int, int, Callable[[], None] | None]


class Damaged(ValueError):
    """No file of sounds as they are written here; says why."""


def split(data: bytes) -> list[bytes]:
    """The sounds of a file, each a whole Ogg Vorbis file. Raises Damaged.

    A Vorbis file begins with four kilobytes of tables, the same for all sounds that were written alike. So they stand
    once, and behind them the pages of one sound after the other, each as far as its last page says.
    """
    head, body, at = b"", b"", 0
    found: list[bytes] = []
    while at < len(data):
        if data[at : at + 4] != b"OggS" or len(data) < at + 27:
            raise Damaged(f"no page at byte {at}")
        flags, position, lengths = data[at + 5], data[at + 6 : at + 14], data[at + 26]
        end = at + 27 + lengths + sum(data[at + 27 : at + 27 + lengths])
        if end > len(data):
            raise Damaged("it ends too early")
        page = data[at:end]
        at = end
        if not found and not body and position == bytes(8):
            head += page
            continue
        body += page
        if flags & LAST_PAGE:
            found.append(head + body)
            body = b""
    if body or not found:
        raise Damaged("it ends too early")
    return found


def fitted(raw: bytes, samples: int) -> bytes:
    """Cut or filled up with silence: of exactly so many samples."""
    size = samples * FRAME
    return raw[:size] if len(raw) >= size else raw + bytes(size - len(raw))


class Loader:
    """Reads sounds, one after the other in a thread of its own, begun with the first; music before effects.

    SDL's mixer is locked while it reads a file that is no WAV. So none is read that takes longer than a few
    milliseconds: files of several sounds are taken apart in a folder of the system's, which goes when the loader does.
    ``keep_mark`` marks a folder as one in use, by a file that is open meanwhile: its number comes back.
    """

    def __init__(self, keep_mark: Callable[[Path], int | None] = lambda folder: None) -> None:
        self._keep_mark = keep_mark
        self._work: queue.PriorityQueue[_Order] = queue.PriorityQueue()
        self._count = itertools.count()
        self._thread: threading.Thread | None = None
        self._ending = False
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._mark: int | None = None
        """The open file that says that the folder is in use; a killed program leaves the folder, and no lock."""
        self._apart: dict[Path, list[Path]] = {}
        self._lock = threading.Lock()

    def sound(self, path: Path, number: int) -> bytes:
        """One sound of a file as the mixer has it; remembered as a problem, and empty, when it cannot be read."""
        try:
            with self._lock:
                if path not in self._apart:
                    self._apart[path] = self._taken_apart(path)
            apart = self._apart[path]
            return pygame.mixer.Sound(str(apart[number])).get_raw() if number < len(apart) else b""
        except (pygame.error, OSError, Damaged) as error:
            self._apart[path] = []
            miss(AssetError(f"the sound {path} cannot be read: {error}"))
            return b""

    def _taken_apart(self, path: Path) -> list[Path]:
        import tempfile  # with random numbers and hashes: not before a sound is read

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix=TEMPORARY, ignore_cleanup_errors=True)
            self._mark = self._keep_mark(Path(self._folder.name))
        found = []
        for number, data in enumerate(split(path.read_bytes())):
            found.append(Path(self._folder.name) / f"{path.stem}-{number}.ogg")
            found[-1].write_bytes(data)
        return found

    def breathe(self, raw: bytes) -> bytes:
        """After a long sound let the mixer go on before the next is read, if anything is heard."""
        if len(raw) > LONG and pygame.mixer.get_busy():
            time.sleep(BREATH_S)
        return raw

    def do(self, work: Callable[[], None], soon: bool = False) -> None:
        """Do this when all before it is done; ``soon``: when all is done that shall be done soon."""
        if self._thread is None:
            self._ending = False
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        self._work.put((_SOON if soon else _LATER, next(self._count), work))

    def finish(self) -> None:
        """Wait until all that was asked for is done."""
        done = threading.Event()
        if self._thread is not None:
            self._work.put((_LAST, next(self._count), done.set))
            done.wait(10)

    def close(self) -> None:
        """Begin nothing more, and wait for what has begun: the device may be closed then."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._ending = True
            self._work.put((_FIRST, next(self._count), None))
            thread.join(10)
            self._work = queue.PriorityQueue()
        folder, self._folder = self._folder, None
        self._apart = {}
        mark, self._mark = self._mark, None
        if mark is not None:
            os.close(mark)
        if folder is not None:
            folder.cleanup()

    def _run(self) -> None:
        waiting = self._work
        while (work := waiting.get()[2]) is not None:
            if not self._ending:
                work()
