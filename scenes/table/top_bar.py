"""The buttons at the upper edge of every table: menu left; see again, undo, hint, rules, sound, settings right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.shell import routes
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.shell.ui import Ui

PITCH = 42
"""From button to button."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a button does, whether it can, whether it is lit."""

    act: Callable[[], None]
    enabled: bool = True
    on: bool = False


class TopBar:
    """The buttons of one table; ``open_menu`` opens the menu of its running game."""

    def __init__(self, ctx: Context, game: str, open_menu: Callable[[], None]) -> None:
        self._ctx = ctx
        self._game = game
        self.open_menu = open_menu

    def open_rules(self) -> None:
        """The rule book of this game."""
        routes.open(self._ctx, "rules", self._game)

    def open_settings(self) -> None:
        """The settings."""
        routes.open(self._ctx, "settings")

    def toggle_sound(self) -> None:
        """Sound off and on."""
        self._ctx.settings.muted = not self._ctx.settings.muted
        self._ctx.apply_settings()

    def draw(
        self,
        c: Canvas,
        ui: Ui,
        undo: Callable[[], None],
        undo_words: tuple[bool, str],
        hint: Choice,
        hint_counts: bool,
        again: Choice,
    ) -> None:
        """The menu at the left edge, the others at the right one.

        ``undo_words``: whether it can be, and its tip; ``hint_counts``: advice would mark the game as one with advice;
        ``again``: what the others did is told once more.
        """
        t = self._ctx.t
        tip = (t("ui.bar.menu"), t("ui.bar.menu.tip"))
        ui.icon_button(c, "bar.menu", 36, 24, 16, "menu", self.open_menu, tip=tip)
        possible, undo_tip = undo_words
        sound = ("mute", "ui.bar.sound.off") if self._ctx.settings.muted else ("sound", "ui.bar.sound.on")
        right = (
            ("again", "eye", again, t("chronicle.again.tip")),
            ("undo", "undo", Choice(undo, possible), undo_tip),
            ("hint", "hint", hint, t("ui.bar.hint.tip" if hint_counts else "ui.bar.hint.free")),
            ("rules", "rules", Choice(self.open_rules), t("ui.bar.rules.tip")),
            ("sound", sound[0], Choice(self.toggle_sound), t(sound[1])),
            ("settings", "settings", Choice(self.open_settings), t("ui.bar.settings.tip")),
        )
        for k, (name, icon, choice, words) in enumerate(right):
            x = 1600 - 36 - (len(right) - 1 - k) * PITCH
            ui.icon_button(
                c, f"bar.{name}", x, 30, 16, icon, choice.act, enabled=choice.enabled, on=choice.on,
                tip=(t(f"ui.bar.{name}"), words),
            )  # fmt: skip
