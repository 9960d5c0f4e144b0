"""Arranged positions as files: a kind of save of its own, without a log.

The envelope is that of a save (``engine.storage.save_format``) with a format number that earlier versions do not know,
so that they say the file is of a newer version. Inside: game, options, seats, the state, lawful or not, and a puzzle
that is set in it. Whatever is wrong with a file is one :class:`PositionError` with a message.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engine import registry, schema
from engine.content import puzzles
from engine.content.drafts import Draft, check_draft, find_arranger, find_strange_options
from engine.content.puzzles import BadPuzzles, Puzzle
from engine.contract import BadOptions, BadState, Message
from engine.names import clean
from engine.registry import UnknownGame
from engine.seats import MOST_SEATS, Seat
from engine.storage import files, folders, safe_read, saves
from engine.storage.safe_read import Unreadable, describe_error
from engine.storage.save_format import KIND, POSITION_FORMAT, Name, Time

LARGEST = 1 << 20
"""Bytes of a file; a position has some thousand."""
LONGEST_TITLE = 60
DRAFT = "draft"
"""In the name of a file: it was kept when the player left without saving."""


class Arranged(msgspec.Struct, kw_only=True):
    """What a file of a position holds. ``title``: what the player calls it; ``lawful``: whether the rules took it when
    it was written, which is checked again."""

    game: Name
    options: dict[str, Any]
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    state: Any
    title: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_TITLE)] = ""
    updated: Time = ""
    puzzle: Puzzle | None = None

    def __post_init__(self) -> None:
        """Keep of the title what can be shown."""
        self.title = clean(self.title, LONGEST_TITLE)


class _Envelope(msgspec.Struct):
    kind: str
    format: int
    check: int
    save: msgspec.Raw


class NotAPosition(ValueError):
    """A file of something else, or of a newer version."""


class PositionError(Exception):
    """A file of a position cannot be used; ``message`` tells the player why."""

    def __init__(self, message: Message, path: Path) -> None:
        super().__init__(f"{message.id} {path}")
        self.message = message
        self.path = path


def encode(arranged: Arranged) -> bytes:
    """Return the bytes of a file."""
    body = msgspec.json.encode(arranged)
    head = f'{{"kind": "{KIND}", "format": {POSITION_FORMAT}, "check": {zlib.crc32(body)}, "save":\n'
    return head.encode() + body + b"\n}\n"


def decode(data: bytes) -> tuple[Arranged, Draft]:
    """Return what the bytes hold, and the draft to go on with.

    Raises NotAPosition, UnknownGame, BadOptions, BadState, BadPuzzles and msgspec.DecodeError.
    """
    envelope = schema.decode(data, _Envelope)
    if envelope.kind != KIND or envelope.format != POSITION_FORMAT:
        raise NotAPosition(f"{envelope.kind} {envelope.format}")
    if zlib.crc32(envelope.save) != envelope.check:
        raise NotAPosition("the checksum does not match")
    found = schema.decode(envelope.save, Arranged)
    rules = registry.rules(found.game)
    arranger = find_arranger(found.game)
    if arranger is None:
        raise UnknownGame(found.game)
    options = rules.check_options(found.options, len(found.seats))
    state = arranger.read(found.state)
    if state.seats != len(found.seats):
        raise BadState(f"seats: expected {len(found.seats)}, found {state.seats}")
    if not arranger.can_arrange(state):
        raise BadState("phase: expected a point of the game that can be arranged")
    draft = Draft(found.game, options, state)
    find_strange_options(draft)
    check_draft(draft)
    if found.puzzle is not None:
        _check_puzzle(found, draft)
    return found, draft


def _check_puzzle(found: Arranged, draft: Draft) -> None:
    """Check that a puzzle belongs to a lawful position and its answer can be played; raises BadPuzzles."""
    puzzle = found.puzzle
    assert puzzle is not None
    known = puzzles.goals(found.game)
    if known is None or puzzle.theme not in known.THEMES:
        raise BadPuzzles(f"theme: found {puzzle.theme!r}")
    start = puzzles.start(found.game, puzzle)
    if draft.rules.dump(start) != draft.rules.dump(draft.state):
        raise BadPuzzles("state: expected that of the position")
    puzzles.check_solution(found.game, puzzle)


def load(path: Path) -> tuple[Arranged, Draft]:
    """Read a position from any file; raises :class:`PositionError`."""
    try:
        return safe_read.read(path, decode, LARGEST)
    except Unreadable as error:
        raise PositionError(_describe(error), path) from error


def read_text(text: str) -> tuple[Arranged, Draft]:
    """Read a position from the text of its file, as the clipboard may hold it; raises :class:`PositionError`."""
    data = text.encode("utf-8", "replace")
    try:
        if len(data) > LARGEST:
            raise NotAPosition(f"more than {LARGEST} bytes")
        return decode(data)
    except Exception as error:  # whatever the text is, it gets a message
        place = Path("clipboard")
        raise PositionError(_describe(Unreadable(place, error)), place) from error


def _describe(error: Unreadable) -> Message:
    """Say in a sentence why a file is no good."""
    cause = error.cause
    if error.missing:
        return safe_read.about("ui.save.missing", file=error.path.name)
    if not error.damaged:
        return safe_read.about("ui.save.unreadable", file=error.path.name, reason=error.reason)
    if isinstance(cause, UnknownGame):
        return safe_read.about("ui.save.unknown_game", game=error.reason)
    if isinstance(cause, BadPuzzles):
        return safe_read.about("ui.position.bad_puzzle", reason=error.reason)
    if isinstance(cause, BadState | BadOptions):
        return safe_read.about("ui.position.impossible", place=error.reason)
    reason = error.reason if cause is None else describe_error(cause)
    return safe_read.about("ui.position.damaged", place=reason)


def save(arranged: Arranged, folder: Path | None = None, *, kind: str = "") -> Path:
    """Write a position into a new file, among the player's positions or into another folder; where it lies then.

    Its name tells what it is: a ``kind`` that is given, a puzzle or a position. Raises FolderError.
    """
    day = "".join(letter for letter in arranged.updated[:10] if letter.isdigit())
    kind = kind or ("puzzle" if arranged.puzzle is not None else "position")
    stem = "-".join(part for part in (arranged.game, kind, day) if part)
    return saves.write_new(folder or folders.positions(), stem, saves.FILE_SUFFIX, encode(arranged))


def keep_draft(arranged: Arranged, path: Path | None) -> Path:
    """Write what the player has not saved among the positions, over the draft that was kept of it before; where it
    lies then. Raises FolderError."""
    if path is None or not path.exists():
        return save(arranged, kind=DRAFT)
    files.write(path, encode(arranged), backup=False)
    return path


def take_draft(game: str) -> Path | None:
    """Find the draft of a game that was kept last; it is a position like others from then on. None without one."""
    for path in list_files():
        if path.name.startswith(f"{game}-{DRAFT}"):
            given = path.with_name(path.name.replace(f"-{DRAFT}", "-position", 1))
            if not os.path.lexists(given):
                with contextlib.suppress(OSError):
                    return path.rename(given)
            return path
    return None


def list_files(folder: Path | None = None) -> list[Path]:
    """List the player's positions, the newest first."""
    return saves.list_exports(folder or folders.positions())
