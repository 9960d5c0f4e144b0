"""The line that a character says at a table: a bubble at its portrait, or the state line of a small window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.shell.targets import Target, exactly
from sprites.base import bubble

if TYPE_CHECKING:
    from scenes.shell.targets import Box
    from scenes.table.portraits import Portraits, Spot
    from scenes.table.table_view import AnyTable
    from sprites.base.canvas import Canvas
    from sprites.base.raster import Point

FADE_MS, STAYS_MS, REDUCED_MS = 160.0, 2600.0, 120.0
NARROW = 0.7
"""Below this number of pixels per unit a bubble would hide too much of the table."""
TARGET = "speech"
GAP = 14.0
"""From the plate to the bubble."""
_EDGE = 8.0
"""Nearest that a bubble comes to the edge of the window."""


class SpeechBubble:
    """At most one line at a time; the newest one stays."""

    def __init__(self, table: AnyTable, portraits: Portraits) -> None:
        self._table = table
        self._portraits = portraits
        self.seat: int | None = None
        """Who speaks; None when nobody does."""
        self.words = ""
        self._age = 0.0
        self._narrow = False

    def show(self, seat: int, words: str) -> None:
        """Begin to show a line."""
        self.seat, self.words, self._age = seat, words, 0.0
        self._table.ui.dirty = True

    def dismiss(self) -> None:
        """Stop showing it."""
        self.seat = None
        self._table.ui.dirty = True

    @property
    def _fade(self) -> float:
        return REDUCED_MS if self._table.ctx.reduced else FADE_MS

    def update(self, ms: float) -> None:
        """Let time pass; a pointer on the bubble keeps it."""
        if self.seat is None:
            return
        held = self._table.ui.hover == TARGET and self._age >= self._fade
        before, self._age = self._age, self._fade if held else self._age + ms
        end = 2 * self._fade + STAYS_MS
        if self._age >= end:
            self.dismiss()
        elif before < self._fade or self._age > end - self._fade:
            self._table.ui.moved = True

    @property
    def state_line(self) -> str:
        """What stands in the state line of a small window; "" otherwise."""
        if self.seat is None or not self._narrow:
            return ""
        ctx = self._table.ctx
        return ctx.t("ui.character.says", name=self._table.names[self.seat], words=self.words).replace("*", "")

    def draw(self, c: Canvas) -> None:
        """Draw the bubble at its speaker's portrait."""
        self._narrow = c.scale < NARROW
        spot = None if self.seat is None else self._portraits.spots.get(self.seat)
        if spot is None or self._narrow:
            return
        box, tip = place_bubble(c, spot, self.words)
        end = 2 * self._fade + STAYS_MS
        share = min(1.0, self._age / self._fade, (end - self._age) / self._fade)
        bubble.draw(c, self.words, box, tip, round(255 * max(0.0, share)))
        target = Target(TARGET, box, self.dismiss, ring=False, sound="")
        target.contains = exactly(box)
        target.label = self.state_line or self.words
        self._table.ui.note(target)


def place_bubble(c: Canvas, spot: Spot, words: str) -> tuple[Box, Point]:
    """Return the box of a bubble at a portrait, and the point that its tail touches."""
    w, h = bubble.measure(c, words)
    x, y, plate_w, plate_h = spot.plate
    tip: Point
    if spot.bubble in ("left", "right"):
        top = spot.y - h / 2
        left = x + plate_w + GAP if spot.bubble == "right" else x - GAP - w
        tip = (x + plate_w - 1 if spot.bubble == "right" else x + 1, spot.y)
    else:
        top = y + plate_h + GAP if spot.bubble == "below" else y - GAP - h
        left = spot.x - 46.0
        tip = (spot.x, y + plate_h - 1 if spot.bubble == "below" else y + 1)
    left = min(max(left, c.left + _EDGE), c.right - _EDGE - w)
    top = min(max(top, 56.0), c.height - _EDGE - h)
    return (left, top, w, h), tip
