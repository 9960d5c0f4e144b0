"""The ground of a table of Tash-Kalar: wood, frame and squares of the arena as one opaque picture."""

from __future__ import annotations

import pygame

from games.tash_kalar.maps import WALL_SQUARES
from scenes.tash_kalar.layout import layout
from sprites.base import backdrop
from sprites.base.canvas import Canvas
from sprites.tash_kalar import arena


def find_ground(c: Canvas, height: float, form: str, walled: bool) -> pygame.Surface:
    """Return the ground of the whole window, ``height`` units high, for a form of play; ``walled``: with walls round
    the arena. Kept in the cache."""

    def make() -> pygame.Surface:
        board = layout(height).board
        surface = backdrop.table(c, "table").copy()
        layer = c.on(surface, (c.left, 0))
        arena.draw_ground(layer, board, form, WALL_SQUARES if walled else ())
        arena.draw_braziers(layer, board)
        return surface

    return c.cache.get(("tash_kalar.static", form, walled, round(height)), make)
