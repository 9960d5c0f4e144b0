"""What a position means for winning, told in points: far behind a bold roll is worth more, far ahead a sure one.

Near the end a point more or less counts only where it decides who wins. So the expert looks at everybody's worth
(``evaluate.own``) through the chance to win that it amounts to, by what a point weighs at this part of the game
(``chance.json``), and tells it in points of a game that stands as this one does.
"""

from __future__ import annotations

from math import exp

from games.king_of_the_dice.state import State

from .chance import JUDGE, part_of
from .evaluate import Evaluator, against_rivals, own

STEEPEST = 60.0
"""Beyond it a chance is nought, whatever the numbers."""
FLATTEST = 1e-3
"""What a point does for the chance, times its weight: never taken for less, for a game may be decided already."""
BESIDES = 0.05
"""How much of a point counts in any case: a game that is decided is played to its end with sense."""


def winning(root: State, seat: int) -> Evaluator:
    """The judge of what a turn from ``root`` may bring to ``seat``: the chance to win, in points.

    A point more than now is worth about one. Other seats' positions it judges by :func:`against_rivals`; so it does the
    own ones with more than two seats, where what harms one rival helps another and chances to win did not win more.
    """
    if root.seats > 2:
        return against_rivals
    slope = JUDGE.tables[str(root.seats)].at_part("land", part_of(root))
    now, _ = _chance(root, seat, slope)
    a_point = slope * max(FLATTEST, now * (1 - now))

    def judge(state: State, who: int) -> float:
        if who != seat:
            return against_rivals(state, who)
        chance, worth = _chance(state, who, slope)
        return (chance - now) / a_point + BESIDES * worth

    return judge


def _chance(state: State, seat: int, slope: float) -> tuple[float, float]:
    """The chance to win that everybody's worth amounts to, and the seat's own worth."""
    worths = [own(state, each) for each in range(state.seats)]
    most = max(worths)
    found = [exp(max(-STEEPEST, slope * (worth - most))) for worth in worths]
    return found[seat] / sum(found), worths[seat]
