"""The SQLite file of the record: opened for one transaction, set aside when damaged, copied once a week.

Whatever SQLite says, and whatever a value makes its reader say, counts as damage, unless the disk,
a permission or another program is the reason. A damaged file is kept as ``NAME.bad``; the last
good copy takes its place, or an empty record where there is none.
"""

import contextlib
import errno
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.contract import Message
from engine.storage import files, folders, safe_read
from engine.storage.folders import FolderError

WAIT_S = 5.0
"""Seconds another program may hold the file; only background threads wait for it."""
COPY = ".good"
WEEK_S = 7 * 24 * 3600.0
BESIDE = ("-journal", "-wal", "-shm")
"""Endings of the files SQLite keeps next to a database; they belong to it alone."""

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, ended TEXT NOT NULL, turns INTEGER NOT NULL,
    assisted INTEGER NOT NULL, seats INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS players (
    id TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    kind TEXT NOT NULL, level TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (id, seat)
);
"""
COLUMNS = {
    "games": ["id", "game", "ended", "turns", "assisted", "seats"],
    "players": ["id", "seat", "name", "kind", "level", "place"],
}
_OBJECTS = {("table", "games"), ("table", "players")}

_BUSY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_INTERRUPT,
}
_PERHAPS = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}
"""Errors of the disk or of permissions; they mean damage only if the file can be read and written nevertheless."""
_NUMBERS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_PERM: errno.EACCES,
}

T = TypeVar("T")

_one_at_a_time = threading.Lock()


class Damaged(ValueError):
    """The file is not a database, not a whole one, or not one of this program."""


def use(place: Path, work: Callable[[sqlite3.Connection], T], told: list[Message]) -> T:
    """Run ``work`` in one transaction and return its result; raises only :class:`engine.storage.folders.FolderError`.

    A damaged file is set aside and the work repeated with the backup copy, or else an empty file; messages about that
    for the player are added to ``told``.
    """
    before = len(told)
    with _one_at_a_time:
        folders.ensure(place.parent)
        for replace in (_take_the_copy, _begin_empty):
            try:
                return _once(place, work)
            except FolderError:
                raise
            except Exception as error:
                replace(place, error, told, before)
        try:
            return _once(place, work)
        except FolderError:
            raise
        except Exception as error:
            raise _failure(error, place) from error


def check(place: Path, told: list[Message]) -> None:
    """Check the integrity of the database; copy it if the last copy is a week old. Raises FolderError."""
    use(place, _look_through, told)
    copy = copy_path(place)
    with contextlib.suppress(OSError):
        if 0 <= time.time() - copy.stat().st_mtime < WEEK_S:
            return
    with _one_at_a_time:
        try:
            files.write(copy, _image(place), backup=False)
        except (sqlite3.Error, OSError) as error:
            raise _failure(error, copy) from error


def copy_path(place: Path) -> Path:
    """Return the path of the backup copy."""
    return place.with_name(place.name + COPY)


def _once(place: Path, work: Callable[[sqlite3.Connection], T]) -> T:
    base: sqlite3.Connection | None = None
    try:
        if os.path.lexists(place) and not stat.S_ISREG(place.stat().st_mode):
            raise Damaged("this is no ordinary file")
        base = sqlite3.connect(place, timeout=WAIT_S, isolation_level=None)
        _prepare(base)
        base.execute("BEGIN IMMEDIATE")
        found = work(base)
        base.execute("COMMIT")
        return found
    except sqlite3.Error as error:
        if not _is_damage(error, place):
            raise _failure(error, place) from error
        raise
    except OSError as error:
        raise folders.failure(error, place) from error
    finally:
        if base is not None:
            with contextlib.suppress(sqlite3.Error):
                base.close()


def _prepare(base: sqlite3.Connection) -> None:
    """Create our two tables in an empty database; refuse anything else in it: a trigger could run for ever."""
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA cell_size_check = ON")
    if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        base.execute("BEGIN IMMEDIATE")  # another copy of the program may have the same in mind
        for table in TABLES.split(";")[:-1]:
            base.execute(table)
        base.execute("COMMIT")
    found = {(row[0], row[1]) for row in base.execute("SELECT type, name FROM sqlite_master WHERE sql NOT NULL")}
    if found != _OBJECTS:
        raise Damaged("there is more in it than our tables")
    for table, columns in COLUMNS.items():
        if [row[1] for row in base.execute(f"PRAGMA table_info({table})")] != columns:
            raise Damaged(f"the table {table} is not ours")


def _look_through(base: sqlite3.Connection) -> None:
    answers = [row[0] for row in base.execute("PRAGMA quick_check(1)")]
    if answers != ["ok"]:
        raise Damaged(str(answers[:1]))


def _image(place: Path) -> bytes:
    """Return the bytes of the whole database, without unfinished transactions."""
    memory = sqlite3.connect(":memory:")
    try:
        source = sqlite3.connect(place, timeout=WAIT_S)
        try:
            source.backup(memory)
        finally:
            source.close()
        return memory.serialize()
    finally:
        memory.close()


def _take_the_copy(place: Path, error: Exception, told: list[Message], before: int) -> None:
    """Set the damaged file aside, and put the backup copy in its place if that can be read."""
    kept = _set_aside(place, error)
    try:
        files.write(place, safe_read.read(copy_path(place), bytes), backup=False)
    except (safe_read.Unreadable, FolderError):
        told.append(safe_read.about("ui.statistics.damaged", path=str(kept)))
    else:
        told.append(safe_read.about("ui.statistics.restored", path=str(kept)))


def _begin_empty(place: Path, error: Exception, told: list[Message], before: int) -> None:
    """Set the file aside without a replacement, as its copy failed too; ``before``: number of earlier messages."""
    kept = _set_aside(place, error)
    told[before:] = [notice for notice in told[before:] if notice.id != "ui.statistics.restored"]
    if len(told) == before:
        told.append(safe_read.about("ui.statistics.damaged", path=str(kept)))


def _set_aside(place: Path, error: Exception) -> Path:
    """Rename the database and the other files of SQLite for it; return its new path. Raises FolderError."""
    kept = files.set_aside(place, ".bad")
    if kept is None:
        raise _failure(error, place) from error
    for ending in BESIDE:
        with contextlib.suppress(OSError):
            os.replace(f"{place}{ending}", f"{kept}{ending}")
    return kept


def _is_damage(error: sqlite3.Error, place: Path) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return False
    if code not in _PERHAPS:
        return True
    try:
        with open(place, "r+b") as file:  # by plain reading and writing: is it the file's content?
            while file.read(1 << 20):
                pass
        return os.access(place.parent, os.W_OK)
    except OSError:
        return False


def _failure(error: Exception, place: Path) -> FolderError:
    """Return an error of SQLite as the FolderError that the player gets for other places that cannot be written."""
    if isinstance(error, OSError):
        return folders.failure(error, place)
    number = _NUMBERS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, 0)
    return folders.failure(OSError(number, safe_read.describe_error(error)), place)
