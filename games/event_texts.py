"""Tables from event kinds to catalogue texts: ``kind -> (id, params)``, and the one function that reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Event, Message

Data = Mapping[str, Any]
Value = str | Callable[[Data], Any]
"""A parameter: the key of the event's data to copy, or a function of the data. A parameter that is None is left out."""

Row = tuple[str, Mapping[str, Value]]
"""Id of a text below the game's id, as a format string over the event's data, and its parameters."""

Table = Mapping[str, Row | Callable[[Data], Row | None]]
"""Row by event kind, or a function that picks the row from the data; None: the event is not worth a line."""


def tell(game: str, table: Table, event: Event) -> Message | None:
    """Build the message of an event; None when the table has no line for it."""
    row = table.get(event.kind)
    if callable(row):
        row = row(event.data)
    if row is None:
        return None
    data = event.data
    id_, params = row
    values = {name: data[value] if isinstance(value, str) else value(data) for name, value in params.items()}
    return Message(
        f"{game}.{id_.format_map(data)}", {name: value for name, value in values.items() if value is not None}
    )


def constant(value: Any) -> Callable[[Data], Any]:
    """Parameter with a value that does not depend on the data."""
    return lambda _: value


def seat(key: str = "seat") -> Callable[[Data], Any]:
    """Parameter that stands for the name of the seat under a key of the data; None when there is no seat."""
    return lambda data: None if data[key] is None else {"seat": data[key]}


def seats(key: str = "seats") -> Callable[[Data], Any]:
    """Parameter that stands for the names of all seats under a key of the data."""
    return lambda data: {"seats": data[key]}


def letter_seats(key: str = "seats") -> dict[str, Value]:
    """Parameters ``a`` to ``d`` that stand for the names of up to four seats, one each."""
    return {letter: _nth_seat(key, number) for number, letter in enumerate("abcd")}


def _nth_seat(key: str, number: int) -> Callable[[Data], Any]:
    return lambda data: {"seat": data[key][number]} if number < len(data[key]) else None


PLAYER: Mapping[str, Value] = {"player": seat()}
"""Parameters of a line about the seat of the event."""


def name_handicap(game: str) -> Row:
    """Row of the event ``handicap``: whose it is, how many steps, and what they give together."""
    return "event.handicap", {
        **PLAYER,
        "n": "step",
        "what": lambda data: {"text": f"{game}.handicap.sum.{data['step']}"},
    }
