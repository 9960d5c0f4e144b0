"""Which catalogue text tells of what happens in a tournament only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Message

Data = Mapping[str, Any]


def _line(name: str, **params: Any) -> Message:
    return Message(f"king_of_12.event.{name}", params)


def _centre_meets(data: Data) -> Message | None:
    return _line("centre_meets", players={"seats": data["seats"]})


def _to_centre(data: Data) -> Message:
    value = data["value"]
    return _line("to_centre", player={"seat": data["seat"]}, value=value)


def _group_unwon(data: Data) -> Message:
    return _line("group_unwon", players={"seats": data["seats"]}, round=data["round"])


def _seats_change(_: Data) -> Message:
    return _line("seats_change")


def _final_begins(data: Data) -> Message:
    return _line("final_begins", players={"seats": data["seats"]})


EVENTS: dict[str, Callable[[Data], Message | None]] = {
    "centre_meets": _centre_meets,
    "to_centre": _to_centre,
    "group_unwon": _group_unwon,
    "seats_change": _seats_change,
    "final_begins": _final_begins,
}
"""Tellers by the kind of the event."""
