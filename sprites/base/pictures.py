"""Baked pictures as the theme wants them: themselves, a line pattern in place of a ground, or left out."""

import math

import pygame

from sprites.base import assets, raster, theme

# Line patterns that tell grounds apart without colour. Sizes are pixels of a tile that is scaled by its user.

SIDE = 240
"""A tile; all patterns repeat in it, also when it is mirrored."""
STEP = 24
THICK = 3


def make_hatching(pattern: str) -> pygame.Surface:
    """Return a square tile of a line pattern, one of :data:`sprites.base.theme.HATCHINGS`."""
    made = pygame.Surface((SIDE, SIDE))
    made.fill(raster.parts("base/hatch.ground")[:3])
    ink = raster.parts("base/hatch.line")[:3]
    for line in _list_lines(pattern):
        pygame.draw.lines(made, ink, False, line, THICK)
    for x, y, r, width in _list_circles(pattern):
        pygame.draw.circle(made, ink, (x, y), r, width)
    for box in _list_boxes(pattern):
        made.fill(ink, box)
    return made


def _list_lines(pattern: str) -> list[list[tuple[float, float]]]:
    cells = range(-SIDE, 2 * SIDE, STEP)
    upright = [[(float(x), 0.0), (float(x), float(SIDE))] for x in range(STEP // 2, SIDE, STEP)]
    level = [[(y, x) for x, y in line] for line in upright]
    falling = [[(float(x), 0.0), (float(x + SIDE), float(SIDE))] for x in cells]
    slanting = [[(float(x + SIDE), 0.0), (float(x), float(SIDE))] for x in cells]
    if pattern == "waves":
        return [
            [(float(x), float(y) + 5 * math.sin(x * math.tau / 60)) for x in range(0, SIDE + 6, 6)]
            for y in range(STEP // 2, SIDE, STEP)
        ]
    if pattern in ("zigzag", "steep"):
        wide, high = (20, 14) if pattern == "zigzag" else (10, 22)
        return [
            [(float(x), float(y + (high if k % 2 else 0))) for k, x in enumerate(range(0, SIDE + wide, wide))]
            for y in range(0, SIDE, 40)
        ]
    if pattern == "bricks":
        joints = [
            [(float(x + (20 if row % 2 else 0)), float(y)), (float(x + (20 if row % 2 else 0)), float(y + STEP))]
            for row, y in enumerate(range(STEP // 2, SIDE, STEP))
            for x in range(0, SIDE, 40)
        ]
        return level + joints
    if pattern == "dashes":
        return [
            [(float(x), float(y)), (float(x + 20), float(y))]
            for row, y in enumerate(range(STEP // 2, SIDE, STEP))
            for x in range(20 if row % 2 else 0, SIDE, 40)
        ]
    found: dict[str, list[list[tuple[float, float]]]] = {
        "upright": upright,
        "level": level,
        "falling": falling,
        "slanting": slanting,
        "crossed": falling + slanting,
    }
    return found.get(pattern, [])


def _list_circles(pattern: str) -> list[tuple[int, int, int, int]]:
    """Centre, radius and width of the line, 0 for a full disc."""
    radius, width = {"dots": (5, 0), "rings": (9, THICK), "grains": (2, 0)}.get(pattern, (0, 0))
    step = STEP // 2 if pattern == "grains" else 30
    if not radius:
        return []
    return [(x, y, radius, width) for x in range(step // 2, SIDE, step) for y in range(step // 2, SIDE, step)]


def _list_boxes(pattern: str) -> list[tuple[int, int, int, int]]:
    if pattern != "checks":
        return []
    return [(x, y, 20, 20) for x in range(0, SIDE, 40) for y in range(0, SIDE, 40)] + [
        (x + 20, y + 20, 20, 20) for x in range(0, SIDE, 40) for y in range(0, SIDE, 40)
    ]


def load(name: str, needed: tuple[int, int] | None = None) -> pygame.Surface:
    """Load a picture as :func:`sprites.base.assets.picture` does, or what the theme puts in its place.

    Raises AssetError for a missing or damaged picture, and LeftOut for one that the theme does not show.
    """
    pattern = theme.find_hatching(name)
    if pattern == theme.BAKED:
        return assets.picture(name, needed)
    if pattern:
        return make_hatching(pattern)
    if theme.is_flat():
        raise assets.LeftOut(f"the theme does not show {name}")
    return assets.picture(name, needed)
