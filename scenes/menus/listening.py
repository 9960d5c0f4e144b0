"""The page for those who listen: what is spoken, how much, how fast, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.storage.settings import DETAILS, SPEECH
from scenes.menus import settings_rows
from scenes.menus.settings_rows import Choice, Figure, Page, Row
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

RATES = (-50, 0, 50, 100)
"""Speeds of the voice that can be chosen: 0 as the system has it, 100 twice as fast."""


def _name_rate(ctx: Context, rate: int) -> str:
    return ctx.t("ui.percent", value=round(100 * 2 ** (rate / 100)))


class ListeningScene(Scene):
    """What is spoken on the left, the keys on the right."""

    name = "listening"

    def _set(self, field: str, value: object) -> None:
        if getattr(self.ctx.settings, field) != value:
            setattr(self.ctx.settings, field, value)
            self.ctx.apply_settings()

    def draw(self, c: Canvas) -> None:
        """Both panels and the way back."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t("reader.page.sub"), "settings")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        y, h = 84.0, c.height - 196
        page = Page(c, self.ui, self.ctx, self._set, lambda row, value: None)
        for box, title, icon, rows in (
            ((60.0, y, 730.0, h), "ui.settings.spoken_output", "sound", self._list_choices()),
            ((810.0, y, 730.0, h), "keys.group.listening", "keyboard", [Figure(5.5, self._draw_keys, share=1.0)]),
        ):
            shapes.panel(c, *box)
            x, top, w, tall = layout.inset(box, 32, 22)
            icons.draw(c, icon, x + 14, top + 14, 26, "accent")
            text.draw(c, t(title), x + 40, top + 15, "sc", 21, "text.title", "lm", max_w=w - 40)
            shapes.rule(c, x, top + 42, w, ornament=False)
            layout.draw_rows((x, top + 58, w, tall - 58), settings_rows.list_parts(page, rows, 104.0))
        self.ui.button(
            c, "back", (640, c.height - 92, 320, 62), t("ui.settings.done"), self.ctx.stack.pop, main=True,
            icon="check", size=21, key=t("ui.key.main"),
        )  # fmt: skip

    def _list_choices(self) -> list[Row]:
        return [
            Choice("spoken_output", "sound", SPEECH, lambda ctx, kind: ctx.t(f"reader.output.{kind}"), usual=1),
            Choice("spoken_detail", "text", DETAILS, lambda ctx, detail: ctx.t(f"reader.detail.{detail}"), usual=1),
            Choice("speech_rate", "speed", RATES, _name_rate, usual=1),
            Figure(1.8, self._draw_note, share=1.0),
        ]

    def _draw_note(self, c: Canvas, box: Box) -> None:
        """Say what the choices mean, and what is told to nobody."""
        x, y, w, h = box
        words = self.ctx.t("reader.page.note")
        text.paragraph(c, words, x, y + 24, w, "sans", text.fit(c, words, w, h - 30, "sans", 16), "text.soft")

    def _draw_keys(self, c: Canvas, box: Box) -> None:
        """Name the keys with which a page is explored."""
        x, y, w, h = box
        words = self.ctx.t("reader.page.keys")
        size = text.fit(c, words, w, h - 10, "sans", 17, 1.3)
        text.paragraph(c, words, x, y + 8, w, "sans", size, "text.body", line=1.3, bold_colour="text.strong")

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
