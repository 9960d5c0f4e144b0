"""History of a game: its log, the position after every decision, and the events in between.

Everything that looks back (log panel, undo, replay, late spectators) reads it through the filter :func:`visible`.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from engine.chance import LoggedChance
from engine.contract import Event, Rules
from engine.seats import Seat

Draws = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)], ...], msgspec.Meta(max_length=10_000)]
"""Random results as returned by ``below``."""
Check = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One decision: seat, action, the random results it used, and the checksum of the state after it."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=16)]
    action: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    draws: Draws
    checksum: Check


@dataclass(frozen=True, slots=True)
class Position:
    """The game after a decision. The state must not be changed.

    ``events``   what the decision made happen
    ``owing``    seats that have to decide
    ``since``    per seat that has to decide: the turn at which it was first asked
    ``hidden``   seats that have decided secretly and wait for others
    ``barrier``  "" or why the decision cannot be taken back: "chance" (dice were rolled, cards
                 drawn) or "reveal" (secret commitments came to light)
    """

    state: Any
    events: tuple[Event, ...]
    owing: tuple[int, ...]
    since: dict[int, int]
    hidden: tuple[int, ...]
    barrier: str


def visible(event: Event, seat: int | None) -> bool:
    """Whether this seat (None = spectator) may see an event."""
    return event.seats is None or (seat is not None and seat in event.seats)


def checksum(rules: Rules[Any], state: Any) -> int:
    """32-bit checksum of the state without fields derived from the log; the same on every machine."""
    dumped = rules.dump(state)
    if rules.retold and isinstance(dumped, dict):
        dumped = {name: value for name, value in dumped.items() if name not in rules.retold}
    return zlib.crc32(msgspec.json.encode(dumped, order="deterministic"))


class History:
    """Positions and log entries of a game; grows by :meth:`play`, shrinks by :meth:`cut`.

    ``base``: turn of the first known position; above 0 if the game was resumed from a snapshot.
    """

    def __init__(self, rules: Rules[Any], state: Any, events: Sequence[Event] = (), base: int = 0) -> None:
        self.rules = rules
        self.base = base
        self.entries: list[Entry] = []
        owing = rules.to_act(state)
        first = Position(state, tuple(events), owing, dict.fromkeys(owing, base), (), "")
        self.positions: list[Position] = [first]

    @property
    def turn(self) -> int:
        """Number of decisions since the start of the game."""
        return self.base + len(self.entries)

    @property
    def last(self) -> Position:
        """Current position."""
        return self.positions[-1]

    def get_position(self, turn: int) -> Position:
        """Return the position after ``turn`` decisions; raises IndexError for unknown turns."""
        if not self.base <= turn <= self.turn:
            raise IndexError(f"turn {turn} is not in {self.base} … {self.turn}")
        return self.positions[turn - self.base]

    def list_decisions(self, first: int, end: int) -> list[tuple[int, tuple[Event, ...]]]:
        """Return the decisions ``first`` … ``end`` - 1, counted from 0: each one's action and events."""
        turns = range(first - self.base, end - self.base)
        return [(self.entries[at].action, self.positions[at + 1].events) for at in turns]

    def play(self, seat: int, action: int, chance: LoggedChance) -> Entry:
        """Apply a decision to a copy of the state; append and return its entry.

        Raises IllegalAction, or ChanceMismatch with recorded chance, with nothing changed.
        """
        before = self.positions[-1]
        state = self.rules.clone(before.state)
        events: list[Event] = []
        self.rules.apply(state, seat, action, chance, events.append)
        draws = tuple(chance.take())
        entry = Entry(seat, action, draws, checksum(self.rules, state))
        self.entries.append(entry)
        self.positions.append(self._next_position(before, entry, state, tuple(events)))
        return entry

    def _next_position(self, before: Position, entry: Entry, state: Any, events: tuple[Event, ...]) -> Position:
        owing = self.rules.to_act(state)
        seat = entry.seat
        since = {each: self.turn for each in owing}
        for each in owing:
            if each != seat and each in before.since:
                since[each] = before.since[each]
        rest = tuple(each for each in before.owing if each != seat)
        hidden: tuple[int, ...] = ()
        barrier = "chance" if entry.draws else ""
        if rest and owing == rest:  # others still have the same simultaneous decision to make
            hidden = (*before.hidden, seat)
        elif not barrier and (before.hidden or any(event.reveals for event in events)):
            barrier = "reveal"
        return Position(state, events, owing, since, hidden, barrier)

    def until(self, turn: int) -> "History":
        """Return the history of the first ``turn`` decisions; raises IndexError for unknown turns."""
        keep = turn - self.base
        if not 0 <= keep <= len(self.entries):
            raise IndexError(f"turn {turn} is not in {self.base} … {self.turn}")
        found = History.__new__(History)
        found.rules, found.base = self.rules, self.base
        found.entries, found.positions = self.entries[:keep], self.positions[: keep + 1]
        return found

    def cut(self, turn: int) -> list[Entry]:
        """Remove all decisions after the first ``turn`` ones; return their entries in order. Raises IndexError."""
        keep = turn - self.base
        if not 0 <= keep <= len(self.entries):
            raise IndexError(f"turn {turn} is not in {self.base} … {self.turn}")
        gone = self.entries[keep:]
        del self.entries[keep:]
        del self.positions[keep + 1 :]
        return gone

    def list_events(self, seat: int | None) -> list[tuple[int, Event]]:
        """Return all events visible to a seat as (turn, event), oldest first; those of the opening have turn 0."""
        return [
            (self.base + index, event)
            for index, position in enumerate(self.positions)
            for event in position.events
            if visible(event, seat)
        ]


# How far decisions can be undone: back to the last information barrier.
#
# Barriers are random results, revealed secret decisions, and decisions of other persons. A computer's secret decision
# that nobody has seen is none.

POSSIBLE = ""


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """Where undo leads: ``turn``, or the text id in ``reason`` why it is impossible.

    ``lifted``: the undo crosses a barrier, which only the try-again option allows.
    """

    turn: int
    reason: str
    lifted: bool = False


def find_undo_point(course: History, seats: Sequence[Seat], asker: int | None, try_again: bool) -> UndoPoint:
    """Return the point before the last decision of ``asker`` (None: of the last person).

    ``try_again`` lifts chance and reveal barriers if all others are computers.
    """
    blocked = ""
    alone = sum(seat.is_person for seat in seats) <= 1
    for index in range(len(course.entries) - 1, -1, -1):
        entry = course.entries[index]
        barrier = course.positions[index + 1].barrier
        person = seats[entry.seat].is_person
        mine = entry.seat == asker or (asker is None and person)
        if barrier and not blocked:
            blocked = f"ui.undo.reason.{barrier}"
        if mine:
            if blocked and not (try_again and alone):
                return UndoPoint(course.turn, blocked)
            return UndoPoint(course.base + index, POSSIBLE, bool(blocked))
        if person:
            return UndoPoint(course.turn, "ui.undo.reason.person")
    return UndoPoint(course.turn, "ui.undo.reason.nothing")
