"""Saved games in a folder: listing, loading, and what to say when a file is no good.

No file is ever thrown away because it could not be read.
"""

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import registry
from engine.contract import BadOptions, BadState, Message
from engine.registry import UnknownGame
from engine.seats import Seat
from engine.session import Session
from engine.storage import autosave, files, folders, safe_read, save_format
from engine.storage.safe_read import Unreadable
from engine.storage.save_format import DamagedSave, Head, Listed, NewerFormat, NotASave, Save

SUFFIX = ".json"
FILE_SUFFIX = ".throne"
"""Ending of a saved game made for another computer, so that a double-click opens it."""
_IN_A_NAME = 60


class SaveError(Exception):
    """A save cannot be used; its file is kept.

    ``message`` tells the player why, ``path`` is the file, ``backup`` the file with the state one decision earlier if
    that can be read (see :func:`restore`).
    """

    def __init__(self, message: Message, path: Path, backup: Path | None = None) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path
        self.backup = backup


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game read from a file, messages for the player, and the decoded save."""

    session: Session
    notices: list[Message]
    save: Save


@dataclass(frozen=True, slots=True)
class SlotInfo:
    """One save in a list. With ``error`` set, only ``path``, ``updated`` and ``backup`` mean something.

    ``order``: the save with the highest one was saved last in its folder, whatever the clock said.
    ``options`` are as they stand in the file, unchecked.
    ``taken``: another copy of the program plays this game now.
    """

    path: Path
    game: str
    names: list[str]
    seats: list[Seat]
    turn: int
    progress: Message
    over: bool
    assisted: bool
    started: str
    updated: str
    error: Message | None = None
    backup: Path | None = None
    order: int = 0
    taken: bool = False
    id: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    advised: bool = False


def load(path: Path) -> Loaded:
    """Open a saved game and continue saving to the same file; raises :class:`SaveError`."""
    autosave.settle(path)
    source, known = _find_newest(path)
    try:
        return _load(source, path, known)
    except SaveError as error:
        if source == path or not error.path.exists():  # the note has just reached the disk
            return _load(path, path, known)
        raise


def look(path: Path) -> Loaded:
    """Read a game from any file to look at it; its session never saves. Raises :class:`SaveError`."""
    autosave.settle(path)
    source, _ = _find_newest(path)
    try:
        return safe_read.read(source, _resume)
    except Unreadable as error:
        raise SaveError(_message(error), path, _backup(path)) from error


def _resume(data: bytes, autosave: Path | None = None, known: Iterable[Head] = ()) -> Loaded:
    """Return the game in the bytes of a save; raises as :func:`save_format.decode` and :meth:`Session.resume`."""
    save = save_format.decode(data)
    session, notices = Session.resume(save, autosave, known)
    return Loaded(session, notices, save)


def restore(path: Path) -> Loaded:
    """Load the state one decision earlier from the backup and save it; the damaged file is kept as ``NAME.damaged``.

    Raises :class:`SaveError` when the backup is damaged too, FolderError when the folder cannot be written.
    """
    loaded = _load(files.backup_path(path), path, ())
    if files.has_other_owner(path):
        raise autosave.SaveConflict(safe_read.about("ui.save.taken", file=path.name), path)
    if path.exists() and files.set_aside(path, ".damaged") is None:
        raise folders.failure(PermissionError(13, "Permission denied"), path)
    loaded.session.save(path)
    return loaded


def _load(path: Path, autosave: Path, known: Iterable[Head]) -> Loaded:
    """Read a game, including the replay, so that any error of the rules with a forged save becomes a SaveError."""
    try:
        return safe_read.read(path, lambda data: _resume(data, autosave, known))
    except Unreadable as error:
        raise SaveError(_message(error), path, _backup(path)) from error


def slots(folder: Path) -> list[SlotInfo]:
    """List the saves of a folder, last saved first, without replaying any; unreadable ones carry their error.

    Files that were made to be opened elsewhere (``.throne``) are listed too, unless their game is among the saves.
    """
    found: list[SlotInfo] = []
    with contextlib.suppress(OSError):
        files.sweep(folder)
        names = {path.name.removesuffix(files.JOURNAL) for path in folder.iterdir()}
        found = [slot(folder / name) for name in names if name.endswith(SUFFIX)]
        known = {info.id for info in found if info.error is None}
        given = [slot(folder / name) for name in names if name.casefold().endswith(FILE_SUFFIX)]
        found += [info for info in given if info.error is not None or info.id not in known]
    return sorted(found, key=lambda info: (info.order, info.updated, info.path.name), reverse=True)


def listing(folder: Path) -> frozenset[str]:
    """Return the names of all saves in a folder, to notice changes of it; empty if it cannot be read."""
    try:
        return frozenset(path.name for path in folder.iterdir() if path.suffix.casefold() in (SUFFIX, FILE_SUFFIX))
    except OSError:
        return frozenset()


def list_exports(folder: Path) -> list[Path]:
    """Return the game files (``.throne``) in a folder, the newest first; [] when it cannot be read."""
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if path.suffix.casefold() == FILE_SUFFIX:
                with contextlib.suppress(OSError):
                    found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def newest(folder: Path, opened: str = "") -> SlotInfo | None:
    """Return the game to continue: the unfinished one in file ``opened``, else the unfinished one saved last, else
    None."""
    rows = [info for info in slots(folder) if info.error is None and not info.over and info.path.suffix == SUFFIX]
    return next((info for info in rows if info.path.name == opened), rows[0] if rows else None)


def find(folder: Path, name: str, game_id: str) -> SlotInfo | None:
    """Return the list entry of a game by the file name of its save, else by its id; None if neither is found.

    The id finds a save that was imported again under another name. The entry of an unreadable file has its error
    set.
    """
    path = folder / name
    autosave.settle(path)
    if name and (path.is_file() or files.journal_path(path).is_file()):
        there = slot(path)
        if there.error is not None or there.id == game_id or not game_id:
            return there
    return next((one for one in slots(folder) if game_id and one.id == game_id), None)


def slot(path: Path) -> SlotInfo:
    """Return the list entry of one save; never raises."""
    source, known = _find_newest(path)
    try:
        summary = safe_read.read(source, _summary)
    except Unreadable as error:
        if source != path and error.missing:  # the note has just reached the disk
            return slot(path)
        return _unreadable(path, _message(error))
    return SlotInfo(
        path=path,
        game=summary.game,
        names=[seat.name for seat in summary.seats],
        seats=list(summary.seats),
        turn=summary.turn,
        progress=Message(summary.progress.id, summary.progress.params),
        over=summary.over,
        assisted=summary.assisted,
        advised=summary.advised,
        started=summary.started,
        updated=summary.updated,
        order=max((head.order for head in known), default=0),
        taken=files.has_other_owner(path),
        id=summary.id,
        options=summary.options,
    )


def _summary(data: bytes) -> Listed:
    """Return what a list shows of a save; raises as :func:`save_format.decode_summary`, and UnknownGame."""
    summary = save_format.decode_summary(data)
    if len(summary.seats) not in registry.info(summary.game).seat_counts:
        raise DamagedSave(f"seats: {summary.game} is not played by {len(summary.seats)}")
    return summary


def is_position(path: Path) -> bool:
    """Whether the beginning of a file is that of an arranged position (``engine.content.drafts``)."""
    try:
        data = safe_read.read_start(path, save_format.HEAD_BYTES)
    except OSError:
        return False
    return save_format.KIND.encode() in data and f'"format": {save_format.POSITION_FORMAT},'.encode() in data


def delete(path: Path) -> None:
    """Remove a save with its journal, backup and thumbnail; raises FolderError.

    Raises its subclass ``autosave.SaveConflict``, too, if another copy of the program plays the game.
    """
    if files.has_other_owner(path):
        raise autosave.SaveConflict(safe_read.about("ui.save.taken", file=path.name), path)
    try:
        for each in (files.journal_path(path), path, files.backup_path(path), thumbnail_path(path)):
            each.unlink(missing_ok=True)
    except OSError as error:
        raise folders.failure(error, path) from error


def thumbnail_path(path: Path) -> Path:
    """Return the path of the thumbnail of a save."""
    return folders.pictures() / f"{path.stem}.png"


def import_save(path: Path, folder: Path) -> Path:
    """Copy a game from any file into the folder of saves; return the path there.

    The file is never altered, and fully checked before anything is written. If it lies in the folder, or an equal copy
    does, that path is returned without copying. Raises :class:`SaveError`, and FolderError when the folder cannot be
    written.
    """
    here, there = (os.path.normcase(os.path.realpath(each)) for each in (path.parent, folder))
    if path.suffix == SUFFIX and here == there:
        return path
    try:
        data = safe_read.read(path, _whole)
    except Unreadable as error:
        raise SaveError(_message(error), path) from error
    for lies in sorted(folder.glob("*" + SUFFIX)):
        with contextlib.suppress(Unreadable):
            if safe_read.read(lies, bytes) == data and not files.journal_path(lies).exists():
                return lies
    name = "".join(letter if letter.isalnum() or letter in "-_ ()" else "_" for letter in path.stem)[:_IN_A_NAME]
    kept = folder / f"{name.strip() or 'game'}-{os.urandom(4).hex()}{SUFFIX}"
    files.write(kept, data, backup=False)
    return kept


def give_out(path: Path, folder: Path) -> Path:
    """Copy a save into a folder, as a file that can be opened on another computer; return its path.

    Another copy of the same game gets the next free name. Raises :class:`SaveError`, FolderError.
    """
    autosave.settle(path)
    source, _ = _find_newest(path)
    try:
        data = safe_read.read(source, _whole)
    except Unreadable as error:
        raise SaveError(_message(error), path, _backup(path)) from error
    return write_new(folder, path.stem, FILE_SUFFIX, data)


def export(save: Save, study: bytes, folder: Path, stem: str) -> Path:
    """Write a game and the notes on it as one file that can be opened on another computer; return its path.

    Raises FolderError.
    """
    return write_new(folder, stem, FILE_SUFFIX, save_format.encode(save, study=study))


def make_stem(session: Session) -> str:
    """Return the stem of file names for a game: its name, the day it began, and the beginning of its id."""
    day = "".join(letter for letter in session.started[:10] if letter.isdigit())
    return f"{session.game}-{day}-{session.id[:6]}"


def write_new(folder: Path, stem: str, suffix: str, data: bytes) -> Path:
    """Write a new file under the next free name (``STEM-2`` …); return its path. Raises FolderError."""
    folders.ensure(folder)
    given = folder / (stem + suffix)
    number = 2
    while os.path.lexists(given):
        given = folder / f"{stem}-{number}{suffix}"
        number += 1
    files.write(given, data, backup=False)
    return given


def _whole(data: bytes) -> bytes:
    """Return the bytes unchanged if they are a save that can be continued; raises as :func:`_resume`."""
    _resume(data)
    return data


def _find_newest(path: Path) -> tuple[Path, list[Head]]:
    """Return the path of the newest state of a game (the save or its journal), and the heads of both.

    The journal is read first: if it is gone a moment later, the save holds its state.
    """
    known = []
    newest = path
    note = files.journal_path(path)
    noted = _head(note)
    kept = _head(path)
    if noted is not None:
        known.append(noted)
        if kept is None or (noted.order, noted.generation) > (kept.order, kept.generation):
            with contextlib.suppress(Unreadable):  # cut off by a power cut: then the save is older, and whole
                safe_read.read(note, save_format.decode_summary)
                newest = note
    if kept is not None:
        known.append(kept)
    return newest, known


def _head(path: Path) -> Head | None:
    try:
        return save_format.head(safe_read.read_start(path, save_format.HEAD_BYTES))
    except OSError:
        return None


def _unreadable(path: Path, error: Message) -> SlotInfo:
    from datetime import UTC, datetime

    updated = ""
    with contextlib.suppress(OSError, ValueError, OverflowError):  # a clock may have been anywhere
        updated = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    nothing = Message("ui.save.progress.unknown")
    return SlotInfo(path, "", [], [], 0, nothing, False, False, "", updated, error, _backup(path))


def _message(error: Unreadable) -> Message:
    """The sentence for each way in which a file can be no good."""
    cause, reason = error.cause, error.reason
    if error.missing:
        return safe_read.about("ui.save.missing", file=error.path.name)
    if not error.damaged:
        return safe_read.about("ui.save.unreadable", file=error.path.name, reason=reason)
    if isinstance(cause, NewerFormat):
        return safe_read.about("ui.save.newer", format=reason)
    if isinstance(cause, NotASave):
        return safe_read.about("ui.save.foreign")
    if isinstance(cause, UnknownGame):
        return safe_read.about("ui.save.unknown_game", game=reason)
    if isinstance(cause, DamagedSave):
        return safe_read.about("ui.save.damaged", place=reason)
    if isinstance(cause, BadState | BadOptions):
        place = cause.problems[0].to_json() if cause.problems else reason
        return safe_read.about("ui.save.unplayable", place=place)
    return safe_read.about("ui.save.unplayable", place=f"{type(cause).__name__}: {safe_read.describe_error(cause)}")


def _backup(path: Path) -> Path | None:
    """Backup of a save when it is whole."""
    backup = files.backup_path(path)
    try:
        safe_read.read(backup, save_format.decode_summary)
    except Unreadable:
        return None
    return backup
