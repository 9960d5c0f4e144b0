"""What turns of King of the Dice are for: regions, the largest area, gems, flames, citizens, dragons in the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from ai.opponent_registry import Aim, AimRules
from engine.contract import JSON, Event
from games.king_of_the_dice.maps import kingdom, largest_group
from games.king_of_the_dice.messages import citizen_name, region_name
from games.king_of_the_dice.scoring import parts as count_parts
from games.king_of_the_dice.state import CHECK, ROLL, State

WORTH = {
    "gold": 1.5, "attack": 1.4, "area": 1.2, "white": 1.2, "steal": 1.2, "flame": 1.0, "hire": 1.0, "dragon": 0.8,
    "joker": 0.6, "region": 0.5, "more": 0.45, "hires": 0.4, "jokers": 0.35, "points": 0.3,
}  # fmt: skip
_OF_REGION = {"claimed": "region", "tamed": "flame", "dragon_lands": "dragon"}


def find_aims(before: State, after: State, events: Sequence[Event], seat: int) -> Iterable[Aim]:
    """Yield what has come true for a seat between two positions."""
    near = kingdom().arrangements[before.arrangement].near
    was, now = (largest_group(near, state.marks[seat]).bit_count() for state in (before, after))
    if now > was:
        yield ("area",)
    if after.golds[seat] > before.golds[seat]:
        yield ("gold",)
    if after.whites[seat] > before.whites[seat]:
        yield ("white",)
    if after.down[seat].bit_count() > before.down[seat].bit_count():
        yield ("joker",)
    if after.marks[seat].bit_count() > before.marks[seat].bit_count():
        yield ("more",)
    if count_parts(after, seat)["total"] > count_parts(before, seat)["total"]:
        yield ("points",)
    own_turn = list(takewhile(lambda event: event.kind != "turn_begins", events))
    if not any(event.kind == "jokers_used" for event in own_turn):
        yield ("jokers",)
    for event in events:
        data = event.data
        if data.get("seat") != seat:
            continue
        if event.kind in _OF_REGION:
            yield _OF_REGION[event.kind], data["region"]
        elif event.kind == "attacked":
            yield "attack", data["region"], data["victim"]
        elif event.kind in ("gem_stolen", "citizen_stolen"):
            yield "steal", 0, data["victim"]
        elif event.kind == "hired":
            yield "hire", data["pile"]
            yield ("hires",)


def name_subject(state: State, kind: str, number: int) -> dict[str, JSON]:
    """Return the citizen or the region; what is stolen has no name."""
    if kind == "steal":
        return {}
    return {"citizen": citizen_name(number)} if kind == "hire" else {"region": region_name(number)}


def rate_decision(state: State) -> int:
    """Return how telling a decision is: whom to hire, then what to do on the map, then what to keep."""
    return {CHECK: 2, ROLL: 0}.get(state.phase, 1)


AIMS = AimRules(WORTH, find_aims, name_subject, rate_decision=rate_decision)
"""What turns are for (``ai.aims``)."""
