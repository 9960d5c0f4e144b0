"""One line of text being edited: caret, selection, clipboard, undo. Knows no pixels and no keys."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine import names

MOST_STEPS = 200
"""Steps that can be undone."""

EDITS = frozenset(
    {"erase", "delete", "erase_word", "delete_word", "copy", "cut", "paste", "undo", "redo", "select_all"}
    | {f"{mode}{where}" for mode in ("", "select_") for where in ("left", "right", "word_left", "word_right")}
    | {f"{mode}{where}" for mode in ("", "select_") for where in ("home", "end")}
)
"""What keys can do in a text field."""


def copy_text(text: str) -> bool:
    """Put a text into the system's clipboard; False when there is none."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError, AttributeError, UnicodeError):
        return False
    return True


def paste_text() -> str:
    """The text in the system's clipboard; "" when there is none."""
    try:
        return str(pygame.scrap.get_text())
    except (pygame.error, NotImplementedError, AttributeError, UnicodeError):
        return ""


class TextField:
    """The text that is edited, at most ``limit`` characters; ``done`` gets it when editing ends."""

    def __init__(self, text: str, limit: int, done: Callable[[str], None]) -> None:
        self.limit = limit
        self.done = done
        self.text = text
        self._caret = self._anchor = len(text)
        self.scroll = 0.0
        """Logical units by which the text is moved to the left, so that the caret is seen."""
        self.held = False
        """Whether the pointer is held down and selects."""
        self.age = 0.0
        """Milliseconds since the last edit: a caret that moves is always seen."""
        self._undo: list[tuple[str, int]] = []
        self._redo: list[tuple[str, int]] = []
        self._last = ""

    @property
    def caret(self) -> int:
        """The place of the caret: how many characters stand before it."""
        return min(self._caret, len(self.text))

    @property
    def selection(self) -> tuple[int, int]:
        """First and last place of what is selected; twice the same when nothing is."""
        anchor = min(self._anchor, len(self.text))
        return min(anchor, self.caret), max(anchor, self.caret)

    @property
    def ends(self) -> tuple[int, int]:
        """Where the selection began, and the caret."""
        return min(self._anchor, len(self.text)), self.caret

    @property
    def selected(self) -> str:
        """The selected text."""
        first, last = self.selection
        return self.text[first:last]

    def place(self, at: int, *, select: bool = False) -> None:
        """Move the caret; ``select`` keeps the other end of the selection where it is."""
        self._caret = max(0, min(at, len(self.text)))
        if not select:
            self._anchor = self._caret
        self.age = 0.0
        self._last = ""

    def insert(self, typed: str) -> None:
        """Type over the selection as much of a text as can be shown and has room."""
        first, last = self.selection
        before, after = self.text[:first], self.text[last:]
        head = (
            names.clean_input(before + typed, self.limit - len(after)) if len(before + after) < self.limit else before
        )
        if head == before:
            return
        self._remember("type" if len(typed) == 1 and first == last else "")
        self._set(names.clean_input(head + after, self.limit), len(head))

    def edit(self, how: str) -> None:
        """One of :data:`EDITS`; anything else changes nothing."""
        where = how.removeprefix("select_")
        self.age = 0.0
        if how == "select_all":
            self._anchor, self._caret, self._last = 0, len(self.text), ""
        elif where in ("left", "right", "word_left", "word_right", "home", "end"):
            self._move(where, how != where)
        elif how in ("erase", "delete", "erase_word", "delete_word"):
            self._remove(how)
        elif how in ("copy", "cut"):
            if self.selected and copy_text(self.selected) and how == "cut":
                self._remove("delete")
        elif how == "paste":
            self.insert(paste_text())
        elif how == "undo":
            self._step_back(self._undo, self._redo)
        elif how == "redo":
            self._step_back(self._redo, self._undo)

    def _move(self, where: str, select: bool) -> None:
        first, last = self.selection
        if first != last and not select and where in ("left", "right"):
            self.place(first if where == "left" else last)
        else:
            self.place(self._goal(where), select=select)

    def _goal(self, where: str) -> int:
        """Position to which a key moves the caret."""
        at = self.caret
        if where in ("home", "end"):
            return 0 if where == "home" else len(self.text)
        by = -1 if where.endswith("left") else 1
        if not where.startswith("word"):
            return self._next(at, by)
        # Over the gap, then over the word; to the right the other way round.
        for is_gap in (True, False) if by < 0 else (False, True):
            while 0 <= (at - 1 if by < 0 else at) < len(self.text) and self.text[min(at, at + by)].isspace() == is_gap:
                at += by
        return at

    def _next(self, at: int, by: int) -> int:
        """The next place between two letters; signs that are put on a letter belong to it."""
        at += by
        if self.text.isascii():
            return max(0, min(at, len(self.text)))
        import unicodedata  # a large library on some systems, and plain text needs nothing of it

        while 0 < at < len(self.text) and unicodedata.combining(self.text[at]):
            at += by
        return max(0, min(at, len(self.text)))

    def _remove(self, how: str) -> None:
        first, last = self.selection
        if first == last:
            where = ("word_" if how.endswith("word") else "") + ("left" if how.startswith("erase") else "right")
            first, last = sorted((self.caret, self._goal(where)))
        if first == last:
            return
        self._remember(how)
        self._set(self.text[:first] + self.text[last:], first)

    def _remember(self, kind: str) -> None:
        """Push the text for undo; letters typed one after the other are one step."""
        if not kind or kind != self._last:
            self._undo = [*self._undo[1 - MOST_STEPS :], (self.text, self.caret)]
        self._redo = []
        self._last = kind

    def _set(self, text: str, caret: int) -> None:
        self.text = text
        self._caret = self._anchor = max(0, min(caret, len(text)))
        self.age = 0.0

    def _step_back(self, source: list[tuple[str, int]], other: list[tuple[str, int]]) -> None:
        if source:
            other.append((self.text, self.caret))
            self._set(*source.pop())
        self._last = ""
