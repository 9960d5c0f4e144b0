"""The sea chart of Legends painted once per size: water, coasts, grounds, borders, sea routes, ornaments.

:func:`steps` paints incrementally, so that a large picture can be made while the game runs.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame

from maps.readers.legends import FORM, BadMap, Chart, Exit, Point, Region, Route, SegmentMap
from sprites.base import assets, icons, pictures, raster
from sprites.base.canvas import Canvas, Steps
from sprites.base.theme import mix
from sprites.legends.coastline import Border, Coastline, Line, dots, scatter, sheets

RIM = 9.0
"""The frame round the sea, in pixels of the maps."""

_EMBLEMS = {
    "forest": ("pine-tree", "legends/forest.sign", 15, 205),
    "meadow": ("high-grass", "legends/meadow.sign", 13, 150),
    "mountain": ("peaks", "legends/mountain.sign", 20, 175),
    "desert": ("cactus", "legends/desert.sign", 13, 150),
    "moor": ("reed", "legends/moor.sign", 13, 165),
    "amethyst": ("crystal-growth", "legends/amethyst.sign", 15, 175),
    "snow": ("mountaintop", "legends/snow.sign", 20, 165),
}
_FLAT = {
    "forest": "legends/forest",
    "meadow": "legends/meadow",
    "mountain": "legends/mountain",
    "desert": "legends/desert",
    "moor": "legends/moor",
    "amethyst": "legends/amethyst",
    "snow": "legends/snow",
}
_CREATURES = (
    ("compass", 62, "legends/compass", 120),
    ("sea-serpent", 44, "legends/creature", 125),
    ("caravel", 38, "legends/creature", 120),
    ("whale-tail", 34, "legends/creature", 115),
    ("anchor", 22, "legends/creature", 120),
)


def size(chart: Chart, k: float) -> tuple[int, int]:
    """Return the size in pixels of the whole picture, its rim included, at ``k`` pixels per pixel of the maps."""
    return math.ceil((chart.size[0] + 2 * RIM) * k), math.ceil((chart.size[1] + 2 * RIM) * k)


def steps(c: Canvas, chart: Chart, shores: Coastline, k: float, made: pygame.Surface) -> Iterator[None]:
    """Paint the chart onto ``made``, an opaque surface of :func:`size`; yield after every piece of work."""
    brush = _Brush(c, chart, shores, k, made)
    yield from brush.water()
    for loops in shores.islands:
        yield from brush.shallows(loops)
    for loops in shores.islands:
        yield from brush.contours(loops[0])
    brush.creatures()
    yield
    for loops in shores.islands:
        yield from brush.beach(loops)
    for number in range(len(shores.regions)):
        yield from brush.region(number)
    for width, colour, alpha, down in ((4.2, "legends/border.dark", 165, 1.0), (2.4, "legends/border.light", 240, 0.0)):
        for each in shores.borders:
            yield from brush.border(each, width, colour, alpha, down)
    yield from brush.routes()
    brush.frame()
    yield


class _Brush:
    """Paints one picture of a chart; lengths are pixels of the maps, of which each is ``k`` pixels wide."""

    def __init__(self, c: Canvas, chart: Chart, shores: Coastline, k: float, made: pygame.Surface) -> None:
        self.c = c
        self.chart = chart
        self.shores = shores
        self.k = k
        self.made = made
        self.tiles: dict[str, pygame.Surface] = {}

    def map_point(self, point: Point) -> Point:
        return (point[0] + RIM) * self.k, (point[1] + RIM) * self.k

    def rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        left, top = self.map_point((x, y))
        right, bottom = self.map_point((x + w, y + h))
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    # --- water -----------------------------------------------------------------------------------

    def water(self) -> Iterator[None]:
        """Paint the sea in strips; yield after each."""
        try:
            sea = pictures.load("legends/sea.jpg")
        except assets.AssetError as error:
            assets.miss(error)
            self.made.fill(raster.parts("legends/sea")[:3])
            return
        yield
        wide, high = self.made.get_size()
        share = min(sea.get_width() / wide, sea.get_height() / high)
        strips = max(1, wide * high // 300_000)
        for n in range(strips):
            left, right = wide * n // strips, wide * (n + 1) // strips
            part = pygame.Rect(int(left * share), 0, int((right - left) * share) + 1, int(high * share))
            strip = sea.subsurface(part.clip(sea.get_rect()))
            self.made.blit(pygame.transform.smoothscale(strip, (right - left, high)), (left, 0))
            yield

    def shallows(self, loops: Sequence[Line]) -> Iterator[None]:
        """Paint lighter water round an island, blurred at a coarse size (no visible difference)."""
        box = self._box(loops, 62)
        q = max(1, round(self.k * 2))
        wide, high = box.w // q + 1, box.h // q + 1
        land = raster.blank_mask(wide, high)
        points = [((x - box.x) / q, (y - box.y) / q) for x, y in map(self.map_point, loops[0])]
        pygame.draw.polygon(land, raster.SOLID, points)
        pygame.draw.lines(land, raster.SOLID, True, points, max(1, round(10 * self.k / q)))
        for reach, colour, alpha in (
            (30, "legends/sea.shallow", 180),
            (15, "legends/sea.shallower", 165),
            (6, "legends/sea.shore", 150),
        ):
            glow, pad = yield from raster.soft_in_steps(land, max(1, round(reach * self.k / q)), colour, alpha)
            yield
            inner = glow.subsurface((pad, pad, wide, high))
            light = pygame.transform.smoothscale(inner, (wide * q, high * q))
            yield
            self.made.blit(light, box)
            yield

    def contours(self, coast: Line) -> Iterator[None]:
        """Paint the lines that old charts draw along a coast; those of near islands flow together."""
        box = self._box([coast], 26)
        for away, alpha in ((13.0, 74), (20.0, 44)):
            ring = raster.blank_mask(box.w, box.h)
            yield
            self._stroke(ring, coast, 2 * away + 1.5, raster.SOLID, box)
            for loops in self.shores.islands:
                if self._box(loops, 26).colliderect(box):
                    yield
                    self._stroke(ring, loops[0], 2 * away, raster.CLEAR, box)
                    points = [(x - box.x, y - box.y) for x, y in map(self.map_point, loops[0])]
                    pygame.draw.polygon(ring, raster.CLEAR, points)
            yield
            line = raster.tint(ring, "legends/foam", alpha)
            yield
            self.made.blit(line, box)
            yield

    def _stroke(
        self,
        surface: pygame.Surface,
        line: Line,
        width: float,
        colour: tuple[int, int, int, int],
        box: pygame.Rect | None = None,
    ) -> None:
        """Draw a line with round joints; ``box``: the part of the picture that the surface stands for."""
        dx, dy = (box.x, box.y) if box is not None else (0, 0)
        points = [(x - dx, y - dy) for x, y in map(self.map_point, line)]
        thick = max(1, round(width * self.k))
        raster.draw_line(surface, points, thick, colour, every=1 if thick < 14 else 3)

    def creatures(self) -> None:
        """Paint ornaments where the sea is widest, away from land, from routes and from each other."""
        room = dict(self.shores.open_sea)
        for name, wide, colour, alpha in _CREATURES:
            best = max(room, key=lambda point: room[point])
            if room[best] < wide * 0.6 + 14:
                continue
            for point in room:
                room[point] = min(room[point], math.dist(point, best) - 70)
            px = round(wide * self.k)
            mark = raster.fade(icons.pixels(self.c, name, px, colour), alpha)
            x, y = self.map_point(best)
            self.made.blit(mark, (round(x - px / 2), round(y - px / 2)))

    # --- land --------------------------------------------------------------------------------------

    def _box(self, loops: Sequence[Line], pad: float) -> pygame.Rect:
        """Pixel box round loops."""
        xs = [x for x, _ in loops[0]]
        ys = [y for _, y in loops[0]]
        left, top = self.map_point((min(xs) - pad, min(ys) - pad))
        right, bottom = self.map_point((max(xs) + pad, max(ys) + pad))
        return pygame.Rect(int(left), int(top), int(right - left) + 2, int(bottom - top) + 2)

    def _mask(self, loops: Sequence[Line], box: pygame.Rect, stroke: float = 0.0, grow: float = 0.0) -> Steps:
        """Make a mask of the area inside the loops, larger by ``grow``, or (``stroke``) of a line along them."""
        fine = 2 if box.w * box.h < 600_000 else 1
        big = raster.blank_mask(box.w * fine, box.h * fine)
        yield
        for number, loop in enumerate(loops):
            points = [((x - box.x) * fine, (y - box.y) * fine) for x, y in map(self.map_point, loop)]
            if not stroke:
                pygame.draw.polygon(big, raster.SOLID if not number else raster.CLEAR, points)
            width = stroke or (2 * grow if not number else 0.0)
            if width:
                thick = max(1, round(width * self.k * fine))
                raster.draw_line(big, points, thick, closed=True, every=2)
            yield
        return pygame.transform.smoothscale(big, box.size) if fine > 1 else big

    def beach(self, loops: Sequence[Line]) -> Iterator[None]:
        """Paint sand along the coast, with the shadow that the island throws on the water."""
        box = self._box(loops, 30)
        sand = yield from self._mask(loops[:1], box, grow=4.4)
        yield
        dark, pad = yield from raster.soft_in_steps(sand, max(1, round(6 * self.k)), "legends/lake.shadow", 200)
        yield
        self.made.blit(dark, (box.x - pad + round(1.5 * self.k), box.y - pad + round(4 * self.k)))
        yield
        self.made.blit(raster.tint(sand, "legends/sand.low"), (box.x, box.y + max(1, round(1.4 * self.k))))
        yield
        self.made.blit(raster.tint(sand, "legends/sand"), box)
        for hole in loops[1:]:  # a lake: water again, with its own shore
            inner = self._box([hole], 12)
            water = yield from self._mask([hole], inner)
            self.made.blit(raster.tint(water, "legends/lake"), inner)
        yield

    def region(self, number: int) -> Iterator[None]:
        """Paint the ground of a region with its emblems, darker towards the border."""
        loops = self.shores.regions[number]
        _, region = self.chart.region(number)
        terrain = region.terrain if region.terrain in _EMBLEMS else "meadow"
        box = self._box(loops, 4)
        mask = yield from self._mask(loops, box)
        yield
        yield from self._load_tile(terrain)
        land = self._ground(terrain, box, number)
        yield
        self._grow(land, box, number, terrain)
        yield
        shade = yield from self._mask(loops, box, stroke=13)
        yield
        dark = mix(_FLAT[terrain], "base/black", 0.72)
        soft, pad = yield from raster.soft_in_steps(shade, max(1, round(5 * self.k)), dark, 190)
        land.blit(soft, (-pad, -pad))
        yield
        self.made.blit(raster.clip(land, mask), box)
        yield

    def _ground(self, terrain: str, box: pygame.Rect, number: int) -> pygame.Surface:
        """Return the texture of a terrain, repeated as in a mirror so that no seam shows."""
        made = pygame.Surface(box.size)
        tile = self.tiles.get(terrain)
        if tile is None:
            made.fill(raster.parts(_FLAT[terrain])[:3])
            return made
        px = tile.get_width()
        start_x, start_y = round(scatter(number, 1, 5) * px), round(scatter(number, 2, 5) * px)
        for i, x in enumerate(range(-start_x, box.w, px)):
            for j, y in enumerate(range(-start_y, box.h, px)):
                made.blit(pygame.transform.flip(tile, bool(i % 2), bool(j % 2)), (x, y))
        return made

    def _load_tile(self, terrain: str) -> Iterator[None]:
        """Load the texture of a terrain at this size, for all regions that have it; without it the ground is flat."""
        if terrain in self.tiles:
            return
        try:
            loaded = pictures.load(f"legends/ground_{terrain}.jpg")
        except assets.AssetError as error:
            assets.miss(error)
            return
        yield
        tile = loaded.convert(self.made)
        yield
        px = max(8, round(250 * self.k))
        self.tiles[terrain] = pygame.transform.smoothscale(tile, (px, px))
        yield

    def _grow(self, land: pygame.Surface, box: pygame.Rect, number: int, terrain: str) -> None:
        """Small emblems here and there, their feet in a shadow."""
        name, colour, wide, alpha = _EMBLEMS[terrain]
        spots = []
        for n, (x, y) in enumerate(sorted(self.chart.hexes(number), key=lambda point: point[1])):
            for m in range(2 if terrain == "forest" else 1):
                seed = n * 2 + m
                if scatter(seed, number, 6) < (0.22 if terrain == "forest" else 0.34):
                    continue
                spots.append(
                    (x + 18 * (scatter(seed, number, 7) - 0.5), y + 16 * (scatter(seed, number, 8) - 0.5), seed)
                )
        for x, y, seed in sorted(spots, key=lambda spot: spot[1]):
            px = max(3, round(wide * (0.85 + 0.4 * scatter(seed, number, 9)) * self.k))
            left, top = self.map_point((x, y))
            place = (round(left - box.x - px / 2), round(top - box.y - px / 2))
            light = raster.fade(icons.pixels(self.c, name, px, mix(_FLAT[terrain], "base/white", 0.55)), 90)
            land.blit(light, (place[0] - max(1, round(0.7 * self.k)), place[1] - max(1, round(0.7 * self.k))))
            land.blit(raster.fade(icons.pixels(self.c, name, px, colour), alpha), place)

    def border(self, each: Border, width: float, colour: str, alpha: int, down: float) -> Iterator[None]:
        """Paint one border or coast, ``down`` map pixels lower: first a thin dark line, then the light one by it."""
        fine = 2
        box = self._box([each.line], 6)
        mask = raster.blank_mask(box.w * fine, box.h * fine)
        thick = max(1, round((width if each.b >= 0 else width * 0.85) * self.k * fine))
        points = [((x - box.x) * fine, (y - box.y) * fine) for x, y in map(self.map_point, each.line)]
        raster.draw_line(mask, points, thick)
        yield
        mask = pygame.transform.smoothscale(mask, box.size)
        yield
        self.made.blit(raster.tint(mask, colour, alpha), (box.x, box.y + round(down * self.k)))
        yield

    # --- on top ----------------------------------------------------------------------------------------

    def routes(self) -> Iterator[None]:
        """Paint sea links as dotted lines, land links as causeways."""
        for route in (*self.chart.routes, *self.chart.wrapped):
            if not route.sea:
                self._causeway(route.way)
            else:
                for x, y in self._free(dots(route.way, 9.5), route.a, route.b):
                    self.dot((x, y), "legends/route.dot", 2.5)
            yield

    def _free(self, points: Sequence[Point], a: int, b: int) -> list[Point]:
        """The points of a way that lie at sea."""
        return [point for point in points if self.shores.find_region(*point) is None]

    def dot(self, point: Point, colour: str, r: float) -> None:
        """Paint one dot of a route with its dark rim."""
        x, y = self.map_point(point)
        px = max(3, round(2 * (r + 1) * self.k))
        dark = self.c.cache.get(
            ("route dot", px, "dark"), lambda: raster.tint(raster.disc_mask(px), "legends/route.dot.dark", 225)
        )
        small = max(2, round(2 * r * self.k))
        light = self.c.cache.get(("route dot", small, colour), lambda: raster.tint(raster.disc_mask(small), colour))
        self.made.blit(dark, (round(x - px / 2), round(y - px / 2 + 0.5 * self.k)))
        self.made.blit(light, (round(x - small / 2), round(y - small / 2)))

    def _causeway(self, way: Sequence[Point]) -> None:
        line = tuple(dots(way, 3))
        for width, colour in ((9.5, "legends/bridge.edge"), (7.0, "legends/bridge"), (3.0, "legends/bridge.worn")):
            self._stroke(self.made, line, width, raster.parts(colour))
        for x, y in dots(way, 8):
            self._stroke(self.made, ((x - 0.6, y - 3.4), (x + 0.6, y + 3.4)), 1.0, raster.parts("legends/sand.low"))

    def frame(self) -> None:
        """Paint a gold rim round the whole sea, and faint lines where the segments meet."""
        boxes = [self.rect(*box) for box in sheets(self.chart)]
        edge = max(1, round(RIM * self.k))
        # Where two sheets meet the sea goes on: the rim of one must not run over the other.
        seams = [one.inflate(2 * edge, 2 * edge).clip(other) for one in boxes for other in boxes if one is not other]
        keep = [self.made.subsurface(seam).copy() for seam in seams]
        for share, colour in (
            (0.0, "legends/map.frame.dark"),
            (0.12, "legends/map.frame.line"),
            (0.72, "legends/map.frame"),
        ):
            thick = edge - round(edge * share)
            for each in boxes:
                wide = each.inflate(2 * thick, 2 * thick)
                for band in (
                    (wide.x, wide.y, wide.w, thick),
                    (wide.x, each.bottom, wide.w, thick),
                    (wide.x, wide.y, thick, wide.h),
                    (each.right, wide.y, thick, wide.h),
                ):
                    self.made.fill(raster.parts(colour)[:3], band)
        for seam, sea in zip(seams, keep, strict=True):
            self.made.blit(sea, seam)
        for placed in self.chart.placed:
            w, h = placed.segment.size
            box = self.rect(*placed.origin, w, h).inflate(-round(9 * self.k), -round(9 * self.k))
            thick = max(1, round(0.9 * self.k))
            across, down = raster.empty(box.w, thick), raster.empty(thick, box.h)
            for line in (across, down):
                line.fill((*raster.parts("legends/compass")[:3], 46))
            for strip, at in (
                (across, box.topleft),
                (across, (box.x, box.bottom - thick)),
                (down, box.topleft),
                (down, (box.right - thick, box.y)),
            ):
                self.made.blit(strip, at)


# Custom segment drawings as plain JSON, so that a saved game can draw them without their file.

Plain = Any


def side_option(segment: SegmentMap) -> dict[str, Any]:
    """Convert a side to an entry of the option ``segments`` (see ``games.legends.options``)."""
    return {
        "code": segment.code,
        "names": [region.text for region in segment.regions],
        "islands": [list(island) for island in segment.islands],
        "land": [list(pair) for pair in segment.land],
        "sea": [list(pair) for pair in segment.sea],
        "exits": {edge: each.region for edge, each in segment.exits.items()},
        "start_here": segment.start_here,
        "land_links": segment.land_links,
        "drawing": {
            "regions": [
                [
                    [list(cell) for cell in region.hexes],
                    region.terrain,
                    list(region.label),
                    list(region.token),
                    [list(point) for point in region.armies],
                    [list(point) for point in region.cities],
                ]
                for region in segment.regions
            ],
            "routes": [[route.a, route.b, route.sea, [list(point) for point in route.way]] for route in segment.routes],
            "exits": {edge: [list(point) for point in each.way] for edge, each in segment.exits.items()},
        },
    }


def parse_segment(entry: dict[str, Any]) -> SegmentMap:
    """Parse the drawing in an entry of the option; raises BadMap when it cannot be read."""
    try:
        drawing = entry["drawing"]
        regions = tuple(
            Region(
                tuple((int(x), int(y)) for x, y in hexes),
                str(terrain),
                str(name),
                _point(label),
                _point(token),
                tuple(_point(each) for each in armies),
                tuple(_point(each) for each in cities),
            )
            for (hexes, terrain, label, token, armies, cities), name in zip(
                drawing["regions"], entry["names"], strict=True
            )
        )
        routes = tuple(Route(int(a), int(b), bool(sea), _way(way)) for a, b, sea, way in drawing["routes"])
        exits = {edge: Exit(int(entry["exits"][edge]), _way(way)) for edge, way in drawing["exits"].items()}
        columns, rows, width, height, side = FORM
        return SegmentMap(
            code=str(entry["code"]),
            path=Path(str(entry["code"])),
            columns=columns,
            rows=rows,
            tile=(width, height),
            side=side,
            regions=regions,
            islands=tuple(tuple(island) for island in entry["islands"]),
            land=tuple((a, b) for a, b in entry["land"]),
            sea=tuple((a, b) for a, b in entry["sea"]),
            routes=routes,
            exits=exits,
            start_here=bool(entry["start_here"]),
            land_links=bool(entry["land_links"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadMap(f"segment {entry.get('code')!r}: its drawing cannot be read: {error!r}") from error


def _point(value: Plain) -> tuple[float, float]:
    x, y = value
    return float(x), float(y)


def _way(value: Plain) -> tuple[tuple[float, float], ...]:
    return tuple(_point(each) for each in value)
