"""Places of a board that log lines and advice refer to; they are lit when the line is pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.contract import Event, Message, View
from scenes.shell.panels import Line
from scenes.shell.targets import Box


class Places:
    """Which places of its board a game speaks of, by their numbers; a game without places knows none."""

    def list_event_places(self, event: Event) -> tuple[int, ...]:
        """Where it happened."""
        return ()

    def find_way(self, event: Event) -> tuple[int, int] | None:
        """From where to where something moved."""
        return None

    def list_action_places(self, action: int) -> tuple[int, ...]:
        """Where it would be carried out."""
        return ()

    def list_named_places(self, message: Message, view: View) -> tuple[int, ...]:
        """The places that a text names, at a table that shows this view."""
        return ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of advice as it is drawn: where, which places it speaks of, and what its tip says."""

    box: Box
    places: tuple[int, ...]
    tip: tuple[str, str] | None = None


def find_line(target: str | None) -> int | None:
    """The line of the chronicle that a target belongs to: its own, or one of its words that are explained."""
    kind, _, rest = (target or "").partition(".")
    number = rest.partition(".")[0]
    return int(number) if kind in ("line", "word") and number.isdecimal() else None


def list_pointed_places(hot: Iterable[str | None], lines: Sequence[Line], rows: Sequence[Row]) -> tuple[int, ...]:
    """The places that the line or the advice under pointer or focus speaks of."""
    for target in hot:
        line = find_line(target)
        if line is not None:
            return lines[line].places if line < len(lines) else ()
        if target is not None and target.startswith("advice."):
            row = int(target.removeprefix("advice."))
            return rows[row].places if row < len(rows) else ()
    return ()


class Way(NamedTuple):
    """Moves of others since this player's last decision from one place of the board to another, by one seat.

    ``label`` numbers them in the order in which they were made: "2", or "2, 3" for several along the same way.
    """

    start: int
    end: int
    seat: int
    label: str


def number_ways(lines: Iterable[Line]) -> list[Way]:
    """Ways of the moves that chronicle lines tell of, numbered from 1 over all seats."""
    numbers: dict[tuple[int, int, int], list[int]] = {}
    moves = [line for line in lines if line.way is not None and isinstance(line.mark, int)]
    for number, line in enumerate(moves, 1):
        assert line.way is not None and isinstance(line.mark, int)
        numbers.setdefault((*line.way, line.mark), []).append(number)
    return [Way(*key, ", ".join(map(str, found))) for key, found in numbers.items()]
