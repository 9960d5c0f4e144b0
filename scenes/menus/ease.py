"""Ease of use: high contrast, patterns, little motion, one switch, clicks without drags."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenes.menus import settings_rows
from scenes.menus.presets import PRESETS, apply_preset, find_preset
from scenes.menus.settings_rows import GAP, Choice, Figure, Page, Row, Toggle
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

SCAN_TIMES = (600, 900, 1200, 1800, 2500)
"""Milliseconds for which the frame of one-switch play stays on a control."""


def _name_time(ctx: Context, ms: int) -> str:
    return ctx.t("ui.settings.seconds", value=ctx.texts.decimal(ms / 1000))


class EaseScene(Scene):
    """What is seen on the left, how it is used on the right."""

    name = "ease"

    def _set(self, field: str, value: object) -> None:
        if getattr(self.ctx.settings, field) != value:
            setattr(self.ctx.settings, field, value)
            self.ctx.apply_settings()

    def draw(self, c: Canvas) -> None:
        """Both panels and the way back."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t("ease.sub"), "settings")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        y, h = 84.0, c.height - 196
        page = Page(c, self.ui, self.ctx, self._set, lambda row, value: None)
        for box, title, icon, rows in (
            ((60.0, y, 730.0, h), "ease.see", "eye", self._list_sights()),
            ((810.0, y, 730.0, h), "ease.use", "hand", self._list_uses()),
        ):
            shapes.panel(c, *box)
            x, top, w, tall = layout.inset(box, 32, 22)
            icons.draw(c, icon, x + 14, top + 14, 26, "accent")
            text.draw(c, t(title), x + 40, top + 15, "sc", 21, "text.title", "lm", max_w=w - 40)
            shapes.rule(c, x, top + 42, w, ornament=False)
            layout.draw_rows((x, top + 58, w, tall - 58), settings_rows.list_parts(page, rows, 104.0))
        open_listening = partial(routes.open, self.ctx, "listening")
        self.ui.button(
            c, "listening", (1210, c.height - 88, 330, 54), t("reader.page.button"), open_listening, icon="sound",
            size=18,
        )  # fmt: skip
        self.ui.button(
            c,
            "back",
            (640, c.height - 92, 320, 62),
            t("ui.settings.done"),
            self.ctx.stack.pop,
            main=True,
            icon="check",
            size=21,
            key=t("ui.key.main"),
        )

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
        ]

    def _draw_presets(self, c: Canvas, box: Box) -> None:
        """Draw the presets, and what the chosen one does."""
        t, (x, y, w, h) = self.ctx.t, box
        icons.draw(c, "settings", x + 12, y + 14, 22, "accent")
        text.draw(c, t("ease.presets"), x + 36, y + 14, "serif_bold", 17.5, "text", "lm", max_w=w - 40)
        names, now = list(PRESETS), find_preset(self.ctx.settings)
        labels = [t(f"ease.preset.{name}") for name in names]
        at = names.index(now) if now else -1
        self.ui.segmented_control(c, "preset", (x, y + 34, w, 42), labels, at, lambda k: self._apply(names[k]))
        words = t(f"ease.preset.{now or 'own'}.note")
        size = text.fit(c, words, w, h - 96, "sans", 16)
        text.paragraph(c, words, x, y + 92, w, "sans", size, "text.soft")

    def _apply(self, name: str) -> None:
        apply_preset(self.ctx.settings, name)
        self.ctx.apply_settings()

    def _note(self, *text_ids: str) -> Figure:
        """A few words about each of the switches above them."""

        def draw(c: Canvas, box: Box) -> None:
            for text_id, part in zip(text_ids, layout.columns(box, len(text_ids), gap=GAP), strict=True):
                x, y, w, h = part
                words = self.ctx.t(text_id)
                size = text.fit(c, words, w - 34, h, "sans", 16)
                text.paragraph(c, words, x + 34, y, w - 34, "sans", size, "text.soft")

        return Figure(0.62, draw)

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
