"""Looking through a game decision by decision, as one seat saw it or as a watcher."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.contract import Event, View
from engine.history import visible
from engine.seats import Seat
from engine.session import Session
from engine.storage.save_format import Progress


class Replay:
    """A place in the course of a game that can be moved; shows what the session's filter lets through.

    ``seat`` is the seat whose eyes are used, None = a watcher.
    """

    def __init__(self, session: Session, seat: int | None) -> None:
        self._course = session.course
        self.seat = seat
        self.turn = self.first

    @property
    def first(self) -> int:
        """The first turn that can be shown (0 unless a snapshot has taken over)."""
        return self._course.base

    @property
    def last(self) -> int:
        """The last turn that can be shown."""
        return self._course.turn

    def go(self, turn: int) -> None:
        """Move to the position after so many decisions, or as near as there is one."""
        self.turn = max(self.first, min(turn, self.last))

    def view(self) -> View:
        """What the seat knew then."""
        return self._course.rules.view(self._course.get_position(self.turn).state, self.seat)

    def events(self) -> list[Event]:
        """What the seat was told when this position came about."""
        return [event for event in self._course.get_position(self.turn).events if visible(event, self.seat)]

    def actor(self) -> int | None:
        """Who made the decision that led here; None at the first position."""
        if self.turn == self.first:
            return None
        return self._course.entries[self.turn - self.first - 1].seat

    def beginnings(self, kind: str) -> list[int]:
        """Turns at which an event of this kind was told, to jump to ("round_begins")."""
        return [turn for turn, event in self._course.list_events(self.seat) if event.kind == kind]


class Rewound(Session):
    """A game as it was after some of its decisions: a table can be laid with it, which nobody plays at.

    It is kept nowhere, and no decision can be made in it; ``whole`` is the game itself, which is left alone.
    """

    def __init__(self, whole: Session, turn: int | None = None) -> None:
        self.whole = whole.course
        super().__init__(whole.record(), whole.course.until(whole.turn if turn is None else turn), None)

    @property
    def first(self) -> int:
        """The first turn that can be shown."""
        return self.whole.base

    @property
    def last(self) -> int:
        """The last turn that can be shown."""
        return self.whole.turn

    def go(self, turn: int) -> None:
        """To the position after so many decisions, or as near as there is one; one step on is told with its events."""
        turn = max(self.first, min(turn, self.last))
        if turn == self.turn:
            return
        one_on = turn == self.turn + 1
        self._course = self.whole.until(turn)
        self._tell("decision" if one_on else "reset")

    def submit(self, seat: int, action: int) -> None:
        """Nothing is decided here any more; raises ValueError."""
        raise ValueError("the game is only looked at")

    def undo_check(self, seat: int | None) -> tuple[bool, str]:
        """Nothing is taken back."""
        return False, "ui.undo.reason.nothing"

    def undo(self, seat: int | None) -> None:
        """Nothing is taken back; raises ValueError."""
        raise ValueError("ui.undo.reason.nothing")

    def redo_check(self) -> tuple[bool, str]:
        """Nothing is made again."""
        return False, "ui.undo.reason.no_redo"

    def play_on(self, seats: Sequence[Seat], seed: str, autosave: Path | None) -> Session:
        """A new game that begins at this position, and counts as one with help; what comes has another ``seed``."""
        save = msgspec.structs.replace(
            self.record(), id=os.urandom(8).hex(), secret="", seats=tuple(seats), seed=seed, assisted=True, over=False,
            try_again=True, result=(), progress=Progress("", {}),
        )  # fmt: skip
        return Session(save, self.whole.until(self.turn), autosave)
