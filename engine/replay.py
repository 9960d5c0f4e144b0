"""Looking through a game decision by decision, as one seat saw it or as a watcher."""

from __future__ import annotations

from engine.contract import Event, View
from engine.log import visible
from engine.session import Session


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
        return self._course.rules.view(self._course.at(self.turn).state, self.seat)

    def events(self) -> list[Event]:
        """What the seat was told when this position came about."""
        return [event for event in self._course.at(self.turn).events if visible(event, self.seat)]

    def actor(self) -> int | None:
        """Who made the decision that led here; None at the first position."""
        if self.turn == self.first:
            return None
        return self._course.entries[self.turn - self.first - 1].seat

    def beginnings(self, kind: str) -> list[int]:
        """Turns at which an event of this kind was told, to jump to ("round_begins")."""
        return [turn for turn, event in self._course.told(self.seat) if event.kind == kind]
