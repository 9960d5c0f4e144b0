"""Reports of texts that do not fit, collected with :class:`Tight`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from sprites.base.display_list import DisplayList

# Log handler that collects drawing and sound problems.


class Listener(logging.Handler):
    """Collects the lines of a log while open: ``lines`` has each line once, in order."""

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


def listening() -> bool:
    """Whether there is a listener; expensive checks are skipped without one."""
    return _log.isEnabledFor(logging.INFO)


@contextmanager
def unheard() -> Iterator[None]:
    """Suppress reports while a small copy of a scene is drawn, whose texts need not be legible."""
    level = _log.level
    if listening():
        _log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        _log.setLevel(level)


def tell(what: str, words: str) -> None:
    """Report that a text had to be cut, was made too small, or exceeds its box."""
    _log.info("%s: %s", what, words)


def compare(size: float, drawn: float, words: str) -> None:
    """Tell those who listen for it that a text was set noticeably smaller than it was meant to be."""
    if drawn < LEAST_SHARE * size - 0.01 and _log.isEnabledFor(logging.DEBUG):
        _log.debug("shrunk to %d %%: %s", 100 * drawn / size, words)


def hold(surface: pygame.Surface | DisplayList, box: tuple[int, int, int, int], words: str) -> None:
    """Report a text whose ``box`` (left, top, width and height in pixels) is cut off at the sides of its surface.

    Lists scroll vertically: there it is reported only where letters leave the surface.
    """
    left, top, wide, high = box
    seen, whole = surface.get_clip(), surface.get_rect()
    if top + high <= seen.top or top >= seen.bottom or not seen.w:
        return
    if left < seen.left - 1 or left + wide > seen.right + 1:
        tell(f"cut off at the side by {max(seen.left - left, left + wide - seen.right)} px", words)
    elif seen == whole and (top < -1 or top + high > whole.bottom + 1):
        tell("cut off above or below", words)


class Tight(Listener):
    """Listens for as long as it is open: ``lines`` has one line per complaint; ``shrinking``: of small texts too."""

    def __init__(self, *, shrinking: bool = False) -> None:
        super().__init__(_log)
        _log.setLevel(logging.DEBUG if shrinking else logging.INFO)

    def close(self) -> None:
        """Stop collecting."""
        _log.setLevel(logging.NOTSET)
        super().close()
