"""A game at an earlier position, and as it would have gone on from there."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.chance import LoggedChance, ReplayedChance
from engine.history import Entry
from engine.seats import Seat
from engine.session import Session
from engine.storage.save_format import Progress


class Rewound(Session):
    """A read-only session at an earlier position, for showing it on a table.

    It is not saved and accepts no decisions; ``whole``, the history of the game itself, is not changed.
    """

    def __init__(self, whole: Session, turn: int | None = None) -> None:
        self.whole = whole.course
        super().__init__(whole.record(), whole.course.until(whole.turn if turn is None else turn), None)

    @property
    def first(self) -> int:
        """First available turn."""
        return self.whole.base

    @property
    def last(self) -> int:
        """Last available turn."""
        return self.whole.turn

    def go(self, turn: int) -> None:
        """Move to this turn, or the nearest available one; subscribers get events only of a single step forward."""
        turn = max(self.first, min(turn, self.last))
        if turn == self.turn:
            return
        one_on = turn == self.turn + 1
        self._course = self.whole.until(turn)
        self._tell("decision" if one_on else "reset")

    def submit(self, seat: int, action: int) -> None:
        """Always raises ValueError."""
        raise ValueError("the game is only looked at")

    def undo_check(self, seat: int | None) -> tuple[bool, str]:
        """Return (False, text id of the reason): a replay has nothing to undo."""
        return False, "ui.undo.reason.nothing"

    def undo(self, seat: int | None) -> None:
        """Always raises ValueError."""
        raise ValueError("ui.undo.reason.nothing")

    def redo_check(self) -> tuple[bool, str]:
        """Return (False, text id of the reason): a replay has nothing to redo."""
        return False, "ui.undo.reason.no_redo"

    def play_on(self, seats: Sequence[Seat], seed: str, autosave: Path | None) -> Session:
        """Return a new game that goes on from this position with another ``seed``; it counts as assisted."""
        save = msgspec.structs.replace(
            self.record(), id=os.urandom(8).hex(), secret="", seats=tuple(seats), seed=seed, assisted=True, over=False,
            try_again=True, result=(), progress=Progress("", {}),
        )  # fmt: skip
        return Session(save, self.whole.until(self.turn), autosave)


def follow_branch(whole: Session, turn: int, entries: Sequence[Entry]) -> Session:
    """Return a game as it would have gone on after ``turn`` decisions by these entries, with their recorded chance.

    It is not saved. Raises ValueError when an entry cannot be played.
    """
    course = whole.course.until(turn)
    course.entries, course.positions = course.entries[:], course.positions[:]
    try:
        for entry in entries:
            course.play(entry.seat, entry.action, LoggedChance(ReplayedChance(entry.draws)))
    except Exception as error:  # entries come from a file, and the rules may have changed since
        raise ValueError(f"turn {course.turn}: {error!r}") from error
    last = course.last.state
    save = msgspec.structs.replace(
        whole.record(), id=os.urandom(8).hex(), assisted=True, over=not course.last.owing,
        result=course.rules.result(last),
    )  # fmt: skip
    return Session(save, course, None)
