"""What can be asked of a finished game by data: its events, its result and its last view, as one seat knows them.

Goals and deeds are data in this small vocabulary, so no table counts anything and nothing here knows a game. In a
condition on an event's data ``"me"`` is the asking seat, ``"others"`` any other, ``{"least": 3}`` and ``{"most": 3}`` a
number's bounds; of a list it is enough that one entry fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Event, View
from engine.session import Session

ME, OTHERS = "me", "others"
LEAST, MOST = "least", "most"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a finished game by the seat that asks; ``turns`` by event how many decisions had been made."""

    seat: int
    seats: int
    result: Sequence[int]
    events: Sequence[Event]
    view: View
    turns: Sequence[int] = ()


def collect(session: Session, seat: int) -> Facts:
    """What a seat knows of a finished game."""
    told = session.events_for(seat)
    events, turns = [event for _, event in told], [turn for turn, _ in told]
    return Facts(seat, len(session.seats), session.result(), events, session.view(seat), turns)


def fits(event: Event, kind: str, where: Mapping[str, Any], seat: int) -> bool:
    """Whether an event is of a kind and its data are as they are asked for."""
    return event.kind == kind and all(_fits(event.data.get(name), wanted, seat) for name, wanted in where.items())


def _fits(found: Any, wanted: Any, seat: int) -> bool:
    if isinstance(found, list):
        return any(_fits(each, wanted, seat) for each in found)
    if wanted == ME:
        return bool(found == seat)
    if wanted == OTHERS:
        return found is not None and bool(found != seat)
    if isinstance(wanted, dict):
        number = type(found) is int
        return number and wanted.get(LEAST, found) <= found <= wanted.get(MOST, found)
    return type(found) is type(wanted) and bool(found == wanted)


def standing(facts: Facts, path: str) -> int:
    """The number that stands in the last view at a path (of a list how long it is), where ``me`` is the asking seat."""
    return _number(_read_path(facts.view, path, facts.seat))


def lead(facts: Facts, path: str) -> int:
    """Lead of the asking seat's number at a path over the best other one."""
    numbers = [_number(_read_path(facts.view, path, seat)) for seat in range(facts.seats)]
    return numbers[facts.seat] - max((each for seat, each in enumerate(numbers) if seat != facts.seat), default=0)


def _read_path(view: Any, path: str, seat: int) -> Any:
    """What stands at a path of a view; None where there is nothing."""
    for step in path.split("."):
        if step == ME and isinstance(view, list):
            view = view[seat] if seat < len(view) else None
        else:
            view = view.get(step) if isinstance(view, dict) else None
    return view


def _number(value: Any) -> int:
    return len(value) if isinstance(value, list) else value if type(value) is int else 0
