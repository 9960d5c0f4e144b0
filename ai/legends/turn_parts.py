"""Tells a turn of Legends: the card that is bought, and what its action does on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.contract import Event, Message
from games.event_texts import (
    WHERE,
    Decided,
    TurnPart,
    add_effect,
    place_message,
)
from games.legends.messages import DOMAIN, card_name, region_name, token_name
from games.legends.state import NEUTRAL_OWNER

_BASE = f"{DOMAIN}.turn"


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a turn of a seat, in order."""
    parts: list[TurnPart] = []
    for number, (_, events) in enumerate(decided, 1):
        for event in events:
            if event.data.get("seat") != seat or (event.seats is not None and seat not in event.seats):
                continue
            begun = _begin_part(event)
            if event.kind == "moved" and parts and parts[-1].moves and parts[-1].moves[-1][1] == event.data["from"]:
                parts[-1] = _go_on(parts[-1], event, number)
            elif begun is not None:
                parts.append(TurnPart(begun.said, (), begun.places, begun.moves, begun.lost, number))
            elif parts and event.kind == "token_taken":
                said = Message(f"{_BASE}.token", {"token": token_name(event.data["token"])})
                parts[-1] = add_effect(parts[-1], said, number)
    return [part for part in parts if not _is_round_trip(part)] or parts


def _is_round_trip(part: TurnPart) -> bool:
    """Whether an army has come back to where it began, so that there is nothing to tell."""
    return bool(part.moves) and part.moves[0][0] == part.moves[-1][1]


def _go_on(part: TurnPart, event: Event, number: int) -> TurnPart:
    """An army that has just come goes on: what is told is where it began and where it ends."""
    data = event.data
    way = {**part.said.params[WHERE]["list"][0], "target": region_name(data["to_where"])}
    said = place_message(f"{_BASE}.moved", way)
    return replace(part, said=said, moves=(*part.moves, (data["from"], data["to"])), decisions=number)


def _begin_part(event: Event) -> TurnPart | None:
    """The part that an event begins, if it does."""
    data = event.data
    if event.kind == "first_named":
        return TurnPart(Message(f"{_BASE}.named", {"player": {"seat": data["first"]}}))
    if event.kind == "card_taken":
        card = card_name(data["card"])
        if not data["price"]:
            return TurnPart(Message(f"{_BASE}.card.free", {"card": card}))
        return TurnPart(Message(f"{_BASE}.card", {"card": card, "n": data["price"]}))
    if event.kind == "moved":
        way = {
            "text": f"{_BASE}.way",
            "origin": region_name(data["from_where"]),
            "target": region_name(data["to_where"]),
        }
        return TurnPart(place_message(f"{_BASE}.moved", way), moves=((data["from"], data["to"]),))
    if event.kind == "placed":
        name = "placed" if data["bribed"] is None else "placed.bribed"
    elif event.kind == "built":
        name = "built"
    elif event.kind == "destroyed":
        name = "destroyed.neutral" if data["owner"] == NEUTRAL_OWNER else "destroyed"
    else:
        return None
    region = data["region"]
    params = {"other": {"seat": data["owner"]}} if name == "destroyed" else {}
    said = place_message(f"{_BASE}.{name}", region_name(data["where"]), **params)
    fell = event.kind == "destroyed"
    return TurnPart(said, places=() if fell else (region,), lost=(region,) if fell else ())
