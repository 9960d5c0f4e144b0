"""A turn as the parts of one sentence, each with its places on the board.

"Summon Hill Giant on C4 (destroys D4), then claim Corner Chain" has two parts. A game says how its turns are told by
the function of its ``AnalysisProfile``; it gets every decision of the turn with the events that it caused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Event, Message

Decided = tuple[int, Sequence[Event]]
"""An action and the events that it caused."""

WHERE = "where"
"""Parameter with a list of places: parts that differ in it alone are told as one."""
TIMES = "ui.turn.times"


@dataclass(frozen=True, slots=True)
class TurnPart:
    """One thing that a turn does.

    ``said``: what, without its player; ``effects``: what else came of it. ``places`` of the board where it was done,
    ``moves`` from where to where something went, ``lost``: places at which a piece fell. ``decisions``: how many
    decisions of the turn have been made when it is complete. ``leads``: it only leads to what comes after it and is
    left out where the turn is told in short; ``drawn``: it is what dice brought, and stays where that is the point.
    """

    said: Message
    effects: tuple[Message, ...] = ()
    places: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()
    lost: tuple[int, ...] = ()
    decisions: int = 0
    leads: bool = False
    drawn: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """Tells whether two turns do the same."""
        return self.said, self.effects, self.places, self.moves, self.lost


DescribeTurn = Callable[[Sequence[Decided], int], list[TurnPart]]
"""The parts of a turn: (decisions with their events, seat) to parts."""


def place_message(text_id: str, place: Any, **params: Any) -> Message:
    """Build a message about one place that can be told together with others of its kind."""
    return Message(text_id, {**params, WHERE: {"list": [place]}, "n": 1})


def add_effect(
    part: TurnPart,
    effect: Message | None,
    decisions: int,
    *,
    places: tuple[int, ...] = (),
    moves: tuple[tuple[int, int], ...] = (),
    lost: tuple[int, ...] = (),
) -> TurnPart:
    """Return a part with one more effect, and with more places, moves and losses."""
    return replace(
        part,
        effects=part.effects if effect is None else (*part.effects, effect),
        places=(*part.places, *(one for one in places if one not in part.places)),
        moves=(*part.moves, *(one for one in moves if one not in part.moves)),
        lost=(*part.lost, *(one for one in lost if one not in part.lost)),
        decisions=decisions,
    )


def merge_messages(said: Iterable[Message]) -> list[Message]:
    """Join neighbours that differ in their places alone, and count equal places."""
    found: list[Message] = []
    for one in said:
        last = found[-1] if found else None
        if last is not None and WHERE in one.params and WHERE in last.params and _rest(one) == _rest(last):
            places = [*last.params[WHERE]["list"], *one.params[WHERE]["list"]]
            found[-1] = Message(one.id, {**one.params, WHERE: {"list": places}, "n": len(places)})
        else:
            found.append(one)
    return [_count_equal_places(one) for one in found]


def merge_parts(parts: Iterable[TurnPart]) -> list[TurnPart]:
    """Join neighbouring parts without effects that differ in their places alone, for the sentence of a turn."""
    found: list[TurnPart] = []
    for part in parts:
        last = found[-1] if found else None
        if last is not None and not last.effects and not part.effects:
            joined = merge_messages([last.said, part.said])
            if len(joined) == 1:
                places = [*last.said.params[WHERE]["list"], *part.said.params[WHERE]["list"]]
                said = Message(part.said.id, {**part.said.params, WHERE: {"list": places}, "n": len(places)})
                found[-1] = TurnPart(said, decisions=part.decisions)
                continue
        found.append(part)
    return [
        replace(part, said=_count_equal_places(part.said), effects=tuple(merge_messages(part.effects)))
        for part in found
    ]


def _rest(message: Message) -> tuple[str, list[tuple[str, Any]]]:
    """What a message says besides its places."""
    return message.id, [(name, value) for name, value in sorted(message.params.items()) if name not in (WHERE, "n")]


def _count_equal_places(message: Message) -> Message:
    """Name a place that is listed several times once, with the number."""
    listed: Mapping[str, Any] | None = message.params.get(WHERE)
    if listed is None:
        return message
    counted: list[tuple[Any, int]] = []
    for place in listed["list"]:
        at = next((at for at, (known, _) in enumerate(counted) if known == place), None)
        if at is None:
            counted.append((place, 1))
        else:
            counted[at] = (place, counted[at][1] + 1)
    places = [place if times == 1 else {"text": TIMES, "what": place, "times": times} for place, times in counted]
    return Message(message.id, {**message.params, WHERE: {"list": places}})
