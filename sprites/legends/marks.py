"""Marks on regions of the chart: controller, legal targets, origin of a move."""

from __future__ import annotations

import pygame

from sprites.base import player_shapes, raster
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.theme import player
from sprites.legends.coastline import Coastline, Line

PAD = 14.0
"""Margin of a mark beyond its region, in pixels of the maps."""


def mark(
    c: Canvas, chart_key: object, shores: Coastline, number: int, k: float, kind: str, colour: int = 0
) -> pygame.Surface:
    """Return the mark of a kind on a region at ``k`` pixels per pixel of the maps, kept in the cache.

    Kinds: "legal" gold with a glow, "origin" white, "hover" a light, "own" an inner rim in a player's colour,
    "scored" filled with a player's colour,
    "doomed" washed round by the sea, "sunk" under it. It lies with its corner PAD beyond the region's box.
    """
    key = _key(c, chart_key, number, k, kind, colour)
    return c.cache.get(key, lambda: make_whole(_mark(c, shores, number, k, kind, colour)))


def plan(c: Canvas, chart_key: object, shores: Coastline, number: int, k: float, kind: str, colour: int = 0) -> bool:
    """Have that mark made step by step; returns whether it is there already."""
    key = _key(c, chart_key, number, k, kind, colour)
    c.cache.plan_steps(key, lambda: _mark(c, shores, number, k, kind, colour))
    return c.cache.find(key) is not None


def _key(c: Canvas, chart_key: object, number: int, k: float, kind: str, colour: int) -> tuple[object, ...]:
    return ("chart mark", chart_key, number, round(k * 1000), kind, colour, c.palette, c.patterns)


def _mark(c: Canvas, shores: Coastline, number: int, k: float, kind: str, colour: int) -> Steps:
    left, top, right, bottom = shores.boxes[number]
    w, h = round((right - left + 2 * PAD) * k), round((bottom - top + 2 * PAD) * k)
    loops = [tuple(((x - left + PAD) * k, (y - top + PAD) * k) for x, y in loop) for loop in shores.regions[number]]
    area = _area(loops, w, h)
    yield
    made = raster.empty(w, h)
    if kind == "own":
        look = player(colour, c.palette)
        rim = _stroke(loops, w, h, 11 * k)
        yield
        if c.patterns:
            made.blit(raster.tint(rim, look.base, 205), (0, 0))
            made.blit(player_shapes.pattern(rim, colour, look.ink, c.scale), (0, 0))
        else:
            made.blit(raster.tint(rim, look.base, 215), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 5.4 * k), look.low, 150), (0, 0))
        yield
        made.blit(area, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(raster.tint(_stroke(loops, w, h, 2.2 * k), "legends/border.light", 240), (0, 0))
        return made
    if kind == "scored":
        look = player(colour, c.palette)
        made.blit(raster.tint(area, look.base, 120), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 7 * k), look.low, 230), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 4 * k), look.high), (0, 0))
        return made
    if kind in ("doomed", "sunk"):
        made.blit(raster.tint(area, "legends/sunk", 205 if kind == "sunk" else 50), (0, 0))
        yield
        foam = raster.tint(_stroke(loops, w, h, 12 * k), "legends/sunk.foam", 190)
        foam.blit(area, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(foam, (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 2.4 * k), "legends/sunk.line", 200), (0, 0))
        return made
    if kind == "hover":
        made.blit(raster.tint(area, "legends/light.ground", 46), (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 3.0 * k), "legends/light.line", 220), (0, 0))
        return made
    if kind == "focus":
        made.blit(raster.tint(area, "legends/light.ground", 60), (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 7 * k), "legends/focus.edge", 230), (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 4.4 * k), "legends/focus.line"), (0, 0))
        return made
    if kind == "origin":
        made.blit(raster.tint(_stroke(loops, w, h, 6.6 * k), "legends/focus.edge", 230), (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 4.4 * k), "base/white"), (0, 0))
        return made
    glow, pad = raster.soft(_stroke(loops, w, h, 9 * k), max(1, round(7 * k)), "glow", 235)
    made.blit(glow, (-pad, -pad))
    made.blit(raster.tint(area, "legends/light.ground", 46), (0, 0))
    made.blit(raster.tint(_stroke(loops, w, h, 5.6 * k), "legends/target.edge", 200), (0, 0))
    made.blit(raster.tint(_stroke(loops, w, h, 3.6 * k), "legends/target.line"), (0, 0))
    return made


def _fine(w: int, h: int) -> int:
    """Return the supersampling factor of a shape; large ones need less."""
    return 2 if w * h < 130_000 else 1


def _area(loops: list[Line], w: int, h: int) -> pygame.Surface:
    fine = _fine(w, h)
    big = raster.blank_mask(w * fine, h * fine)
    for number, loop in enumerate(loops):
        pygame.draw.polygon(big, (255, 255, 255, 0 if number else 255), [(x * fine, y * fine) for x, y in loop])
    return pygame.transform.smoothscale(big, (w, h)) if fine > 1 else big


def _stroke(loops: list[Line], w: int, h: int, width: float) -> pygame.Surface:
    fine = _fine(w, h)
    big = raster.blank_mask(w * fine, h * fine)
    thick = max(1, round(width * fine))
    for loop in loops:
        points = [(x * fine, y * fine) for x, y in loop]
        pygame.draw.lines(big, (255, 255, 255, 255), True, points, thick)
        if thick > 2:
            for point in points[:: 1 if fine > 1 else 2]:
                pygame.draw.circle(big, (255, 255, 255, 255), point, thick / 2)
    return pygame.transform.smoothscale(big, (w, h)) if fine > 1 else big
