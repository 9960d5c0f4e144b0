"""Texts as they were written on a canvas, with the boxes they fill: what a screen reader says of a page."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Left, top, width, height in logical units."""
ICON_NAME = re.compile(r"\{icon:[a-z0-9_-]+\}")
"""An icon in running text."""
LINE_END = re.compile(r"(?<=[^.!?:,;\s*])[ *]*\n+(?!\()")
"""An end of a line that no sign of punctuation marks."""


class Written(NamedTuple):
    """One text and the box it fills; ``target``: the id of a control that was noted there instead of a text."""

    text: str
    box: Box
    target: str = ""


class DrawnWords:
    """The texts of one drawing, and where controls came between them, in the order in which they were drawn."""

    def __init__(self) -> None:
        self.found: list[Written] = []

    def note(self, text: str, box: Box) -> None:
        """Add a text as it is spoken, without signs for bold letters and without icons."""
        plain = make_plain(text)
        if any(letter.isalnum() for letter in plain):
            self.found.append(Written(plain, box))

    def note_target(self, target: str, box: Box) -> None:
        """Note where a control comes between the texts."""
        self.found.append(Written("", box, target))

    def cover(self, box: Box) -> None:
        """Forget what was written in a box, because something has been drawn over it."""
        self.found = [one for one in self.found if not has_middle(box, one.box)]


@contextmanager
def tell_as_one(words: DrawnWords | None, box: Box, say: Callable[[], str] | None = None) -> Iterator[None]:
    """Tell what is written within as one text: what ``say`` returns, else all of it in a row. Controls stay apart."""
    before = len(words.found) if words is not None else 0
    yield
    if words is None:
        return
    within = words.found[before:]
    words.found[before:] = [one for one in within if one.target]
    words.note(say() if say is not None else ", ".join(one.text for one in within if one.text), box)


@functools.lru_cache(maxsize=4000)
def make_plain(text: str) -> str:
    """Return running text without signs for bold letters, icons, hard spaces and soft hyphens; a new line is a new
    sentence."""
    text = LINE_END.sub(". ", text)
    plain = ICON_NAME.sub(" ", text).replace("*", "").replace("\u00a0", " ").replace("\u00ad", "")
    return " ".join(plain.split())


def make_spoken(text: str) -> str:
    """Return running text as it is spoken: voices leave an arrow out without a pause, or read its name."""
    return make_plain(text).replace(" \u2192 ", ", ")


def has_middle(outer: Box, inner: Box) -> bool:
    """Whether the middle of the second box lies in the first."""
    x, y = inner[0] + inner[2] / 2, inner[1] + inner[3] / 2
    return outer[0] <= x <= outer[0] + outer[2] and outer[1] <= y <= outer[1] + outer[3]
