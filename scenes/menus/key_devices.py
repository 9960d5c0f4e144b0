"""The right side of the page of keys: devices, the signs of their buttons, a picture of a pad, and switches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.languages import languages
from engine.storage.settings import PAD_SIGNS
from scenes.menus.key_editor import KeyEditor
from scenes.shell.bindings import KEYS
from scenes.shell.parts import Parts
from sprites.base import layout, pad_signs, regalia, shapes, strokes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

PICTURE, TAB = 260.0, 198.0
"""Least height of the picture, and width of a device."""
SIGN_ROWS = (("xbox", ("a", "b", "x", "y")), ("playstation", ("a", "b", "x", "y")), ("nintendo", ("b", "a", "y", "x")))
"""Buttons below, right, left and above, with the signs of three makers."""
LEFT_LINES = ("lefttrigger", "leftshoulder", "leftstick", "dpup")
RIGHT_LINES = ("righttrigger", "rightshoulder", "y", "b", "a", "x", "rightstick")
"""Parts that are explained next to the picture, from above."""
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


def list_rows(page: KeyEditor, parts: Parts) -> list[Part]:
    """Return the rows of the panel."""
    ctx, t = page.ctx, page.ctx.t
    chosen, makers = ctx.settings.pad_signs, [t(f"keys.signs.{name or 'device'}") for name in PAD_SIGNS]
    at = PAD_SIGNS.index(chosen) if chosen in PAD_SIGNS else 0
    signs = parts.segments("signs", makers, at, lambda k: _set(page, "pad_signs", PAD_SIGNS[k]), share=1)
    hurry = parts.segments(
        "hurry", [t("keys.hurry.held"), t("keys.hurry.switch")], int(ctx.settings.hurry_switch),
        lambda k: _set(page, "hurry_switch", k == 1), width=300,
    )  # fmt: skip
    switches = [
        parts.checkbox(field, t(word), getattr(ctx.settings, field), partial(_set, page, field))
        for field, word in (("pad_shakes", "keys.shakes"), ("screen_keyboard", "keys.screen_keyboard"))
    ]
    return [
        parts.row(_list_devices(page, parts), 60, gap=12),
        parts.space(14),
        parts.row([parts.line(t("keys.signs"), "name", width=84), signs], 44, gap=6),
        parts.space(8),
        parts.row([Part(0, partial(_draw_signs, parts.c, *one), 1) for one in SIGN_ROWS], 36),
        parts.space(10),
        Part(PICTURE, partial(_draw_picture, parts.c, page), 1),
        parts.space(12),
        parts.row([parts.line(t("keys.hurry"), "name", width=110), hurry], 44, gap=8),
        parts.space(6),
        parts.row(switches, 52, gap=12, even=2),
        parts.space(10),
        _make_try(page, parts),
    ]


def _list_devices(page: KeyEditor, parts: Parts) -> list[Part]:
    """Return the keyboard and the pads that are plugged in; the shown one is framed."""
    t, plugged = page.ctx.t, list(page.ctx.plugged.values())[:3]
    shown = page.device if page.device in page.ctx.plugged else plugged[0].instance if plugged else -1
    wide = min(TAB, (620 - 12 * len(plugged)) / (1 + len(plugged)))

    def make(icon: str, name: str, note: str, pad: int = -1) -> Part:
        words = [
            parts.line(text.cut_to_width(parts.c, name, wide - 58, "name"), "name", "text.bright", height=24),
            parts.line(note, colour="text.muted", height=24),
        ]
        inner = [parts.icon(icon, 24, width=48), Part(wide - 58, parts.column([parts.space(6), *words]).draw)]
        press = (f"device.{pad}", partial(setattr, page, "device", pad)) if pad >= 0 else None
        return parts.card(parts.row(inner, gap=0), press=press, width=wide, marked=0 <= pad == shown)

    found = [make("keyboard", t("keys.keyboard"), languages.get_conventions(page.ctx.language).name)]
    for number, pad in enumerate(plugged, 1):
        name, note = pad.name or t("keys.pad"), t("choice.device.pad", n=number)
        found.append(make("gamepad", name, note, pad.instance))
    return found if plugged else [*found, parts.line(t("keys.devices.none"), colour="text.muted", share=1)]


def _draw_signs(c: Canvas, maker: str, parts: Sequence[str], box: Box) -> None:
    """Draw the four buttons at the right as a maker signs them."""
    for k, part in enumerate(parts):
        pad_signs.draw(c, part, maker, box[0] + box[2] / 2 + (k - 1.5) * 38, layout.middle(box), 14)


def _draw_picture(c: Canvas, page: KeyEditor, box: Box) -> None:
    """Draw a pad with lines from its parts to what they do."""
    x, y, w, h = box
    shapes.round_rect(c, x, y, w, h, 10, "veil", alpha=200)
    cx, cy = x + w / 2, y + h / 2 + 6
    body = [(cx + dx, cy + dy) for dx, dy in _smooth(_BODY)]
    regalia.polygon(c, body, ((0.0, "base/pad.high"), (1.0, "base/pad.low")), rim="edge.low")
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


def _set(page: KeyEditor, field: str, value: object) -> None:
    setattr(page.ctx.settings, field, value)
    page.ctx.apply_settings()


def _make_try(page: KeyEditor, parts: Parts) -> Part:
    """Return the line that tells what a key does: a button, or what was pressed last."""
    t, tried = page.ctx.t, page.tried
    if tried is None:
        return parts.button("try", t("keys.try.start"), page.begin_trying, "keyboard", height=50)
    section, key = tried
    words, row = t("keys.try.how"), [parts.space(16), parts.line(t("keys.try"), "heading", "accent", width=120)]
    if key:
        command, name = page.table.get_section(section).get(key, ""), page.name_key(section, key)
        words = t("keys.try.nothing", key=name)
        if command:
            words = t("keys.try.found", key=name, action=page.name_command(command))
    if key and section != KEYS:
        maker, number = page.find_maker(), page.find_number(key)
        row.append(Part(48, lambda box: pad_signs.draw(
            parts.c, key, maker, box[0] + 20, layout.middle(box), 14, number=number)))  # fmt: skip
    line = parts.row([*row, parts.line(words, "lead", "text.bright", share=1), parts.space(12)], gap=0)

    def draw(box: Box) -> None:
        shapes.plaque(parts.c, box, 9, dark=220, edge=255, border=1.4, ink="edge.bright")
        line.draw(box)

    return Part(50, draw)
