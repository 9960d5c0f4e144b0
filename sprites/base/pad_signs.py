"""Signs of the buttons of game pads, as their makers print them, and key caps of a keyboard. Units are logical.

Parts of a pad are named as SDL names those of a game controller (``a``, ``leftshoulder``, ``lefttrigger+``); makers are
``xbox``, ``playstation``, ``nintendo`` and ``deck``, "" for a pad whose buttons are only numbered.
"""

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from sprites.base import icons, shapes, strokes, text
from sprites.base.canvas import Canvas


class PadSign(NamedTuple):
    """A part of a pad, the maker whose signs are drawn, and the number to draw for a pad without signs."""

    part: str
    maker: str
    number: str = ""


FACE = ("a", "b", "x", "y")
_FACE_COLOURS = {
    "xbox": ("base/pad.green", "base/pad.red", "base/pad.blue", "base/pad.yellow"),
    "playstation": ("base/pad.blue", "base/pad.red", "base/pad.pink", "base/pad.green"),
}
"""Colours of the letters or shapes on the four buttons at the right; all others are white."""
LABELS: Mapping[str, Mapping[str, str]] = {
    "xbox": {
        "leftshoulder": "LB", "rightshoulder": "RB", "lefttrigger": "LT", "righttrigger": "RT",
        "leftstick": "L", "rightstick": "R",
    },
    "playstation": {
        "leftshoulder": "L1", "rightshoulder": "R1", "lefttrigger": "L2", "righttrigger": "R2",
        "leftstick": "L3", "rightstick": "R3", "guide": "PS",
    },
    "nintendo": {
        "leftshoulder": "L", "rightshoulder": "R", "lefttrigger": "ZL", "righttrigger": "ZR",
        "leftstick": "L", "rightstick": "R", "back": "\u2212", "start": "+",
    },
    "deck": {
        "leftshoulder": "L1", "rightshoulder": "R1", "lefttrigger": "L2", "righttrigger": "R2",
        "leftstick": "L3", "rightstick": "R3",
    },
}  # fmt: skip
"""What is printed on the other buttons."""
WIDE = ("leftshoulder", "rightshoulder", "lefttrigger", "righttrigger")
_ICONS = {"back": "copy", "start": "menu", "guide": "throne"}
"""Icons of buttons that have a picture instead of letters."""
_ARROWS = {
    "leftx-": "left", "leftx+": "right", "lefty-": "up", "lefty+": "down",
    "rightx-": "left", "rightx+": "right", "righty-": "up", "righty+": "down",
    "dpleft": "left", "dpright": "right", "dpup": "up", "dpdown": "down",
}  # fmt: skip
_BODY = ((0.0, "base/pad.high"), (1.0, "base/pad.low"))


def find_label(part: str, maker: str) -> str:
    """Return the letters on a part of a pad; "" for one that has a shape or an icon."""
    name = part.rstrip("+-")
    if name in FACE and maker != "playstation":
        return name.upper()
    return LABELS.get(maker, LABELS["xbox"]).get(name, "")


def get_width(part: str, r: float) -> float:
    """Return the width of a sign whose round buttons have the radius ``r``."""
    return r * 3.0 if part.rstrip("+-") in WIDE else r * 2


def draw(c: Canvas, part: str, maker: str, cx: float, cy: float, r: float, *, number: str = "") -> None:
    """Draw the sign of a part round a centre; ``number`` is shown for parts of a pad without a maker."""
    half = get_width(part, r) / 2 + 2
    left, top = cx - half, cy - r - 2

    def make() -> pygame.Surface:
        layer = c.layer(2 * half, 2 * r + 4)
        on = c.on(layer, (left, top))
        on.least_text = 0.0  # a sign, which has to stay within its button
        _draw(on, part, maker, cx, cy, r, number)
        return layer

    key = ("pad sign", part, maker, r, number)
    c.surface.blit(c.cache.get(key, make), (c.x(left), c.y(top)))


def _draw(c: Canvas, part: str, maker: str, cx: float, cy: float, r: float, number: str) -> None:
    name = part.rstrip("+-")
    wide = name in WIDE
    w, h = get_width(part, r), r * (1.5 if wide else 2)
    x, y = cx - w / 2, cy - h / 2
    shapes.gradient_box(c, x, y, w, h, r * 0.4 if wide else r, _BODY, rim="base/pad.rim")
    if part in _ARROWS:
        _draw_direction(c, part, cx, cy, r)
    elif not maker or (number and name not in FACE):
        text.draw(
            c, number or name, cx, cy, text.Font("sans_x", r * 1.0), "base/pad.white", "cm", fixed=True, max_w=w - 4
        )
    elif maker == "playstation" and name in FACE:
        _draw_shape(c, name, cx, cy, r * 0.56)
    elif find_label(part, maker):
        ink = _find_ink(name, maker)
        size = r * (1.12 if name in FACE else 0.98)
        text.draw(c, find_label(part, maker), cx, cy, text.Font("sans_x", size), ink, "cm", fixed=True, max_w=w - 3)
    elif name in _ICONS:
        icons.draw(c, _ICONS[name], cx, cy, r * 1.0, "base/pad.white")
    else:
        text.draw(c, name, cx, cy, text.Font("sans_x", r * 0.7), "base/pad.white", "cm", fixed=True, max_w=w - 2)


def _find_ink(name: str, maker: str) -> str:
    colours = _FACE_COLOURS.get(maker)
    return colours[FACE.index(name)] if colours and name in FACE else "base/pad.white"


def _draw_direction(c: Canvas, part: str, cx: float, cy: float, r: float) -> None:
    """Draw a cross with one arm lit, or a stick that is moved to one side."""
    way = _ARROWS[part]
    dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[way]
    if part.startswith("dp"):
        for ax, ay in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            ink = "base/pad.white" if (ax, ay) == (dx, dy) else "base/pad.off"
            side = r * 0.5
            shapes.round_rect(c, cx + ax * side - side / 2, cy + ay * side - side / 2, side, side, 1, ink)
        return
    shapes.round_rect(c, cx - r * 0.62, cy - r * 0.62, r * 1.24, r * 1.24, r * 0.62, "base/pad.off", border=1.4)
    icons.draw(c, way, cx + dx * r * 0.3, cy + dy * r * 0.3, r * 0.95, "base/pad.white")


def _draw_shape(c: Canvas, name: str, cx: float, cy: float, r: float) -> None:
    """Draw cross, circle, square or triangle."""
    ink = _find_ink(name, "playstation")
    thick = max(1.3, r * 0.26)
    if name == "b":
        shapes.round_rect(c, cx - r, cy - r, 2 * r, 2 * r, r, ink, border=thick)
    elif name == "x":
        shapes.round_rect(c, cx - r * 0.86, cy - r * 0.86, r * 1.72, r * 1.72, 1, ink, border=thick)
    elif name == "a":
        k = r * 0.82
        lines = [[(cx - k, cy - k), (cx + k, cy + k)], [(cx - k, cy + k), (cx + k, cy - k)]]
        strokes.strokes(c, lines, ink, thick)
    else:
        low, top = cy + r * 0.66, cy - r * 1.0
        strokes.line(c, [(cx - r, low), (cx, top), (cx + r, low), (cx - r, low)], ink, thick)


def get_cap_width(c: Canvas, label: str, h: float) -> float:
    """Return the width of a key cap of height ``h``."""
    return max(h, text.width(c, label, text.Font("sans_x", h * 0.44), fixed=True) + h * 0.62)


def draw_cap(c: Canvas, label: str, x: float, y: float, h: float, *, state: str = "normal", w: float = 0.0) -> float:
    """Draw a key cap with what is printed on it; returns its width.

    ``state``: ``normal``, ``hover``, ``own`` (not the standard one), ``taken`` (in conflict) or ``locked``.
    """
    w = w or get_cap_width(c, label, h)
    stops = {
        "taken": ((0.0, "text.warning"), (1.0, "bad")),
        "locked": ((0.0, "control.high"), (1.0, "control.low")),
        "hover": ((0.0, "shine"), (1.0, "paper")),
    }.get(state, ((0.0, "paper"), (1.0, "paper.low")))
    shapes.gradient_box(c, x, y + 2.5, w, h, h * 0.2, ((0.0, "paper.icon"), (1.0, "paper.edge")))
    shapes.gradient_box(c, x, y, w, h - 1, h * 0.2, stops, rim="paper.edge")
    ink = "control.text" if state == "locked" else "paper.text"
    text.draw(c, label, x + w / 2, y + h / 2 - 0.5, text.Font("sans_x", h * 0.44), ink, "cm", fixed=True, max_w=w - 6)
    return w
