"""The buttons at the upper edge of every table: menu left; undo, hint, rules, sound, settings right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.ui import Ui

Tip = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Button:
    """One of the buttons right: its key and icon, what it does, whether it can, what it says, whether it is lit."""

    key: str
    icon: str
    act: Callable[[], None]
    tip: Tip
    enabled: bool = True
    on: bool = False


def draw(c: Canvas, ui: Ui, menu: Button, buttons: tuple[Button, ...]) -> None:
    """The menu at the left edge, the others from the right edge inwards."""
    ui.icon_button(c, f"bar.{menu.key}", 36, 24, 16, menu.icon, menu.act, tip=menu.tip)
    for k, one in enumerate(buttons):
        x = 1600 - 36 - (len(buttons) - 1 - k) * 42
        ui.icon_button(c, f"bar.{one.key}", x, 30, 16, one.icon, one.act, enabled=one.enabled, on=one.on, tip=one.tip)
