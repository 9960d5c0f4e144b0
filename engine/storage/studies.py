"""Analysis, bookmarks, chapters, notes and own lines of a finished game. The game's own file is left alone.

One file for each game, named by the game's id, in a folder of its own. What is wrong with one is no reason not to look
at the game: it counts as empty, and the next thing that is kept replaces it.
"""

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from engine import schema
from engine.history import Entry
from engine.names import clean
from engine.storage import files, folders, safe_read, save_format
from engine.storage.safe_read import Unreadable
from engine.storage.save_format import Turn

LONGEST_NOTE = 200
MOST_MARKS = 200
MOST_BRANCHES = 60
LONGEST_BRANCH = 400
"""Most decisions of a line of the player's own."""
MOST_BYTES = 4 << 20
_ID = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")


class Mark(msgspec.Struct, frozen=True):
    """Bookmark after ``turn`` decisions. ``note``: the player's text or ""; ``chapter``: a chapter begins here, with
    the note as its title."""

    turn: Turn
    note: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_NOTE)] = ""
    chapter: bool = False

    def __post_init__(self) -> None:
        """Clean the note for display."""
        shown = clean(self.note, LONGEST_NOTE)
        if shown != self.note:
            msgspec.structs.force_setattr(self, "note", shown)


class Branch(msgspec.Struct, frozen=True):
    """A line of the player's own: it leaves the game after ``turn`` decisions and goes on with ``entries``.

    ``note``: the player's text or "".
    """

    turn: Turn
    entries: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1, max_length=LONGEST_BRANCH)]
    note: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_NOTE)] = ""

    def __post_init__(self) -> None:
        """Clean the note for display."""
        shown = clean(self.note, LONGEST_NOTE)
        if shown != self.note:
            msgspec.structs.force_setattr(self, "note", shown)

    def is_like(self, other: "Branch") -> bool:
        """Whether both leave the game after the same turn by the same decisions."""
        return self.turn == other.turn and self.entries == other.entries


class Study(msgspec.Struct, frozen=True):
    """Bookmarks, own lines and review of one game; ``review``: JSON from ``ai.analysis``, null while there is none."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z")]
    marks: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=MOST_MARKS)] = ()
    review: msgspec.Raw = msgspec.Raw(b"null")
    branches: Annotated[tuple[Branch, ...], msgspec.Meta(max_length=MOST_BRANCHES)] = ()

    def find_mark(self, turn: int) -> Mark | None:
        """Return the bookmark after ``turn`` decisions, or None."""
        return next((mark for mark in self.marks if mark.turn == turn), None)

    def add_mark(self, turn: int, note: str, chapter: bool = False) -> "Study":
        """Return a copy with a bookmark added or replaced, up to the maximum; ``chapter``: a chapter begins there."""
        others = [mark for mark in self.marks if mark.turn != turn]
        marks = sorted([*others, Mark(turn, note, chapter)], key=lambda mark: mark.turn)
        return msgspec.structs.replace(self, marks=tuple(marks[:MOST_MARKS]))

    def within(self, first: int, last: int) -> "Study":
        """Return the study with only the bookmarks and own lines from turn ``first`` to ``last``."""
        marks = tuple([mark for mark in self.marks if first <= mark.turn <= last])
        branches = tuple([branch for branch in self.branches if first <= branch.turn <= last])
        if marks == self.marks and branches == self.branches:
            return self
        return msgspec.structs.replace(self, marks=marks, branches=branches)

    def add_branch(self, branch: Branch) -> "Study":
        """Return a copy with an own line added, sorted by turn, up to the maximum; one with the same decisions is
        replaced."""
        others = [one for one in self.branches if not one.is_like(branch)]
        branches = sorted([*others, branch], key=lambda one: one.turn)
        return msgspec.structs.replace(self, branches=tuple(branches[:MOST_BRANCHES]))

    def remove_branch(self, branch: Branch) -> "Study":
        """Return a copy without an own line."""
        left = tuple([one for one in self.branches if not one.is_like(branch)])
        return msgspec.structs.replace(self, branches=left)

    def remove_mark(self, turn: int) -> "Study":
        """Return a copy without the bookmark after ``turn`` decisions."""
        return msgspec.structs.replace(self, marks=tuple([mark for mark in self.marks if mark.turn != turn]))


def study_path(game_id: str) -> Path:
    """Return the path of a game's study; raises ValueError for an invalid id."""
    if not _ID.match(game_id):
        raise ValueError(game_id)
    return folders.studies() / f"{game_id}.json"


def decode(data: bytes) -> Study:
    """Decode a study; raises msgspec.DecodeError and ValueError."""
    return schema.decode(data, Study)


encode: Callable[[Study], bytes] = msgspec.json.encode
"""Encode a study as JSON bytes."""


def load(game_id: str) -> Study:
    """Return the stored study of a game; an empty one when it is missing or unreadable."""
    try:
        found = safe_read.read(study_path(game_id), decode, MOST_BYTES)
    except Unreadable:
        return Study(game_id)
    return found if found.id == game_id else Study(game_id)


def import_study(path: Path, game_id: str) -> None:
    """Keep the study in the file of a game, unless this game has a stored study already. Raises FolderError."""
    if study_path(game_id).exists():
        return
    try:
        found = safe_read.read(path, lambda data: decode(save_format.extract_study(data)))
    except Unreadable:
        return
    if found.id == game_id:
        keep(found, Study(game_id))


def keep(study: Study, since: Study) -> None:
    """Save a study; ``since``: the version that was read. Raises FolderError.

    What another copy of the program has saved meanwhile stays.
    """
    path = study_path(study.id)
    folders.ensure(path.parent)
    with _saving, files.claim_for_update(path):
        files.write(path, encode(merge(load(study.id), since, study)), backup=False)


def merge(found: Study, since: Study, now: Study) -> Study:
    """Return ``found`` from the disk with the changes made from ``since`` to ``now``."""
    marks = {mark.turn: mark for mark in found.marks}
    for turn in {mark.turn for mark in (*since.marks, *now.marks)}:
        mark = now.find_mark(turn)
        if mark == since.find_mark(turn):
            continue
        if mark is None:
            marks.pop(turn, None)
        else:
            marks[turn] = mark
    review = found.review if bytes(now.review) == bytes(since.review) else now.review
    merged = msgspec.structs.replace(now, branches=found.branches)
    for branch in since.branches:
        if not any(branch.is_like(one) for one in now.branches):
            merged = merged.remove_branch(branch)
    for branch in now.branches:
        if branch not in since.branches:
            merged = merged.add_branch(branch)
    placed = tuple([marks[turn] for turn in sorted(marks)][:MOST_MARKS])
    return msgspec.structs.replace(merged, marks=placed, review=review)


_saving = threading.Lock()
