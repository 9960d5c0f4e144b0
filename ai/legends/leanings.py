"""What each choice in Legends brings of the terms that characters lean towards (see ``ai.leanings``)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.leanings import NOTHING, Amounts, leaders
from engine.contract import View
from games.legends.cards import BUILD_CITY, DESTROY_ARMY, MOVE_ARMIES, PLACE_ARMIES, Card, cards
from games.legends.moves import Kind, Move, decode

SLACK = {"first_evening": 0.04, "novice": 0.06, "skilled": 0.5, "expert": 0.4, "grandmaster": 0.3}
"""Points: as many as leave a character within 60 rating points of its level (with 0.25 a novice who loves raids lost
140, with 0.1 73 ± 29, with 0.07 63 ± 13), and enough to tell it from the others (with 0.2 skilled ones were taken for
each other)."""
USUAL_PRICE, USUAL_NUMBER = 1.2, 3


class _StyleBias:
    def slack(self, level: str, view: View) -> float:
        """Half as much by a single step as by a card."""
        return SLACK[level] if view["phase"] == "take_card" else SLACK[level] / 2

    def amounts(self, view: View, seat: int, legal: Sequence[int]) -> list[Amounts]:
        """Cards by price, kind and what they let do; pieces by who else is where they go, and what is held there."""
        totals = [one["total"] for one in view["scores"]] if view.get("scores") else [0] * len(view["coins"])
        ahead = leaders(totals, seat)
        return [_rate_move(view, seat, decode(action), ahead) for action in legal]


def _rate_move(view: View, seat: int, move: Move, ahead: Sequence[int]) -> Amounts:
    if move.kind == Kind.CARD:
        own = {cards()[each].adjective for each in view["cards"][seat]} - {""}
        return _card(cards()[view["row"][move.number]], view["prices"][move.number], own)
    if move.kind == Kind.BID:
        return {"thrift": 0.5 - move.number / 2, "risk": move.number / 2 - 0.5}
    if move.kind == Kind.CITY:
        return {"raids": -1.0, "thrift": -0.4}
    if move.kind == Kind.DESTROY:
        return {"raids": 1.0, "leader": 1.0 if move.owner in ahead else -0.6}
    if move.region is None or move.kind not in (Kind.PLACE, Kind.TO, Kind.FROM):
        return NOTHING
    there = _rate_region(view, seat, move.region, ahead)
    return {term: -0.5 * amount for term, amount in there.items()} if move.kind == Kind.FROM else there


def _card(card: Card, price: int, own: set[str]) -> Amounts:
    most = max(number for _, number in card.actions)
    kinds = {kind for kind, _ in card.actions}
    scoring = any(ability[0].startswith(("vp_", "set_")) for ability in card.abilities)
    raids = 1.0 * (DESTROY_ARMY in kinds) - 1.0 * (BUILD_CITY in kinds) - 0.4 * (kinds == {PLACE_ARMIES})
    return {
        "thrift": (USUAL_PRICE - price) / 1.5,
        "sets": 0.8 * scoring + 0.7 * (card.adjective in own) + 0.3 * bool(card.amount("elixir")) - 0.5,
        "greatness": (most - USUAL_NUMBER) / 2,
        "risk": 0.7 * bool({MOVE_ARMIES, DESTROY_ARMY} & kinds)
        + 0.5 * bool(card.amount("flying"))
        - 1.0 * bool(card.amount("immune"))
        - 0.3,
        "raids": raids,
        "leader": 0.7 * (DESTROY_ARMY in kinds),
    }


def _rate_region(view: View, seat: int, region: int, ahead: Sequence[int]) -> Amounts:
    """How it is to go to a region: whether others are there, and the leader among them; whether it belongs with other
    its own regions, for players who collect islands."""
    others = sum(armies[region] for other, armies in enumerate(view["armies"]) if other != seat)
    others += view["neutral"][region]
    held = view["control"][region]
    led = any(view["armies"][other][region] for other in ahead)
    island = next(regions for regions in view["islands"] if region in regions)
    own = any(view["control"][each] == seat for each in island if each != region)
    return {
        "risk": 0.6 if others else -0.4,
        "raids": 0.8 if held not in (-1, seat) else -0.3,
        "leader": 0.8 if led else -0.2,
        "sets": 0.7 if own else -0.4,
    }


STYLE_BIAS = _StyleBias()
