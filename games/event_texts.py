"""Sentences about a game: of its events, by tables from kinds to catalogue texts, and of a turn, by parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Event, Message

# Tables from event kinds to catalogue texts: ``kind -> (id, params)``, and the one function that reads them.

Data = Mapping[str, Any]
Value = str | Callable[[Data], Any]
"""A parameter: the key of the event's data to copy, or a function of the data. A parameter that is None is left out."""

Row = tuple[str, Mapping[str, Value]]
"""Id of a text below the game's id, as a format string over the event's data, and its parameters."""

Table = Mapping[str, Row | Callable[[Data], Row | None]]
"""Row by event kind, or a function that picks the row from the data; None: the event is not worth a line."""


def tell(game: str, table: Table, event: Event) -> Message | None:
    """Return the message of an event, by its row in the table; None if there is no row for it."""
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


def explain_line(what: int | Event, line: Message | None, shared: Mapping[str, str]) -> Message | None:
    """Return the text that explains the rule behind the line of an action or event; None without a line.

    ``shared``: id of a line → id of a line with the same explanation; a twist is explained by its help text."""
    if line is None:
        return None
    if isinstance(what, Event) and what.kind == "twist":
        return Message(f"{line.id}.help")
    return Message(f"{shared.get(line.id, line.id)}.why", line.params)


def constant(value: Any) -> Callable[[Data], Any]:
    """Return a parameter function for a fixed value."""
    return lambda _: value


def seat(key: str = "seat") -> Callable[[Data], Any]:
    """Return a parameter function for the name of the seat in ``data[key]``; it gives None if there is no seat."""
    return lambda data: None if data[key] is None else {"seat": data[key]}


def name_seats(data: Data) -> dict[str, Any]:
    """Return the parameter for the names of all seats of the event."""
    return {"seats": data["seats"]}


def letter_seats(data: Data) -> dict[str, Value]:
    """Return parameters ``a`` to ``d`` for the names of up to four seats of the event, one each."""
    return {letter: constant({"seat": seat}) for letter, seat in zip("abcd", data["seats"], strict=False)}


PLAYER: Mapping[str, Value] = {"player": seat()}
"""Parameters of a line about the seat of the event."""


def name_handicap(game: str) -> Row:
    """Return the row of the event ``handicap``: player, step, and what all steps up to it give together."""
    return "event.handicap", {
        **PLAYER,
        "n": "step",
        "what": lambda data: {"text": f"{game}.handicap.sum.{data['step']}"},
    }


# A turn as the parts of one sentence, each with its places on the board.
#
# "Summon Hill Giant on C4 (destroys D4), then claim Corner Chain" has two parts. A game says how its turns are told
# by the function of its ``AnalysisProfile``; it gets every decision of the turn with the events that it caused.

Decided = tuple[int, Sequence[Event]]
"""An action and the events that it caused."""

WHERE = "where"
"""Name of the parameter with a list of places: parts that differ only in it are told as one."""
TIMES = "ui.turn.times"


@dataclass(frozen=True, slots=True)
class TurnPart:
    """One thing that a turn does.

    ``said``: text without the player; ``effects``: texts of its consequences. ``places`` of the board where it was
    done, ``moves``: pairs of places (from, to), ``lost``: places where a piece was lost. ``decisions``: number of
    decisions of the turn up to its end. ``leads``: it only prepares the next part and is left out of the short form of
    the turn; ``drawn``: it is a result of dice, which the short form keeps if dice matter.
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
        """Key that is equal for two turn parts that do the same."""
        return self.said, self.effects, self.places, self.moves, self.lost


DescribeTurn = Callable[[Sequence[Decided], int], list[TurnPart]]
"""The parts of a turn: (decisions with their events, seat) to parts."""


def place_message(text_id: str, place: Any, **params: Any) -> Message:
    """Return a message about one place, for :func:`merge_messages` to join with others that differ in the place."""
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
    """Return a part with one more effect, more places, moves and losses, and a new number of ``decisions``."""
    return replace(
        part,
        effects=part.effects if effect is None else (*part.effects, effect),
        places=(*part.places, *(one for one in places if one not in part.places)),
        moves=(*part.moves, *(one for one in moves if one not in part.moves)),
        lost=(*part.lost, *(one for one in lost if one not in part.lost)),
        decisions=decisions,
    )


def merge_messages(said: Iterable[Message]) -> list[Message]:
    """Join neighbouring messages that differ only in their places; a repeated place is named once, with its number."""
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
    """Join neighbouring parts without effects that differ only in their places, for the sentence of a turn."""
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
    """What a message says apart from its places."""
    return message.id, [(name, value) for name, value in sorted(message.params.items()) if name not in (WHERE, "n")]


def _count_equal_places(message: Message) -> Message:
    """Return a message in which a place that is listed several times stands once, with the number."""
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
