"""Which events of a game please or strike a player: rows of data that each game's table brings along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Event
from sprites.base.portrait import Mood


@dataclass(frozen=True, slots=True)
class Reaction:
    """An event that shows in a portrait.

    ``who`` is the field of the event's data that names the player or the players (``lost.colour``: a field within a
    field), ``where`` what the data must be, ``by`` a field that must name another player: nobody is struck by what he
    does himself.
    """

    event: str
    mood: Mood
    who: str = "seat"
    where: Mapping[str, object] = field(default_factory=dict)
    by: str = ""


def find_moods(reactions: Sequence[Reaction], event: Event) -> Iterator[tuple[Mood, str, int]]:
    """Return the moods that an event causes: each with the field that named the player, and what stood there."""
    for one in reactions:
        if one.event != event.kind or any(event.data.get(name) != value for name, value in one.where.items()):
            continue
        named = _look_up(event.data, one.who)
        if one.by and named == _look_up(event.data, one.by):
            continue
        for who in named if isinstance(named, list | tuple) else (named,):
            if isinstance(who, int):
                yield one.mood, one.who, who


def _look_up(data: Any, path: str) -> Any:
    for name in path.split("."):
        data = data.get(name) if isinstance(data, Mapping) else None
    return data
