"""The ground of a table of King of 12: wood, mat and side column as one opaque picture."""

from __future__ import annotations

import pygame

from scenes.king_of_12.layout import COLUMN_X, Box
from sprites.base import backdrop
from sprites.base.canvas import Canvas


def find_ground(c: Canvas, mat: Box) -> pygame.Surface:
    """Return the ground of the whole window with the mat in this box; kept in the cache."""

    def make() -> pygame.Surface:
        surface = backdrop.table(c, "table").copy()
        layer = c.on(surface, (c.left, 0))
        backdrop.mat(layer, *mat)
        backdrop.side_column(layer, COLUMN_X, c.right - COLUMN_X)
        return surface

    return c.cache.get(("king_of_12.static", mat), make)
