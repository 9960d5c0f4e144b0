"""Places of a board that words speak of: whoever points at a line of the chronicle or at advice sees where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.contract import Event, Message, View
from scenes.shell.panels import Line
from scenes.shell.targets import Box


class Places:
    """Which places of its board a game speaks of, by their numbers; a game without places knows none."""

    def of_event(self, event: Event) -> tuple[int, ...]:
        """Where it happened."""
        return ()

    def way_of(self, event: Event) -> tuple[int, int] | None:
        """From where to where something moved."""
        return None

    def of_action(self, action: int) -> tuple[int, ...]:
        """Where it would be carried out."""
        return ()

    def of_message(self, message: Message, view: View) -> tuple[int, ...]:
        """The places that a text names, at a table that shows this view."""
        return ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of advice as it is drawn: where, which places it speaks of, and what its tip says."""

    box: Box
    places: tuple[int, ...]
    tip: tuple[str, str] | None = None


def pointed(hot: Iterable[str | None], lines: Sequence[Line], rows: Sequence[Row]) -> tuple[int, ...]:
    """The places that the line or the advice under pointer or focus speaks of."""
    found: dict[str, Callable[[int], tuple[int, ...]]] = {
        "line.": lambda at: lines[at].places if at < len(lines) else (),
        "advice.": lambda at: rows[at].places if at < len(rows) else (),
    }
    for target in hot:
        for prefix, places in found.items():
            if target is not None and target.startswith(prefix):
                return places(int(target[len(prefix) :]))
    return ()
