"""What each choice in Tash-Kalar brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts
from engine.chance import SeededChance
from engine.contract import View
from games.tash_kalar import RULES
from games.tash_kalar import actions as act
from games.tash_kalar.cards import Card
from games.tash_kalar.maps import NEAR
from games.tash_kalar.program import OPS
from games.tash_kalar.state import State, side_of

GIVES = {"first_evening": 0.5, "novice": 0.3, "skilled": 0.25, "expert": 0.2, "grandmaster": 0.15}
"""Points."""
_HARM = {OPS.index(name) for name in ("destroy", "convert", "shoot", "downgrade")}
_MAKE = {OPS.index(name) for name in ("upgrade", "place", "draw", "gain")}
_MIDDLE = 4
_GREAT = (-0.5, 0.4, 1.5)
"""Of a common, heroic, legendary being."""


class _Leans:
    def give(self, level: str, view: View) -> float:
        """The same for every choice."""
        return GIVES[level]

    def brings(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Beings by rank and what they do, pieces by their neighbours, targets by whose they are."""
        state = RULES.determinize(view, SeededChance(0))
        side = side_of(state, seat)
        own = theirs = 0
        for number, mask in enumerate(state.men):
            if number // 3 == side:
                own |= mask
            else:
                theirs |= mask
        ahead = _ahead(view, side)
        return [_of(state, action, own, theirs, ahead) for action in legal]


def _ahead(view: View, side: int) -> int:
    """The other side with the most points."""
    scores = view["scores"]
    return max((other for other in range(len(scores)) if other != side), key=lambda other: float(scores[other]))


def _of(state: State, action: int, own: int, theirs: int, ahead: int) -> Amounts:
    if act.TASK <= action < act.COLOUR:
        return {"sets": 1.0}
    if act.SQUARE <= action < act.PLACE:
        return _target(state, act.square_of(action), own, theirs, ahead)
    if act.PLACE <= action < act.PICK:
        square = action - act.PLACE
        with_own = (NEAR[square] & own).bit_count()
        with_theirs = (NEAR[square] & theirs).bit_count()
        row, column = divmod(square, 13)
        off = max(abs(row - _MIDDLE), abs(column - _MIDDLE))
        return {
            "risk": 0.5 * min(2, with_theirs) - 0.3,
            "sets": 0.4 * min(3, with_own) - 0.4,
            "greatness": 0.6 - 0.3 * off,
            "thrift": 0.3 * off - 0.6,
            "raids": 0.3 * min(2, with_theirs) - 0.3 * min(2, with_own),
        }
    if act.SUMMON <= action < act.DISCARD:
        return _summoning(state.book.card(action - act.SUMMON))
    if act.DISCARD <= action < act.RETURN:
        return {"thrift": -0.6, "sets": -0.6, "risk": 0.6}
    if act.FLARE <= action < act.RECALL:
        return {"thrift": -1.0, "risk": 0.4, "leader": 0.6}
    return NOTHING


def _target(state: State, square: int, own: int, theirs: int, ahead: int) -> Amounts:
    bit = 1 << square
    if theirs & bit:
        rank = next(number % 3 for number, mask in enumerate(state.men) if mask & bit)
        led = any(mask & bit for number, mask in enumerate(state.men) if number // 3 == ahead)
        return {"raids": 1.0, "leader": 0.8 if led else -0.4, "greatness": 0.5 * rank}
    if own & bit:
        return {"raids": -0.3}
    near = (NEAR[square] & theirs).bit_count()
    return {"risk": 0.4 * min(2, near) - 0.3, "sets": 0.3 * min(3, (NEAR[square] & own).bit_count()) - 0.3}


def _summoning(card: Card) -> Amounts:
    ops = {step.op for step in card.program}
    return {
        "greatness": _GREAT[card.rank],
        "raids": 0.8 * bool(ops & _HARM) - 0.8 * bool(ops & _MAKE),
        "thrift": -0.2,
        "leader": 0.5 * bool(ops & _HARM),
    }


LEANS = _Leans()
