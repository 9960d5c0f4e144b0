"""Saves a running game in the background: every decision is journalled at once and written to the disk soon after.

The window never waits for the disk. One thread writes the newest state to a journal file next to the save within a
fraction of a millisecond, which survives a killed process. Another writes it durably and replaces the save
(:func:`engine.storage.files.write`), which survives a power cut. Intermediate states are skipped, except that the
backup is always one decision older.

Two things are checked before each replacement: no other process owns the save (:mod:`engine.storage.files`), and
the save contains what this game last wrote or read. Failures are retried with the next decision and after a while, and
reported once.
"""

import atexit
import contextlib
import itertools
import os
import threading
import time
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.storage import files, folders, safe_read, save_format
from engine.storage.folders import FolderError
from engine.storage.save_format import Head

NOTING_S = 0.05
"""Seconds a decision at a window waits for the journal; after one timeout there is no waiting until it is quick
again."""
PATIENT_NOTING_S = 5.0
"""Seconds a decision waits for the journal without a window."""
RETRY_S = 2.0
"""Seconds after which a failed write is repeated."""
IDLE_S = 5.0
SETTLING_S = 3.0
"""Seconds that loading a game waits for pending writes of the same process."""
CLOSING_S = 10.0
"""Most seconds that closing the program waits for pending writes."""


class SaveConflict(FolderError):
    """The save was changed by another program or is owned by another process. It is left alone."""


@dataclass(slots=True)
class _State:
    """A state to be written: its number, file body, and the previous body."""

    generation: int
    body: bytes
    before: bytes | None
    asked: float


class Autosaver:
    """Saves one game in one file.

    ``known``: heads of the current file and journal. ``loaded``: body that was loaded from them; it becomes the backup
    with the first decision, whatever the file holds then.
    """

    def __init__(self, path: Path, known: Iterable[Head] = (), loaded: bytes | None = None) -> None:
        self.path = path
        self._known = set(known)
        self._generation = max((head.generation for head in self._known), default=0)
        self._changed = threading.Condition()
        self._fresh = not self._known
        """A new game may replace any existing file, which becomes the backup."""
        self._number = next(_numbers)
        self._claiming = threading.Lock()
        self._latest = loaded
        self._to_note: _State | None = None
        self._to_disk: tuple[_State, int] | None = None
        self._noted = self._kept = self._failed = self._in_note = self._generation
        self._threads: dict[str, threading.Thread] = {}
        self._hurry = True
        self._quick = True
        self._patience = 0.0
        self._claimed = self._closed = False
        self._error: FolderError | None = None
        self._told = ""
        """The failure that was reported, "" while saving works."""

    # --- called by the game -------------------------------------------------------------------------

    def keep(self, body: bytes) -> None:
        """Save this state (an encoded save) in the background."""
        with self._changed:
            self._generation += 1
            before, self._latest = self._latest, body
            self._closed = False
            if self._fresh:
                _begun[self.path] = self
            self._to_note = _State(self._generation, body, before, time.monotonic())
            self._start("note", self._note_on)
            self._changed.notify_all()
        with _registering:
            if not _LIVE:
                atexit.register(finish)
            _LIVE.add(self)

    def wait(self, patience_s: float = 0.0) -> None:
        """Wait until the newest state is in the journal or has failed, and up to ``patience_s`` until it is on the
        disk.

        Both waits are limited. With a patience of 0, as at a window, it does not wait while the journal is slow.
        """
        with self._changed:
            newest = self._generation
            self._patience = patience_s
            if patience_s and self._quick:
                self._quick = self._changed.wait_for(lambda: max(self._kept, self._failed) >= newest, patience_s)
            if self._hurry or patience_s:
                self._hurry = self._changed.wait_for(
                    lambda: max(self._noted, self._kept, self._failed) >= newest,
                    PATIENT_NOTING_S if patience_s else NOTING_S,
                )

    def finish(self, seconds: float) -> bool:
        """Wait until the newest state is on the disk; return False on failure or timeout."""
        with self._changed:
            newest = self._generation
            self._changed.wait_for(lambda: max(self._kept, self._failed) >= newest, seconds)
            return self._kept >= newest

    def trouble(self) -> FolderError | None:
        """Return a failure not reported yet, else None; each series of failures is reported once."""
        with self._changed:
            error, self._error = self._error, None
            return error

    def claim(self) -> bool:
        """Become owner of the save; return False while another process owns it."""
        with self._claiming:
            if not self._claimed:
                self._claimed = files.claim(self.path)
            return self._claimed

    def close(self) -> None:
        """Release the save as soon as the newest state is on the disk."""
        with self._changed:
            self._closed = True
            if max(self._kept, self._failed) >= self._generation or not self._threads:
                self._give_free()
            self._changed.notify_all()

    # --- background threads -------------------------------------------------------------------------

    def _start(self, name: str, work: object) -> None:
        """Start a thread unless it is running; threads end by themselves when idle."""
        if name not in self._threads:
            thread = threading.Thread(target=work, name=f"{name} {self.path.name}", daemon=True)  # type: ignore[arg-type]
            self._threads[name] = thread
            thread.start()

    def _note_on(self) -> None:
        while True:
            with self._changed:
                if not self._changed.wait_for(lambda: self._to_note is not None, 0.0 if self._closed else IDLE_S):
                    del self._threads["note"]
                    return
                state, self._to_note = self._to_note, None
            assert state is not None
            try:
                self._own()
                order = next_order(self.path.parent)
                with _noting:
                    self._check()
                    files.write_journal(self.path, save_format.wrap(state.body, state.generation, order))
                    self._in_note = state.generation
            except Exception as error:
                self._fail(state, error)
                continue
            with self._changed:
                self._noted = state.generation
                self._hurry = self._hurry or time.monotonic() - state.asked < NOTING_S
                self._to_disk = (state, order)
                self._start("disk", self._bring_on)
                self._changed.notify_all()

    def _bring_on(self) -> None:
        while True:
            with self._changed:
                if not self._changed.wait_for(lambda: self._to_disk is not None, 0.0 if self._closed else IDLE_S):
                    del self._threads["disk"]
                    return
                assert self._to_disk is not None
                (state, order), self._to_disk = self._to_disk, None
            data = save_format.wrap(state.body, state.generation, order)
            backup: bytes | bool = True
            if state.before is not None:
                backup = save_format.wrap(state.before, state.generation - 1, max(0, order - 1))
            head = save_format.head(data)
            assert head is not None
            with self._changed:
                self._known.add(head)  # the replacement itself may already have succeeded
            try:
                files.write(self.path, data, backup=backup, before=self._check)
            except Exception as error:
                self._fail(state, error)
                continue
            with _noting:
                if self._in_note == state.generation and not self._is_superseded():
                    with contextlib.suppress(OSError):
                        files.journal_path(self.path).unlink(missing_ok=True)
            with self._changed:
                self._known, self._fresh = {head}, False
                self._kept = state.generation
                self._told, self._error = "", None
                self._quick = self._quick or time.monotonic() - state.asked < self._patience
                if self._closed and self._kept >= self._generation:
                    self._give_free()
                self._changed.notify_all()

    def _own(self) -> None:
        if not self.claim():
            raise SaveConflict(safe_read.about("ui.save.taken", file=self.path.name), self.path)

    def _is_superseded(self) -> bool:
        """Whether this process started a newer game in the same file; pending states of this one are dropped."""
        newest = _begun.get(self.path)
        return newest is not None and newest._number > self._number

    def _check(self) -> None:
        """Check that the save contains what this game last knew; an invalid file is renamed and kept."""
        with self._changed:
            known, fresh = set(self._known), self._fresh
        if self._is_superseded():
            raise SaveConflict(safe_read.about("ui.save.overtaken", file=self.path.name), self.path)
        if fresh:
            return
        try:
            found = save_format.head(safe_read.read_start(self.path, save_format.HEAD_BYTES))
        except FileNotFoundError:
            return
        if found is None:
            files.set_aside(self.path, ".damaged")
        elif found not in known:
            raise SaveConflict(safe_read.about("ui.save.overtaken", file=self.path.name), self.path)

    def _fail(self, state: _State, error: Exception) -> None:
        told = error if isinstance(error, FolderError) else _failure(error, self.path)
        with self._changed:
            self._failed = max(self._failed, state.generation)
            if self._told != told.message.id:
                self._told, self._error = told.message.id, told
            closed = self._closed
            if closed and self._failed >= self._generation:
                self._give_free()
            self._changed.notify_all()
            if closed or isinstance(error, SaveConflict):
                return
            # Wait for a newer state; after the timeout retry the same one.
            if not self._changed.wait_for(lambda: self._closed or self._generation > state.generation, RETRY_S):
                self._to_note = self._to_note or _State(state.generation, state.body, state.before, time.monotonic())
                self._start("note", self._note_on)
                self._changed.notify_all()

    def _give_free(self) -> None:
        if self._claimed:
            self._claimed = False
            files.release(self.path)


def _failure(error: Exception, path: Path) -> FolderError:
    if isinstance(error, OSError):
        return folders.failure(error, path)
    return FolderError(
        safe_read.about("ui.folder.failed", path=str(path), reason=safe_read.describe_error(error)), path
    )


def finish(seconds: float = CLOSING_S) -> None:
    """Wait until every game of this process is on the disk, at most for ``seconds``."""
    end = time.monotonic() + seconds
    with _registering:
        live = list(_LIVE)
    for keeper in live:
        keeper.finish(max(0.0, end - time.monotonic()))


def settle(path: Path, seconds: float = SETTLING_S) -> None:
    """Wait until this process has no pending writes for the file, at most for ``seconds``, so that it can be read."""
    end = time.monotonic() + seconds
    with _registering:
        here = [keeper for keeper in _LIVE if keeper.path == path]
    for keeper in here:
        keeper.finish(max(0.0, end - time.monotonic()))


_LIVE: weakref.WeakSet[Autosaver] = weakref.WeakSet()
_registering = threading.Lock()
_begun: weakref.WeakValueDictionary[Path, Autosaver] = weakref.WeakValueDictionary()
"""Autosaver of the newest game that was started (not loaded) per file."""
_numbers = itertools.count(1)
_noting = threading.Lock()
"""Serialises writing and removing journals."""


# --- order of saves -----------------------------------------------------------------------------

_Seen = tuple[int, int, int]
_orders: dict[Path, dict[str, tuple[_Seen, int]]] = {}
"""Folder → file → its stat when it was read, and its order."""
_given: dict[Path, int] = {}
"""Folder → order last assigned in this process, which may not be in a file yet."""
_ordering = threading.Lock()


def next_order(folder: Path) -> int:
    """Return one more than the largest order of saving in the folder; opens changed files only. Raises OSError."""
    with _ordering:
        before = _orders.get(folder, {})
        now: dict[str, tuple[_Seen, int]] = {}
        with contextlib.suppress(FileNotFoundError):
            for entry in os.scandir(folder):
                if not entry.name.endswith((".json", ".json" + files.JOURNAL)):
                    continue
                with contextlib.suppress(OSError):
                    about = entry.stat()
                    seen = (about.st_mtime_ns, about.st_size, about.st_ino)
                    old = before.get(entry.name)
                    if old is None or old[0] != seen:
                        head = save_format.head(safe_read.read_start(Path(entry.path), save_format.HEAD_BYTES))
                        old = seen, head.order if head is not None else 0
                    now[entry.name] = old
        _orders[folder] = now
        highest = max((order for _, order in now.values()), default=0)
        # Two states saved by one process at the same instant must differ as well.
        _given[folder] = max(highest, _given.get(folder, 0) if now else 0) + 1
        return _given[folder]
