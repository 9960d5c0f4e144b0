"""The right side of the page of keys: devices, the signs of their buttons, a picture of a pad, and switches."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.storage.settings import PAD_SIGNS
from scenes.menus.key_editor import KeyEditor
from scenes.shell.bindings import KEYS
from sprites.base import icons, layout, pad_signs, raster, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

PICTURE = 270.0
SIGN_ROWS = (("xbox", ("a", "b", "x", "y")), ("playstation", ("a", "b", "x", "y")), ("nintendo", ("b", "a", "y", "x")))
"""Buttons below, right, left and above, with the signs of three makers."""
LEFT_LINES = ("lefttrigger", "leftshoulder", "leftstick", "dpup")
RIGHT_LINES = ("righttrigger", "rightshoulder", "y", "b", "a", "x", "rightstick")
"""Parts that are explained beside the picture, from above."""
_SPOTS = {
    "lefttrigger": (-96.0, -92.0), "leftshoulder": (-92.0, -68.0), "leftstick": (-104.0, -18.0), "dpup": (-52.0, 38.0),
    "righttrigger": (96.0, -92.0), "rightshoulder": (92.0, -68.0), "y": (98.0, -44.0), "b": (124.0, -19.0),
    "a": (98.0, 6.0), "x": (72.0, -19.0), "rightstick": (52.0, 38.0), "back": (-26.0, -22.0), "start": (26.0, -22.0),
}  # fmt: skip
"""Where parts lie, from the middle of the picture."""
_BODY = (
    (-70, -60), (-40, -52), (40, -52), (70, -60), (110, -62), (142, -34), (166, 46), (170, 88), (150, 102), (126, 90),
    (88, 52), (-88, 52), (-126, 90), (-150, 102), (-170, 88), (-166, 46), (-142, -34), (-110, -62),
)  # fmt: skip
"""Outline of a pad, from the middle of the picture."""


def draw(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw the panel."""
    t = page.ctx.t
    x, y, w, h = box
    shapes.panel(c, *box)
    text.draw(c, t("keys.devices"), x + 18, y + 24, "heading", "accent", "lm", max_w=300)
    if not page.ctx.plugged:
        text.draw(c, t("keys.devices.none"), x + w - 18, y + 24, "body", "text.muted", "rm", max_w=330)
    shapes.rule(c, x + 14, y + 44, w - 28, ornament=False)
    column = layout.Stack((x + 16, y + 54, w - 32, h - 66))
    _draw_tabs(c, page, column.take(60))
    _draw_maker(c, page, column.take(44, gap=14))
    _draw_examples(c, column.take(36, gap=8))
    _draw_picture(c, page, column.take(PICTURE + max(0.0, column.room - 500), gap=10))
    _draw_switches(c, page, column)


def _draw_tabs(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw the keyboard and the pads that are plugged in; the shown one is framed."""
    t, plugged = page.ctx.t, list(page.ctx.plugged.values())[:3]
    shown = page.device if page.device in page.ctx.plugged else plugged[0].instance if plugged else -1
    places = layout.columns(box, max(3, 1 + len(plugged)), gap=12)
    language = t(f"ui.language.{page.ctx.language}")
    rows = [(-1, "keyboard", t("keys.keyboard"), language)]
    rows += [
        (pad.instance, "gamepad", pad.name or t("keys.pad"), t("choice.device.pad", n=number))
        for number, pad in enumerate(plugged, 1)
    ]
    for (instance, icon, name, note), (x, y, w, h) in zip(rows, places, strict=False):
        state = "normal"
        if instance >= 0:
            state = page.ui.zone(f"device.{instance}", (x, y, w, h), lambda pad=instance: _show(page, pad))  # type: ignore[misc]
        lit = instance >= 0 and instance == shown
        stops = ((0.0, "selected.high"), (1.0, "selected.low")) if lit else ((0.0, "panel.top"), (1.0, "panel.low"))
        shapes.gradient_box(c, x, y, w, h, 9, stops)
        shapes.round_rect(c, x, y, w, h, 9, "edge.bright" if lit or state == "hover" else "edge.low", border=1.4)
        icons.draw(c, icon, x + 26, y + h / 2, 24, "accent")
        name = text.cut_to_width(c, name, w - 58, "name")
        text.draw(c, name, x + 48, y + h / 2 - 11, "name", "text.bright", "lm", max_w=w - 58)
        text.draw(c, note, x + 48, y + h / 2 + 12, "body", "text.muted", "lm", max_w=w - 58)


def _show(page: KeyEditor, pad: int) -> None:
    page.device = pad
    page.ui.dirty = True


def _draw_maker(c: Canvas, page: KeyEditor, box: Box) -> None:
    t, (x, y, w, h) = page.ctx.t, box
    text.draw(c, t("keys.signs"), x, y + h / 2, "name", "text", "lm", max_w=84)
    labels = [t(f"keys.signs.{name or 'device'}") for name in PAD_SIGNS]
    chosen = page.ctx.settings.pad_signs
    at = PAD_SIGNS.index(chosen) if chosen in PAD_SIGNS else 0

    def choose(k: int) -> None:
        page.ctx.settings.pad_signs = PAD_SIGNS[k]
        page.ctx.apply_settings()

    page.ui.segmented_control(c, "signs", (x + 90, y, w - 90, h), labels, at, choose)


def _draw_examples(c: Canvas, box: Box) -> None:
    """Draw the four buttons at the right as three makers sign them."""
    for (maker, parts), (x, y, w, h) in zip(SIGN_ROWS, layout.columns(box, 3), strict=True):
        for k, part in enumerate(parts):
            pad_signs.draw(c, part, maker, x + w / 2 + (k - 1.5) * 38, y + h / 2, 14)


def _draw_picture(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw a pad with lines from its parts to what they do."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 10, "veil", alpha=200)
    cx, cy = x + w / 2, y + h / 2 + 6
    _draw_body(c, cx, cy)
    maker = page.find_maker()
    for part, (dx, dy) in _SPOTS.items():
        r = 15.0 if part.endswith("stick") else 11.0
        pad_signs.draw(c, part, maker, cx + dx, cy + dy, r, number=page.find_number(part))
    for parts, side in ((LEFT_LINES, -1), (RIGHT_LINES, 1)):
        for part, (_, top, _, high) in zip(parts, layout.rows((x, y + 8, w, h - 16), len(parts)), strict=True):
            _draw_line(c, page, part, (cx, cy), side, top + high / 2, w / 2 - 188)
    for part, lift in (("back", -1), ("start", 1)):
        words = _name_use(page, part)
        text.draw(c, words, cx + lift * 4, y + 16, "strong", "text.soft", "rm" if lift < 0 else "lm", max_w=84)
        dx, dy = _SPOTS[part]
        strokes.line(c, [(cx + dx, y + 28), (cx + dx, cy + dy - 13)], "accent.low", 1)


def _draw_body(c: Canvas, cx: float, cy: float) -> None:
    w, h = 364.0, 224.0

    def make() -> pygame.Surface:
        points = [((px + w / 2) * c.scale, (py + h / 2) * c.scale) for px, py in _smooth(_BODY)]
        shape = raster.polygon_mask(c.px(w), c.px(h), points)
        made = raster.fill(shape, ((0.0, "base/pad.high"), (1.0, "base/pad.low")))
        made.blit(
            raster.tint(raster.stroke_mask(c.px(w), c.px(h), points, 2 * c.scale, closed=True), "edge.low"), (0, 0)
        )
        return made

    c.surface.blit(c.cache.get(("pad body", c.scale), make), (c.x(cx - w / 2), c.y(cy - h / 2)))


def _smooth(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed line with its corners cut three times (Chaikin 1974)."""
    line = list(points)
    for _ in range(3):
        pairs = zip(line, line[1:] + line[:1], strict=True)
        line = [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairs for share in (0.25, 0.75)
        ]
    return line


def _name_use(page: KeyEditor, part: str) -> str:
    """What a part of a pad does, in words; "" for nothing."""
    command = page.table.pad.get(part) or page.table.pad.get(f"{part}+", "")
    if command == "main":
        return page.ctx.t("keys.short.main")
    if command in ("next", "previous"):
        return page.ctx.t(f"keys.short.{command}")
    return page.name_command(command) if command else ""


def _draw_line(
    c: Canvas, page: KeyEditor, part: str, middle: tuple[float, float], side: int, y: float, room: float
) -> None:
    words = page.ctx.t("keys.group.move") if part == "dpup" else _name_use(page, part)
    if not words:
        return
    dx, dy = _SPOTS[part]
    start = (middle[0] + dx + side * 13, middle[1] + dy)
    end = (middle[0] + side * 182, y)
    strokes.line(c, [start, (end[0] - side * 8, y), end], "accent.low", 1)
    shapes.round_rect(c, start[0] - 2.5, start[1] - 2.5, 5, 5, 2.5, "accent.bright")
    left = end[0] + side * 5
    text.draw(c, words, left, y, "strong", "text.body", "lm" if side > 0 else "rm", max_w=room)


def _draw_switches(c: Canvas, page: KeyEditor, column: layout.Stack) -> None:
    t, settings = page.ctx.t, page.ctx.settings
    x, y, w, h = column.take(44, gap=12)
    text.draw(c, t("keys.hurry"), x, y + h / 2, "name", "text", "lm", max_w=110)
    labels = [t("keys.hurry.held"), t("keys.hurry.switch")]
    page.ui.segmented_control(
        c,
        "hurry",
        (x + 118, y, 300, h),
        labels,
        int(settings.hurry_switch),
        lambda k: _set(page, "hurry_switch", k == 1),
    )
    x, y, w, h = column.take(44, gap=6)
    for (field, word), part in zip(
        (("pad_shakes", "keys.shakes"), ("screen_keyboard", "keys.screen_keyboard")),
        layout.columns((x, y, w, h), 2, gap=12),
        strict=True,
    ):
        page.ui.checkbox(c, field, part, getattr(settings, field), t(word), lambda on, f=field: _set(page, f, on))  # type: ignore[misc]
    _draw_try(c, page, (x, column.bottom - 50, w, 50))


def _set(page: KeyEditor, field: str, on: bool) -> None:
    setattr(page.ctx.settings, field, on)
    page.ctx.apply_settings()


def _draw_try(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw the line that tells what a key does: a button, or what was pressed last."""
    t, tried, (x, y, w, h) = page.ctx.t, page.tried, box
    if tried is None:
        page.ui.button(c, "try", box, t("keys.try.start"), page.begin_trying, icon="keyboard")
        return
    shapes.round_rect(c, x, y, w, h, 9, "veil", alpha=220)
    shapes.round_rect(c, x, y, w, h, 9, "edge.bright", border=1.4)
    text.draw(c, t("keys.try"), x + 16, y + h / 2, "heading", "accent", "lm", max_w=110)
    section, key = tried
    if not key:
        words = t("keys.try.how")
    else:
        command = page.table.get_section(section).get(key, "")
        name = page.name_key(section, key)
        if command:
            words = t("keys.try.found", key=name, action=page.name_command(command))
        else:
            words = t("keys.try.nothing", key=name)
    left = x + 136
    if key and section != KEYS:
        number = page.find_number(key)
        pad_signs.draw(c, key, page.find_maker(), left + 20, y + h / 2, 14, number=number)
        left += 48
    text.draw(c, words, left, y + h / 2, "lead", "text.bright", "lm", max_w=x + w - 12 - left)
