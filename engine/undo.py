"""How far a decision can be taken back: to the last information barrier.

A barrier is a chance draw, secret commitments that came to light, or another person's decision.
What a computer has laid down in secret meanwhile is none: nobody has seen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.history import History
from engine.seats import Seat

POSSIBLE = ""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """A way back: to ``turn`` when ``reason`` is "", else the text id that says why not.

    ``lifted`` tells that a barrier is crossed, which only the try-again option allows.
    """

    turn: int
    reason: str
    lifted: bool = False


def find_undo_point(course: History, seats: Sequence[Seat], asker: int | None, try_again: bool) -> UndoPoint:
    """The way to before the last decision of ``asker`` (None: of whichever person decided last).

    ``try_again`` lifts chance and reveal as long as all others are computers.
    """
    blocked = ""
    alone = sum(seat.is_person for seat in seats) <= 1
    for index in range(len(course.entries) - 1, -1, -1):
        entry = course.entries[index]
        barrier = course.positions[index + 1].barrier
        person = seats[entry.seat].is_person
        mine = entry.seat == asker or (asker is None and person)
        if barrier and not blocked:
            blocked = f"ui.undo.reason.{barrier}"
        if mine:
            if blocked and not (try_again and alone):
                return UndoPoint(course.turn, blocked)
            return UndoPoint(course.base + index, POSSIBLE, bool(blocked))
        if person:
            return UndoPoint(course.turn, "ui.undo.reason.person")
    return UndoPoint(course.turn, "ui.undo.reason.nothing")
