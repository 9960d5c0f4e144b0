"""Settings: language, text, colours, motion, sound, screen. Every change works at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenes.shell.i18n import LANGUAGES
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context

SIZES = (0, 90, 100, 115, 130)
PALETTES = ("standard", "deuteranopia", "protanopia", "tritanopia")
SPEEDS = ("1", "2", "4", "instant")
PAUSES = (0, 250, 500, 1000, 2000)
COIN_MS = 200.0
"""A sound says how loud it is now, when the slider has rested for so long."""
SLIDERS = (("interface", "click"), ("effects", "coin"), ("music", ""))
"""The volumes, and what is heard when one has been moved."""


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
        y = 84.0
        h = c.height - 196
        self._looks(c, 60, y, 730, h)
        self._motion(c, 810, y, 730, h)
        self.ui.button(
            c,
            "back",
            (640, c.height - 92, 320, 62),
            t("ui.settings.done"),
            self.ctx.stack.pop,
            main=True,
            icon="check",
            size=21,
            key=t("ui.key.space"),
        )

    def _label(self, c: Canvas, x: float, y: float, key: str, icon: str) -> None:
        icons.draw(c, icon, x + 12, y, 22, "accent")
        text.draw(c, self.ctx.t(f"ui.settings.{key}"), x + 36, y, "serif_bold", 17.5, "text", "lm", max_w=620)

    def _looks(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        settings = self.ctx.settings
        shapes.panel(c, x, y, w, h)
        left, wide = x + 32, w - 64
        step = min(112.0, (h - 60) / 5.4)
        yy = y + 38
        self._label(c, left, yy, "language", "language")
        labels = [t("ui.settings.system"), *(t(f"ui.language.{code}") for code in LANGUAGES)]
        chosen = 1 + LANGUAGES.index(settings.language) if settings.language in LANGUAGES else 0
        self.ui.segmented_control(
            c,
            "language",
            (left, yy + 20, wide, 42),
            labels,
            chosen,
            lambda k: self._set("language", "" if k == 0 else LANGUAGES[k - 1]),
        )
        yy += step
        self._label(c, left, yy, "text_size", "text")
        labels = [t("ui.settings.auto"), *(t("ui.percent", value=size) for size in SIZES[1:])]
        at = SIZES.index(settings.text_size) if settings.text_size in SIZES else 0
        self.ui.segmented_control(
            c, "text_size", (left, yy + 20, wide, 42), labels, at, lambda k: self._set("text_size", SIZES[k])
        )
        yy += step
        self._label(c, left, yy, "palette", "palette")
        labels = [t(f"ui.palette.{name}") for name in PALETTES]
        at = PALETTES.index(settings.palette) if settings.palette in PALETTES else 0
        self.ui.segmented_control(
            c, "palette", (left, yy + 20, wide, 42), labels, at, lambda k: self._set("palette", PALETTES[k])
        )
        yy += step
        for k in range(4):
            shapes.badge(c, k, "", left + 30 + k * 62, yy + 12, 22)
        self.ui.checkbox(
            c,
            "patterns",
            (left + 270, yy - 10, wide - 270, 44),
            settings.patterns,
            t("ui.settings.patterns"),
            lambda on: self._set("patterns", on),
        )
        yy += step * 0.72
        sample = t("ui.settings.sample")
        tall = text.paragraph_height(c, sample, wide - 40, "sans", 16)
        room = y + h - 24 - yy
        shapes.panel(c, left, yy, wide, min(room, tall + 36), "parchment", shadow=False)
        text.paragraph(c, sample, left + 20, yy + 18, wide - 40, "sans", 16, "paper.text")

    def _motion(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        t = self.ctx.t
        settings = self.ctx.settings
        shapes.panel(c, x, y, w, h)
        left, wide = x + 32, w - 64
        step = min(104.0, (h - 60) / 6)
        yy = y + 38
        self._label(c, left, yy, "speed", "speed")
        labels = [t(f"ui.speed.{name}") for name in SPEEDS]
        at = SPEEDS.index(settings.speed) if settings.speed in SPEEDS else 0
        self.ui.segmented_control(
            c, "speed", (left, yy + 20, wide, 42), labels, at, lambda k: self._set("speed", SPEEDS[k])
        )
        yy += step
        self._label(c, left, yy, "computer_pause", "hourglass")
        labels = [t("ui.settings.seconds", value=self.ctx.texts.decimal(pause / 1000)) for pause in PAUSES]
        at = PAUSES.index(settings.computer_pause) if settings.computer_pause in PAUSES else 2
        self.ui.segmented_control(
            c, "pause", (left, yy + 20, wide, 42), labels, at, lambda k: self._set("computer_pause", PAUSES[k])
        )
        yy += step
        half = wide / 2 - 12
        self.ui.checkbox(
            c,
            "reduced_motion",
            (left, yy - 14, half, 44),
            settings.reduced_motion,
            t("ui.settings.reduced_motion"),
            lambda on: self._set("reduced_motion", on),
        )
        self.ui.checkbox(
            c,
            "fullscreen",
            (left + half + 24, yy - 14, half, 44),
            settings.fullscreen,
            t("ui.settings.fullscreen"),
            self._fullscreen,
        )
        yy += step * 0.62
        self.ui.checkbox(
            c,
            "show_odds",
            (left, yy - 14, half, 44),
            settings.show_odds,
            t("ui.settings.show_odds"),
            lambda on: self._set("show_odds", on),
        )
        box = (left + half + 24, yy - 14, half, 44.0)
        self.ui.checkbox(
            c,
            "confirm_turns",
            box,
            settings.confirm_turns,
            t("ui.settings.confirm_turns"),
            lambda on: self._set("confirm_turns", on),
        )
        yy += step * 0.62
        self._sound(c, left, yy, wide, step)
        yy += step * 1.6
        self._keys(c, left, yy, wide, y + h - 20 - yy)

    def _sound(self, c: Canvas, x: float, y: float, w: float, step: float) -> None:
        """Whether anything is heard, the bell, the background; and three volumes."""
        settings, t, part = self.ctx.settings, self.ctx.t, w / 3
        boxes = (("muted", "sound", True), ("turn_bell", "bell", False), ("background_sound", "background", False))
        for k, (field, word, inverse) in enumerate(boxes):
            box = (x + k * part, y - 14, part - 12, 44.0)
            on = getattr(settings, field) is not inverse
            self.ui.checkbox(c, field, box, on, t(f"ui.settings.{word}"), self._switch(field, inverse))
        for k, (name, sample) in enumerate(SLIDERS):
            volume = getattr(settings, f"{name}_volume")
            box = (x + k * part, y + step * 0.62, part - 24, 50.0)
            label, value = t(f"ui.settings.{name}"), t("ui.percent", value=volume)
            self.ui.slider(c, name, box, volume / 100, label, value, self._slider(name, sample))

    def _switch(self, field: str, inverse: bool) -> Callable[[bool], None]:
        return lambda on: self._set(field, on is not inverse)

    def _slider(self, name: str, sample: str) -> Callable[[float], None]:
        def change(value: float) -> None:
            self._set(f"{name}_volume", round(value * 100))
            if sample:
                self._sample, self._sample_in = sample, COIN_MS

        return change

    def _keys(self, c: Canvas, x: float, y: float, w: float, h: float) -> None:
        """The most useful keys, in words."""
        t = self.ctx.t
        if h < 60:
            return
        shapes.rule(c, x, y, w, ornament=False)
        icons.draw(c, "keyboard", x + 12, y + 26, 22, "accent")
        size = text.fit(c, t("ui.settings.keys"), w - 36, h - 24, "sans", 15, 1.25)
        text.paragraph(c, t("ui.settings.keys"), x + 36, y + 18, w - 36, "sans", size, "text.body", line=1.25)

    def _fullscreen(self, on: bool) -> None:
        if self.ctx.window is not None and on != self.ctx.settings.fullscreen:
            self.ctx.window.toggle_fullscreen()

    def handle(self, given: Input) -> bool:
        """Esc and Space go back."""
        if given.kind == "command" and given.name in ("back", "main"):
            self.ctx.stack.pop()
            return True
        return False
