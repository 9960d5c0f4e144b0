"""Shapes and stripe patterns that distinguish players without colour."""

from __future__ import annotations

import math

import pygame

from sprites.base import raster
from sprites.base.raster import Point


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
    """Return a player's stripe pattern, cut to a mask."""
    w, h = shape.get_size()
    big = raster.blank_mask(w * 2, h * 2)
    step, thick = max(6, round(10 * scale)), max(2, round(2.6 * scale))
    reach = 2 * (w + h)
    solid = (255, 255, 255, 255)
    for k in range(-reach, reach, step):
        if colour_index == 0:
            pygame.draw.line(big, solid, (k, 0), (k, 2 * h), thick)
        elif colour_index == 1:
            pygame.draw.line(big, solid, (0, k), (2 * w, k), thick)
        elif colour_index == 2:
            pygame.draw.line(big, solid, (k, 0), (k + 2 * h, 2 * h), thick)
        else:
            pygame.draw.line(big, solid, (k, 0), (k + 2 * h, 2 * h), thick)
            pygame.draw.line(big, solid, (k, 2 * h), (k + 2 * h, 0), thick)
    made = raster.tint(pygame.transform.smoothscale(big, (w, h)), ink, alpha)
    made.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made
