"""Charts composed from the segments of a view (cached), and the names of their regions, placed without overlaps."""

import itertools
import json
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import pygame

from maps.readers import legends as legends_map
from maps.readers.legends import SIDE_CODES, BadMap, Chart, Placed, Point, Route, SegmentMap
from scenes.legends.scene_model import LegendsTable
from scenes.shell.targets import Box
from sprites.base import assets, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.draw_commands import Layer, Mosaic
from sprites.legends import coastline as legends_shores
from sprites.legends.chart import parse_segment
from sprites.legends.coastline import Coastline

NEAR, FAR = 14.5, 12.5
"""Text sizes on the zoomed chart and on the whole map."""
NAMED_FROM = 1.3
"""Zoom above which all names are shown, in the larger size."""
SMALLEST = 9.5
"""Smallest text size in pixels."""
TALL = 1.3
"""Height of a name in text sizes."""
PANNED_FRAMES = 4
"""Number of frames of a panned chart in one of which names come and go."""
STEPS = (0.0, 12.0, -12.0, 22.0, -22.0, 32.0, -32.0)
"""Offsets by which a name avoids its neighbours, downwards first."""


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A chart with its lines; ``key`` names it in caches."""

    key: str
    chart: Chart
    shores: Coastline
    _dots: dict[tuple[Point, ...], list[Point]] = field(default_factory=dict)
    _spots: dict[int, tuple[Point, Point, Point]] = field(default_factory=dict)
    _places: dict[tuple[str, int, int], Point] = field(default_factory=dict)

    def find_place(self, kind: str, region: int, owner: int = 0) -> Point:
        """Return the point of an owner's "army" or "city" in a region, or of its "token" (``kind``)."""
        key = (kind, region, owner)
        if key not in self._places:
            chart = self.chart
            self._places[key] = (
                chart.token(region) if kind == "token"
                else chart.army(region, owner) if kind == "army"
                else chart.city(region, owner)
            )  # fmt: skip
        return self._places[key]

    def free_dots(self, route: Route) -> list[Point]:
        """Return those dots of a sea link that are not on land."""
        if route.way not in self._dots:
            points = legends_shores.dots(route.way, 9.5)
            self._dots[route.way] = [point for point in points if self.shores.find_region(*point) is None]
        return self._dots[route.way]

    def top(self, region: int) -> Point:
        """Return the upper end of a region, the place of a price."""
        return self._ends(region)[0]

    def find_owner_spot(self, region: int) -> Point:
        """Return the place of the owner's sign: between the upper end of a region and its uppermost hex."""
        return self._ends(region)[1]

    def foot(self, region: int) -> Point:
        """Return the place of a region's name, above its lower end."""
        return self._ends(region)[2]

    def _ends(self, region: int) -> tuple[Point, Point, Point]:
        if region not in self._spots:
            coast = self.shores.regions[region][0]
            left, _top, right, bottom = self.shores.boxes[region]
            x, y = min(coast, key=lambda point: point[1])
            hx, hy = min(self.chart.hexes(region), key=lambda point: point[1])
            low, _ = max(coast, key=lambda point: point[1])
            foot = (min(right - 30, max(left + 30, low)), bottom - 9)
            self._spots[region] = ((x, y + 4), ((x + hx) / 2, (y + 4 + hy) / 2), foot)
        return self._spots[region]


@lru_cache(maxsize=len(legends_map.SIDE_CODES))
def load_side(code: str) -> SegmentMap:
    """Return the built-in map side with this code, cached."""
    return legends_map.load(legends_map.FOLDER / f"{code}.tmx")


def compose(shape: str, segments: Sequence[Sequence[Any]], own: Sequence[dict[str, Any]] = ()) -> Composed | None:
    """Return the chart of four segments (code, turned) in a shape; None for fewer, or when one cannot be read.

    ``own`` are the entries of the option "segments", for sides that are not from the box.
    """
    if len(segments) != 4:
        return None
    drawings = tuple(json.dumps(each, sort_keys=True) for each in own)
    return _compose(shape, tuple((str(code), bool(turned)) for code, turned in segments), drawings)


@lru_cache(maxsize=12)
def _compose(shape: str, segments: tuple[tuple[str, bool], ...], drawings: tuple[str, ...]) -> Composed | None:
    sides = []
    for code, turned in segments:
        segment = side(code, drawings)
        if segment is None:
            return None
        sides.append((segment, turned))
    chart = legends_map.lay_out(shape, sides)
    return Composed(f"{shape}{segments}{hash(drawings)}", chart, legends_shores.trace(chart))


def side(code: str, drawings: Sequence[str] = ()) -> SegmentMap | None:
    """Return the side with this code, built-in or drawn by a player; None (and a report) when it cannot be read."""
    if code in legends_map.SIDE_CODES:
        return load_side(code)
    for drawing in drawings:
        entry = json.loads(drawing)
        if entry["code"] == code:
            try:
                return parse_segment(entry)
            except BadMap as error:
                assets.miss(assets.AssetError(str(error)))
    return None


@lru_cache(maxsize=40)
def alone(code: str, turned: bool, drawings: tuple[str, ...] = ()) -> Composed | None:
    """Return a chart of a single side, for choosing it; None when it cannot be read."""
    segment = side(code, drawings)
    if segment is None:
        return None
    placed = Placed(segment, turned, (0.0, 0.0), 0)
    exits = [Route(each.region, each.region, True, placed.way(each.way)) for each in segment.exits.values()]
    inside = [Route(each.a, each.b, each.sea, placed.way(each.way)) for each in segment.routes]
    chart = Chart(
        placed=(placed,),
        size=segment.size,
        codes=tuple(f"{code}.{number}" for number in range(len(segment.regions))),
        islands=segment.islands,
        land=frozenset(segment.land),
        sea=frozenset(segment.sea),
        routes=(*inside, *exits),
        wrapped=(),
    )
    return Composed(f"{code}{turned}{hash(drawings)}", chart, legends_shores.trace(chart))


# A zoomed chart in tiles: parts of its picture at the scale of the zoom. A tile is scaled once, when it comes into
# view.

SIDES = range(384, 640)
"""Sides that a tile may have, in pixels."""
SPARE = 8
"""Tiles out of sight that are kept."""
MAKE_S = 0.002
"""Time in a frame for scaling tiles that are in view smoothly."""
AHEAD = 160
"""Pixels outside of the view in which tiles are made before they come into it."""
MOSAICS = 6
"""Most rectangles in which a chart shows its sea."""
Tile = tuple[int, int]
"""Column and row of a tile."""


class ChartTiles:
    """The tiles of one picture at one scale, the most recently used last."""

    def __init__(self) -> None:
        self._key: tuple[int, float] = (0, 0.0)
        self._side, self._part = 1, 1
        self._tiles: dict[Tile, pygame.Surface] = {}
        self._rough = set[Tile]()
        """Tiles that were scaled in a hurry."""
        self._complete: tuple[Sequence[Tile], Sequence[Tile]] | None = None
        """The tiles in sight and ahead that were asked for last, where none is missing or rough."""
        self._mosaics: list[Mosaic] = []
        """The tiles in sight of each rectangle in which the sea shows."""
        self._origins: dict[str, tuple[Layer, tuple[int, int]]] = {}
        """The layers that lie on the picture, and where it lay when each of them was recorded."""

    def forget(self) -> None:
        """Drop all tiles: the picture has changed."""
        self._complete = None
        self._tiles.clear()
        self._rough.clear()
        self._mosaics.clear()

    def choose_scale(self, source: pygame.Surface, source_k: float, k: float) -> None:
        """Show ``source``, of ``source_k`` pixels per pixel of the maps, at ``k`` pixels per pixel from now on."""
        if (id(source), k) != self._key:
            self._key = (id(source), k)
            self._side, self._part = find_tile(source_k / k)
            self.forget()

    def list_visible(self, at: tuple[int, int], boxes: Sequence[pygame.Rect]) -> list[Tile]:
        """Return the tiles in sight inside these boxes of the window when the picture's corner lies at ``at``."""
        found: dict[Tile, None] = {}
        for box in boxes:
            columns = range((box.left - at[0]) // self._side, (box.right - 1 - at[0]) // self._side + 1)
            rows = range((box.top - at[1]) // self._side, (box.bottom - 1 - at[1]) // self._side + 1)
            found.update(dict.fromkeys(itertools.product(columns, rows)))
        return list(found)

    def find_box(self, at: tuple[int, int], tiles: Sequence[Tile]) -> pygame.Rect:
        """Return the rectangle of the window around some tiles when the picture's corner lies at ``at``."""
        columns, rows = {tile[0] for tile in tiles}, {tile[1] for tile in tiles}
        x, y, side = min(columns), min(rows), self._side
        size = (max(columns) + 1 - x) * side, (max(rows) + 1 - y) * side
        return pygame.Rect((at[0] + x * side, at[1] + y * side), size)

    def make(self, source: pygame.Surface, tiles: Sequence[Tile], ahead: Sequence[Tile] = (), *, at_once: bool) -> bool:
        """Scale missing tiles smoothly while the frame has time (all if ``at_once``), the others roughly; with no tile
        to scale, make one of ``ahead``. Return True when all ``tiles`` are smooth."""
        if (tiles, ahead) == self._complete:
            return True
        begin, made = time.perf_counter(), 0
        for tile in tiles:
            if tile in self._tiles and tile not in self._rough:
                self._tiles[tile] = self._tiles.pop(tile)
            elif at_once or time.perf_counter() - begin < MAKE_S:
                self._tiles[tile] = self._scale(source, tile, pygame.transform.smoothscale)
                self._rough.discard(tile)
                made += 1
            elif tile not in self._tiles:
                self._tiles[tile] = self._scale(source, tile, pygame.transform.scale)
                self._rough.add(tile)
        missing = next((tile for tile in ahead if tile not in self._tiles), None)
        if not made and missing is not None:
            self._tiles[missing] = self._scale(source, missing, pygame.transform.smoothscale)
        wanted = {*tiles, *ahead}
        spare = [tile for tile in self._tiles if tile not in wanted]
        for tile in spare[: max(0, len(spare) - SPARE)]:
            del self._tiles[tile]
            self._rough.discard(tile)
        self._complete = (tiles, ahead) if missing is None and self._rough.isdisjoint(tiles) else None
        return self._rough.isdisjoint(tiles)

    def _scale(
        self, source: pygame.Surface, tile: Tile, scale: Callable[[pygame.Surface, tuple[int, int]], pygame.Surface]
    ) -> pygame.Surface:
        """Return a tile scaled from its part of the picture; beyond the picture's edge a smaller or empty one."""
        side, part = self._side, self._part
        box = pygame.Rect(tile[0] * part, tile[1] * part, part, part).clip(source.get_rect())
        size = (round(box.w * side / part), round(box.h * side / part))
        if not (size[0] and size[1]):
            return pygame.Surface((0, 0), 0, source)
        found = source.subsurface(box)
        return found if size == box.size else scale(found, size)

    def draw(self, c: Canvas, at: tuple[int, int], boxes: Sequence[pygame.Rect]) -> None:
        """Draw the tiles inside these boxes of the window."""
        for box in boxes:
            c.surface.set_clip(box)
            mosaic = self._lay_out(self.list_visible(at, [box]))
            if isinstance(c.surface, DisplayList):
                c.surface.blit_mosaic(mosaic, at)
            else:
                mosaic.paint(c.surface, at)

    def _lay_out(self, tiles: Sequence[Tile]) -> Mosaic:
        """Return a mosaic of these tiles; the same object while the tiles are the same."""
        pieces = [(self._tiles[tile], (tile[0] * self._side, tile[1] * self._side)) for tile in tiles]
        found = next((each for each in self._mosaics if each.pieces == pieces), None) or Mosaic(pieces)
        self._mosaics = [found, *(each for each in self._mosaics if each is not found)][:MOSAICS]
        return found

    def find_shift(self, name: str, layer: Layer, at: tuple[int, int]) -> tuple[int, int]:
        """Return how far the picture, whose corner lies at ``at``, has moved since this layer was recorded, in
        pixels."""
        if name not in self._origins or self._origins[name][0] is not layer:
            self._origins[name] = (layer, at)
        x, y = self._origins[name][1]
        return at[0] - x, at[1] - y


@cache
def find_tile(share: float) -> tuple[int, int]:
    """Return the side of a tile in pixels, and of the part of the picture from which it is scaled by ``1 / share``.

    Of all possible sides it is the one whose part is nearest to whole pixels, so that tiles join smoothly.
    """
    side = min(SIDES, key=lambda one: abs(one * share - round(one * share)))
    return side, round(side * share)


class Measures(NamedTuple):
    """Names of regions, their widths in units, and their places on the chart."""

    names: tuple[str, ...]
    widths: tuple[float, ...]
    feet: tuple[Point, ...]


class Label(NamedTuple):
    """A name with its box and its font."""

    name: str
    box: Box
    font: text.Font


class ShownNames:
    """The names shown on the chart. While it is panned they change in one frame of several only, and at its edge they
    are cut off, not left out: in the other frames their picture moves along with the chart."""

    def __init__(self) -> None:
        self._lies: object = None
        self._at = (0.0, 0.0)
        self._revision = -1
        self._panned = 0
        """Frames in which the chart has been panned since the names were chosen."""
        self._names: tuple[str, ...] = ()
        self.is_settling = False
        """Whether the chart was panned in the last frame, so that they have yet to be chosen for where it stays."""

    def choose(self, table: LegendsTable, c: Canvas) -> tuple[str, ...]:
        """Return the names to show in this frame, those of upper regions first."""
        chart, at = table.own.chart, (table.own.chart.cx, table.own.chart.cy)
        lies = chart.unit, chart.box, chart.composed, c
        is_panned = lies == self._lies and at != self._at
        is_due = table.ui.revision != self._revision or not is_panned or self._panned + 1 >= PANNED_FRAMES
        self._lies, self._at, self._revision = lies, at, table.ui.revision
        self._panned, self.is_settling = 0 if is_due else self._panned + 1, is_panned
        if is_due:
            self._names = tuple(label.name for label in list_labels(table, c, is_panned=is_panned))
        return self._names


def list_labels(
    table: LegendsTable, c: Canvas, names: Collection[str] | None = None, *, is_panned: bool = False
) -> list[Label]:
    """Return the labels to show where the chart lies now, those of upper regions first: of ``names`` if given, else of
    regions in sight whose name no panel covers; while the chart ``is_panned`` of those beyond its edge too."""
    composed, chart, guide = table.own.chart.composed, table.own.chart, table.turn_marks
    only: Collection[int] | None = None
    if composed is None:
        return []
    if not chart.names and chart.zoom <= NAMED_FROM:
        if table.guide is None or guide is None:
            return []
        only = [mark.place for mark in guide.numbers]
    font = text.find_font("remark")._replace(size=max(SMALLEST / c.scale, NEAR if chart.zoom > NAMED_FROM else FAR))
    tall = font.size * TALL
    regions = range(table.stage.regions)
    shown = tuple(regions if only is None else sorted(set(only) & set(regions)))
    texts, widths, feet = _measure(table, c, composed, shown, font)
    (x0, y0), unit = chart.point((0.0, 0.0)), chart.unit
    found = []
    for at, by in _arrange(feet, widths, tall, unit):
        x, y, wide = x0 + feet[at][0] * unit, y0 + feet[at][1] * unit, widths[at]
        left, top = x - wide / 2, y + by - tall / 2
        edges = (left, left + wide)
        if names is not None:
            is_shown = texts[at] in names
        else:
            in_sight = is_panned or chart.holds(x, y)
            is_shown = in_sight and not any(table.own.places.is_over_panel(edge, top) for edge in edges)
        if is_shown:
            found.append(Label(texts[at], (left, top, wide, tall), font))
    return found


def _measure(table: LegendsTable, c: Canvas, composed: Composed, regions: tuple[int, ...], font: text.Font) -> Measures:
    """Return the measures of the regions' names, computed once for each size of text."""

    def measure() -> Measures:
        names = tuple(table.own.region_name(region) for region in regions)
        widths = tuple(text.width(c, name, font) + 12 for name in names)
        return Measures(names, widths, tuple(composed.foot(region) for region in regions))

    texts = table.ctx.texts
    key = ("region names", regions, composed.key, texts.language, texts.brief, font)
    return c.cache.keep(key, measure)


def prepare_zoom(table: LegendsTable, c: Canvas) -> Iterator[None]:
    """Measure and render in steps, before the first zoom, the names of a zoomed chart."""
    composed = table.own.chart.composed
    if composed is None:
        return
    font = text.find_font("remark")._replace(size=max(SMALLEST / c.scale, NEAR))
    names, widths, _ = _measure(table, c, composed, tuple(range(table.stage.regions)), font)
    unseen = c.on(c.layer(1, 1))
    for name, wide in zip(names, widths, strict=True):
        yield
        draw(unseen, [Label(name, (0.0, 0.0, wide, font.size * TALL), font)])


def draw(c: Canvas, labels: Sequence[Label]) -> None:
    """Draw names on dark pills in their boxes."""
    for name, (x, y, w, h), font in labels:
        shapes.round_rect(c, x, y, w, h, h / 2, "veil", alpha=165)
        text.draw(c, name, x + w / 2, y + h / 2, font, "text.bright", "cm")


@lru_cache(maxsize=8)
def _arrange(feet: tuple[Point, ...], widths: tuple[float, ...], tall: float, unit: float) -> list[tuple[int, float]]:
    """Return (number, vertical shift in units) of each name, those of upper regions first; shifts avoid overlaps.
    ``feet``: places on the chart, ``unit``: units per pixel of it. Where the chart is panned to makes no difference."""
    taken: list[Box] = []
    found = []
    for at, (x, y) in sorted(enumerate((x * unit, y * unit) for x, y in feet), key=lambda one: one[1][1]):
        wide = widths[at]
        places = [(x - wide / 2, y + by - tall / 2, wide, tall) for by in STEPS]
        which = next((k for k, one in enumerate(places) if not any(_meet(one, other) for other in taken)), 0)
        taken.append(places[which])
        found.append((at, STEPS[which]))
    return found


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def prepare(_c: Canvas) -> Iterator[None]:
    """Read in steps, before the first frame of a table, the maps of the box."""
    for code in SIDE_CODES:
        load_side(code)
        yield
