"""Objectives: what a stage can ask of a finished game beyond winning it, counted from its events and its last view.

What a game can be asked for stands in ``stars.json`` next to its manifest, as data in a small vocabulary; a station of
the road names one of these goals with a number ("tricks 4"). So no table counts anything, and nothing here knows a
game. ``win`` is a goal of every game.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec

from engine import registry, schema
from engine.content.event_conditions import ME, Facts, fits, lead, standing
from engine.contract import Message
from engine.schema import expect

FILE = "stars.json"
WIN = "win"

Name = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Path = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+(\.[a-z_]+)*$", max_length=80)]


class BadObjectives(schema.Misfit):
    """Goals that cannot be used; the text names the place and what was expected."""


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one goal is measured; exactly one of the three is given.

    ``count``: how many events of this kind there were whose data are as ``where`` says ("me" is the asking seat,
    "others" any other; in a list it is enough to be among them). ``value``: what stands in the last view at this path,
    where ``me`` is the asking seat's entry of a list; of a list, how many there are. ``lead``: by how much this seat's
    entry at this path is ahead of the best other, where ``me`` stands for it. ``least``: whether the number asked for
    is the least that will do, or the most.

    ``win`` may have a measure too: what is shown of it while the game goes on, out of ``total`` where there is one.
    """

    count: Name | None = None
    where: dict[Name, Any] = {}
    value: Path | None = None
    lead: Path | None = None
    least: bool = True
    total: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0

    def __post_init__(self) -> None:
        """Check that exactly one way to measure is set."""
        given = [name for name in ("count", "value", "lead") if getattr(self, name) is not None]
        expect(len(given) == 1, "measure", "one of count, value and lead", ", ".join(given))
        path = self.value or self.lead
        expect(path is None or ME in path.split("."), "path", "the own seat, as me", path)


class Goal(msgspec.Struct, frozen=True):
    """One goal of a station: its name and the number asked for."""

    name: Name
    n: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0


@cache
def measures(game: str) -> dict[str, Measure]:
    """What a game can be asked for; raises :class:`BadObjectives`, ``UnknownGame``."""
    return {name: measure for name, measure in _read_measures(game).items() if name != WIN}


def find_win_measure(game: str) -> Measure | None:
    """What shows how near the win is while a game goes on; None for a game that says nothing. Raises as above."""
    return _read_measures(game).get(WIN)


@cache
def _read_measures(game: str) -> dict[str, Measure]:
    path = registry.folder(game) / FILE
    return schema.read(path, dict[Name, Measure], BadObjectives) if path.exists() else {}


def read(game: str, words: str, place: str) -> tuple[Goal, ...]:
    """Goals as they are written down, ``win, tricks 4``; raises :class:`BadObjectives` naming the place."""
    known = measures(game)
    found = []
    for part in words.split(","):
        name, _, number = part.strip().partition(" ")
        if name != WIN and name not in known:
            raise BadObjectives(f"{place}: expected some of {', '.join((WIN, *known))}, found {name!r}")
        wanted = number.strip()
        if (name == WIN) != (not wanted) or not (wanted.isascii() and (wanted.isdigit() or not wanted)):
            raise BadObjectives(f"{place}: {name}: expected {'no' if name == WIN else 'a'} number, found {wanted!r}")
        if len(wanted) > 3:
            raise BadObjectives(f"{place}: {name}: expected a number up to 999, found {wanted[:20]!r}")
        found.append(Goal(name, int(wanted or 0)))
    return tuple(found)


def text(game: str, goal: Goal) -> Message:
    """Return what a goal asks for, in words; ``ID.none`` where not a single one is allowed."""
    if goal.name == WIN:
        return Message("road.goal.win", {})
    if goal.n == 0 and not measures(game)[goal.name].least:
        return Message(f"{game}.goal.{goal.name}.none", {})
    return Message(f"{game}.goal.{goal.name}", {"n": goal.n})


def is_reached(game: str, goal: Goal, facts: Facts) -> bool:
    """Whether a finished game has reached a goal."""
    if goal.name == WIN:
        return bool(facts.result) and facts.result[facts.seat] == 1
    measure = measures(game)[goal.name]
    number = count_measure(measure, facts)
    return number >= goal.n if measure.least else number <= goal.n


def count_measure(measure: Measure, facts: Facts) -> int:
    """The number that a goal is about; 0 where there is nothing to be counted."""
    if measure.count is not None:
        return sum(fits(event, measure.count, measure.where, facts.seat) for event in facts.events)
    if measure.value is not None:
        return standing(facts, measure.value)
    assert measure.lead is not None
    return lead(facts, measure.lead)
