"""Moments that were missed and come back: after 1, 3 and 8 days, until they have been found twice.

One file in the folder of studies. What is wrong with it costs the list, never a game; the next moment that is missed
begins it anew.
"""

import threading
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated

import msgspec

from engine import schema
from engine.seats import MOST_SEATS
from engine.storage import files, folders, safe_read
from engine.storage.safe_read import Unreadable
from engine.storage.save_format import Name, Turn

AFTER_DAYS = (1, 3, 8)
"""Days until a moment comes back for the first time, the second time, and every later time."""
ENOUGH, ENOUGH_OF_HABIT = 2, len(AFTER_DAYS)
"""Number of times in a row that a moment must be found, and one that practises a habit."""
MOST = 500
MOST_BYTES = 4 << 20
FILE = "practice.json"


class Missed(msgspec.Struct, frozen=True):
    """A missed moment: its game, its decision, its analysis (``ai.analysis``), and when it is due again; ``found``:
    times found since the last miss, out of ``enough``."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z")]
    game: Name
    turn: Turn
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
    moment: msgspec.Raw
    due: date
    found: Annotated[int, msgspec.Meta(ge=0, le=ENOUGH_OF_HABIT)] = 0
    times: Annotated[int, msgspec.Meta(ge=0, le=len(AFTER_DAYS) - 1)] = 0
    """How often it has come back, at most the last index in ``AFTER_DAYS``."""
    enough: Annotated[int, msgspec.Meta(ge=1, le=ENOUGH_OF_HABIT)] = ENOUGH

    @property
    def key(self) -> tuple[str, int, int]:
        """Key of the moment: the same moment of a game has the same key."""
        return self.id, self.turn, self.seat


class _Kept(msgspec.Struct, frozen=True):
    moments: Annotated[tuple[Missed, ...], msgspec.Meta(max_length=MOST)] = ()


def today() -> date:
    """Return the current date, the latest one possible if the clock is out of range."""
    try:
        return date.today()
    except (ValueError, OverflowError, OSError):  # beyond the year 9999
        return date.max


def path() -> Path:
    """Return the path of the file of missed moments."""
    return folders.studies() / FILE


def load() -> tuple[Missed, ...]:
    """Return all missed moments that are still to be repeated; none when the file is missing or unreadable."""
    try:
        return safe_read.read(path(), lambda data: schema.decode(data, _Kept), MOST_BYTES).moments
    except Unreadable:
        return ()


def due(moments: Sequence[Missed], today: date) -> list[Missed]:
    """Return the moments that are due, the longest waiting first."""
    return sorted([one for one in moments if one.due <= today], key=lambda one: (one.due, one.key))


def record_miss(moments: Sequence[Missed], one: Missed, today: date) -> tuple[Missed, ...]:
    """Return the list after a moment was missed, again or for the first time: from now on it must be found ``enough``
    times. If it was not due yet, its due date stays."""
    before = next((each for each in moments if each.key == one.key), None)
    if before is None:
        again = msgspec.structs.replace(one, due=_add_days(today, AFTER_DAYS[0]), found=0, times=0)
    else:
        again = msgspec.structs.replace(_reschedule(before, today) if before.due <= today else before, found=0)
    return (again, *(each for each in moments if each.key != one.key))[:MOST]


def take_up(moments: Sequence[Missed], new: Sequence[Missed], today: date) -> tuple[Missed, ...]:
    """Return the list with the moments of a practice that were not on it; these are due tomorrow for the first time."""
    known = {one.key for one in moments}
    for one in new:
        moments = moments if one.key in known else record_miss(moments, one, today)
    return tuple(moments)


def record_success(moments: Sequence[Missed], key: tuple[str, int, int], today: date) -> tuple[Missed, ...]:
    """Return the list after a due moment was found: it is due later, or removed after the last repetition."""
    left = []
    for one in moments:
        if one.key == key and one.due <= today:
            if one.found + 1 >= one.enough:
                continue
            one = msgspec.structs.replace(_reschedule(one, today), found=one.found + 1)
        left.append(one)
    return tuple(left)


def _reschedule(one: Missed, today: date) -> Missed:
    """Return a due moment with the date of its next repetition."""
    times = min(one.times + 1, len(AFTER_DAYS) - 1)
    return msgspec.structs.replace(one, times=times, due=_add_days(today, AFTER_DAYS[times]))


def _add_days(today: date, days: int) -> date:
    return today + timedelta(days=days) if today < date.max - timedelta(days=days) else today


def change(by: Callable[[tuple[Missed, ...]], Sequence[Missed]]) -> None:
    """Apply ``by`` to the list on the disk, which another copy of the program may have changed; raises FolderError."""
    place = path()
    folders.ensure(place.parent)
    with _saving, files.claim_for_update(place):
        before = load()
        after = tuple(by(before))
        if after != before:
            files.write(place, msgspec.json.encode(_Kept(after)), backup=False)


_saving = threading.Lock()
