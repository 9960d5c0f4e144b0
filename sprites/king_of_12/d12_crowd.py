"""Many small rolling dice that share a few cached frames.

For two thirds of its way a small die shows frames of one tumble that every die goes through, each
at another point of it; then it comes to rest on its own face by frames that all dice with this
face share. Thus a crowd of dice costs no more than many static pictures.
"""

import math
from functools import cache

import pygame

from sprites.base import dodecahedron
from sprites.base.canvas import Canvas
from sprites.base.dodecahedron import Quat
from sprites.king_of_12 import d12

TUMBLE = 24
"""Frames of the shared tumble."""
LANDING = 8
"""Frames of coming to rest."""
TURNS = 2
LAND_AT = 0.66
"""The share of the roll after which a die comes to rest."""


@cache
def _tumble() -> tuple[Quat, ...]:
    """One closed turn through many faces, back to where it began."""
    start = dodecahedron.pose(1, 0.3)
    made = []
    for k in range(TUMBLE):
        angle = math.tau * k / TUMBLE
        lean = dodecahedron.about(dodecahedron.unit((0.83, 0.36, 0.42)), angle)
        made.append(dodecahedron.multiply(lean, start))
    return tuple(made)


def frame(c: Canvas, size: float, face: int, spin: float, t: float, offset: int) -> pygame.Surface:
    """Return the shared picture of a small die at ``t`` (0 … 1) of a roll to ``face``; ``offset``: differs between
    dice."""
    px = c.px(size)
    if t >= 1:
        return d12.picture(c, size, dodecahedron.pose(face, spin))
    if t < LAND_AT:
        # Every die starts at another frame and reaches the first one just before it lands.
        at = round((t / LAND_AT - 1) * TUMBLE * TURNS * (1 + offset % 3 / 4)) % TUMBLE
        return c.cache.get(("d12 crowd", px, at), lambda: d12.moving_picture(c, size, _tumble()[at]))
    step = min(LANDING - 1, int((t - LAND_AT) / (1 - LAND_AT) * LANDING))

    def landing() -> pygame.Surface:
        share = (step + 1) / LANDING
        eased = 1 - (1 - share) ** 2
        rest = dodecahedron.pose(face, spin)
        return d12.moving_picture(c, size, dodecahedron.slerp(_tumble()[0], rest, eased))

    return c.cache.get(("d12 landing", px, face, spin, step), landing)


def height(t: float, size: float) -> float:
    """Return the height of a small die above its place in units, at ``t`` (0 … 1) of a roll: up, and two bounces."""
    if t < 0.6:
        return size * 0.30 * math.sin(math.pi * t / 0.6)
    if t < 0.82:
        return size * 0.14 * math.sin(math.pi * (t - 0.6) / 0.22)
    return size * 0.05 * math.sin(math.pi * (t - 0.82) / 0.18) if t < 1 else 0.0
