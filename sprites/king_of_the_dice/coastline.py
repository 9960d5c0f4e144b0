"""Geometry of the kingdom: outlines with an irregular coast, positions of castles, gems and small emblems."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from maps.readers import king_of_the_dice as maps
from maps.readers.king_of_the_dice import KingdomMap, Point
from sprites.king_of_the_dice.card_art import looks

_STEP = 13.0
_CORNER = 78.0
_DEEP = 90.0
"""Depth of the coast from the rim."""


@dataclass(frozen=True, slots=True)
class Site:
    """Drawing data of a region, in shares of the map's width and height (0 … 1)."""

    terrain: str
    outline: tuple[Point, ...]
    castle: Point
    gem: Point
    emblems: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Land:
    """Drawing data of the whole map. ``coast``: sides at the sea; ``fold``: share of the width."""

    sites: tuple[Site, ...]
    coast: tuple[tuple[Point, Point], ...]
    fold: float
    size: Point
    near: tuple[frozenset[int], ...]


@lru_cache(maxsize=8)
def land(turned: tuple[bool, bool]) -> Land:
    """Return the land of the built-in maps, each half straight or turned; raises ``BadMap``."""
    west, east = maps.load_standard_map()
    return build_land(maps.lay_out(west, east, turned))


def build_land(found: KingdomMap) -> Land:
    """Build the land of any map, with a coast."""
    width, height = found.size
    terrains = looks().terrains
    near: list[set[int]] = [set() for _ in found.regions]
    for one, other in found.borders:
        near[one].add(other)
        near[other].add(one)
    sites = []
    coast: list[tuple[Point, Point]] = []
    for number, region in enumerate(found.regions):
        outline: list[Point] = []
        sides = zip(region.outline, (*region.outline[1:], region.outline[0]), strict=True)
        for a, b in sides:
            rim = _on_rim(a, b, width, height)
            cuts = max(1, round(math.dist(a, b) / _STEP)) if rim else 1
            parts = [(a[0] + (b[0] - a[0]) * k / cuts, a[1] + (b[1] - a[1]) * k / cuts) for k in range(cuts + 1)]
            moved = [_ashore(point, width, height) for point in parts]
            outline += moved[:-1]
            if rim:
                coast += list(pairwise(moved))
        gem = (region.gem_at[0], region.gem_at[1]) if region.gem else region.castle
        if gem == region.castle or math.dist(gem, region.castle) < 8:
            gem = (region.castle[0] + 19, region.castle[1] - 16)
        big = terrains[region.terrain].big
        emblems = _scatter(outline, region.castle, number, 4 if big else 6, 28 if big else 22)
        shares = [tuple((x / width, y / height) for x, y in points) for points in (outline, emblems)]
        sites.append(
            Site(
                region.terrain,
                shares[0],
                (region.castle[0] / width, region.castle[1] / height),
                (gem[0] / width, gem[1] / height),
                shares[1],
            )
        )
    return Land(
        tuple(sites),
        tuple(((a[0] / width, a[1] / height), (b[0] / width, b[1] / height)) for a, b in coast),
        found.fold / width,
        found.size,
        tuple(frozenset(each) for each in near),
    )


def _on_rim(a: Point, b: Point, width: float, height: float) -> bool:
    return any(a[axis] == b[axis] == at for axis, ends in ((0, (0.0, width)), (1, (0.0, height))) for at in ends)


def _ashore(point: Point, width: float, height: float) -> Point:
    """Move points near the rim inwards, more near the corners, to form the coast."""
    x, y = point
    dx = _offset_edge(x, y, height, 1.0) - _offset_edge(width - x, y, height, 2.0)
    dy = _offset_edge(y, x, width, 3.0) - _offset_edge(height - y, x, width, 4.0)
    return x + dx, y + dy


def _offset_edge(away: float, t: float, length: float, kind: float) -> float:
    """Return the offset of a point at distance ``away`` from a side of the map; ``t`` runs along that side."""
    if away >= _DEEP:
        return 0.0
    wild = 4.2 * math.sin(t / 17 + kind) + 3.0 * math.sin(t / 7.3 + 2 * kind) + 5.0 * math.sin(t / 61 + 3 * kind)
    end = min(t, length - t)
    corner = 22.0 * (1 - end / _CORNER) ** 2 if end < _CORNER else 0.0
    return (17.0 + wild + corner) * (1 - away / _DEEP)


def inside(outline: tuple[Point, ...] | list[Point], x: float, y: float) -> bool:
    """Whether a point lies within an outline."""
    found = False
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
        ax, ay = bx, by
    return found


def _scatter(outline: list[Point], castle: Point, seed: int, count: int, apart: float) -> list[Point]:
    """Return positions of small emblems: away from the border, the castle and each other; upper ones first."""
    rng = random.Random(seed * 7 + 3)
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    found: list[Point] = []
    for _ in range(160):
        if len(found) == count:
            break
        x, y = rng.uniform(min(xs) + 15, max(xs) - 15), rng.uniform(min(ys) + 15, max(ys) - 15)
        if math.hypot(x - castle[0], y - castle[1]) < 40 or not inside(outline, x, y):
            continue
        if any(math.hypot(x - a, y - b) < apart for a, b in found):
            continue
        if min(math.hypot(x - a, y - b) for a, b in outline) < 19:
            continue
        found.append((x, y))
    return sorted(found, key=lambda point: point[1])
