"""How far decisions can be undone: back to the last information barrier.

Barriers are random results, revealed secret decisions, and decisions of other persons. A computer's secret decision
that nobody has seen is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.history import History
from engine.seats import Seat

POSSIBLE = ""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """Where undo leads: ``turn``, or the text id in ``reason`` why it is impossible.

    ``lifted``: a barrier is crossed, which only the try-again option allows.
    """

    turn: int
    reason: str
    lifted: bool = False


def find_undo_point(course: History, seats: Sequence[Seat], asker: int | None, try_again: bool) -> UndoPoint:
    """Return the point before the last decision of ``asker`` (None: of the last person).

    ``try_again`` lifts chance and reveal barriers if all others are computers.
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
