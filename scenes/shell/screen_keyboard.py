"""A keyboard on the screen: with it a pad types into a text field.

Its keys are targets like all others, so the cross moves among them and the button that chooses types.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import schema
from engine.storage.settings import LANGUAGES
from scenes.shell.targets import Target
from sprites.base import controls, icons, layout, pad_signs, shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.target_registry import TargetRegistry

FILE = Path(__file__).with_name("screen_keyboard.json")
PREFIX = "letter."
"""How the ids of its keys begin."""
KEY_H, GAP = 46.0, 6.0
WIDE = 960.0
SPECIAL: tuple[tuple[str, str, float], ...] = (
    ("shift", "up", 1.4), ("letters", "language", 1.4), ("space", "", 4.2), ("left", "left", 1.0),
    ("right", "right", 1.0), ("erase", "undo", 1.4), ("done", "check", 2.0),
)  # fmt: skip
"""Keys of the last row: name, icon and share of the width."""


class BadLetters(schema.Misfit):
    """The file of letters is wrong; the text names file, place and expected value."""


@functools.cache
def _letters() -> dict[str, list[str]]:
    return schema.read(FILE, dict[str, list[str]], BadLetters)


class ScreenKeyboard:
    """Which letters are shown, and whether large ones; the owner tells when it is seen."""

    def __init__(self) -> None:
        self.language = LANGUAGES[0]
        self.shift = False

    def list_rows(self) -> Sequence[str]:
        """The letters that can be typed now, row by row."""
        rows = _letters().get(self.language) or _letters()[LANGUAGES[0]]
        return [row.upper() if self.shift else row for row in rows]

    def turn_language(self) -> None:
        """Show the letters of the next language."""
        at = LANGUAGES.index(self.language) if self.language in LANGUAGES else -1
        self.language = LANGUAGES[(at + 1) % len(LANGUAGES)]

    def draw(self, c: Canvas, ui: TargetRegistry, field: Target) -> None:
        """Draw the keyboard over the page, and the edited text above its keys."""
        rows = self.list_rows()
        w = WIDE
        h = (KEY_H + GAP) * (len(rows) + 1) + 92
        x, y = 800 - w / 2, c.height - h - 16
        if field.box[1] + field.box[3] > y - 8:  # the field itself must be seen
            y = 70.0 if field.box[1] > h + 90 else y
        shapes.panel(c, x, y, w, h)
        self._draw_text(c, ui, (x + 20, y + 16, w - 40, 44))
        column = layout.Stack((x + 20, y + 70, w - 40, h - 80))
        for row in rows:
            places = layout.columns(column.take(KEY_H), max(len(row), 10), gap=GAP)
            for letter, box in zip(row, places, strict=False):
                self._draw_key(c, ui, f"{PREFIX}{letter}", box, letter, "", _type(ui, self, letter))
            column.skip(GAP)
        shares = [share for _, _, share in SPECIAL]
        whole = w - 40 - GAP * (len(SPECIAL) - 1)
        sizes = [whole * share / sum(shares) for share in shares]
        acts: dict[str, Callable[[], None]] = {
            "shift": self._turn_shift,
            "letters": self.turn_language,
            "space": _type(ui, self, " "),
            "done": ui.commit_text,
        }
        for (name, icon, _), box in zip(SPECIAL, layout.columns(column.take(KEY_H), sizes, gap=GAP), strict=True):
            act = acts.get(name) or _edit(ui, name)
            label = self.language.upper() if name == "letters" else ""
            self._draw_key(c, ui, f"{PREFIX}{name}", box, label, icon, act, lit=name == "shift" and self.shift)

    def _turn_shift(self) -> None:
        self.shift = not self.shift

    def _draw_text(self, c: Canvas, ui: TargetRegistry, box: Box) -> None:
        field = ui.field
        if field is not None:
            controls.text_field(c, *box, field.text, caret=field.caret, caret_on=True, focused=True)

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


def _type(ui: TargetRegistry, keyboard: ScreenKeyboard, letter: str) -> Callable[[], None]:
    def act() -> None:
        if ui.field is not None:
            ui.field.insert(letter)
        keyboard.shift = False

    return act


def _edit(ui: TargetRegistry, name: str) -> Callable[[], None]:
    def act() -> None:
        if ui.field is not None:
            ui.field.edit(name)

    return act
