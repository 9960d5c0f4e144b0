"""Tells a turn of Tash-Kalar: pieces placed, cards summoned with what their effects did, tasks claimed, and whatever
happens by the rules of expansions.

Every event of an expansion is a part of its own. What an effect does to pieces belongs to the part that the effect has
begun with, whatever of an expansion has happened meanwhile; a thaw begins an effect itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Event, Message
from games.event_texts import (
    Decided,
    TurnPart,
    add_effect,
    place_message,
)
from games.tash_kalar.cards import DOMAIN
from games.tash_kalar.expansions import find_owner
from games.tash_kalar.messages import card_name, describe, square_name, task_name
from games.tash_kalar.moves import Kind, decode

_BASE = f"{DOMAIN}.turn"
_CHANGES = {"destroyed": "destroys", "converted": "converts", "upgraded": "upgrades", "downgraded": "downgrades",
            "put": "puts", "taken_up": "picks_up"}  # fmt: skip
"""Text of what an effect does to the piece on a square, by kind of event."""


def describe_turn(decided: Sequence[Decided], seat: int) -> list[TurnPart]:
    """Return the parts of a turn of a seat, in order."""
    parts: list[TurnPart] = []
    taken: list[Event] = []
    """Own pieces picked up for want of others, before what is then placed; for a being they are picked up with it."""
    shot = source = -1
    for number, (action, events) in enumerate(decided, 1):
        kind = decode(action).kind
        for event in events:
            owner = find_owner(event)
            line = describe(event) if owner is not None else None
            if event.data.get("seat", seat if owner else None) != seat:
                continue
            if event.seats is not None and seat not in event.seats:
                continue
            if owner is not None and line is not None:
                own = event.kind in owner.turn_texts
                said = Message(f"{owner.code}.turn.{event.kind}", line.params) if own else line
                square = event.data.get("square")
                parts.append(TurnPart(said, places=() if square is None else (square,), decisions=number))
                if source < 0 or (kind is Kind.USE and event is events[0]):
                    source, shot = len(parts) - 1, -1
                continue
            begun = _begin_part(kind, event)
            if begun is not None:
                source = len(parts)
                parts.append(TurnPart(begun[0], places=begun[1], decisions=number))
                for one in taken:
                    parts[-1] = _continue_part(parts[-1], one, -1, number)
                shot, taken = -1, []
            elif event.kind == "taken_up" and kind is Kind.PICK and events[0].kind == "taken_up":
                taken.append(event)
            elif event.kind == "shot":
                shot = event.data["square"]
            elif parts:
                parts[source] = _continue_part(parts[source], event, shot, number)
    for at in range(1, len(parts)):  # what happened within the effect of a part is seen when that is complete
        parts[at] = replace(parts[at], decisions=max(parts[at].decisions, parts[at - 1].decisions))
    return parts


def _begin_part(kind: Kind, event: Event) -> tuple[Message, tuple[int, ...]] | None:
    """What a new part says and where, or None when the event belongs to the part before."""
    data = event.data
    if event.kind == "put" and kind is Kind.PLACE:
        return place_message(f"{_BASE}.placed", square_name(data["square"])), (data["square"],)
    if event.kind == "summoned":
        card = card_name(data["card"], data.get("name", ""))
        return Message(f"{_BASE}.summoned", {"card": card, "square": square_name(data["square"])}), (data["square"],)
    if event.kind == "flare_played":
        return Message(f"{_BASE}.flare"), ()
    if event.kind == "discarded":
        return Message(f"{_BASE}.discarded", {"card": card_name(data["card"], data.get("name", ""))}), ()
    if event.kind == "claimed":
        return Message(f"{_BASE}.claimed", {"task": task_name(data["task"])}), ()
    return (Message(f"{_BASE}.surrendered"), ()) if event.kind == "surrendered" else None


def _continue_part(part: TurnPart, event: Event, shot: int, number: int) -> TurnPart:
    """Add what an event tells to the part that it belongs to."""
    data: Any = event.data
    if event.kind == "moved":
        way = (data["from"], data["to"])
        said = Message(f"{_BASE}.moves", {"origin": square_name(way[0]), "target": square_name(way[1])})
        return add_effect(part, said, number, moves=(way,))
    if event.kind == "actions_gained":
        return add_effect(part, Message(f"{_BASE}.gains", {"n": data["actions"]}), number)
    if event.kind in _CHANGES:
        square = data["square"]
        if event.kind == "put" and data["colour"] != data["side"]:
            name = "becomes_enemy" if square in part.places else "puts_enemy"
            return add_effect(part, place_message(f"{_BASE}.{name}", square_name(square)), number, places=(square,))
        if event.kind in ("put", "taken_up") and square in part.places:
            return add_effect(part, None, number)  # the being itself
        own = event.kind == "destroyed" and data["colour"] == data["side"]
        if own and square in part.places and all(one.id == f"{_BASE}.picks_up" for one in part.effects):
            return add_effect(part, None, number)  # the own piece that made room for it
        said = place_message(f"{_BASE}.{_CHANGES[event.kind]}", square_name(square))
        if event.kind not in ("destroyed", "converted", "taken_up"):
            return add_effect(part, said, number, places=(square,))
        arrows = ((shot, square),) if shot >= 0 else ()
        return add_effect(part, said, number, lost=(square,), moves=arrows)
    return add_effect(part, None, number)
