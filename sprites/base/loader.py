"""Sounds are read and cut beside the window: one thread, which ends before the sound device does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path

import pygame

from sprites.base.assets import AssetError, miss

FRAME = 4
"""Bytes of one sample for both ears, as the device is opened."""


def slots(path: Path, count: int) -> list[bytes]:
    """The sounds of a file in slots of one length, as the mixer has them. Remembered as a problem when unreadable."""
    try:
        raw = pygame.mixer.Sound(str(path)).get_raw()
    except (pygame.error, OSError) as error:
        miss(AssetError(f"the sound {path} cannot be read: {error}"))
        return [b""] * count
    size = len(raw) // FRAME // count * FRAME
    return [raw[k * size : (k + 1) * size] for k in range(count)]


def fitted(raw: bytes, samples: int) -> bytes:
    """Cut or filled up with silence: of exactly so many samples."""
    size = samples * FRAME
    return raw[:size] if len(raw) >= size else raw + bytes(size - len(raw))


class Loader:
    """Does one piece of work after the other in a thread of its own, begun with the first."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ending = False

    def do(self, work: Callable[[], None]) -> None:
        """Do this when all before it is done."""
        if self._thread is None:
            self._ending = False
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        self._work.put(work)

    def finish(self) -> None:
        """Wait until all that was asked for is done."""
        done = threading.Event()
        if self._thread is not None:
            self._work.put(done.set)
            done.wait(10)

    def close(self) -> None:
        """Begin nothing more, and wait for what has begun: the device may be closed then."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._ending = True
            self._work.put(None)
            thread.join(10)
            self._work = queue.SimpleQueue()

    def _run(self) -> None:
        waiting = self._work
        while (work := waiting.get()) is not None:
            if not self._ending:
                work()
