"""Own keys and buttons: what every key and every button of a pad stands for, and the devices that are plugged in."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from scenes.menus import key_devices, key_rows
from scenes.menus.key_columns import KeyColumns
from scenes.menus.key_editor import KeyEditor
from scenes.shell import bindings
from scenes.shell.bindings import KEYS, PAD
from scenes.shell.inputs import Input
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
        "settings", "sound", "explain", "faster", "slower", "fullscreen", "search", "copy", "paste", "names",
        "quit",
    ),
    "listening": (
        "next_zone", "previous_zone", "go_to", "next_matter", "say_turn", "say_score", "say_hand", "say_news",
        "say_patterns", "say_place", "say_again", "speech",
    ),
    "choices": bindings.CHOICES,
}  # fmt: skip
"""Commands by the part of the page on which they stand."""
SHARED = "shared"
"""The part of the page with the columns of keys of several people."""
MOST_FOUND = 12
"""Actions that a search shows at most."""


class KeysScene(KeyEditor):
    """The list of commands on the left, devices and switches on the right."""

    name = "keys"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.group = "table"
        self.query = ""
        """What is looked for: a part of the name of an action, or what is printed on its key."""
        self.columns = KeyColumns(self)

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
        names = [*GROUPS, SHARED]
        labels = [t(f"keys.group.{name}") for name in names]
        box = (40.0, 80.0, 852.0, 44.0)
        at = -1 if self.query else names.index(self.group)
        self.ui.segmented_control(c, "group", box, labels, at, lambda k: self._show(names[k]))
        if self.group == SHARED and not self.query:
            self.columns.draw(c, (40, 132, 852, high - 74))
            return
        found = self.find_commands()
        key_rows.draw(c, self, found, (40, 132, 852, high - 74))
        field = (40.0, 128.0, 282.0, 34.0)
        self.ui.text_field(
            c, "find", field, self.query, self.look_for, placeholder=t("keys.find"), limit=24, icon="search"
        )
        if not found:
            text.draw(c, t("keys.find.none"), 466, 230, "aside", "text.soft", "cm", max_w=800)

    def look_for(self, query: str) -> None:
        """Show the actions that a text belongs to; all of a part of the page when it is empty."""
        self.query = query.strip()
        self.cancel()

    def find_commands(self) -> list[str]:
        """Return the actions that are shown: those of the open part, or those that the search finds, on whose keys
        the text is printed first."""
        if not self.query:
            return list(GROUPS.get(self.group, ()))
        wanted = self.query.casefold()
        every = [command for group in GROUPS.values() for command in group]
        by_key = [command for command in every if wanted in map(str.casefold, self.list_labels(command))]
        by_name = [command for command in every if wanted in self.name_command(command).casefold()]
        return list(dict.fromkeys([*by_key, *by_name]))[:MOST_FOUND]

    def _show(self, group: str) -> None:
        self.group, self.query = group, ""
        self.cancel()

    def cancel(self) -> None:
        """Close what is open; nothing changes."""
        self.columns.cancel()
        super().cancel()

    def list_own_keys(self) -> Collection[str]:
        """All keys while one of a column is waited for."""
        return self.columns.list_awaited_keys() or super().list_own_keys()

    def handle(self, given: Input) -> bool:
        """Handle keys: the next one for a column, the way back out of a search, and what every part of the page has."""
        if given.kind == "key" and self.columns.waiting is not None:
            self.columns.take(int(given.name.removeprefix("key:")))
            return True
        if given.kind == "command" and given.name == "back" and self.columns.waiting is not None:
            self.columns.cancel()
            return True
        if given.kind == "command" and given.name == "search":
            self.ui.set_focus("find")
            target = self.ui.find("find")
            if target is not None:
                target.activate()
            return True
        if given.kind == "command" and given.name == "back" and self.query:
            self.look_for("")
            return True
        return super().handle(given)

    def _draw_buttons(self, c: Canvas, y: float) -> None:
        t, ui = self.ctx.t, self.ui
        ui.button(c, "undo", (24, y, 214, 54), t("keys.undo"), self.undo, icon="undo", enabled=self.can_undo())
        for k, (section, icon) in enumerate(((KEYS, "keyboard"), (PAD, "gamepad"))):
            changed = self.table.get_section(section) != bindings.standard().get_section(section)
            box = (250.0 + k * 226, y, 214.0, 54.0)
            label = t(f"keys.reset.{section}")
            ui.button(c, f"reset.{section}", box, label, self._make_reset(section), icon=icon, enabled=changed)
        own = bindings.count_own(self.table)
        words = t("keys.own", n=own, all=len(bindings.COMMANDS)) if own else t("keys.own.none")
        text.draw(c, words, 716, y + 27, "aside", "text.soft", "lm", max_w=520)
        ui.button(
            c,
            "done",
            (1260, y - 6, 316, 66),
            t("ui.settings.done"),
            self.ctx.stack.pop,
            main=True,
            icon="check",
            key=t("ui.key.main"),
        )

    def _make_reset(self, section: str) -> key_rows.Act:
        return lambda: self.reset(section)
