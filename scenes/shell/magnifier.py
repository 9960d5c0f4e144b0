"""A glass that shows what lies under a finger so large that one thing among others can be tapped in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from sprites.base import raster, shapes, text

if TYPE_CHECKING:
    from scenes.shell.targets import Target
    from sprites.base.canvas import Canvas

RADIUS = 165.0
RIM = 9.0
LEAST_FACTOR, MOST_FACTOR = 1.8, 8.5
CAPTION_H = 44.0


def find_factor(targets: Sequence[Target], least: float) -> float:
    """Return the magnification at which a finger can tell these targets apart."""
    smallest = min(min(target.box[2:]) for target in targets)
    return min(MOST_FACTOR, max(LEAST_FACTOR, least / max(1.0, smallest)))


class Magnifier:
    """Magnified view of one place; drawn at the side of the finger, never over the place itself."""

    def __init__(self, at: tuple[float, float], targets: Sequence[Target], least: float) -> None:
        self.at = at
        self.factor = find_factor(targets, least)
        self._name = next((words for target in targets if (words := _name(target))), "")
        self.middle = (0.0, 0.0)
        """Where it stood in the last drawing."""

    def move(self, dx: float, dy: float) -> None:
        """Move the magnified place by (dx, dy)."""
        self.at = (self.at[0] + dx, self.at[1] + dy)

    def find_source(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the point of the page shown at a point of the magnifier; None outside of it."""
        dx, dy = x - self.middle[0], y - self.middle[1]
        if math.hypot(dx, dy) > RADIUS:
            return None
        return self.at[0] + dx / self.factor, self.at[1] + dy / self.factor

    def draw(self, c: Canvas) -> None:
        """Draw the magnifier on top of everything, on the side with more room."""
        x, y = self.at
        away = RADIUS / self.factor + RADIUS + RIM + 12
        side = 1 if x < (c.left + c.right) / 2 else -1
        mx = min(c.right - RADIUS - RIM - 6, max(c.left + RADIUS + RIM + 6, x + side * away))
        my = min(c.height - RADIUS - RIM - 6, max(RADIUS + RIM + CAPTION_H + 14, y - RADIUS / 2))
        self.middle = (mx, my)
        half = RADIUS / self.factor
        place = c.rect(x - half, y - half, 2 * half, 2 * half)
        whole = pygame.Rect((0, 0), c.size)
        seen = place.clip(whole)
        size = c.px(2 * RADIUS)
        glass = pygame.Surface((size, size), pygame.SRCALPHA)
        if seen.w and seen.h:
            shown = c.copy(seen)
            k = size / max(1, place.w)
            large = pygame.transform.smoothscale(shown, (max(1, round(seen.w * k)), max(1, round(seen.h * k))))
            glass.blit(large, ((seen.x - place.x) * k, (seen.y - place.y) * k))
        c.blit_centred(raster.clip(glass, raster.round_rect_mask(size, size, size / 2)), mx, my)
        rim = size + 2 * c.px(RIM)
        c.blit_centred(raster.tint(raster.round_rect_mask(rim, rim, rim / 2, c.px(RIM)), "accent"), mx, my)
        if self._name:
            wide = min(2 * RADIUS, text.width(c, self._name, "name") + 36)
            top = my - RADIUS - RIM - CAPTION_H - 4
            shapes.panel(c, mx - wide / 2, top, wide, CAPTION_H, "parchment", radius=9)
            text.draw(c, self._name, mx, top + CAPTION_H / 2, "name", "paper.text", "cm", max_w=wide - 20)


def _name(target: Target) -> str:
    return target.label or (target.tip[0] if target.tip is not None else "")
