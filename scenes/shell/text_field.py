"""One line of text being edited, and a keyboard on the screen with which a pad types into it.

The line (caret, selection, clipboard, undo) knows no pixels and no keys. The keys on the screen are targets like all
others, so the cross moves among them and the button that chooses types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from engine import names
from engine.languages import languages
from sprites.base import controls, icons, layout, pad_signs, shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.targets import Target, TargetRegistry

MOST_STEPS = 200
"""Steps that can be undone."""

EDITS = frozenset(
    {"erase", "delete", "erase_word", "delete_word", "copy", "cut", "paste", "undo", "redo", "select_all"}
    | {f"{mode}{where}" for mode in ("", "select_") for where in ("left", "right", "word_left", "word_right")}
    | {f"{mode}{where}" for mode in ("", "select_") for where in ("home", "end")}
)
"""What keys can do in a text field."""

PREFIX = "letter."
"""How the ids of its keys begin."""
KEY_H, GAP = 46.0, 6.0
WIDE = 960.0
SPECIAL: tuple[tuple[str, str, float], ...] = (
    ("shift", "up", 1.4), ("letters", "language", 1.4), ("space", "", 4.2), ("left", "left", 1.0),
    ("right", "right", 1.0), ("erase", "undo", 1.4), ("done", "check", 2.0),
)  # fmt: skip
"""Keys of the last row: name, icon and share of the width."""


def copy_text(text: str) -> bool:
    """Put a text into the system's clipboard; return False when there is none."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError, AttributeError, UnicodeError):
        return False
    return True


def paste_text() -> str:
    """Return the text in the system's clipboard; "" when there is none."""
    try:
        return str(pygame.scrap.get_text())
    except (pygame.error, NotImplementedError, AttributeError, UnicodeError):
        return ""


class TextField:
    """Text being edited, at most ``limit`` characters; ``done`` gets it when editing ends."""

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
        """Position of the caret: number of characters before it."""
        return min(self._caret, len(self.text))

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection; equal when nothing is selected."""
        anchor = min(self._anchor, len(self.text))
        return min(anchor, self.caret), max(anchor, self.caret)

    @property
    def ends(self) -> tuple[int, int]:
        """Anchor of the selection, and the caret."""
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
        """Replace the selection by a text, as much of it as can be displayed and fits."""
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
        """Apply one of :data:`EDITS`; anything else changes nothing."""
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


class ScreenKeyboard:
    """On-screen keyboard: shown letters and case; its owner decides when it is visible."""

    def __init__(self) -> None:
        self.language = languages.FALLBACK
        self.shift = False

    def list_rows(self) -> Sequence[str]:
        """Return the letters that can be typed now, row by row."""
        own, english = (languages.get_conventions(code).keyboard for code in (self.language, languages.FALLBACK))
        rows = own or english
        return [row.upper() if self.shift else row for row in rows]

    def turn_language(self) -> None:
        """Show the letters of the next language."""
        codes = languages.list_codes()
        at = codes.index(self.language) if self.language in codes else -1
        self.language = codes[(at + 1) % len(codes)]

    def draw(self, c: Canvas, ui: TargetRegistry, field: Target) -> None:
        """Draw the keyboard over the page, and the edited text above its keys."""
        rows, touch = self.list_rows(), ui.touch
        key_h, gap = touch.grow(KEY_H), max(GAP, touch.gap)
        across = max(sum(share for _, _, share in SPECIAL) + 1, *map(len, rows))
        w = max(WIDE, min(1580.0, 40 + (touch.least + gap) * across if touch.least else 0.0))
        h = (key_h + gap) * (len(rows) + 1) + 92
        x, y = 800 - w / 2, c.height - h - 16
        if field.box[1] + field.box[3] > y - 8:  # the field itself must be seen
            y = 70.0 if field.box[1] > h + 90 else y
        shapes.panel(c, x, y, w, h)
        if ui.field is not None:
            controls.text_field(
                c, x + 20, y + 16, w - 40, 44, ui.field.text, caret=ui.field.caret, caret_on=True, focused=True
            )
        column = layout.Stack((x + 20, y + 70, w - 40, h - 80))
        for row in rows:
            places = layout.columns(column.take(key_h), max(len(row), 10), gap=gap)
            for letter, box in zip(row, places, strict=False):
                self._draw_key(c, ui, f"{PREFIX}{letter}", box, letter, "", partial(self._type, ui, letter))
            column.skip(gap)
        shares = [share for _, _, share in SPECIAL]
        whole = w - 40 - gap * (len(SPECIAL) - 1)
        sizes = [whole * share / sum(shares) for share in shares]
        acts: dict[str, Callable[[], None]] = {
            "shift": self._turn_shift,
            "letters": self.turn_language,
            "space": partial(self._type, ui, " "),
            "done": ui.commit_text,
        }
        for (name, icon, _), box in zip(SPECIAL, layout.columns(column.take(key_h), sizes, gap=gap), strict=True):
            act = acts.get(name) or partial(self._edit, ui, name)
            label = self.language.upper() if name == "letters" else ""
            self._draw_key(c, ui, f"{PREFIX}{name}", box, label, icon, act, lit=name == "shift" and self.shift)

    def _type(self, ui: TargetRegistry, letter: str) -> None:
        if ui.field is not None:
            ui.field.insert(letter)
        self.shift = False

    def _edit(self, ui: TargetRegistry, how: str) -> None:
        if ui.field is not None:
            ui.field.edit(how)

    def _turn_shift(self) -> None:
        self.shift = not self.shift

    def _draw_key(
        self,
        c: Canvas,
        ui: TargetRegistry,
        target: str,
        box: Box,
        label: str,
        icon: str,
        act: Callable[[], None],
        *,
        lit: bool = False,
    ) -> None:
        state = ui.zone(target, box, act, radius=8)
        x, y, w, h = box
        look = "hover" if lit or state in ("hover", "pressed") or ui.visible_focus == target else "normal"
        pad_signs.draw_cap(c, label, x, y, h, state=look, w=w)
        if icon and not label:
            icons.draw(c, icon, x + w / 2, y + h / 2, 20, "paper.text")
