"""The lines of a table's chronicle, made from the events as they are told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Protocol

from engine.contract import Event
from scenes.shell.panels import Line

if TYPE_CHECKING:
    from engine.session import Session
    from scenes.shell.context import Context
    from scenes.table.character_lines import Speeches
    from scenes.table.location_links import Places

Mark = Callable[[Event], int | str | None]


class Telling(Protocol):
    """A table as far as its chronicle goes: ``told`` are the events so far, each with its turn; ``speeches`` what
    characters have said between them."""

    ctx: Context
    session: Session
    names: list[str]
    told: list[tuple[int, Event]]
    speeches: Speeches
    spoken: Places

    def list_features(self) -> Collection[str]:
        """What this game has, of what not every game of it has."""

    def worth_a_line(self, event: Event, anew: bool) -> bool:
        """Whether an event enters the chronicle; ``anew``: it is the first of the game."""


class Lines:
    """Keeps the lines of what a table has told; only new events are read, unless the language changes."""

    def __init__(self, table: Telling, mark_of: Mark) -> None:
        self._table = table
        self._mark_of = mark_of
        self._from: tuple[int, str] = (-1, "")
        self._spoken = 0
        self._of: list[tuple[int, Event]] = []
        self.all: list[Line] = []

    def forget(self) -> None:
        """Read everything anew next time."""
        self._from = (-1, "")

    def update(self) -> list[Line]:
        """The lines of everything told so far."""
        table = self._table
        key = (len(table.told), table.ctx.texts.language)
        same = self._of is table.told  # another list: the history of another seat
        said = table.speeches.said
        same = same and self._spoken <= len(said)
        if same and key == self._from and self._spoken == len(said):
            return self.all
        start = 0
        if same and self._from[1] == key[1] and 0 <= self._from[0] < len(table.told):
            start = self._from[0]
        else:
            self.clear()
        for at, (turn, event) in enumerate(table.told[start:], start):
            self._speak(at)
            if table.worth_a_line(event, at == 0):
                self._add(turn, event)
        self._speak(len(table.told))
        self._from, self._of = key, table.told
        return self.all

    def _speak(self, at: int) -> None:
        """What was said before event number ``at``."""
        said = self._table.speeches.said
        while self._spoken < len(said) and said[self._spoken].told <= at:
            self.all.append(self._table.speeches.line(said[self._spoken]))
            self._spoken += 1

    def clear(self) -> None:
        """Drop all lines."""
        self.all = []
        self._spoken = 0

    def _add(self, turn: int, event: Event) -> None:
        table = self._table
        message = table.session.rules.describe(event)
        if message is None:
            return
        why = table.session.rules.explain(event)
        words = table.ctx.say(why, table.names, table.list_features()) if why is not None else ""
        said, places = table.ctx.say(message, table.names), table.spoken.list_event_places(event)
        self.all.append(Line(said, self._mark_of(event), turn, event.kind, words, places, table.spoken.find_way(event)))


def explain_events(table: Telling, events: Iterable[Event]) -> list[str]:
    """A line for each of these events, with its reason the first time that one is at work."""
    rules = table.session.rules
    rows: list[str] = []
    seen: set[str] = set()
    for event in events:
        line = rules.describe(event)
        if line is None:
            continue
        words = table.ctx.say(line, table.names)
        why = rules.explain(event)
        reason = table.ctx.say(why, table.names, table.list_features()) if why is not None else ""
        if reason and reason not in seen:
            seen.add(reason)
            words += "\n" + reason
        rows.append(words)
    return rows
