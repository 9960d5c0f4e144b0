"""Objectives: what a stage can ask of a finished game beyond winning it, counted from its events and its last view.

What a game can be asked for stands in ``stars.json`` next to its manifest, as data in a small vocabulary; a station of
the road names one of these goals with a number ("tricks 4"). So no table counts anything, and nothing here knows a
game. ``win`` is a goal of every game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any

import msgspec

from engine import registry, schema
from engine.contract import Event, Message, View
from engine.schema import expect
from engine.session import Session

# What can be asked of a finished game by data: its events, its result and its last view, as one seat knows them.
#
# Goals and deeds are data in this small vocabulary, so no table counts anything and nothing here knows a game. In a
# condition on an event's data ``"me"`` is the asking seat, ``"others"`` any other, ``{"least": 3}`` and ``{"most":
# 3}`` a number's bounds; of a list it is enough that one entry fits.

ME, OTHERS = "me", "others"
LEAST, MOST = "least", "most"


@dataclass(frozen=True, slots=True)
class Facts:
    """What the asking seat knows of a game; ``turns``: number of decisions made up to each event, its own included."""

    seat: int
    seats: int
    result: Sequence[int]
    events: Sequence[Event]
    view: View
    turns: Sequence[int] = ()


def collect(session: Session, seat: int) -> Facts:
    """Collect the facts that a seat knows of a game, running or finished."""
    told = session.events_for(seat)
    events, turns = [event for _, event in told], [turn for turn, _ in told]
    return Facts(seat, len(session.seats), session.result(), events, session.view(seat), turns)


def fits(event: Event, kind: str, where: Mapping[str, Any], seat: int) -> bool:
    """Whether an event is of this kind and its data match ``where`` (see :class:`Measure`) for this asking seat."""
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
    """Return the number at a path of the last view (of a list its length), else 0; ``me`` in it is the asking seat."""
    return _number(_read_path(facts.view, path, facts.seat))


def lead(facts: Facts, path: str) -> int:
    """Return the lead of the asking seat's number at a path over the best other one."""
    numbers = [_number(_read_path(facts.view, path, seat)) for seat in range(facts.seats)]
    return numbers[facts.seat] - max((each for seat, each in enumerate(numbers) if seat != facts.seat), default=0)


def _read_path(view: Any, path: str, seat: int) -> Any:
    """Return the value at a path of a view; None if there is none."""
    for step in path.split("."):
        if step == ME and isinstance(view, list):
            view = view[seat] if seat < len(view) else None
        else:
            view = view.get(step) if isinstance(view, dict) else None
    return view


def _number(value: Any) -> int:
    return len(value) if isinstance(value, list) else value if type(value) is int else 0


FILE = "stars.json"
WIN = "win"

Path = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+(\.[a-z_]+)*$", max_length=80)]


class BadObjectives(schema.Misfit):
    """Invalid data of goals; the text names the place and what was expected."""


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one goal is measured; exactly one of the three is given.

    ``count``: number of events of this kind whose data match ``where`` ("me": the asking seat, "others": any other
    seat; a list matches if one entry does). ``value``: number at this path of the last view, or the length of a list,
    where ``me`` picks the asking seat's entry. ``lead``: by how much the asking seat's number at this path exceeds the
    best other one. ``least``: whether the number required is a minimum, else it is a maximum.

    ``win`` may have a measure too: what is shown of it while the game goes on, out of ``total`` where there is one.
    """

    count: registry.Name | None = None
    where: dict[registry.Name, Any] = {}
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
    """A goal of a station: its name, and the number required (0 for ``win``)."""

    name: registry.Name
    n: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0


@cache
def measures(game: str) -> dict[str, Measure]:
    """Return the measures of a game by name; raises :class:`BadObjectives`, ``UnknownGame``."""
    return {name: measure for name, measure in _read_measures(game).items() if name != WIN}


@cache
def _read_measures(game: str) -> dict[str, Measure]:
    path = registry.folder(game) / FILE
    return schema.read(path, dict[registry.Name, Measure], BadObjectives) if path.exists() else {}


def read(game: str, words: str, place: str) -> tuple[Goal, ...]:
    """Parse goals written as ``win, tricks 4``; raises :class:`BadObjectives` naming the place."""
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
    """Return what a goal asks for as a text; the one with ``.none`` at its end if not a single one is allowed."""
    if goal.name == WIN:
        return Message("road.goal.win", {})
    if goal.n == 0 and not measures(game)[goal.name].least:
        return Message(f"{game}.goal.{goal.name}.none", {})
    return Message(f"{game}.goal.{goal.name}", {"n": goal.n})


def is_reached(game: str, goal: Goal, facts: Facts) -> bool:
    """Whether a goal is reached with these facts; ``win`` only once they have a result."""
    if goal.name == WIN:
        return bool(facts.result) and facts.result[facts.seat] == 1
    measure = measures(game)[goal.name]
    number = count_measure(measure, facts)
    return number >= goal.n if measure.least else number <= goal.n


def count_measure(measure: Measure, facts: Facts) -> int:
    """Return the number that a measure counts so far, 0 if there is nothing to count."""
    if measure.count is not None:
        return sum(fits(event, measure.count, measure.where, facts.seat) for event in facts.events)
    if measure.value is not None:
        return standing(facts, measure.value)
    assert measure.lead is not None
    return lead(facts, measure.lead)


# How far a running game has come with an objective: the number counted so far, and whether it can still change.
#
# Counts of events only grow while nobody takes a decision back, so a count that has been reached is won, and one that
# has passed what is allowed is out of reach, at once. Points and leads can be lost again: they are held until the
# game is over.


class GoalState(Enum):
    """State of a goal during or after a game."""

    OPEN = "open"
    """Not reached yet."""
    NEAR = "near"
    """One step away."""
    HELD = "held"
    """Reached, or not broken, but only the end of the game decides."""
    WON = "won"
    """Reached for good, unless a decision is undone."""
    LOST = "lost"
    """Out of reach."""


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a goal with its current count; ``wanted`` is the number required, 0 where there is none to be counted.

    ``most``: ``wanted`` is a maximum. ``lead``: ``count`` is the lead over the best other player.
    """

    goal: Goal
    count: int
    wanted: int
    state: GoalState
    most: bool = False
    lead: bool = False


def measure_progress(game: str, goal: Goal, facts: Facts, *, helped: bool = False) -> Progress:
    """Return how far a game has come with a goal; the game is over once ``facts`` have a result.

    A game with help wins no stars, so all of its goals are out of reach.
    """
    measure = _read_measures(game).get(WIN) if goal.name == WIN else measures(game)[goal.name]
    over = bool(facts.result)
    count = 0 if measure is None else count_measure(measure, facts)
    wanted = measure.total if goal.name == WIN and measure is not None else goal.n
    most = measure is not None and not measure.least
    lead = measure is not None and measure.lead is not None
    if helped:
        state = GoalState.LOST
    elif over:
        state = GoalState.WON if is_reached(game, goal, facts) else GoalState.LOST
    elif goal.name == WIN or measure is None:
        state = GoalState.OPEN
    else:
        state = _judge(measure, goal.n, count)
    return Progress(goal, count, wanted, state, most, lead)


def _judge(measure: Measure, wanted: int, count: int) -> GoalState:
    """Return the state of a goal with a number in a running game."""
    final = measure.count is not None
    if not measure.least:
        if count <= wanted:
            return GoalState.HELD
        return GoalState.LOST if final else GoalState.OPEN
    if count >= wanted:
        return GoalState.WON if final else GoalState.HELD
    return GoalState.NEAR if wanted > 1 and count == wanted - 1 else GoalState.OPEN
