"""Settings: language, text, colours, motion, sound, screen. Every change works at once and is kept."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.storage.settings import LANGUAGES, PALETTES, SPEEDS, TEXT_SIZES
from scenes.menus import settings_rows
from scenes.menus.settings_rows import Choice, Figure, Page, Row, Toggle, Volume
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.shell.context import Context

PAUSES = (0, 250, 500, 1000, 2000)
COIN_MS = 200.0
"""A sound says how loud it is now, when the slider has rested for so long."""


def _name_language(ctx: Context, code: str) -> str:
    return ctx.t(f"ui.language.{code}") if code else ctx.t("ui.settings.system")


def _name_size(ctx: Context, size: int) -> str:
    return ctx.t("ui.percent", value=size) if size else ctx.t("ui.settings.auto")


def _name_pause(ctx: Context, pause: int) -> str:
    return ctx.t("ui.settings.seconds", value=ctx.texts.decimal(pause / 1000))


def _toggle_fullscreen(ctx: Context, on: bool) -> None:
    if ctx.window is not None and on != ctx.settings.fullscreen:
        ctx.window.toggle_fullscreen()


class SettingsScene(Scene):
    """Two panels: reading and looking on the left, motion, sound and screen on the right."""

    name = "settings"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._sample = ""
        self._sample_in = 0.0

    def update(self, ms: float) -> None:
        """Let time pass until the sample of what was set is due."""
        if self._sample_in > 0:
            self._sample_in -= ms
            if self._sample_in <= 0:
                self.ctx.play(self._sample)

    def _set(self, field: str, value: object) -> None:
        if getattr(self.ctx.settings, field) != value:
            setattr(self.ctx.settings, field, value)
            self.ctx.apply_settings()

    def draw(self, c: Canvas) -> None:
        """Both panels and the way back."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("ui.settings.title"), t("ui.settings.sub"), "settings")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.ctx.stack.pop, tip=(t("ui.back"), ""))
        open_about = partial(routes.open, self.ctx, "about")
        self.ui.icon_button(c, "about", 1564, 24, 16, "info", open_about, tip=(t("about.title"), ""))
        y = 84.0
        h = c.height - 196
        page = Page(c, self.ui, self.ctx, self._set, self._set_volume)
        for box, rows, most, steps in (
            ((60.0, y, 730.0, h), self._list_looks(), 112.0, 5.4),
            ((810.0, y, 730.0, h), self._list_motion(), 104.0, 6.0),
        ):
            shapes.panel(c, *box)
            x, top, w, tall = layout.inset(box, 32, 18)
            step = min(most, (h - 60) / steps)
            layout.draw_rows((x, top, w, tall), settings_rows.list_parts(page, rows, step))
        box = (60.0, c.height - 88, 330.0, 54.0)
        open_keys = partial(routes.open, self.ctx, "keys")
        self.ui.button(c, "keys", box, t("keys.button"), open_keys, icon="keyboard")
        box = (1210.0, c.height - 88, 330.0, 54.0)
        open_ease = partial(routes.open, self.ctx, "ease")
        self.ui.button(c, "ease", box, t("ease.button"), open_ease, icon="eye")
        self.ui.button(
            c,
            "back",
            (640, c.height - 92, 320, 62),
            t("ui.settings.done"),
            self.ctx.stack.pop,
            main=True,
            icon="check",
            key=t("ui.key.main"),
        )

    def _list_looks(self) -> list[Row]:
        """What is read and how it looks."""
        return [
            Choice("language", "language", ("", *LANGUAGES), _name_language),
            Choice("text_size", "text", TEXT_SIZES, _name_size),
            Choice("palette", "palette", PALETTES, lambda ctx, name: ctx.t(f"ui.palette.{name}")),
            Figure(0.72, self._draw_seats),
            Figure(1.5, self._draw_sample, share=1.0),
        ]

    def _list_motion(self) -> list[Row]:
        """Motion, help, sound, and the keys in words."""
        return [
            Choice("speed", "speed", SPEEDS, lambda ctx, name: ctx.t(f"ui.speed.{name}")),
            Choice("computer_pause", "hourglass", PAUSES, _name_pause, usual=2, target="pause"),
            Toggle("reduced_motion"),
            Toggle("fullscreen", change=_toggle_fullscreen),
            Toggle("show_odds"),
            Toggle("confirm_turns"),
            Toggle("speech_bubbles"),
            Toggle("coach_comments"),
            Toggle("muted", "sound", inverse=True, across=3),
            Toggle("turn_bell", "bell", across=3),
            Toggle("background_sound", "background", across=3),
            Volume("interface", "click"),
            Volume("effects", "coin"),
            Volume("music"),
            Figure(0.6, self._draw_keys, share=1.0),
        ]

    def _set_volume(self, row: Volume, value: float) -> None:
        self._set(f"{row.word}_volume", round(value * 100))
        if row.sample:
            self._sample, self._sample_in = row.sample, COIN_MS

    def _draw_seats(self, c: Canvas, box: Box) -> None:
        """The signs of the four seats as they look now, and whether their colours have patterns."""
        x, y, w, _ = box
        for k in range(4):
            shapes.badge(c, k, "", x + 30 + k * 62, y + 32, 22)
        label, on = self.ctx.t("ui.settings.patterns"), self.ctx.settings.patterns
        self.ui.checkbox(
            c, "patterns", (x + 270, y + 10, w - 270, 44), on, label, lambda now: self._set("patterns", now)
        )

    def _draw_sample(self, c: Canvas, box: Box) -> None:
        """A few words in the chosen size."""
        x, y, w, h = box
        sample = self.ctx.t("ui.settings.sample")
        tall = text.paragraph_height(c, sample, w - 40, "body")
        shapes.panel(c, x, y + 20, w, min(h - 26, tall + 36), "parchment", shadow=False)
        text.paragraph(c, sample, x + 20, y + 38, w - 40, "body", "paper.text")

    def _draw_keys(self, c: Canvas, box: Box) -> None:
        """The most useful keys, in words."""
        x, y, w, h = box[0], box[1] + 20, box[2], box[3] - 22
        if h < 60:
            return
        words = self.ctx.t("ui.settings.keys")
        shapes.rule(c, x, y, w, ornament=False)
        icons.draw(c, "keyboard", x + 12, y + 26, 22, "accent")
        size = text.fit(c, words, w - 36, h - 24, "body", 1.25)
        text.paragraph(c, words, x + 36, y + 18, w - 36, size, "text.body", line=1.25)

    def handle(self, given: Input) -> bool:
        """Handle keys: Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
