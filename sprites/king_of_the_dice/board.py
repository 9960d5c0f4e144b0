"""The map of King of the Dice drawn: sea, terrains, borders, emblems; owners' borders, lights and areas over it.

Its geometry comes first: outlines with an irregular coast, positions of castles, gems and small emblems.
"""

import math
import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame

from maps.readers import king_of_the_dice as maps
from maps.readers.king_of_the_dice import KingdomMap, Point
from sprites.base import assets, icons, pictures, raster, shapes
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.theme import colour as colour_of, player, rgb
from sprites.king_of_the_dice.card_art import looks

_STEP = 13.0
_CORNER = 78.0
_DEEP = 90.0
"""Depth of the coast from the rim."""
Box = tuple[float, float, float, float]
_TILE = 208.0


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
    """Drawing data of the whole map. ``coast``: sides at the sea; ``fold``: its x, 0 … 1; ``near``: neighbours by
    region."""

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
    """Return a point near the rim moved inwards, more so near the corners, to form the coast."""
    x, y = point
    dx = _offset_edge(x, y, height, 1.0) - _offset_edge(width - x, y, height, 2.0)
    dy = _offset_edge(y, x, width, 3.0) - _offset_edge(height - y, x, width, 4.0)
    return x + dx, y + dy


def _offset_edge(away: float, t: float, length: float, kind: float) -> float:
    """Return how far a point ``away`` from a side of the map is moved inwards; ``t`` runs along that side."""
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


def place(box: Box, point: Point) -> Point:
    """Return the point of the table for a point of the land (shares of width and height)."""
    return box[0] + point[0] * box[2], box[1] + point[1] * box[3]


class _Lines:
    """Smooth lines over the whole map, drawn in a larger mask that is scaled down once."""

    def __init__(self, w: int, h: int, scale: float) -> None:
        self.size = (w, h)
        self.fine = 2 if scale <= 1.6 else 1
        self.scale = scale
        self.big = raster.blank_mask(w * self.fine, h * self.fine)

    def draw(self, points: Iterable[tuple[Point, Point]], width: float) -> None:
        """Draw lines; ``points``: pairs of ends in pixels, ``width`` in units."""
        thick = max(1, round(width * self.scale * self.fine))
        f = self.fine
        for a, b in points:
            start, end = (a[0] * f, a[1] * f), (b[0] * f, b[1] * f)
            pygame.draw.line(self.big, raster.SOLID, start, end, thick)
            if thick > 2:
                pygame.draw.circle(self.big, raster.SOLID, end, thick / 2)

    def mask(self) -> pygame.Surface:
        """Return the lines as a mask."""
        return pygame.transform.smoothscale(self.big, self.size) if self.fine > 1 else self.big


def ground(c: Canvas, land: Land, box: Box, key: object) -> pygame.Surface:
    """Return sea and land in a frame, without anything that changes: one opaque picture, cached under ``key``."""
    return c.cache.get(_ground_key(c, box, key), lambda: deque(_ground_steps(c, land, box), maxlen=1)[0])


def prepare_ground(c: Canvas, land: Land, box: Box, key: object) -> Iterator[None]:
    """Make the picture of :func:`ground` in steps of some milliseconds, and keep it in the cache."""
    last = None
    for made in _ground_steps(c, land, box):
        last = made
        yield
    if last is not None:
        c.cache.put(_ground_key(c, box, key), last)


def _ground_key(c: Canvas, box: Box, key: object) -> tuple[object, ...]:
    return ("dice map", key, c.rect(*box).size)


def _ground_steps(c: Canvas, land: Land, box: Box) -> Iterator[pygame.Surface]:
    """Paint the picture, yielding it unfinished after each step; after the last one it is complete."""
    r = c.rect(*box)
    w, h = r.size
    s = c.scale
    made = pygame.Surface((w, h)).convert(c.target)
    try:
        made.blit(
            pygame.transform.smoothscale(pictures.load("king_of_the_dice/sea.jpg").convert(c.target), (w, h)), (0, 0)
        )
    except assets.AssetError as error:
        assets.miss(error)
        made.fill(rgb("king_of_the_dice/sea.plain"))
    polygons = [[(x * w, y * h) for x, y in site.outline] for site in land.sites]
    shape = raster.blank_mask(w, h)
    for polygon in polygons:
        pygame.draw.polygon(shape, raster.SOLID, polygon)
    for blur, alpha in ((16, 150), (5, 235)):
        light, pad = raster.soft(shape, c.px(blur), "king_of_the_dice/shore.light", alpha)
        made.blit(light, (-pad, -pad))
    dark, pad = raster.soft(shape, c.px(5), "king_of_the_dice/land.shadow", 190)
    made.blit(dark, (-pad + c.px(2), -pad + c.px(5)))
    yield made
    for site, polygon in zip(land.sites, polygons, strict=True):
        _region(c, made, site.terrain, polygon)
        yield made
    sides = [side for polygon in polygons for side in zip(polygon, polygon[1:] + polygon[:1], strict=True)]
    lines = _Lines(w, h, s)
    lines.draw(sides, 15)
    shade, pad = raster.soft(lines.mask(), c.px(7), "king_of_the_dice/border.shadow", 105)
    shade = shade.subsurface((pad, pad, w, h)).copy()
    shade.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(shade, (0, 0))
    for width, colour, alpha in (
        (5.0, "king_of_the_dice/border.dark", 170),
        (2.7, "king_of_the_dice/border.light", 255),
    ):
        lines = _Lines(w, h, s)
        lines.draw(sides, width)
        made.blit(raster.tint(lines.mask(), colour, alpha), (0, 0))
        yield made
    coast = [((a[0] * w, a[1] * h), (b[0] * w, b[1] * h)) for a, b in land.coast]
    lines = _Lines(w, h, s)
    lines.draw(coast, 3.4)
    made.blit(raster.tint(lines.mask(), "king_of_the_dice/outline", 240), (0, 0))
    on = c.on(made, (box[0], box[1]))
    terrains = looks().terrains
    for site in land.sites:
        look = terrains[site.terrain]
        for point in site.emblems:
            x, y = place(box, point)
            icons.draw(on, look.icon, x, y, 26 if look.big else 20, look.ink, alpha=205)
    fold = raster.gradient(
        c.px(14), h, [(0, raster.NOTHING), (0.5, colour_of("king_of_the_dice/fold", 92)), (1, raster.NOTHING)], 90
    )
    made.blit(fold, (round(land.fold * w) - fold.get_width() // 2, 0))
    yield made
    made.blit(_lamp(w, h), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    yield made


def _region(c: Canvas, made: pygame.Surface, terrain: str, polygon: list[Point]) -> None:
    """One region's ground, cut out of its tile."""
    left, top = int(min(x for x, _ in polygon)) - 1, int(min(y for _, y in polygon)) - 1
    wide = int(max(x for x, _ in polygon)) + 2 - left
    high = int(max(y for _, y in polygon)) + 2 - top
    mask = raster.polygon_mask(wide, high, [(x - left, y - top) for x, y in polygon])
    look = looks().terrains[terrain]
    side = c.px(_TILE)
    try:
        tile = pictures.load(f"king_of_the_dice/ground_{terrain}.jpg")
        tile = pygame.transform.smoothscale(tile.convert(c.target), (side, side))
    except assets.AssetError as error:
        assets.miss(error)
        tile = raster.gradient(side, side, ((0, look.high), (1, look.low)))
    flat = raster.empty(wide, high)
    mirrored = pygame.transform.flip(tile, True, False)
    for row in range(-(-high // side)):
        line = pygame.transform.flip(tile, False, True) if row % 2 else tile
        other = pygame.transform.flip(mirrored, False, True) if row % 2 else mirrored
        for column in range(-(-wide // side)):
            flat.blit(other if column % 2 else line, (column * side, row * side))
    flat.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(flat, (left, top))


def _lamp(w: int, h: int) -> pygame.Surface:
    """Light from the upper left, falling off towards the rim."""
    across, down = 36, 20
    raw = bytearray()
    for row in range(down):
        for column in range(across):
            x, y = column / (across - 1) - 0.46, row / (down - 1) - 0.42
            m = 1.06 - 0.26 * min(1.0, (x * x * 1.3 + y * y) ** 0.5 / 0.72) ** 1.6
            m = min(1.0, m)
            raw += bytes((round(255 * m), round(253 * m), round(246 * m)))
    return pygame.transform.smoothscale(pygame.image.frombytes(bytes(raw), (across, down), "RGB"), (w, h))


# ------------------------------------------------------------------ over the land


class _Cut:
    """A region's polygon in pixels, in a picture with room for lights around it."""

    def __init__(self, c: Canvas, land: Land, box: Box, region: int, room: float) -> None:
        self.pad = c.px(room)
        points = [place(box, point) for point in land.sites[region].outline]
        pixels = [((x - box[0]) * c.scale, (y - box[1]) * c.scale) for x, y in points]
        self.left = int(min(x for x, _ in pixels)) - self.pad
        self.top = int(min(y for _, y in pixels)) - self.pad
        self.size = (
            int(max(x for x, _ in pixels)) + self.pad - self.left + 1,
            int(max(y for _, y in pixels)) + self.pad - self.top + 1,
        )
        self.points = [(x - self.left, y - self.top) for x, y in pixels]

    def locate(self, c: Canvas, box: Box) -> tuple[int, int]:
        """Return the pixel of the window at which the picture's upper left corner lies."""
        return c.x(box[0]) + self.left, c.y(box[1]) + self.top


def owner(c: Canvas, land: Land, box: Box, region: int, colour: int, key: object, *, alpha: int = 255) -> None:
    """Draw a border in its owner's colour inside a region; ``key`` names the land in the cache."""
    cut = _cut(c, land, box, region, key)
    name = _find_owner_key(c, cut, region, colour, key)
    made = c.cache.get(name, lambda: make_whole(_frame_region(c, cut, colour)))
    if alpha < 255:
        made.set_alpha(alpha)
        c.surface.blit(made, cut.locate(c, box))
        made.set_alpha(255)
    else:
        c.surface.blit(made, cut.locate(c, box))


def plan_owner(c: Canvas, land: Land, box: Box, region: int, colour: int, key: object) -> bool:
    """Plan the picture of :func:`owner`; return whether it is there already."""
    cut = _cut(c, land, box, region, key)
    name = _find_owner_key(c, cut, region, colour, key)
    c.cache.plan_steps(name, lambda: _frame_region(c, cut, colour), at_once=True)
    return c.cache.find(name) is not None


def _find_owner_key(c: Canvas, cut: _Cut, region: int, colour: int, key: object) -> tuple[object, ...]:
    return ("dice owner", key, region, colour, cut.size, c.palette, c.patterns)


def _frame_region(c: Canvas, cut: _Cut, colour: int) -> Steps:
    look = player(colour, c.palette)
    mask = raster.polygon_mask(*cut.size, cut.points)
    made = raster.tint(mask, look.base, 44)
    yield
    if c.patterns:
        made.blit(icons.pattern(mask, colour, look.low, c.scale), (0, 0))
        yield
    # A whole frame of many pieces would be slow to stroke at four times the size: twice is enough here.
    sides = list(zip(cut.points, cut.points[1:] + cut.points[:1], strict=True))
    for width, name, alpha in (
        (21, look.base, 225),
        (7, "king_of_the_dice/border.light", 255),
        (3, "king_of_the_dice/border.dark", 90),
    ):
        lines = _Lines(*cut.size, c.scale)
        lines.draw(sides, width)
        made.blit(raster.tint(lines.mask(), name, alpha), (0, 0))
        yield
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def _cut(c: Canvas, land: Land, box: Box, region: int, key: object) -> _Cut:
    return c.cache.keep(("dice cut", key, region, box), lambda: _Cut(c, land, box, region, 14))


def legal(c: Canvas, land: Land, box: Box, region: int, key: object, strength: float, *, hot: bool = False) -> None:
    """Draw the light of a region that may be chosen; ``strength`` 0 … 1 pulses, ``hot``: pointed at or focused."""
    cut = _cut(c, land, box, region, key)
    made = c.cache.get(("dice legal", key, region, cut.size, hot), lambda: make_whole(_light_region(c, cut, hot)))
    made.set_alpha(round(255 * max(0.0, min(1.0, strength))))
    c.surface.blit(made, cut.locate(c, box))
    made.set_alpha(255)


def plan_legal(c: Canvas, land: Land, box: Box, region: int, key: object, *, hot: bool = False) -> bool:
    """Plan the picture of :func:`legal`; return whether it is there already."""
    cut = _cut(c, land, box, region, key)
    name = ("dice legal", key, region, cut.size, hot)
    c.cache.plan_steps(name, lambda: _light_region(c, cut, hot), at_once=True)
    return c.cache.find(name) is not None


def _light_region(c: Canvas, cut: _Cut, hot: bool) -> Steps:
    mask = raster.polygon_mask(*cut.size, cut.points)
    yield
    glow, pad = raster.soft(mask, c.px(6), "glow", 230)
    made = glow.subsurface((pad, pad, *cut.size)).copy()
    yield
    hole = raster.empty(*cut.size)
    hole.fill(raster.SOLID)
    hole.blit(raster.tint(mask, (0, 0, 0, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    made.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    yield
    made.blit(raster.tint(mask, "king_of_the_dice/hot.ground", 110 if hot else 62), (0, 0))
    lines = _Lines(*cut.size, c.scale)
    lines.draw(zip(cut.points, cut.points[1:] + cut.points[:1], strict=True), 5.2 if hot else 3.8)
    yield
    made.blit(raster.tint(lines.mask(), "king_of_the_dice/hot.line" if hot else "king_of_the_dice/open.line"), (0, 0))
    return made


def area(c: Canvas, land: Land, box: Box, regions: frozenset[int], colour: int, key: object) -> None:
    """Draw the outline of connected regions, and brighten them."""
    r = c.rect(*box)

    def make() -> pygame.Surface:
        counted: dict[tuple[Point, Point], int] = {}
        light = raster.blank_mask(r.w, r.h)
        for region in regions:
            points = [(x * r.w, y * r.h) for x, y in land.sites[region].outline]
            pygame.draw.polygon(light, raster.SOLID, points)
            for a, b in zip(points, points[1:] + points[:1], strict=True):
                side = (a, b) if a < b else (b, a)
                counted[side] = counted.get(side, 0) + 1
        made = raster.tint(light, "base/white", 46)
        sides = [side for side, times in counted.items() if times == 1]
        for width, name in (
            (8.0, "king_of_the_dice/route.dark"),
            (5.0, "king_of_the_dice/route.light"),
            (2.2, player(colour, c.palette).base),
        ):
            lines = _Lines(r.w, r.h, c.scale)
            lines.draw(sides, width)
            made.blit(raster.tint(lines.mask(), name), (0, 0))
        return made

    c.surface.blit(c.cache.get(("dice area", key, regions, colour, r.size, c.palette), make), r)


def frame(c: Canvas, box: Box) -> None:
    """Draw the wooden rim of the map with its shadow."""
    x, y, w, h = box
    shapes.box_shadow(c, x - 3, y - 3, w + 6, h + 6, 8, "mat")
    shapes.round_rect(c, x - 3, y - 3, w + 6, h + 6, 8, "king_of_the_dice/board.edge")


def site(c: Canvas, land: Land, box: Box, region: int) -> None:
    """Draw the disc in the middle of a free region, with the emblem of its terrain."""
    look = looks().terrains[land.sites[region].terrain]
    x, y = place(box, land.sites[region].castle)
    stops = ((0.0, "king_of_the_dice/token.high"), (1.0, "king_of_the_dice/token.low"))
    shapes.outline(c, "circle", x, y, 21, stops, rim="king_of_the_dice/token.rim", rim_w=1.6, shadow="coin")
    icons.draw(c, look.icon, x, y, 25, look.ink)


def terrain_disc(c: Canvas, terrain: str, x: float, y: float, r: float) -> None:
    """Draw a terrain as a disc of its ground's colour with its emblem: the face of a castle tile."""
    look = looks().terrains[terrain]
    stops = ((0.0, look.high), (1.0, look.low))
    shapes.outline(c, "circle", x, y, r, stops, rim="king_of_the_dice/border.light", rim_w=2, shadow="coin")
    icons.draw(c, look.icon, x, y, r * 1.25, look.ink)
