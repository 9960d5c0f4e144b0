"""Own keys and buttons: what every key and every button of a pad stands for, and the devices that are plugged in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.menus import key_devices, key_rows
from scenes.menus.key_editor import KeyEditor
from scenes.shell import bindings
from scenes.shell.bindings import KEYS, PAD
from sprites.base import backdrop, controls, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

GROUPS: dict[str, tuple[str, ...]] = {
    "table": (
        "activate", "main", "back", "undo", "redo", "hint", "why", "rules", "chronicle", "again", "hurry",
        "skip",
    ),
    "move": (
        "left", "right", "up", "down", "next", "previous", "page_up", "page_down", "home", "end", "turn_left",
        "turn_right",
    ),
    "window": (
        "settings", "sound", "explain", "faster", "slower", "fullscreen", "search", "copy", "names", "quit",
    ),
    "listening": (
        "next_zone", "previous_zone", "go_to", "next_matter", "say_turn", "say_score", "say_hand", "say_news",
        "say_patterns", "say_place", "say_again", "speech",
    ),
    "choices": bindings.CHOICES,
}  # fmt: skip
"""Commands by the part of the page on which they stand."""


class KeysScene(KeyEditor):
    """The list of commands on the left, devices and switches on the right."""

    name = "keys"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.group = "table"

    def draw(self, c: Canvas) -> None:
        """Both panels, and the buttons below."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t("keys.sub"), "settings")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        high = c.height - 166
        shapes.panel(c, 24, 66, 884, high)
        self._draw_list(c, high)
        key_devices.draw(c, self, (924, 66, 652, high))
        self._draw_buttons(c, c.height - 86)

    def _draw_list(self, c: Canvas, high: float) -> None:
        t = self.ctx.t
        names = list(GROUPS)
        labels = [t(f"keys.group.{name}") for name in names]
        box = (40.0, 80.0, 852.0, 44.0)
        self.ui.segmented_control(c, "group", box, labels, names.index(self.group), lambda k: self._show(names[k]))
        key_rows.draw(c, self, GROUPS[self.group], (40, 132, 852, high - 74))

    def _show(self, group: str) -> None:
        self.group = group
        self.cancel()

    def _draw_buttons(self, c: Canvas, y: float) -> None:
        t, ui = self.ctx.t, self.ui
        ui.button(
            c, "undo", (24, y, 214, 54), t("keys.undo"), self.undo, icon="undo", size=16.5, enabled=self.can_undo()
        )
        for k, (section, icon) in enumerate(((KEYS, "keyboard"), (PAD, "gamepad"))):
            changed = self.table.get_section(section) != bindings.standard().get_section(section)
            box = (250.0 + k * 226, y, 214.0, 54.0)
            label = t(f"keys.reset.{section}")
            ui.button(
                c, f"reset.{section}", box, label, self._make_reset(section), icon=icon, size=16.5, enabled=changed
            )
        own = bindings.count_own(self.table)
        words = t("keys.own", n=own, all=len(bindings.COMMANDS)) if own else t("keys.own.none")
        text.draw(c, words, 716, y + 27, "italic", 17, "text.soft", "lm", max_w=520)
        ui.button(
            c,
            "done",
            (1260, y - 6, 316, 66),
            t("ui.settings.done"),
            self.ctx.stack.pop,
            main=True,
            icon="check",
            size=21,
            key=t("ui.key.main"),
        )

    def _make_reset(self, section: str) -> key_rows.Act:
        return lambda: self.reset(section)
