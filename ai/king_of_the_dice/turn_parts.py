"""Tells a turn of King of the Dice: what was kept, the result, the citizen hired, and what was done on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Event, Message
from games.event_texts import (
    WHERE,
    Decided,
    TurnPart,
    add_effect,
)
from games.king_of_the_dice.dice import nets, to_colour, to_number
from games.king_of_the_dice.messages import DOMAIN, citizen_name, colour_name, region_name

_BASE = f"{DOMAIN}.turn"


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a turn of a seat, in order."""
    parts: list[TurnPart] = []
    faces: Sequence[int] = ()
    for number, (_, events) in enumerate(decided, 1):
        for event in events:
            if event.seats is not None and seat not in event.seats:
                continue
            begun = _begin_part(event, seat, faces)
            if event.kind == "rolled":
                faces = event.data["faces"]
            if begun is not None:
                parts.append(replace(begun, decisions=number))
            elif parts and event.kind == "gem_taken" and event.data.get("seat") == seat:
                gem = "gold" if event.data["gold"] else "white"
                parts[-1] = add_effect(parts[-1], Message(f"{_BASE}.gem.{gem}"), number)
    return parts


def _begin_part(event: Event, seat: int, faces: Sequence[int]) -> TurnPart | None:
    """The part that an event begins, if it does; ``faces`` of the dice before it."""
    data = event.data
    if data.get("seat") != seat:
        return None
    if event.kind == "rolled":
        if not data["kept"]:
            return TurnPart(Message(f"{_BASE}.rolled.all"), leads=True)
        kept = sorted((nets()[at][(faces or data["faces"])[at]] for at in data["kept"]), reverse=True)
        dice = {"list": [_name_die(sign) for sign in kept]}
        return TurnPart(Message(f"{_BASE}.kept", {WHERE: dice, "roll": data["roll"]}), leads=True)
    if event.kind == "result_stands":
        faces = sorted(data["faces"], reverse=True)
        return TurnPart(Message(f"{_BASE}.result", {"dice": " ".join(map(str, faces))}), leads=True, drawn=True)
    if event.kind == "jokers_used":
        said = Message(f"{_BASE}.joker", {"number": data["number"], "colour": colour_name(data["colour"])})
        return TurnPart(said, leads=True)
    if event.kind == "hired":
        return TurnPart(Message(f"{_BASE}.hired", {"citizen": citizen_name(data["pile"])}))
    if event.kind == "alarm":
        return TurnPart(Message(f"{_BASE}.alarm"))
    if event.kind in ("claimed", "tamed", "attacked", "dragon_lands"):
        said = Message(f"{_BASE}.{event.kind}", {"region": region_name(data["region"])})
        fell = (data["region"],) if event.kind == "attacked" else ()
        return TurnPart(said, places=(data["region"],), lost=fell)
    if event.kind == "gem_stolen":
        return TurnPart(Message(f"{_BASE}.gem_stolen", {"victim": {"seat": data["victim"]}}))
    if event.kind == "citizen_stolen":
        return TurnPart(Message(f"{_BASE}.citizen_stolen", {"victim": {"seat": data["victim"]}}))
    return None


def _name_die(sign: int) -> dict[str, Any]:
    """Parameter for what a die shows: colour and number."""
    return {"text": f"{_BASE}.die", "number": to_number(sign), "colour": colour_name(to_colour(sign))}
