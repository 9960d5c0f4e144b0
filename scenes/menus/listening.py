"""The page for those who listen: what is spoken, how much, how fast, and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.storage.settings import DETAILS, SPEECH
from scenes.menus.settings_page import TwoPanelPage
from scenes.menus.settings_rows import Choice, Figure, Row
from sprites.base import text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

RATES = (-50, 0, 50, 100)
"""Speeds of the voice that can be chosen: 0 as the system has it, 100 twice as fast."""


def _name_rate(ctx: Context, rate: int) -> str:
    return ctx.t("ui.percent", value=round(100 * 2 ** (rate / 100)))


class ListeningScene(TwoPanelPage):
    """What is spoken on the left, the keys on the right."""

    name = "listening"

    def draw(self, c: Canvas) -> None:
        """Both panels and the way back."""
        keys: list[Row] = [Figure(5.5, self._draw_keys, share=1.0)]
        self.draw_panels(
            c, "reader.page.sub", ("ui.settings.spoken_output", "sound", self._list_choices()),
            ("keys.group.listening", "keyboard", keys),
        )  # fmt: skip
        self.draw_back(c)

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
        text.paragraph(c, words, x, y + 24, w, text.fit(c, words, w, h - 30, "body"), "text.soft")

    def _draw_keys(self, c: Canvas, box: Box) -> None:
        """Name the keys with which a page is explored."""
        x, y, w, h = box
        words = self.ctx.t("reader.page.keys")
        size = text.fit(c, words, w, h - 10, "lead", 1.3)
        text.paragraph(c, words, x, y + 8, w, size, "text.body", line=1.3, bold_colour="text.strong")
