"""What each choice in King of the Dice brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts
from engine.contract import View
from games.king_of_the_dice import actions as act
from games.king_of_the_dice.cards import BULLY, DWARF, LANDOWNER, PILES, TAMER, THIEF
from games.king_of_the_dice.maps import REGIONS

GIVES = {"first_evening": 0.8, "novice": 0.7, "skilled": 0.5, "expert": 0.45, "grandmaster": 0.35}
"""Points."""
ROLLING = {"first_evening": 0.0, "novice": 0.05, "skilled": 0.3, "expert": 0.3, "grandmaster": 0.25}
"""By the choice of dice."""
DICE = 6

_PILES: dict[int, dict[str, float]] = {
    DWARF: {"sets": 1.0, "raids": -0.4, "greatness": -0.2},
    THIEF: {"raids": 0.7, "sets": 0.4, "leader": 0.6, "greatness": -0.5},
    TAMER: {"greatness": 1.0, "raids": -0.2, "sets": -0.3},
    BULLY: {"raids": 1.0, "leader": 0.8, "sets": -0.7},
    LANDOWNER: {"raids": -1.0, "leader": -0.7, "sets": -0.4, "greatness": 0.3},
}

_BUILDING: dict[int, dict[str, float]] = {
    act.CLAIM: {},
    act.LAY: {"greatness": 1.0},
    act.TAME: {"greatness": 1.0},
    act.ATTACK: {"raids": 1.0},
}


class _Leans:
    def give(self, level: str, view: View) -> float:
        """Low levels judge a hold by chances or not at all, the others by points."""
        return ROLLING[level] if view["phase"] == "roll" else GIVES[level]

    def brings(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Dice that are rolled again are bold; citizens, jokers and regions go by what they do."""
        totals = [one["total"] for one in view["scores"]]
        others = [total for other, total in enumerate(totals) if other != seat]
        best = max(others)
        leaders = [other for other, total in enumerate(totals) if other != seat and total == best]
        return [_of(view, action, leaders) for action in legal]


def _of(view: View, action: int, leaders: Sequence[int]) -> Amounts:
    if action <= act.STOP:
        rolled = DICE - action.bit_count()
        return {"risk": rolled / 3 - 0.7 if rolled else -1.0, "greatness": 0.1 * (rolled > 3)}
    if act.HIRE <= action < act.HIRE + PILES:
        return _PILES[action - act.HIRE]
    if act.ALARM <= action <= act.ALARM_ALONE:
        return {"thrift": 0.8, "risk": -0.3}
    if act.JOKER <= action < act.CLAIM:
        return {"thrift": -1.0, "risk": 0.3, "greatness": 0.4}
    if act.STEAL_NO_CITIZEN <= action < act.FLAME_OF + 10:
        return _theft(view, action, leaders)
    return _place(view, action, leaders)


def _theft(view: View, action: int, leaders: Sequence[int]) -> Amounts:
    if action in (act.STEAL_NO_CITIZEN, act.STEAL_NO_GEM):
        return {"raids": -1.0, "leader": -0.5}
    if action >= act.FLAME_OF:
        return {"leader": 1.0 if action - act.FLAME_OF in leaders else -0.4}
    if action >= act.STEAL_GEM:
        owner, gold = divmod(action - act.STEAL_GEM, 2)
        return {"raids": 0.8, "sets": 0.6 + 0.3 * gold, "leader": 1.0 if owner in leaders else -0.4}
    card = action - act.STEAL_CITIZEN
    owned = next((seat for seat, cards in enumerate(view["citizens"]) if card in cards), -1)
    return {"raids": 0.7, "thrift": 0.5, "leader": 1.0 if owned in leaders else -0.4}


def _place(view: View, action: int, leaders: Sequence[int]) -> Amounts:
    base = next((base for base in _BUILDING if base <= action < base + REGIONS), None)
    if base is None:
        return NOTHING
    region = action - base
    found = dict(_BUILDING[base])
    gem = 1.0 if region in view["gold"] else 0.7 if region in view["white"] else -0.3
    found["sets"] = gem
    if base == act.ATTACK:
        owner = next((seat for seat, marks in enumerate(view["markers"]) if region in marks), -1)
        found["leader"] = 1.0 if owner in leaders else -0.5
    return found


LEANS = _Leans()
