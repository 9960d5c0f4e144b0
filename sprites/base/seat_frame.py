"""Frames of plates in the colour of a player with the player's lines, as a flat theme has them."""

from __future__ import annotations

import pygame

from sprites.base import raster, shapes
from sprites.base.canvas import Canvas
from sprites.base.layout import Box
from sprites.base.player_shapes import STRONG, pattern
from sprites.base.theme import is_flat, player


def draw(c: Canvas, box: Box, colour_index: int, radius: float = 12.0, face: tuple[float, float] | None = None) -> None:
    """In a flat theme frame the plate of a player in the player's colour, with the player's lines in its upper left
    corner, ``face`` wide and high, where the portrait stands; in any other theme nothing is drawn."""
    if not is_flat():
        return
    x, y, w, h = box
    look = player(colour_index, c.palette)
    if face is not None:
        r = c.rect(x, y, *face)

        def make() -> pygame.Surface:
            shape = raster.round_rect_mask(r.w, r.h, c.px(radius))
            made = raster.tint(shape, look.base)
            made.blit(pattern(shape, colour_index, look.ink, c.scale, STRONG), (0, 0))
            return made

        c.surface.blit(c.cache.get(("seat lines", r.size, colour_index, radius, c.palette), make), r)
    shapes.round_rect(c, x, y, w, h, radius, look.base, border=shapes.FLAT_FRAME)
