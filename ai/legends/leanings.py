"""What each choice in Legends brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts
from engine.contract import View
from games.legends import actions as act
from games.legends.cards import BUILD_CITY, DESTROY_ARMY, MOVE_ARMIES, PLACE_ARMIES, Card, cards

GIVES = {"first_evening": 0.06, "novice": 0.08, "skilled": 0.2, "expert": 0.2, "grandmaster": 0.15}
"""Points."""
USUAL_PRICE, USUAL_NUMBER = 1.2, 3


class _Leans:
    def give(self, level: str, view: View) -> float:
        """Half as much by a single step as by a card."""
        return GIVES[level] if view["phase"] == "take_card" else GIVES[level] / 2

    def brings(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Cards by price, kind and what they let do; pieces by who else is where they go."""
        totals = [one["total"] for one in view["scores"]] if view.get("scores") else [0] * len(view["coins"])
        best = max([total for other, total in enumerate(totals) if other != seat], default=0)
        leaders = [other for other, total in enumerate(totals) if other != seat and total == best]
        return [_of(view, seat, action, leaders) for action in legal]


def _of(view: View, seat: int, action: int, leaders: Sequence[int]) -> Amounts:
    if action < act.DONE:
        own = {cards()[each].adjective for each in view["cards"][seat]} - {""}
        return _card(cards()[view["row"][action]], view["prices"][action], own)
    if act.BID <= action < act.START:
        bid = action - act.BID
        return {"thrift": 0.5 - bid / 2, "risk": bid / 2 - 0.5}
    base, region = action - action % act.WIDTH, action % act.WIDTH
    if base in (act.PLACE, act.TO):
        return _there(view, seat, region, leaders)
    if base == act.FROM:
        return {term: -0.5 * amount for term, amount in _there(view, seat, region, leaders).items()}
    if base == act.CITY:
        return {"raids": -1.0, "thrift": -0.4}
    if act.DESTROY <= action < act.BRIBE:
        owner = (action - act.DESTROY) // act.WIDTH
        return {"raids": 1.0, "leader": 1.0 if owner in leaders else -0.6}
    return NOTHING


def _card(card: Card, price: int, own: set[str]) -> Amounts:
    most = max(number for _, number in card.actions)
    kinds = {kind for kind, _ in card.actions}
    scoring = any(ability[0].startswith(("vp_", "set_")) for ability in card.abilities)
    raids = 1.0 * (DESTROY_ARMY in kinds) - 1.0 * (BUILD_CITY in kinds) - 0.4 * (kinds == {PLACE_ARMIES})
    return {
        "thrift": (USUAL_PRICE - price) / 1.5,
        "sets": 0.8 * scoring + 0.7 * (card.adjective in own) + 0.3 * bool(card.amount("elixir")) - 0.5,
        "greatness": (most - USUAL_NUMBER) / 2,
        "risk": 0.7 * (MOVE_ARMIES in kinds)
        + 0.5 * bool(card.amount("flying"))
        - 1.0 * bool(card.amount("immune"))
        - 0.3,
        "raids": raids,
        "leader": 0.7 * (DESTROY_ARMY in kinds),
    }


def _there(view: View, seat: int, region: int, leaders: Sequence[int]) -> Amounts:
    """How it is to go to a region: whether others are there, and the leader among them."""
    others = sum(armies[region] for other, armies in enumerate(view["armies"]) if other != seat)
    others += view["neutral"][region]
    held = view["control"][region]
    led = any(view["armies"][other][region] for other in leaders)
    return {
        "risk": 0.6 if others else -0.4,
        "raids": 0.8 if held not in (-1, seat) else -0.3,
        "leader": 0.8 if led else -0.2,
    }


LEANS = _Leans()
