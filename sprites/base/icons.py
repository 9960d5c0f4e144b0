"""Icons: SVG files in ``art/icons``, drawn at the real pixel size in one colour. Short names are in ``icons.json``."""

from __future__ import annotations

import pygame

from sprites.base import assets, raster
from sprites.base.canvas import Canvas


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
    """Draw an icon round a centre; ``angle`` in degrees against the clock."""
    made = pixels(c, name, c.px(size), colour)
    if angle:
        turned = round(angle) % 360
        made = c.cache.get(
            ("icon", name, c.px(size), colour, turned), lambda: pygame.transform.rotozoom(made, turned, 1)
        )
    if alpha < 255:
        key = ("icon", name, c.px(size), colour, angle and round(angle) % 360, alpha // 8)
        made = c.cache.get(key, lambda: raster.fade(made, alpha))
    c.surface.blit(made, (c.x(cx) - made.get_width() // 2, c.y(cy) - made.get_height() // 2))


def gradient(c: Canvas, name: str, cx: float, cy: float, size: float, stops: tuple[str, ...]) -> None:
    """Draw an icon filled with colours from top to bottom."""
    px = c.px(size)
    steps = [(k / max(1, len(stops) - 1), colour) for k, colour in enumerate(stops)]
    made = c.cache.get(("icon", name, px, stops), lambda: raster.fill(mask(c, name, px), steps))
    c.surface.blit(made, (c.x(cx) - px // 2, c.y(cy) - px // 2))
