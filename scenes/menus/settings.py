"""Settings, ease of use, and the page for those who listen. Every change works at once and is kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.languages import languages
from engine.storage.settings import DETAILS, PALETTES, SPEECH, SPEEDS, TEXT_SIZES, Settings
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.page import Page
from scenes.shell.parts import Parts
from sprites.base import shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

PAUSES = (0, 250, 500, 1000, 2000)
COIN_MS = 200.0
"""A sound says how loud it is now, when the slider has rested for so long."""
SCAN_TIMES = (600, 900, 1200, 1800, 2500)
"""Milliseconds for which the frame of one-switch play stays on a control."""
RATES = (-50, 0, 50, 100)
"""Speeds of the voice that can be chosen: 0 as the system has it, 100 twice as fast."""
USUAL: Mapping[str, Any] = {
    "text_size": 0, "least_text": 0, "couch": False, "child_mode": False, "hurry_switch": False, "show_odds": True,
}  # fmt: skip
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "usual": USUAL,
    "sofa": {**USUAL, "text_size": 130, "least_text": 20, "couch": True, "hurry_switch": True},
    "handheld": {**USUAL, "text_size": 130, "least_text": 15},
    "children": {**USUAL, "text_size": 115, "child_mode": True, "show_odds": False},
}
"""Several settings at once: name → fields with their values. All name the same fields, so one replaces another."""
SWITCHES, NOTE, GAP = 64.0, 64.0, 24.0
"""Heights of a row of switches and of the words below it, and room between switches."""


def find_preset(settings: Settings) -> str:
    """Return the preset whose values the settings have; "" for none."""
    return next(
        (name for name, fields in PRESETS.items() if all(getattr(settings, key) == fields[key] for key in fields)), ""
    )


def apply_preset(settings: Settings, name: str) -> None:
    """Set the values of a preset in the settings."""
    for field, value in PRESETS[name].items():
        setattr(settings, field, value)


def _name_seconds(ctx: Context, ms: int) -> str:
    return ctx.t("ui.settings.seconds", value=ctx.texts.decimal(ms / 1000))


def _name_language(ctx: Context, code: str) -> str:
    return languages.get_conventions(code).name if code else ctx.t("ui.settings.system")


def _name_size(ctx: Context, size: int) -> str:
    return ctx.t("ui.percent", value=size) if size else ctx.t("ui.settings.auto")


def _name_rate(ctx: Context, rate: int) -> str:
    return ctx.t("ui.percent", value=round(100 * 2 ** (rate / 100)))


class SettingsPage(Page):
    """Base of pages with settings: two panels of rows; a row's field name is part of its text ids."""

    head, icon, done = "ui.settings.title", "settings", "ui.settings.done"
    about = "ui.settings.sub"
    heads: tuple[tuple[str, str], tuple[str, str]] = (("", ""), ("", ""))
    """Text id and icon above the rows of each panel."""

    def body(self, parts: Parts) -> Part:
        """Return both panels."""
        sides = zip(self.heads, (self.list_left(parts), self.list_right(parts)), strict=True)
        return parts.row(
            [
                parts.panel([parts.space(18), *rows], title=title, icon=icon, share=1, pad=32)
                for (title, icon), rows in sides
            ]
        )

    def list_left(self, parts: Parts) -> Iterable[Part]:
        """Return the rows of the left panel."""
        return ()

    def list_right(self, parts: Parts) -> Iterable[Part]:
        """Return the rows of the right panel."""
        return ()

    # --- rows ---------------------------------------------------------------------------------------------

    def change(self, field: str, value: object) -> None:
        """Set the settings field of this name, and apply it."""
        if getattr(self.ctx.settings, field) != value:
            setattr(self.ctx.settings, field, value)
            self.ctx.apply_settings()

    def make_choice(
        self, parts: Parts, field: str, icon: str, values: Sequence[Any], get_label: Callable[[Context, Any], str],
        usual: int = 0, target: str = "",
    ) -> Part:  # fmt: skip
        """Return a choice among ``values`` of a settings field, labelled by ``get_label``; other values show the
        ``usual`` index. ``target``: its id, by default the field."""
        now = getattr(self.ctx.settings, field)
        at = values.index(now) if now in values else usual
        labels = [get_label(self.ctx, value) for value in values]
        label = self.ctx.t(f"ui.settings.{field}")
        return parts.choice(target or field, label, icon, labels, at, lambda k: self.change(field, values[k]))

    def make_switch(self, parts: Parts, field: str, word: str = "", *, inverse: bool = False) -> Part:
        """Return a check box for a settings field; ``inverse``: checked means False. ``word``: end of its text id, if
        not the field."""
        on = getattr(self.ctx.settings, field) is not inverse
        label = self.ctx.t(f"ui.settings.{word or field}")
        return parts.checkbox(field, label, on, lambda now: self.change(field, now is not inverse), height=SWITCHES)

    def make_switches(self, parts: Parts, *fields: str) -> Part:
        """Return check boxes side by side."""
        return parts.row([self.make_switch(parts, field) for field in fields], SWITCHES, gap=GAP, even=len(fields))

    def make_notes(self, parts: Parts, *text_ids: str) -> Part:
        """Return a note below each of the switches in a row."""
        notes = [parts.row([parts.space(34), parts.note(self.ctx.t(one), share=1)], gap=0) for one in text_ids]
        return parts.row(notes, NOTE, gap=GAP, even=len(notes))


class SettingsScene(SettingsPage):
    """Page of the settings: language, text and look on the left, motion, sound and screen on the right."""

    name = "settings"

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._sample = ""
        self._sample_in = 0.0

    def update(self, ms: float) -> None:
        """Play the sound sample of a changed volume once it is due."""
        if self._sample_in > 0:
            self._sample_in -= ms
            if self._sample_in <= 0:
                self.ctx.play(self._sample)

    def bar(self, parts: Parts) -> None:
        """Draw the button that opens the page About."""
        tip = (self.ctx.t("about.title"), "")
        parts.ui.icon_button(parts.c, "about", 1564, 24, 16, "info", partial(routes.open, self.ctx, "about"), tip=tip)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the back button between the buttons to keys and to ease of use."""
        t, ctx = self.ctx.t, self.ctx
        keys = parts.button("keys", t("keys.button"), partial(routes.open, ctx, "keys"), "keyboard", width=330)
        ease = parts.button("ease", t("ease.button"), partial(routes.open, ctx, "ease"), "eye", width=330)
        return keys, *super().foot(parts), ease

    def list_left(self, parts: Parts) -> Iterable[Part]:
        """Return the rows for language, text and look."""
        return [
            self.make_choice(parts, "language", "language", ("", *languages.list_codes()), _name_language),
            self.make_choice(parts, "text_size", "text", TEXT_SIZES, _name_size),
            self.make_choice(parts, "palette", "palette", PALETTES, lambda ctx, name: ctx.t(f"ui.palette.{name}")),
            parts.row(
                [Part(250, partial(_draw_seats, parts.c)), parts.at_width(0, self.make_switch(parts, "patterns"), 1)],
                72,
            ),
            self.make_switches(parts, "analyse_ahead", "ends_turns"),
            Part(150, partial(_draw_sample, parts.c, self.ctx.t("ui.settings.sample")), 1),
        ]

    def list_right(self, parts: Parts) -> Iterable[Part]:
        """Return the rows for motion, help and sound, and the keys in words."""
        ctx, t = self.ctx, self.ctx.t
        full = parts.checkbox(
            "fullscreen", t("ui.settings.fullscreen"), ctx.settings.fullscreen, self._change_fullscreen,
            height=SWITCHES,
        )  # fmt: skip
        rolls = self.make_switch(parts, "shorter_rolls")
        sounds = [
            self.make_switch(parts, "muted", "sound", inverse=True),
            self.make_switch(parts, "turn_bell", "bell"),
            self.make_switch(parts, "background_sound", "background"),
        ]
        volumes = [self._make_volume(parts, *one) for one in (("interface", "click"), ("effects", "coin"), ("music",))]
        keys = [
            parts.at_width(24, parts.column([parts.icon("keyboard", 22)])),
            parts.note(t("ui.settings.keys"), colour="text.body", share=1),
        ]
        return [
            self.make_choice(parts, "speed", "speed", list(SPEEDS), lambda ctx, name: ctx.t(f"ui.speed.{name}")),
            self.make_choice(parts, "computer_pause", "hourglass", PAUSES, _name_seconds, 2, "pause"),
            parts.row([self.make_switch(parts, "reduced_motion"), rolls, full], SWITCHES, gap=GAP, even=3),
            self.make_switches(parts, "confirm_turns", "turn_question", "ask_advice"),
            self.make_switches(parts, "speech_bubbles", "coach_comments", "show_odds"),
            parts.row(sounds, SWITCHES, gap=GAP, even=3),
            parts.row(volumes, 96, gap=GAP, even=3),
            parts.rule(14, ornament=False),
            parts.row(keys, 40, gap=12, share=1),
        ]

    def _change_fullscreen(self, on: bool) -> None:
        if self.ctx.window is not None and on != self.ctx.settings.fullscreen:
            self.ctx.window.toggle_fullscreen()

    def _make_volume(self, parts: Parts, word: str, sample: str = "") -> Part:
        """Return a slider for ``<word>_volume`` in percent; a sound is heard after it was moved."""
        volume, t = getattr(self.ctx.settings, f"{word}_volume"), self.ctx.t

        def slide(value: float) -> None:
            self.change(f"{word}_volume", round(value * 100))
            if sample:
                self._sample, self._sample_in = sample, COIN_MS

        return parts.slider(word, t(f"ui.settings.{word}"), volume / 100, t("ui.percent", value=volume), slide)


def _draw_seats(c: Canvas, box: Box) -> None:
    """Draw the signs of the four seats as they look now."""
    x, y, _, h = box
    for k in range(4):
        shapes.badge(c, k, "", x + 30 + k * 62, y + h / 2, 22)


def _draw_sample(c: Canvas, sample: str, box: Box) -> None:
    """Draw a few words in the chosen size."""
    x, y, w, h = box
    tall = text.paragraph_height(c, sample, w - 40, "body")
    shapes.panel(c, x, y + 20, w, min(h - 26, tall + 36), "parchment", shadow=False)
    text.paragraph(c, sample, x + 20, y + 38, w - 40, "body", "paper.text")


class EaseScene(SettingsPage):
    """Page of accessibility: contrast, patterns and motion on the left, one switch and clicks without drags on the
    right."""

    name = "ease"
    about = "ease.sub"
    heads = (("ease.see", "eye"), ("ease.use", "hand"))

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the back button between the buttons to the size of fingers and to the listeners' page."""
        label, act = self.ctx.t("reader.page.button"), partial(routes.open, self.ctx, "listening")
        size: Part = parts.space(330)
        if self.ctx.touch.in_use or self.ctx.settings.touch_density:
            ask = partial(routes.open, self.ctx, "coin")
            size = parts.button("coin", self.ctx.t("touch.coin.title"), ask, "hand", width=330)
        return size, *super().foot(parts), parts.button("listening", label, act, "sound", width=330)

    def list_left(self, parts: Parts) -> Iterable[Part]:
        """Return the presets, and the rows for contrast, patterns and motion."""
        t, names, now = self.ctx.t, list(PRESETS), find_preset(self.ctx.settings)
        labels, at = [t(f"ease.preset.{name}") for name in names], names.index(now) if now else -1
        return [
            self.make_switch(parts, "contrast"),
            self.make_notes(parts, "ease.contrast"),
            self.make_switch(parts, "patterns"),
            self.make_notes(parts, "ease.patterns"),
            self.make_switches(parts, "reduced_motion", "no_flashes"),
            self.make_notes(parts, "ease.motion", "ease.flashes"),
            parts.choice("preset", t("ease.presets"), "settings", labels, at, lambda k: self._apply(names[k])),
            parts.note(t(f"ease.preset.{now or 'own'}.note"), height=80, share=1),
        ]

    def list_right(self, parts: Parts) -> Iterable[Part]:
        """Return the rows for one switch, clicks and other ways of control."""
        return [
            self.make_switch(parts, "one_switch"),
            self.make_notes(parts, "ease.one_switch"),
            self.make_choice(parts, "scan_ms", "hourglass", SCAN_TIMES, _name_seconds, 2),
            self.make_switch(parts, "clicks_only"),
            self.make_notes(parts, "ease.clicks"),
            self.make_switch(parts, "hurry_switch"),
            self.make_notes(parts, "ease.hurry"),
        ]

    def _apply(self, name: str) -> None:
        apply_preset(self.ctx.settings, name)
        self.ctx.apply_settings()


class ListeningScene(SettingsPage):
    """Page of spoken output: what is spoken, how much and how fast on the left, the keys on the right."""

    name = "listening"
    about = "reader.page.sub"
    heads = (("ui.settings.spoken_output", "sound"), ("keys.group.listening", "keyboard"))

    def list_left(self, parts: Parts) -> Iterable[Part]:
        """Return the choices of spoken output, their meaning, and a note on privacy."""
        return [
            self.make_choice(
                parts, "spoken_output", "sound", SPEECH, lambda ctx, one: ctx.t(f"reader.output.{one}"), 1
            ),
            self.make_choice(
                parts, "spoken_detail", "text", DETAILS, lambda ctx, one: ctx.t(f"reader.detail.{one}"), 1
            ),
            self.make_choice(parts, "speech_rate", "speed", RATES, _name_rate, 1),
            parts.note(self.ctx.t("reader.page.note"), height=160, share=1),
        ]

    def list_right(self, parts: Parts) -> Iterable[Part]:
        """Return the keys with which a page is explored."""
        return [parts.note(self.ctx.t("reader.page.keys"), "title", "text.body", line=1.5, share=1)]
