"""Keeping a game beside the game: every decision is noted at once and brought to the disk soon after.

The window never waits for the disk. One thread notes the newest state beside the save, within a
fraction of a millisecond: from then on a killed program loses nothing. Another brings it to the
disk and puts it in the save's place (:func:`engine.storage.files.write`): from then on a power cut loses
nothing either. A state that is overtaken by a newer one on the way is left out, except that the
backup is always one decision older.

Before each replacement two things are checked: that no other copy of the program owns the save
(:mod:`engine.storage.file_locks`), and that the save holds what this game knows it to hold. What fails is tried
again with the next decision and after a while by itself; it is told once.
"""

from __future__ import annotations

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

from engine.storage import file_locks, files, folders, player_file, safe_read, save_format
from engine.storage.folders import FolderError
from engine.storage.save_format import Head

NOTING_S = 0.05
"""So long a decision at a window waits to be noted; after one wait in vain none waits until noting is quick again."""
PATIENT_NOTING_S = 5.0
"""So long it waits where nobody looks at a window, on a busy computer too."""
RETRY_S = 2.0
"""After a failure the same state is tried again after this time."""
IDLE_S = 5.0
SETTLING_S = 3.0
"""So long the loading of a game waits for what the same program is still writing there."""
CLOSING_S = 10.0
"""Closing the program waits at most so long for the last states to reach the disk."""


class SaveConflict(FolderError):
    """The save was written by somebody else, or belongs to another copy of the program. It is left alone."""


@dataclass(slots=True)
class _State:
    """One state of a game on its way: its number, the body of its file, and that of the state before."""

    generation: int
    body: bytes
    before: bytes | None
    asked: float


class Autosaver:
    """Keeps one game in one file. ``known`` are the heads of what the file and its note hold now, ``loaded`` the body
    of the state that was read from them: it becomes the backup with the first decision, whatever has happened to the
    file since."""

    def __init__(self, path: Path, known: Iterable[Head] = (), loaded: bytes | None = None) -> None:
        self.path = path
        self._known = set(known)
        self._generation = max((head.generation for head in self._known), default=0)
        self._changed = threading.Condition()
        self._fresh = not self._known
        """A new game: whatever lies in its place may be replaced, with a backup of it."""
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
        """What has failed and was told; "" while all goes well."""

    # --- from the game's thread -------------------------------------------------------------------

    def keep(self, body: bytes) -> None:
        """Keep this state; returns at once."""
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
        """Wait until the newest state is noted (or has failed), and up to ``patience_s`` until it is on the disk.

        Both waits end early. Without patience, as at a window, there is none where noting has turned
        out to be slow.
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
        """Wait until the newest state is on the disk; False when that has failed or takes longer."""
        with self._changed:
            newest = self._generation
            self._changed.wait_for(lambda: max(self._kept, self._failed) >= newest, seconds)
            return self._kept >= newest

    def trouble(self) -> FolderError | None:
        """A failure that was not told yet; each series of failures is given once."""
        with self._changed:
            error, self._error = self._error, None
            return error

    def claim(self) -> bool:
        """Own the save from now on; False while another copy of the program does."""
        with self._claiming:
            if not self._claimed:
                self._claimed = file_locks.claim(self.path)
            return self._claimed

    def close(self) -> None:
        """Nothing more will come: give the save free as soon as the newest state is on the disk."""
        with self._changed:
            self._closed = True
            if max(self._kept, self._failed) >= self._generation or not self._threads:
                self._give_free()
            self._changed.notify_all()

    # --- beside the game ----------------------------------------------------------------------------

    def _start(self, name: str, work: object) -> None:
        """Start a thread that has ended or was never needed; they end by themselves when nothing comes."""
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
                self._known.add(head)  # from the moment of the replacement on it is there
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
        """Whether a new game was begun in the same file in this process: what is still on its way here is dropped."""
        newest = _begun.get(self.path)
        return newest is not None and newest._number > self._number

    def _check(self) -> None:
        """The save must still hold what this game knows; what is no save at all is kept under another name."""
        with self._changed:
            known, fresh = set(self._known), self._fresh
        if self._is_superseded():
            raise SaveConflict(safe_read.about("ui.save.overtaken", file=self.path.name), self.path)
        if fresh:
            return
        try:
            found = save_format.head(player_file.start(self.path, save_format.HEAD_BYTES))
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
            # Wait for something newer; when nothing comes the same is tried once more.
            if not self._changed.wait_for(lambda: self._closed or self._generation > state.generation, RETRY_S):
                self._to_note = self._to_note or _State(state.generation, state.body, state.before, time.monotonic())
                self._start("note", self._note_on)
                self._changed.notify_all()

    def _give_free(self) -> None:
        if self._claimed:
            self._claimed = False
            file_locks.release(self.path)


def _failure(error: Exception, path: Path) -> FolderError:
    if isinstance(error, OSError):
        return folders.failure(error, path)
    return FolderError(
        safe_read.about("ui.folder.failed", path=str(path), reason=safe_read.describe_error(error)), path
    )


def finish(seconds: float = CLOSING_S) -> None:
    """Wait until every game of this process is on the disk, or until the time is over."""
    end = time.monotonic() + seconds
    with _registering:
        live = list(_LIVE)
    for keeper in live:
        keeper.finish(max(0.0, end - time.monotonic()))


def settle(path: Path, seconds: float = SETTLING_S) -> None:
    """Wait until nothing of this process is on its way to a file any more: whoever reads it now goes on with it."""
    end = time.monotonic() + seconds
    with _registering:
        here = [keeper for keeper in _LIVE if keeper.path == path]
    for keeper in here:
        keeper.finish(max(0.0, end - time.monotonic()))


_LIVE: weakref.WeakSet[Autosaver] = weakref.WeakSet()
_registering = threading.Lock()
_begun: weakref.WeakValueDictionary[Path, Autosaver] = weakref.WeakValueDictionary()
"""Who keeps the newest game that was begun (not loaded) in a file."""
_numbers = itertools.count(1)
_noting = threading.Lock()
"""Notes are written and taken away one at a time."""


# --- the order in which games were saved ----------------------------------------------------------

_Seen = tuple[int, int, int]
_orders: dict[Path, dict[str, tuple[_Seen, int]]] = {}
"""Folder → file → how it looked when it was read, and its order."""
_given: dict[Path, int] = {}
"""Folder → the order given last in this process: it may not be in any file yet."""
_ordering = threading.Lock()


def next_order(folder: Path) -> int:
    """One more than anything in the folder has; only files that look changed are opened. Raises OSError."""
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
                    now[entry.name] = old if old is not None and old[0] == seen else (seen, _read_order(entry.path))
        _orders[folder] = now
        highest = max((order for _, order in now.values()), default=0)
        # Two states of one instant in one process must differ as well.
        _given[folder] = max(highest, _given.get(folder, 0) if now else 0) + 1
        return _given[folder]


def _read_order(name: str) -> int:
    """The order that the head of a file tells; 0 when it is none of ours. Raises OSError."""
    found = save_format.head(player_file.start(Path(name), save_format.HEAD_BYTES))
    return found.order if found is not None else 0
