"""The choices of Legends as the table offers them: which action a region, a piece or a button stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import View
from games.legends import actions as act
from games.legends.actions import WIDTH
from games.legends.tokens import PORTALS
from maps.readers.legends import Chart

NEUTRAL = 4
ON_MAP = frozenset(
    {"start", "joint", "token", "neutral", "place", "move_from", "move_to", "city", "knight_army", "destroy"}
)
"""Phases whose choices are regions."""
OWNED = frozenset({"place", "destroy"})


def region_of(action: int) -> int | None:
    """The region an action is about, if it is about one."""
    return action % WIDTH if act.START <= action < act.OWN_SEGMENT else None


def owner_of(action: int) -> int | None:
    """Whose army is destroyed, or whose city is bribed."""
    if act.DESTROY <= action < act.BRIBE:
        return (action - act.DESTROY) // WIDTH
    if act.BRIBE <= action < act.OWN_SEGMENT:
        return (action - act.BRIBE) // WIDTH
    return None


def by_region(legal: Sequence[int]) -> dict[int, list[int]]:
    """Region → the actions that are about it."""
    found: dict[int, list[int]] = {}
    for action in legal:
        region = region_of(action)
        if region is not None:
            found.setdefault(region, []).append(action)
    return found


def cost(view: View, chart: Chart, action: int) -> int | None:
    """What a choice costs, to be shown in a disc: move points or coins; None when nothing."""
    region = region_of(action)
    if region is None:
        return None
    if act.TO <= action < act.CITY:
        origin = view["picked"]
        return None if origin is None else step_cost(view, chart, origin, region)
    if action >= act.BRIBE:
        return 1
    return None


def step_cost(view: View, chart: Chart, origin: int, target: int) -> int:
    """Move points of a step: 1 by land or through the portals, else 3 less Flying, at least 1."""
    pair = (min(origin, target), max(origin, target))
    if pair in chart.land:
        return 1
    portals = [region for token, region in view["tokens"] if token in PORTALS]
    if len(portals) == 2 and set(pair) == set(portals):
        return 1
    return sea_cost(view)


def sea_cost(view: View) -> int:
    """Move points of a sea crossing for the one whose turn it is."""
    return max(1, 3 - int(view["bonuses"][view["active"]]["flying"]))


def is_cards(view: View) -> bool:
    """Whether a card of the row is being chosen."""
    return view["phase"] in ("take_card", "last_card")


def options_of_card(view: View) -> list[tuple[str, int]]:
    """The actions printed on the card being used, as (kind, number with the bonuses)."""
    from games.legends.cards import KINDS, cards

    if view["card"] is None:
        return []
    bonus: dict[str, Any] = view["bonuses"][view["active"]]
    more = {"place": bonus["army"], "move": bonus["move"]}
    return [(KINDS[kind], number + more.get(KINDS[kind], 0)) for kind, number in cards()[view["card"]].actions]
