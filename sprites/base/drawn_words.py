"""Texts as they were written on a canvas, with the boxes they fill: what a screen reader says of a page."""

import functools
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pygame

from sprites.base.display_list import DisplayList

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
    """Texts of one drawing, and the controls between them, in drawing order."""

    def __init__(self) -> None:
        self.found: list[Written] = []

    def note(self, text: str, box: Box) -> None:
        """Record a text in its spoken form, without signs for bold letters and without icons."""
        plain = make_plain(text)
        if any(letter.isalnum() for letter in plain):
            self.found.append(Written(plain, box))

    def note_target(self, target: str, box: Box) -> None:
        """Record the place of a control between the texts."""
        self.found.append(Written("", box, target))

    def cover(self, box: Box) -> None:
        """Remove texts in a box that is drawn over."""
        self.found = [one for one in self.found if not has_middle(box, one.box)]


@contextmanager
def tell_as_one(words: DrawnWords | None, box: Box, say: Callable[[], str] | None = None) -> Iterator[None]:
    """Return a context whose texts are recorded as one in ``box``: the result of ``say``, else all of them in a row.
    Controls in it are still recorded by themselves."""
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
    """Return running text in its spoken form: arrows, and dots between words, become pauses."""
    return make_plain(text).replace(" \u2192 ", ", ").replace(" \u00b7 ", ", ")


def has_middle(outer: Box, inner: Box) -> bool:
    """Whether the middle of the second box lies in the first."""
    x, y = inner[0] + inner[2] / 2, inner[1] + inner[3] / 2
    return outer[0] <= x <= outer[0] + outer[2] and outer[1] <= y <= outer[1] + outer[3]


# Reports of texts that do not fit, collected with :class:`Tight`.


class Listener(logging.Handler):
    """Log handler that collects drawing and sound problems while open: ``lines`` has each line once, in order."""

    def __init__(self, log: logging.Logger) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._log = log
        log.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Collect a line."""
        line = record.getMessage()
        if line not in self.lines:
            self.lines.append(line)

    def close(self) -> None:
        """Stop collecting."""
        self._log.removeHandler(self)
        super().close()


LEGIBLE = 7
"""Smallest readable font size in pixels."""

LEAST_SHARE = 0.8
"""What a text should keep of its size at least: below it the text looks smaller than its neighbours."""

_log = logging.getLogger("four_thrones.tight")
_log.addHandler(logging.NullHandler())  # prints nothing without listeners


def is_listening() -> bool:
    """Whether a listener is open; expensive checks are skipped without one."""
    return _log.isEnabledFor(logging.INFO)


@contextmanager
def mute_reports() -> Iterator[None]:
    """Return a context without reports, for small copies of a scene whose texts need not be legible."""
    level = _log.level
    if is_listening():
        _log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        _log.setLevel(level)


def report_misfit(what: str, words: str) -> None:
    """Report that a text had to be cut, was made too small, or exceeds its box."""
    _log.info("%s: %s", what, words)


def report_shrinking(size: float, drawn: float, words: str) -> None:
    """Report a text drawn at less than ``LEAST_SHARE`` of its intended size (``size``, ``drawn``)."""
    if drawn < LEAST_SHARE * size - 0.01 and _log.isEnabledFor(logging.DEBUG):
        _log.debug("shrunk to %d %%: %s", 100 * drawn / size, words)


def check_inside(surface: pygame.Surface | DisplayList, box: tuple[int, int, int, int], words: str) -> None:
    """Report a text whose ``box`` (left, top, width and height in pixels) is cut off at the sides of its surface.

    Lists scroll vertically: there it is reported only where letters leave the surface.
    """
    left, top, wide, high = box
    seen, whole = surface.get_clip(), surface.get_rect()
    if top + high <= seen.top or top >= seen.bottom or not seen.w:
        return
    if left < seen.left - 1 or left + wide > seen.right + 1:
        report_misfit(f"cut off at the side by {max(seen.left - left, left + wide - seen.right)} px", words)
    elif seen == whole and (top < -1 or top + high > whole.bottom + 1):
        report_misfit("cut off above or below", words)


class Tight(Listener):
    """Listener for layout problems of texts: ``lines`` has one line per problem; with ``shrinking`` also for small
    texts."""

    def __init__(self, *, shrinking: bool = False) -> None:
        super().__init__(_log)
        _log.setLevel(logging.DEBUG if shrinking else logging.INFO)

    def close(self) -> None:
        """Stop collecting."""
        _log.setLevel(logging.NOTSET)
        super().close()
