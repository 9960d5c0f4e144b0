"""Ease of use: high contrast, patterns, little motion, one switch, clicks without drags."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenes.menus.presets import PRESETS, apply_preset, find_preset
from scenes.menus.settings_page import TwoPanelPage
from scenes.menus.settings_rows import GAP, Choice, Figure, Row, Toggle
from scenes.shell import routes
from sprites.base import icons, layout, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

SCAN_TIMES = (600, 900, 1200, 1800, 2500)
"""Milliseconds for which the frame of one-switch play stays on a control."""


def _name_time(ctx: Context, ms: int) -> str:
    return ctx.t("ui.settings.seconds", value=ctx.texts.decimal(ms / 1000))


class EaseScene(TwoPanelPage):
    """What is seen on the left, how it is used on the right."""

    name = "ease"

    def draw(self, c: Canvas) -> None:
        """Both panels, the door to the page for listeners, and the way back."""
        self.draw_panels(
            c, "ease.sub", ("ease.see", "eye", self._list_sights()), ("ease.use", "hand", self._list_uses())
        )
        open_listening = partial(routes.open, self.ctx, "listening")
        self.ui.button(
            c, "listening", (1210, c.height - 88, 330, 54), self.ctx.t("reader.page.button"), open_listening,
            icon="sound",
        )  # fmt: skip
        self.draw_back(c)

    def _list_sights(self) -> list[Row]:
        return [
            Toggle("contrast", across=1),
            self._note("ease.contrast"),
            Toggle("patterns", across=1),
            self._note("ease.patterns"),
            Toggle("reduced_motion"),
            Toggle("no_flashes"),
            self._note("ease.motion", "ease.flashes"),
            Figure(1.7, self._draw_presets),
        ]

    def _list_uses(self) -> list[Row]:
        return [
            Toggle("one_switch", across=1),
            self._note("ease.one_switch"),
            Choice("scan_ms", "hourglass", SCAN_TIMES, _name_time, usual=2),
            Toggle("clicks_only", across=1),
            self._note("ease.clicks"),
            Toggle("hurry_switch", across=1),
            self._note("ease.hurry"),
        ]

    def _draw_presets(self, c: Canvas, box: Box) -> None:
        """Draw the presets, and what the chosen one does."""
        t, (x, y, w, h) = self.ctx.t, box
        icons.draw(c, "settings", x + 12, y + 14, 22, "accent")
        text.draw(c, t("ease.presets"), x + 36, y + 14, "name", "text", "lm", max_w=w - 40)
        names, now = list(PRESETS), find_preset(self.ctx.settings)
        labels = [t(f"ease.preset.{name}") for name in names]
        at = names.index(now) if now else -1
        self.ui.segmented_control(c, "preset", (x, y + 34, w, 42), labels, at, lambda k: self._apply(names[k]))
        words = t(f"ease.preset.{now or 'own'}.note")
        size = text.fit(c, words, w, h - 96, "body")
        text.paragraph(c, words, x, y + 92, w, size, "text.soft")

    def _apply(self, name: str) -> None:
        apply_preset(self.ctx.settings, name)
        self.ctx.apply_settings()

    def _note(self, *text_ids: str) -> Figure:
        """A few words about each of the switches above them."""

        def draw(c: Canvas, box: Box) -> None:
            for text_id, part in zip(text_ids, layout.columns(box, len(text_ids), gap=GAP), strict=True):
                x, y, w, h = part
                words = self.ctx.t(text_id)
                size = text.fit(c, words, w - 34, h, "body")
                text.paragraph(c, words, x + 34, y, w - 34, size, "text.soft")

        return Figure(0.62, draw)
