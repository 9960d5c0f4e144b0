"""The portraits of a table's seats: where they were drawn last, and in which mood each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.common.faces import build_face
from scenes.table.reactions import find_moods
from sprites.base import portrait, shapes
from sprites.base.portrait import (
    LASTS_MS,
    RISE_MS,
    Mood,
)

if TYPE_CHECKING:
    from engine.contract import Event
    from scenes.shell.targets import Box
    from scenes.table.table_view import AnyTable
    from sprites.base.bubble import Side
    from sprites.base.canvas import Canvas

SIGN = 0.79
"""How far from the middle the sign of the seat stands, in radii, right and down."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a portrait stands, on which plate, and on which side of the plate there is room for a bubble."""

    x: float
    y: float
    r: float
    plate: Box
    bubble: Side


class Portraits:
    """Moods and places of the portraits of one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._answers: dict[int, tuple[Mood, float]] = {}
        """By seat, the mood that an event has caused, and its age in milliseconds."""
        self.spots: dict[int, Spot] = {}

    def note_events(self, events: Sequence[Event]) -> None:
        """These events are being told: some of them please or strike a player."""
        table = self._table
        if table.behind_glass or table.skipping or table.ctx.instant or table.ctx.speed == 0:
            return
        for event in events:
            for mood, name, value in find_moods(table.reactions, event):
                for seat in table.list_named_seats(name, value):
                    self._answers[seat] = (mood, 0.0)

    def update(self, ms: float) -> None:
        """Let the moods go on and fade."""
        if not self._answers:
            return
        self._answers = {
            seat: (mood, age + ms)
            for seat, (mood, age) in self._answers.items()
            if age + ms < LASTS_MS[mood] + 2 * RISE_MS
        }
        self._table.ui.moved = True

    def list_moods(self) -> tuple[object, ...]:
        """Return how the portraits look beyond what the table says of their seats: moods caused by events, and how
        strongly they show."""
        find = portrait.find_strength
        return tuple((seat, mood, find(mood, age)) for seat, (mood, age) in self._answers.items())

    def find_mood(self, seat: int, laid: bool = False) -> Mood:
        """Return the mood of a seat; ``laid``: its choice lies hidden on the table."""
        table = self._table
        if seat in self._answers:
            return self._answers[seat][0]
        result = table.session.result() if table.finished else ()
        if result and result[seat] != 1:
            return Mood.LOST
        if laid:
            return Mood.LAID
        thinks = not table.busy and not table.behind_glass and seat in table.pending and seat != table.viewer
        return Mood.THINKING if thinks and len(table.seats) > 1 else Mood.REST

    def draw(
        self, c: Canvas, seat: int, x: float, y: float, r: float, plate: Box, bubble: Side = "below", *,
        laid: bool = False, sign: bool = True,
    ) -> None:  # fmt: skip
        """Draw the portrait of a seat with the sign of its colour; ``plate`` is the panel it belongs to."""
        table = self._table
        who = table.seats[seat]
        self.spots[seat] = Spot(x, y, r, plate, bubble)
        mood = self.find_mood(seat, laid)
        age = self._answers[seat][1] if seat in self._answers else 0.0
        strength = portrait.find_strength(mood, age) if mood in LASTS_MS else 1.0
        arms, rank = build_face(who, c.palette)
        portrait.draw_mood(c, arms, rank, x, y, r, mood, strength, still=table.ctx.reduced)
        if sign:
            small = max(9.0, r * 0.27)
            shapes.badge(c, who.colour, who.emblem, x + r * SIGN, y + r * SIGN, small)
