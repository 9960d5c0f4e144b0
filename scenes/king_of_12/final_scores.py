"""Points of a finished game of King of 12, and how they grew."""

from __future__ import annotations

from typing import Any

from engine.session import Session
from games.king_of_12.rounds import totals
from scenes.results.score_chart import History, get_history


def course(session: Session) -> History:
    """Return the total points by seat after each change, also for tournaments."""
    found: History = []
    for position in session.course.positions:
        state: Any = position.state
        now = totals(state)
        if not found or found[-1] != now:
            found.append(now)
    return found


def points(session: Session) -> list[int]:
    """Return the points of all rounds, by seat."""
    return get_history(session, course)[-1]
