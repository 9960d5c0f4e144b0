"""Points of a finished game of Legends, how they grew, and what broke a tie."""

from __future__ import annotations

from typing import Any

from engine.contract import View
from engine.session import Session
from scenes.results.score_chart import History

CRITERIA = ("book", "coins", "armies", "regions")
"""Tie-breakers in order."""


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first seats; "" when points decided."""
    first, second = sorted((tuple(row) for row in view["sums"]), reverse=True)[:2]
    if first[0] != second[0]:
        return ""
    found = (name for name, one, other in zip(CRITERIA, first[1:], second[1:], strict=True) if one != other)
    return f"legends.result.tie.{next(found, 'shared')}"


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row[0] for row in session.view(None)["sums"]]


def course(session: Session) -> History:
    """Return the points of every seat after each turn, summed over the games of a full game.

    Changes after the last turn of a game (a leader's last card, points counted at the end) have a row
    of their own if they change the points.
    """
    rules: Any = session.rules
    found: History = []
    seen = (0, 0)
    for position in session.course.positions:
        state = position.state
        now = (len(state.totals), state.turns)
        if now == seen:
            continue
        ended = now[0] > seen[0]
        seen = now
        view = rules.view(state, None)
        if [view["points"]] != found[-1:] if ended else state.turns and view["scores"]:
            found.append(view["points"])
    return found
