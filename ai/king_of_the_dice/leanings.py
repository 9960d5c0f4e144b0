"""What each choice in King of the Dice brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import Amounts, leaders
from engine.contract import View
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, TAMER, THIEF
from games.king_of_the_dice.moves import ALL_DICE, Kind, Move, decode

SLACK = {"first_evening": 4.0, "novice": 3.0, "skilled": 0.5, "expert": 0.45, "grandmaster": 0.35}
"""Points. So many cost the lower levels nothing that could be measured (120 games each), and with less their characters
could not be told apart: there is seldom more than one citizen to choose."""
ROLLING = {"first_evening": 0.0, "novice": 0.12, "skilled": 0.3, "expert": 0.3, "grandmaster": 0.25}
"""By the choice of dice."""

_PILES: dict[int, dict[str, float]] = {
    DWARF: {"sets": 1.0, "raids": -0.4, "greatness": -0.2},
    THIEF: {"raids": 0.7, "sets": 0.4, "leader": 0.6, "greatness": -0.5},
    TAMER: {"greatness": 1.0, "raids": -0.2, "sets": -0.3},
    BULLY: {"raids": 1.0, "leader": 0.8, "sets": -0.7},
    LANDOWNER: {"raids": -1.0, "leader": -0.7, "sets": -0.4, "greatness": 0.3},
}

_BUILDING: dict[Kind, dict[str, float]] = {
    Kind.CLAIM: {},
    Kind.LAY: {"greatness": 1.0},
    Kind.TAME: {"greatness": 1.0},
    Kind.ATTACK: {"raids": 1.0},
}


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Low levels judge a hold by chances or not at all, the others by points."""
        return ROLLING[level] if view["phase"] == "roll" else SLACK[level]

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Dice that are rolled again are bold; citizens, jokers and regions go by what they do."""
        ahead = leaders([one["total"] for one in view["scores"]], seat)
        return [_rate_move(view, decode(action), ahead) for action in legal]


def _rate_move(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.kind == Kind.KEEP:
        rolled = (ALL_DICE ^ move.dice).bit_count()
        return {"risk": rolled / 3 - 0.7 if rolled else -1.0, "greatness": 0.1 * (rolled > 3)}
    if move.kind == Kind.HIRE:
        assert move.pile is not None
        return _PILES[move.pile]
    if move.kind == Kind.ALARM:
        return {"thrift": 0.8, "risk": -0.3}
    if move.kind == Kind.JOKER:
        return {"thrift": -1.0, "risk": 0.3, "greatness": 0.4}
    return _place(view, move, ahead) if move.kind in _BUILDING else _theft(view, move, ahead)


def _theft(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.declines:
        return {"raids": -1.0, "leader": -0.5}
    if move.kind == Kind.STEAL_CITIZEN:
        owner = next((seat for seat, cards in enumerate(view["citizens"]) if move.card in cards), None)
        return {"raids": 0.7, "thrift": 0.5, "leader": 1.0 if owner in ahead else -0.4}
    led = 1.0 if move.seat in ahead else -0.4
    return {"leader": led} if move.kind == Kind.FLAME else {"raids": 0.8, "sets": 0.6 + 0.3 * move.gold, "leader": led}


def _place(view: View, move: Move, ahead: Sequence[int]) -> Amounts:
    found = dict(_BUILDING[move.kind])
    found["sets"] = 1.0 if move.region in view["gold"] else 0.7 if move.region in view["white"] else -0.3
    if move.kind == Kind.ATTACK:
        owner = next((seat for seat, marks in enumerate(view["markers"]) if move.region in marks), None)
        found["leader"] = 1.0 if owner in ahead else -0.5
    return found


STYLE_BIAS = _StyleBias()
