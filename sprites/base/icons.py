"""Icons: SVG files in ``art/icons``, drawn at the real pixel size in one colour. Short names are in ``icons.json``.

And shapes and stripe patterns that distinguish players without colour.
"""

import math

import pygame

from sprites.base import assets, raster
from sprites.base.canvas import Canvas
from sprites.base.raster import Point


def table() -> dict[str, str]:
    """Return the table icon name → file, read once. Raises AssetError."""
    return assets.data("base/icons.json", dict[str, str])


def find_file(name: str) -> str:
    """Return the file stem of an icon name."""
    return table().get(name, name)


def mask(c: Canvas, name: str, px: int) -> pygame.Surface:
    """Return the white mask of an icon, ``px`` pixels square; a ring with a dot when the file is missing."""
    px = max(1, px)
    return c.cache.get(("icon", name, px), lambda: _mask(name, px))


def _mask(name: str, px: int) -> pygame.Surface:
    try:
        drawn = raster.native(assets.svg(find_file(name), (px, px)))
    except assets.AssetError as error:
        assets.miss(error)
        made = raster.disc_mask(px, max(1.0, px / 10))
        pygame.draw.circle(made, raster.SOLID, (px / 2, px / 2), px / 6)
        return made
    # Transparent pixels become white, so that edges keep their colour when the shape is scaled or multiplied.
    drawn.fill(raster.CLEAR, special_flags=pygame.BLEND_RGBA_ADD)
    return drawn


def pixels(c: Canvas, name: str, px: int, colour: str) -> pygame.Surface:
    """Return an icon in one colour, ``px`` pixels square."""
    return c.cache.get(("icon", name, px, colour), lambda: raster.tint(mask(c, name, px), colour))


def surface(c: Canvas, name: str, size: float, colour: str = "text") -> pygame.Surface:
    """Return an icon in one colour, ``size`` logical units square."""
    return pixels(c, name, c.px(size), colour)


def draw(
    c: Canvas,
    name: str,
    cx: float,
    cy: float,
    size: float,
    colour: str = "text",
    *,
    alpha: int = 255,
    angle: float = 0,
) -> None:
    """Draw an icon around a centre; ``angle`` in degrees counter-clockwise."""
    made = pixels(c, name, c.px(size), colour)
    if angle:
        turned = round(angle) % 360
        made = c.cache.get(
            ("icon", name, c.px(size), colour, turned), lambda: pygame.transform.rotozoom(made, turned, 1)
        )
    if alpha < 255:
        key = ("icon", name, c.px(size), colour, angle and round(angle) % 360, alpha // 8)
        made = c.cache.get(key, lambda: raster.fade(made, alpha))
    c.blit_centred(made, cx, cy)


def gradient(c: Canvas, name: str, cx: float, cy: float, size: float, stops: tuple[str, ...]) -> None:
    """Draw an icon around a centre, filled with ``stops``: colours at equal distances from top to bottom."""
    px = c.px(size)
    steps = [(k / max(1, len(stops) - 1), colour) for k, colour in enumerate(stops)]
    made = c.cache.get(("icon", name, px, stops), lambda: raster.fill(mask(c, name, px), steps))
    c.surface.blit(made, (c.x(cx) - px // 2, c.y(cy) - px // 2))


def outline_points(kind: str, cx: float, cy: float, r: float) -> list[Point]:
    """Return the corners of a player's shape: shield, circle, hexagon, diamond or square."""
    if kind == "hexagon":
        return [
            (cx + r * 1.04 * math.cos(math.radians(60 * k)), cy + r * 1.04 * math.sin(math.radians(60 * k)))
            for k in range(6)
        ]
    if kind == "diamond":
        return [(cx, cy - r * 1.16), (cx + r * 1.16, cy), (cx, cy + r * 1.16), (cx - r * 1.16, cy)]
    if kind == "square":
        return [(cx + i * r * 0.86, cy + j * r * 0.86) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if kind == "shield":
        side = []
        for step in range(17):
            u = step / 16
            drop = cy - r * 0.05 if step == 0 else cy - r * 0.92 + r * 1.98 * (0.42 + 0.58 * u)
            side.append((r * 0.88 * (1 - u**1.9), drop))
        right = [(cx + dx, py) for dx, py in side]
        left = [(cx - dx, py) for dx, py in reversed(side)]
        return [(cx - r * 0.88, cy - r * 0.92), (cx + r * 0.88, cy - r * 0.92), *right, *left]
    return [(cx + r * 0.96 * math.cos(k * math.pi / 36), cy + r * 0.96 * math.sin(k * math.pi / 36)) for k in range(72)]


FAINT, STRONG = 70, 255
"""Opacity of stripes below an emblem, and on a ground that has nothing else."""


def pattern(shape: pygame.Surface, colour_index: int, ink: str, scale: float, alpha: int = FAINT) -> pygame.Surface:
    """Return a player's line pattern, cut to the mask ``shape``; ``ink``: its colour, ``scale``: pixels per unit."""
    w, h = shape.get_size()
    big = raster.blank_mask(w * 2, h * 2)
    step, thick = max(6, round(10 * scale)), max(2, round(2.6 * scale))
    reach = 2 * (w + h)
    for k in range(-reach, reach, step):
        if colour_index == 0:
            pygame.draw.line(big, raster.SOLID, (k, 0), (k, 2 * h), thick)
        elif colour_index == 1:
            pygame.draw.line(big, raster.SOLID, (0, k), (2 * w, k), thick)
        elif colour_index == 2:
            pygame.draw.line(big, raster.SOLID, (k, 0), (k + 2 * h, 2 * h), thick)
        else:
            pygame.draw.line(big, raster.SOLID, (k, 0), (k + 2 * h, 2 * h), thick)
            pygame.draw.line(big, raster.SOLID, (k, 2 * h), (k + 2 * h, 0), thick)
    made = raster.tint(pygame.transform.smoothscale(big, (w, h)), ink, alpha)
    made.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made
