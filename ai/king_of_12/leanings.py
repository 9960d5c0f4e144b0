"""What each choice in King of 12 brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts
from engine.contract import View
from games.king_of_12 import cards as c
from games.king_of_12.moves import Kind, Move, decode

SLACK = {"first_evening": 0.35, "novice": 0.3, "skilled": 0.2, "expert": 0.025, "grandmaster": 0.015}
"""Points of a trick for the lower levels, chances to win the game for the others."""

_CARDS: dict[int, dict[str, float]] = {
    c.KNIGHT: {"raids": 1.0, "leader": 0.8, "risk": 0.3, "greatness": -0.6},
    c.SORCERER: {"risk": -0.4, "sets": -0.6, "raids": -0.4, "thrift": 0.2},
    c.ORACLE: {"risk": 1.0, "sets": -0.8, "thrift": 0.3},
    c.ALCHEMIST: {"greatness": 0.9, "risk": 0.5, "raids": -0.6, "thrift": -0.8, "sets": 0.5},
    c.MACHINE: {"greatness": 0.4, "raids": -0.8, "thrift": -0.5, "sets": 0.8},
    c.PARASITE: {"raids": 0.5, "greatness": -1.0, "thrift": 0.9, "leader": 0.4, "sets": 0.2},
    c.GOLEM: {"risk": -1.0, "greatness": 0.8, "thrift": -0.9, "sets": 0.6, "raids": -0.3},
    c.GAMBLER: {"risk": 1.0, "greatness": -0.5, "leader": 0.7, "sets": 0.4},
    c.LADY: {"raids": 0.9, "risk": -0.5, "leader": 0.6, "greatness": 0.2},
    c.MERCHANTS: {"raids": 0.9, "risk": 0.7, "sets": -0.8, "leader": 0.5},
    c.REVERSER: {"sets": -0.9, "thrift": 0.5, "risk": 0.1},
    c.TROUBLEMAKERS: {"raids": 0.9, "leader": 0.9, "risk": 0.6, "sets": -0.9},
    c.COLLECTOR: {"sets": 1.0, "risk": 0.4, "raids": -0.2},
    c.FAUN: {"risk": -0.6, "raids": -0.5, "sets": -0.3},
}
_THEFT: tuple[dict[str, float], ...] = (
    {"raids": -1.0},
    {"raids": 0.5, "greatness": -0.4},
    {"raids": 1.0, "greatness": 0.6},
)
"""By the value of the token that is taken."""
_HIGH = 6.5


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Points or chances given up for a leaning; the same for every decision of a level."""
        return SLACK[level]

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """By the card; strong cards are saved while many tricks are left; a crown is given away, so it counts less."""
        return [_rate_move(view, seat, decode(action)) for action in legal]


def _rate_move(view: View, seat: int, move: Move) -> Amounts:
    if move.kind == Kind.CARD:
        assert move.card is not None
        found = dict(_CARDS.get(move.card, {}))
        found["thrift"] = found.get("thrift", 0.0) * min(1.0, view["hand_sizes"][seat] / 5)
        if move.card == c.ALCHEMIST:
            found["greatness"] = (view["faces"][seat] - _HIGH) / 4
        return found
    if move.kind == Kind.THEFT:
        return _THEFT[move.token]
    if move.kind == Kind.CROWN:
        assert move.card is not None
        return {term: -0.5 * amount for term, amount in _CARDS[move.card].items()}
    return {"greatness": (move.face - _HIGH) / 6} if move.kind == Kind.FACE else NOTHING


STYLE_BIAS = _StyleBias()
