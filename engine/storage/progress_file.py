"""Files of a player's progress: read with care and merged with changes by other processes.

A damaged file is set aside and reported; its backup is used, or an empty one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from engine import schema
from engine.contract import Message
from engine.storage import files, folders, safe_read
from engine.storage.safe_read import Refused, Unreadable

T = TypeVar("T")
MOST_BYTES = 4 << 20
FIRST = "first"
"""Id of the person whose progress lies where it lay before there were several."""
FOLDER = "people"
"""Folder in which every other person has one."""


class ProgressFile(Generic[T]):
    """One such file. ``kind`` is a struct whose defaults are the beginning, ``merge(found, now)`` both together;
    ``texts`` begins the ids of what is told: ``unreadable``, ``damaged`` and ``restored``."""

    def __init__(
        self, name: str, kind: type[T], merge: Callable[[T, T], T], texts: str,
        decode: Callable[[bytes], T] | None = None, folder: Callable[[], Path] = folders.statistics,
        person: str = FIRST,
    ) -> None:  # fmt: skip
        """``decode``: reads a file of which not every form is of that kind; ``person``: whose progress it holds."""
        self.name = name
        self.folder = folder
        self.person = person
        self.kind = kind
        self.merge = merge
        self.texts = texts
        self.decode = decode or partial(schema.decode, kind=kind)
        self._saving = threading.Lock()

    def get_own(self, person: str) -> ProgressFile[T]:
        """Return the file with the progress of a person, by its id (:mod:`engine.storage.household`)."""
        if person == FIRST:
            return self
        return ProgressFile(self.name, self.kind, self.merge, self.texts, self.decode, self.folder, person)

    def path(self) -> Path:
        """Return the path of the file."""
        folder = self.folder()
        return folder / self.name if self.person == FIRST else folder / FOLDER / self.person / self.name

    def load(self) -> tuple[T, list[Message]]:
        """Return the progress and messages about the file; never raises."""
        place = self.path()
        try:
            return safe_read.read(place, self.decode, MOST_BYTES), []
        except Unreadable as error:
            if error.missing:
                return self.kind(), []
            if not error.damaged and not isinstance(error.cause, Refused):
                told = safe_read.about(f"{self.texts}.unreadable", path=str(place), reason=error.reason)
                return self.kind(), [told]
            kept = files.set_aside(place, ".bad")
            found = self._backup(place)
            told = safe_read.about(f"{self.texts}.{'restored' if found else 'damaged'}", path=str(kept or place))
            return found or self.kind(), [told]

    def saver(self, value: T) -> Callable[[], None]:
        """Return a function that saves the current progress, also from another thread; it raises FolderError."""
        now = schema.convert(msgspec.to_builtins(value), self.kind)

        def work() -> None:
            place = self.path()
            folders.ensure(place.parent)
            with self._saving, files.claim_for_update(place):
                try:
                    found: T | None = safe_read.read(place, self.decode, MOST_BYTES)
                except Unreadable as error:
                    if not error.missing:
                        files.set_aside(place, ".bad")
                    found = self._backup(place)
                kept = now if found is None else self.merge(found, now)
                files.write(place, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")

        return work

    def _backup(self, place: Path) -> T | None:
        try:
            return safe_read.read(files.backup_path(place), self.decode, MOST_BYTES)
        except Unreadable:
            return None
