"""Rows of a list that is longer than its panel: by the wheel, or by two buttons below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scenes.shell.targets import Box
from sprites.base import text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.ui import Ui

T = TypeVar("T")
FOOT = 30.0
"""Room below the rows for the buttons."""


@dataclass(slots=True)
class RowScroll:
    """Scroll position of the shown list."""

    name: str = ""
    """The list; another one begins at its first row."""
    first: int = 0
    box: Box = (0.0, 0.0, 0.0, 0.0)
    hidden: int = 0
    """Rows out of sight above and below."""
    _followed: object = None
    """The chosen row that was brought into sight last."""

    def choose(self, name: str, rows: Sequence[T], box: Box, row: float, chosen: T | None) -> Sequence[T]:
        """Return the visible rows of height ``row`` in a box, scrolled to a row that has just been ``chosen``."""
        if name != self.name:
            self.name, self.first, self._followed = name, 0, None
        fits = max(1, int(box[3] // row))
        if len(rows) > fits:
            fits = max(1, int((box[3] - FOOT) // row))
        self.box, self.hidden = box, len(rows) - min(len(rows), fits)
        if chosen is not None and chosen is not self._followed and chosen in rows:
            at = rows.index(chosen)
            self.first = min(max(self.first, at - fits + 1), at)
        self._followed = chosen
        self.first = max(0, min(self.first, self.hidden))
        return rows[self.first : self.first + fits]

    def move(self, by: int) -> None:
        """Scroll by rows."""
        self.first = max(0, min(self.first + by, self.hidden))

    def take_wheel(self, x: float, y: float, by: float) -> bool:
        """Draw the buttons below the rows, and which rows are visible (``count`` at a time); nothing where all are."""
        left, top, w, h = self.box
        if not self.hidden or not (left <= x < left + w and top <= y < top + h):
            return False
        self.move(-1 if by > 0 else 1)
        return True


def draw_foot(c: Canvas, ui: Ui, t: Callable[[str], str], rows: RowScroll, count: int) -> None:
    """Draw the buttons below the rows, and which of all are in sight (``count`` of them); nothing where all are."""
    if not rows.hidden:
        return
    x, y, w, h = rows.box
    at = y + h - FOOT / 2 - 3
    seen = f"{rows.first + 1}–{rows.first + count} / {rows.hidden + count}"
    text.draw(c, seen, x + 20, at, "fine", "text.muted", "lm", fixed=True)
    for name, left, by, enabled in (
        ("up", x + w - 62, -1, rows.first > 0),
        ("down", x + w - 26, 1, rows.first < rows.hidden),
    ):
        tip = (t(f"rules.scroll.{name}"), "")
        move = partial(rows.move, by)
        ui.icon_button(c, f"rows.{name}", left, at, 12, f"caret-{name}", move, enabled=enabled, tip=tip)
