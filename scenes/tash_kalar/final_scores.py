"""Points of a finished game of Tash-Kalar, how they grew, and what broke a tie."""

from __future__ import annotations

from engine.contract import View
from engine.session import Session
from games.tash_kalar.cards import RANK_NAMES
from games.tash_kalar.scoring import scores
from scenes.results.score_chart import History, list_points


def points(session: Session) -> list[int]:
    """Return the final points, by seat."""
    view = session.view(None)
    return [view["scores"][side] for side in view["sides"]]


def tie(session: Session, view: View) -> str:
    """Return the text id of the tie-breaker between the first sides; "" when points or a surrender decided."""
    sides = sorted(set(view["sides"]))
    if view["loser"] is not None:
        return ""
    places = dict(zip(view["sides"], session.result(), strict=True))
    first, second = sorted(sides, key=lambda side: places[side])[:2]
    if view["scores"][first] != view["scores"][second]:
        return ""
    if places[first] == places[second]:
        return "tash_kalar.result.tie.shared"
    if view["form"] == "melee" and _others(view, first) != _others(view, second):
        return "tash_kalar.result.tie.colours"
    upgraded = [sum(len(view["pieces"][side][name]) for name in RANK_NAMES[1:]) for side in (first, second)]
    return f"tash_kalar.result.tie.{'upgraded' if upgraded[0] != upgraded[1] else 'pieces'}"


def _others(view: View, side: int) -> list[int]:
    """Return the points of a side by other colour, the weakest first."""
    return sorted(number for other, number in enumerate(view["points"][side]) if other != side)


def course(session: Session) -> History:
    """Return the points of every side after each turn."""
    return list_points(session, scores)
