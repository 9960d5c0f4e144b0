"""Rows of the lists of a study; one that is longer than its panel is scrolled by the wheel, or by two buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from scenes.shell.parts import Parts, Picture
from scenes.shell.targets import Box
from scenes.shell.ui import Ui
from sprites.base import layout, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Part

T = TypeVar("T")
FOOT = 30.0
"""Room below the rows for the buttons."""
LEFT, RIGHT = 40.0, 78.0
"""Room for the sign of a row, and for its value."""
NOTE, TALL_NOTE, TALL = 21.0, 36.0, 70.0
"""Most room for the note below the words; and in rows from this height on."""
ABOVE_NOTE, CLOSE_NOTE = 6.0, 3.0
"""Room above a note; and of one that leaves as much as it can to the words."""
LEAST, NEARLY = 12.5, 0.9
"""Least size of letters, and the part of their size in which a longer text is preferred to a shorter one."""


def fit_words(
    c: Canvas, tries: Sequence[str], w: float, h: float, style: str | text.Font = "name"
) -> tuple[str, text.Font]:
    """Return the first of the texts ``tries`` that fits (or the last one, cut), and the largest font in which it
    does."""
    near, small = text.resize(style, NEARLY * text.find_font(style).size), text.squeeze(style)
    words = next((one for one in tries if text.paragraph_height(c, one, w, near) <= h), tries[-1])
    words = text.cut_words(words, lambda said: text.paragraph_height(c, said, w, small) <= h)
    return words, text.fit(c, words, w, h, style, least=LEAST)


def _fit_note(c: Canvas, words: Sequence[str], note: Sequence[str], w: float, h: float) -> tuple[str, text.Font, float]:
    """Return the note of a row of height ``h``, its font, and the height left above it. It has its smallest size where
    ``words`` would otherwise be cut."""
    for style, gap in ((text.find_font("remark"), ABOVE_NOTE), (text.resize("remark", LEAST), CLOSE_NOTE)):
        said, font = fit_words(c, note, w, TALL_NOTE if h > TALL else NOTE, style)
        room = h - 14.0 - gap - text.paragraph_height(c, said, w, font)
        if fit_words(c, words, w, room)[0] in words:
            break
    return said, font, room


def make_row(
    parts: Parts, words: Sequence[str], note: Sequence[str], value: str, height: float, sign: Picture, *, ink: str,
    whose: str = "",
) -> Part:  # fmt: skip
    """Return a row: the first of ``words`` that fits, below it the first fitting ``note``, at the right the value.
    ``sign`` draws its picture, ``ink``: colour of the value, ``whose``: the player named below the value."""

    def draw(box: Box) -> None:
        x, y, w, h = box
        c, wide, room = parts.c, w - LEFT - RIGHT, h - 14.0
        sign(box)
        if note:
            said, small, room = _fit_note(c, words, note, wide, h)
            tall = text.paragraph_height(c, said, wide, small)
            text.paragraph(c, said, x + LEFT, y + h - 8 - tall, wide, small, "text.muted")
        told, font = fit_words(c, words, wide, room)
        top = y + 7 + max(0.0, room - text.paragraph_height(c, told, wide, font)) / 2
        text.paragraph(c, told, x + LEFT, top, wide, font, "text")
        middle = layout.middle(box)
        text.draw(c, value, x + w - 12, middle - 9 if whose else middle, "name", ink, "rm", max_w=RIGHT - 8)
        text.draw(c, whose, x + w - 12, middle + 8, "fine", "text.muted", "rm", max_w=RIGHT - 16)

    return Part(height, draw)


@dataclass(slots=True)
class RowScroll:
    """Scroll position and box of the shown list."""

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
        """Scroll by this number of rows, down if positive."""
        self.first = max(0, min(self.first + by, self.hidden))

    def take_wheel(self, x: float, y: float, by: float) -> bool:
        """Scroll by the wheel while the pointer is over the list; return False elsewhere, and where all rows are
        visible."""
        left, top, w, h = self.box
        if not self.hidden or not (left <= x < left + w and top <= y < top + h):
            return False
        self.move(-1 if by > 0 else 1)
        return True


def draw_foot(c: Canvas, ui: Ui, t: Callable[[str], str], rows: RowScroll, count: int) -> None:
    """Draw which rows are visible (``count`` of them) and the scroll buttons, not for fingers; nothing if all are
    visible."""
    if not rows.hidden:
        return
    x, y, w, h = rows.box
    at = y + h - FOOT / 2 - 3
    seen = f"{rows.first + 1}–{rows.first + count} / {rows.hidden + count}"
    text.draw(c, seen, x + 20, at, "fine", "text.muted", "lm", fixed=True)
    if ui.touch.least:
        return
    for name, by, enabled in (("up", -1, rows.first > 0), ("down", 1, rows.first < rows.hidden)):
        tip = (t(f"rules.scroll.{name}"), "")
        move = partial(rows.move, by)
        left = x + w - 44 + 18 * by
        ui.icon_button(c, f"rows.{name}", left, at, 12, f"caret-{name}", move, enabled=enabled, tip=tip)
