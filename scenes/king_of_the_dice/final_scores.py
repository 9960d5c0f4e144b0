"""Points of a finished game of King of the Dice, how they grew, and what broke a tie."""

from __future__ import annotations

from engine.contract import View
from engine.session import Session
from games.king_of_the_dice.scoring import parts
from scenes.results.score_chart import History, list_points


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    return [row["total"] for row in session.view(None)["scores"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first seats; "" when points decided."""
    first, second = sorted((row["total"] for row in view["scores"]), reverse=True)[:2]
    if first != second:
        return ""
    return f"king_of_the_dice.result.tie.{'shared' if session.result().count(1) > 1 else 'flames'}"


def course(session: Session) -> History:
    """Return the points of every seat after each turn."""
    return list_points(session, lambda state: [parts(state, seat)["total"] for seat in range(state.seats)])
