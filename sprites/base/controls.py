"""Controls as pictures of a state: "normal", "hover", "pressed" or "disabled". The owner keeps the state."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from sprites.base import drawn_words, icons, raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.theme import colour, is_flat, mix

_AMBER = ((0.0, "confirm.high"), (1.0, "confirm.low"))
_LEATHER = ((0.0, "control.high"), (1.0, "control.low"))
CHOSEN = ((0.0, "selected.high"), (1.0, "selected.low"))
"""Leather of what is chosen among several, with a gold rim: amber is the main button's alone."""

KEY_SIZE = 12.0
"""Size of the name of a button's key."""
LEAST_LABEL = 14.0
"""Label size below which a button drops its icon."""


class _Button(NamedTuple):
    """Colours of a button: upper end, middle and lower end of its face, ink, rim."""

    high: str
    middle: str
    low: str
    ink: str
    rim: str


def _find_colours(kind: str, state: str) -> _Button:
    if kind == "main":
        return _find_main_colours(state)
    if state == "hover":
        return _Button("control.hover.high", "control.hover", "control.hover.low", "text.bright", "well")
    if state == "pressed":
        return _Button("field.low", mix("field.low", "control.low", 0.6), "control.low", "control.text", "well")
    if state == "disabled":
        high, low = "control.disabled.high", "control.disabled.low"
        return _Button(high, mix(high, low, 0.5), low, "control.text.disabled", "well")
    return _Button("control.high", "control", "control.low", "control.text", "well")


def _find_main_colours(state: str) -> _Button:
    high, middle, low = "confirm.high", "confirm", "confirm.low"
    if state == "disabled":
        off = "confirm.disabled"
        return _Button(mix(off, "shine", 0.09), off, mix(off, "well", 0.15), "text.muted", "panel.top")
    if state == "hover":
        high, middle, low = mix(high, "shine", 0.42), mix(middle, high, 0.6), mix(low, middle, 0.4)
    elif state == "pressed":
        high, middle = mix(middle, low, 0.6), mix(middle, low, 0.3)
    return _Button(high, middle, low, "confirm.text", "confirm.edge")


THUMB_H = 120.0
"""Buttons from this height have larger letters."""


def button(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    label: str,
    *,
    kind: str = "main",
    state: str = "normal",
    icon: str | None = None,
    key: str | None = None,
    sub: str | None = None,
) -> None:
    """Draw a push button: ``main`` is amber (one per screen), ``plain`` leather. ``key``: its key, lower right
    corner."""
    radius = min(10.0, h * 0.24)
    look = _find_colours(kind, state)
    ink = look.ink
    down = 2 if state == "pressed" else 0
    r = c.rect(x, y + down, w, h)
    if state not in ("pressed", "disabled"):
        shapes.box_shadow(c, x, y, w, h, radius, "button")
    if state == "hover":
        shapes.glow_box(c, x - 3, y - 3, w + 6, h + 6, radius + 3, "glow", 120, reach=9)
    c.surface.blit(c.cache.get(("button", r.w, r.h, kind, state), lambda: _button(c, r.w, r.h, kind, state)), r)
    main = kind == "main"
    line = min(21.0 if h < THUMB_H else 30.0, 8.0 + 0.2 * h)
    reaches = bool(key) and h < 64 and not sub and _reaches_key(c, w, h, label, icon, line, key or "")
    key = None if c.least_text > KEY_SIZE and reaches else key  # a large key name would lie on the label
    low_key = bool(key) and reaches and h >= 44
    middle = y + h / 2 + down - (6 if low_key else 2 if key and h < 64 else 0)
    if sub and h >= THUMB_H:
        _button_line(c, x, middle - 14, w, h - 28, label, icon, ink, line, main and state != "disabled")
        text.draw(c, sub, x + w / 2, middle + 34, "strong", mix(ink, "paper.icon", 0.35), "cm", max_w=w - 28)
    elif sub:
        _button_two_lines(c, x, middle, w, h, label, sub, icon, ink)
    elif label or icon:
        key_room = (
            text.width(c, key, text.Font("sans_bold", KEY_SIZE), fixed=True) + 4
            if key and reaches and not low_key
            else 0.0
        )
        rows, small = _split_rows(c, w - key_room, h, label, icon, line) if label else ([label], text.Font("sc", line))
        if len(rows) == 2:
            drawn_words.report_shrinking(line, small.size, label)
            if key:  # no name of a key lies on the second row
                ends = w / 2 + text.width(c, rows[1], small) / 2
                free = w - 13 - text.width(c, key, text.Font("sans_bold", KEY_SIZE), fixed=True)
                key = key if ends < free + key_room else None
            for k, row in enumerate(rows):
                yy = y + h / 2 + down - 1 + (k - 0.5) * small.size * c.text_scale * text.ROW
                text.draw(c, row, x + (w - key_room) / 2, yy, small, ink, "cm", max_w=w - key_room)
        else:
            _button_line(c, x, middle, w - key_room, h, label, icon, ink, line, main and state != "disabled")
    if key:
        text.draw(
            c,
            key,
            x + w - 9,
            y + h - (3.5 if low_key else 7) + down,
            text.Font("sans_bold", KEY_SIZE if h >= 48 else KEY_SIZE - 1),
            "shadow" if main and state != "disabled" else ink,
            "rb",
            fixed=True,
        )


def _measure(
    c: Canvas, w: float, h: float, label: str, icon: str | None, size: float
) -> tuple[str | None, float, float, text.Font, float]:
    """Return icon (or None), its width, gap, font and width of the label such that all fit; the icon is dropped before
    the label gets tiny."""
    mark = min(h * 0.46, 30) if icon and label else min(h * 0.56, 34) if icon else 0
    gap = h * 0.18 if icon and label else 0
    room = w - max(14.0, h * 0.36) - mark - gap
    full = text.Font("sc", size)
    now = text.shrink(full, 10.0, lambda font: text.width(c, label, font) <= room) if label else full
    if label and icon and (now.size < max(LEAST_LABEL, drawn_words.LEAST_SHARE * size) or now.face != full.face):
        return _measure(c, w, h, label, None, size)
    long = text.width(c, label, now) if label else 0
    if c.least_text:
        long = min(long, room)
    if long > room + 1:
        drawn_words.report_misfit("wider than its button", label)
    return icon, mark, gap, now, long


def _split_rows(
    c: Canvas, w: float, h: float, label: str, icon: str | None, size: float
) -> tuple[list[str], text.Font]:
    """Return the label in one row, or in two rows (without an icon) where one row would be too small, and its font."""
    full = text.Font("sc", size)
    with drawn_words.mute_reports():  # one row is tried here
        kept, _, _, now, _ = _measure(c, w, h, label, icon, size)
    if kept and now.size >= drawn_words.LEAST_SHARE * size:
        return [label], full
    return text.rows(c, label, w - max(14.0, h * 0.36), full, h - 9)


def _reaches_key(c: Canvas, w: float, h: float, label: str, icon: str | None, size: float, key: str) -> bool:
    """Whether a label covers the corner with the key name."""
    _icon, mark, gap, _now, long = _measure(c, w, h, label, icon, size)
    return (w + long + mark + gap) / 2 > w - 15 - text.width(c, key, text.Font("sans_bold", KEY_SIZE), fixed=True)


def _button_line(
    c: Canvas,
    x: float,
    middle: float,
    w: float,
    h: float,
    label: str,
    icon: str | None,
    ink: str,
    size: float,
    lit: bool,
) -> None:
    icon, mark, gap, now, long = _measure(c, w, h, label, icon, size)
    drawn_words.report_shrinking(size, now.size, label)
    left = x + (w - long - mark - gap) / 2
    if icon:
        icons.draw(c, icon, left + mark / 2, middle, mark, ink)
        left += mark + gap
    if label:
        if lit:
            text.draw(c, label, left, middle + 0.8, now, "shine", "lm", alpha=110, max_w=long + 0.5)
        text.draw(c, label, left, middle, now, ink, "lm", shadow=not lit, max_w=long + 0.5)


def _button_two_lines(
    c: Canvas,
    x: float,
    middle: float,
    w: float,
    h: float,
    label: str,
    sub: str,
    icon: str | None,
    ink: str,
) -> None:
    mark = h * 0.46 if icon else 0
    left = x + h * 0.45 + (mark + h * 0.28 if icon else 0)
    if icon:
        icons.draw(c, icon, x + h * 0.45 + mark / 2, middle, mark, ink)
    room = x + w - left - 14
    text.draw(c, label, left, middle - h * 0.15, text.Font("sc_x", h * 0.35), ink, "lm", max_w=room)
    text.draw(c, sub, left, middle + h * 0.22, "strong", mix(ink, "paper.icon", 0.35), "lm", max_w=room)


def _button(c: Canvas, w: int, h: int, kind: str, state: str) -> pygame.Surface:
    high, middle, low, _, rim = _find_colours(kind, state)
    s = c.scale
    radius = min(10 * s, h * 0.24)
    if is_flat():
        rim = "control.edge.disabled" if state == "disabled" else rim if kind == "main" else "edge"
        made = raster.tint(raster.round_rect_mask(w, h, radius), middle)
        width = max(2, round(shapes.FLAT_LINE * s))
        made.blit(raster.tint(raster.round_rect_mask(w, h, radius, width), rim), (0, 0))
        return made
    made = raster.tint(raster.round_rect_mask(w, h, radius), rim)
    edge = max(1, round(1.25 * s))
    face = raster.round_rect_mask(w - 2 * edge, h - 2 * edge, radius - edge)
    made.blit(raster.fill(face, ((0, high), (0.5, middle), (1, low))), (edge, edge))
    if state != "disabled":
        inset = round(3.5 * s)
        main = kind == "main"
        light = raster.round_rect_mask(w - 2 * inset, round(h * 0.42), max(1, radius - 2 * s))
        made.blit(raster.tint(light, "shine", 46 if main else 14), (inset, round(3 * s)))
        rim_line = raster.round_rect_mask(w - 2 * inset, h - 2 * inset, max(1, radius - 2 * s), max(1, round(s)))
        made.blit(raster.tint(rim_line, "shine" if main else "edge", 120 if main else 110), (inset, inset))
    return made


def icon_button(c: Canvas, cx: float, cy: float, r: float, icon: str, state: str = "normal", on: bool = False) -> None:
    """Draw a round button with an icon; ``on`` marks a switched-on choice."""
    if state == "hover":
        shapes.glow(c, cx, cy, r * 1.8, "glow", 110)
    down = 1 if state == "pressed" else 0
    stops = (
        ((0.0, "control.hover.high"), (1.0, "control.hover.low"))
        if state == "hover"
        else ((0.0, "control.raised"), (1.0, "panel.low"))
    )
    if state == "disabled":
        stops = ((0.0, "panel.top"), (1.0, "panel.low"))
    rim = "edge.bright" if on else "control.edge.disabled" if state == "disabled" else "edge.low"
    shapes.outline(c, "circle", cx, cy + down, r, stops, rim=rim, rim_w=1.2, shadow=None if down else "coin")
    ink = (
        "control.text.disabled" if state == "disabled" else "text.bright" if state == "hover" or on else "control.text"
    )
    icons.draw(c, icon, cx, cy + down, r * 1.12, ink)


def slider(
    c: Canvas, x: float, y: float, w: float, value: float, label: str, value_text: str, state: str = "normal"
) -> None:
    """Draw a slider whose bar is at ``y`` … ``y + 8``; the label and its value stand above it."""
    value = max(0.0, min(1.0, value))
    shown = text.width(c, value_text, "strong")
    text.draw(
        c,
        label,
        x,
        y - 16,
        "body",
        "text.body" if state != "disabled" else "text.faint",
        "lm",
        max_w=w - shown - 12,
    )
    text.draw(c, value_text, x + w, y - 16, "strong", "text.title", "rm")
    shapes.round_rect(c, x, y, w, 8, 4, "well")
    if value > 0.01:
        shapes.gradient_box(c, x, y, max(8.0, w * value), 8, 4, _AMBER)
    shapes.round_rect(c, x, y, w, 8, 4, "edge", alpha=90, border=1)
    if state in ("hover", "pressed"):
        shapes.glow(c, x + w * value, y + 4, 22, "glow", 150)
    shapes.outline(
        c,
        "circle",
        x + w * value,
        y + 4,
        11,
        ((0, "shine"), (1, "base/star.deep")),
        rim="confirm.text",
        rim_w=1.4,
        shadow="coin",
    )


def checkbox(c: Canvas, x: float, y: float, w: float, checked: bool, label: str, state: str = "normal") -> None:
    """Draw a tick box with wrapped text in a row whose middle is ``y``; the text of one line stands a little lower."""
    ink = "text.faint" if state == "disabled" else "text.bright" if state == "hover" else "text.body"
    high = text.paragraph_height(c, label, w - 34, "body")
    middle = y + (6.0 if high < 22 else 0.0)
    if state == "hover":
        shapes.glow_box(c, x, middle - 12, 24, 24, 6, "glow", 90, reach=7)
    shapes.round_rect(c, x, middle - 12, 24, 24, 6, "well")
    shapes.gradient_box(c, x + 1.5, middle - 10.5, 21, 21, 5, _AMBER if checked else _LEATHER)
    shapes.round_rect(c, x, middle - 12, 24, 24, 6, "edge", alpha=50 if state == "disabled" else 150, border=1.2)
    if checked:
        icons.draw(c, "check-mark", x + 12, middle, 17, "confirm.text")
    text.paragraph(c, label, x + 34, middle - high / 2, w - 34, "body", ink)


def segment_control(
    c: Canvas, x: float, y: float, w: float, h: float, labels: Sequence[str], selected: int, hover: int | None = None
) -> None:
    """Draw choices side by side; ``selected`` and ``hover`` are indices, a label ``icon:name`` shows an icon."""
    shapes.round_rect(c, x, y, w, h, 10, "veil", alpha=220)
    shapes.round_rect(c, x, y, w, h, 10, "edge", alpha=120, border=1)
    part = (w - 6) / max(1, len(labels))
    for k, label in enumerate(labels):
        left = x + 3 + k * part
        if k == selected:
            shapes.gradient_box(c, left, y + 3, part, h - 6, 8, CHOSEN, rim="edge.bright")
        elif k == hover:
            shapes.round_rect(c, left, y + 3, part, h - 6, 8, "glow", alpha=40)
        ink = "text.bright" if k in (selected, hover) else "text.soft"
        if label.startswith("icon:"):
            icons.draw(c, label[5:], left + part / 2, y + h / 2, min(part - 8, h * 0.55), ink)
        else:
            text.draw(c, label, left + part / 2, y + h / 2, "strong", ink, "cm", max_w=part - 10)


def dropdown(
    c: Canvas, x: float, y: float, w: float, h: float, label: str, state: str = "normal", open: bool = False
) -> None:
    """Draw a closed list that shows its chosen entry; ``open`` turns the arrow."""
    if state == "hover":
        shapes.glow_box(c, x, y, w, h, 8, "glow", 90, reach=8)
    shapes.round_rect(c, x, y, w, h, 8, "well")
    stops = ((0.0, "control.raised"), (1.0, "control.hover.low")) if state == "hover" else _LEATHER
    shapes.gradient_box(c, x + 1, y + 1, w - 2, h - 2, 7, stops)
    shapes.round_rect(c, x + 3, y + 3, w - 6, h - 6, 5, "edge", alpha=60 if state == "disabled" else 130, border=1)
    ink = "text.faint" if state == "disabled" else "text.bright"
    text.draw(c, label, x + 14, y + h / 2, "body", ink, "lm", max_w=w - 46)
    icons.draw(c, "caret-up" if open else "caret-down", x + w - 20, y + h / 2, 16, "accent")


MENU_ROW = 32.0
"""Height of a row of an open list; the list is 8 units higher than its rows."""


def menu(
    c: Canvas, x: float, y: float, w: float, labels: Sequence[str], selected: int, hover: int | None = None,
    *, row: float = MENU_ROW,
) -> None:  # fmt: skip
    """Draw an open list on parchment with its top at ``y``, lines ``row`` high; ``selected``, ``hover``: indices."""
    high = len(labels) * row + 8
    shapes.panel(c, x, y, w, high, "parchment", radius=8)
    for k, label in enumerate(labels):
        top = y + 4 + k * row
        if k == hover:
            shapes.round_rect(c, x + 6, top + 1, w - 12, row - 2, 5, "confirm.low", alpha=95)
        elif k == selected:
            shapes.round_rect(c, x + 6, top + 1, w - 12, row - 2, 5, "confirm.low", alpha=50)
        if k == selected:
            icons.draw(c, "check-mark", x + w - 22, top + row / 2, 15, "paper.label")
        font = "strong" if k == selected else "body"
        text.draw(c, label, x + 14, top + row / 2, font, "paper.text", "lm", max_w=w - 50)


FIELD_PAD = 12.0
FIELD_ICON = 30.0
"""Width of the icon at the right end of a text field."""


def _field_size(h: float) -> float:
    return min(18.0, h * 0.46)


def field_place(c: Canvas, box: tuple[float, float, float, float], value: str, scroll: float, px: float) -> int:
    """Return the caret position nearest to the logical x ``px`` in a text field: the number of characters before it."""
    x, _, _, h = box
    wanted, size = px - x - FIELD_PAD + scroll, _field_size(h)
    places = [text.width(c, value[:at], text.Font("sans", size)) for at in range(len(value) + 1)]
    return min(range(len(places)), key=lambda at: abs(places[at] - wanted))


def text_field(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    value: str,
    *,
    caret: int = 0,
    selection: tuple[int, int] = (0, 0),
    scroll: float = 0.0,
    focused: bool = False,
    placeholder: str = "",
    caret_on: bool = True,
    icon: str | None = None,
) -> float:
    """Draw a text field; ``caret`` and ``selection`` are positions in ``value``.

    Returns the shift of the text to the left that keeps the caret visible; passed back as ``scroll``, it moves no
    more than needed.
    """
    if focused:
        shapes.glow_box(c, x, y, w, h, 8, "glow", 100, reach=7)
    shapes.round_rect(c, x, y, w, h, 8, "well")
    shapes.gradient_box(c, x + 1, y + 1, w - 2, h - 2, 7, ((0, "field.top"), (1, "field.low")))
    shapes.round_rect(c, x, y, w, h, 8, "edge.bright" if focused else "edge", alpha=200 if focused else 110, border=1.2)
    if icon is not None:
        icons.draw(c, icon, x + w - 20, y + h / 2, min(18.0, h * 0.5), "accent")
        w -= FIELD_ICON
    size, room = _field_size(h), w - 2 * FIELD_PAD
    if not value and placeholder and not focused:
        text.draw(
            c, placeholder, x + FIELD_PAD, y + h / 2, text.Font("italic", size * 0.95), "text.dim", "lm", max_w=room
        )
        return 0.0
    before = text.width(c, value[:caret], text.Font("sans", size))
    if focused:
        most = max(0.0, text.width(c, value, text.Font("sans", size)) - room)
        scroll = min(max(scroll, before - room), before, most)
    left = x + FIELD_PAD - scroll
    old = c.surface.get_clip()
    c.surface.set_clip(c.rect(x + 8, y, w - 16, h).clip(old))
    first, last = (text.width(c, value[:at], text.Font("sans", size)) for at in selection)
    if focused and last > first:
        shapes.round_rect(c, left + first, y + h * 0.18, last - first, h * 0.64, 2, "accent", alpha=110)
    text.draw(c, value, left, y + h / 2, text.Font("sans", size), "text.bright", "lm")
    if focused and caret_on:
        shapes.line(c, left + before, y + h * 0.22, left + before, y + h * 0.78, "edge.bright", 1.6)
    c.surface.set_clip(old)
    return scroll


Picture = Callable[[Canvas, float, float], None]
"""Draws a small figure into a tooltip; takes the middle of its place of 270 by 84 units."""
PICTURE_H = 84.0


def tooltip(
    c: Canvas,
    title: str,
    body: str,
    anchor_rect: tuple[float, float, float, float],
    *,
    w: float = 300,
    picture: Picture | None = None,
    by_finger: bool = False,
) -> None:
    """Draw a parchment note next to ``anchor_rect`` (logical x, y, w, h), kept in the window; a ``picture`` below it.
    ``by_finger``: it stands above the finger on that rectangle, or below one at the upper edge."""
    head = text.paragraph_height(c, title, w - 28, "name") + 12 if title else 0.0
    high = 28 + head + (text.paragraph_height(c, body, w - 28, "body") if body else 0.0)
    high += PICTURE_H if picture is not None else 0.0
    ax, ay, aw, ah = anchor_rect
    low, top = c.height - 8, 8.0
    y = ay + ah * 0.3 - high if by_finger else ay + ah / 2 - high / 2
    if by_finger and y < top and ay + ah + 12 + high <= low:
        x, y = max(c.left + 8, min(c.right - 8 - w, ax)), ay + ah + 12
    elif ax + aw + 12 + w <= c.right - 8:
        x = ax + aw + 12
    elif ax - 12 - w >= c.left + 8:
        x = ax - 12 - w
    else:
        x = max(c.left + 8, min(c.right - 8 - w, ax + aw / 2 - w / 2))
        y = ay - 12 - high if ay - 12 - high >= top else ay + ah + 12
    _note(c, title, body, x, max(top, min(low - high, y)), w, high, head, picture)


def _note(
    c: Canvas, title: str, body: str, x: float, y: float, w: float, high: float, head: float, picture: Picture | None
) -> None:
    shapes.panel(c, x, y, w, high, "parchment", radius=9)
    if title:
        text.paragraph(c, title, x + 14, y + 14, w - 28, "name", "paper.text")
    if body:
        text.paragraph(c, body, x + 14, y + 14 + head, w - 28, "body", "paper.text.muted", bold_colour="paper.text")
    if picture is not None:
        picture(c, x + w / 2, y + high - 10 - PICTURE_H / 2)


def top_bar(c: Canvas, title: str, sub: str, emblem: str | None = None) -> None:
    """Draw the bar of a game: fades out downwards; emblem at x 78, name, state line. Buttons are drawn separately."""
    left = c.x(c.left)
    wide, high = c.x(c.right) - left, c.px(54)

    def make() -> pygame.Surface:
        return raster.gradient(wide, high, [(0, colour("veil")), (0.72, colour("veil", 236)), (1, colour("veil", 0))])

    c.surface.blit(c.cache.get(("top bar", wide, high), make), (left, c.y(0)))
    x = 66.0
    if emblem:
        icons.gradient(c, emblem, 78, 24, 24, ("accent.bright", "accent.low"))
        x = 98.0
    long = text.draw(c, title, x, 24.5, "heading", "text.title", "lm", shadow=True, max_w=420)
    if sub:
        text.draw(c, sub, x + long + 14, 25.5, "body", "text.muted", "lm", max_w=max(120.0, 1300 - x - long - 14))


def toast(c: Canvas, message: str, alpha: int = 255, *, at_top: bool = False) -> None:
    """Draw a short message in a pill at the bottom centre, or at the top."""
    long = min(1100.0, text.width(c, message, "label"))
    w, h = long + 78, 46.0
    x, y = 800 - w / 2, 6.0 if at_top else c.height - 120
    r = c.rect(x - 20, y - 20, w + 40, h + 40)

    def make() -> pygame.Surface:
        layer = raster.empty(r.w, r.h)
        on = c.on(layer, (x - 20, y - 20))
        shapes.box_shadow(on, x, y, w, h, h / 2, "tooltip")
        shapes.round_rect(on, x, y, w, h, h / 2, "veil", alpha=245)
        shapes.round_rect(on, x, y, w, h, h / 2, "good", alpha=230, border=1.6)
        shapes.outline(on, "circle", x + 25, y + 23, 13, ((0, "good.high"), (1, "good.low")))
        icons.draw(on, "check-mark", x + 25, y + 23, 15, "good.ink")
        text.draw(on, message, x + 50, y + 23, "label", "text", "lm", max_w=long + 1)
        return layer

    made = c.cache.get(("toast", message, r.size, at_top), make)
    made.set_alpha(alpha)
    c.surface.blit(made, r)
    made.set_alpha(255)
