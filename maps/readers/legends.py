"""Reader of Legends segment sides (Tiled), and layout of four of them as one sea chart.

Needs no display: tile pictures are not loaded. The maps are drawn from the rules' own data; their
borders and routes give the same graph (tested). Lengths are pixels of the
maps, y down. Players' maps are read by the same loader; faults raise
:class:`BadMap`.

Layers: tiles "terrain" (property ``terrain``) and "regions" (property ``region``); objects "names"
(points: ``region``, ``text``), "slots" (points "token", "army", "city": ``region``, ``owner``),
"links" (polylines "sea" or "land": ``from``, ``to``) and "exits" (polylines that end at the rim:
``edge``, ``region``). Map properties: ``side``, ``start_here``, ``land_links``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.storage import safe_read
from maps.readers import tiled_map
from maps.readers.tiled_map import BadMap as BadMap

FOLDER = Path(__file__).absolute().parent.parent / "legends"
SIDE_CODES = ("0A", "0B", "1A", "1B", "2A", "2B", "3A", "3B")
EDGES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
MOST_REGIONS = 8
FORM = (16, 12, 32, 36, 18)
"""Hexes of a side: equal for all sides, so that exits meet; an even number of rows, so that sides can be turned."""
ARMY_OWNERS = 5
"""Owners with a place of their own: four seats and the neutral armies (4)."""
CITY_OWNERS = 4
SLOTS = ("token", "army", "city")
LAYERS = ("terrain", "regions", "names", "slots", "links", "exits")

Hex = tuple[int, int]
Point = tuple[float, float]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a side: hexes (column, row), text id and place of its name, positions of pieces in pixels.

    ``armies`` by owner (neutral last), ``cities`` by seat.
    """

    hexes: tuple[Hex, ...]
    terrain: str
    text: str
    label: Point
    token: Point
    armies: tuple[Point, ...]
    cities: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A sea or land link (``sea``) from region ``a`` to region ``b``, and the line to draw it."""

    a: int
    b: int
    sea: bool
    way: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Exit:
    """The region that a link over an edge of the side leads to, and the line from it to the middle of the edge."""

    region: int
    way: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SegmentMap:
    """Drawing data of a side. ``land``: pairs that border or have a land link; ``sea``: sea links."""

    code: str
    path: Path
    columns: int
    rows: int
    tile: tuple[int, int]
    side: int
    regions: tuple[Region, ...]
    islands: tuple[tuple[int, ...], ...]
    land: tuple[Pair, ...]
    sea: tuple[Pair, ...]
    routes: tuple[Route, ...]
    exits: dict[str, Exit]
    start_here: bool
    land_links: bool

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the side in pixels."""
        width, height = self.tile
        pitch = (height + self.side) / 2
        return self.columns * width + width / 2, (self.rows - 1) * pitch + height

    def centre(self, cell: Hex) -> Point:
        """Return the middle of a hex in pixels; odd rows are shifted to the right."""
        width, height = self.tile
        x, y = cell
        return width * x + width / 2 * (1 + y % 2), (height + self.side) / 2 * y + height / 2


def neighbours(cell: Hex) -> list[Hex]:
    """Return the six hexes around one, including those beyond the rim; odd rows are shifted to the right."""
    x, y = cell
    shift = y % 2
    return [(x - 1, y), (x + 1, y), *((x + shift - 1 + step, y + dy) for dy in (-1, 1) for step in (0, 1))]


# --- reading ------------------------------------------------------------------------------------


def load_folder(folder: Path) -> tuple[list[SegmentMap], list[BadMap]]:
    """Load a player's maps; return the valid ones, and the errors of the others."""
    good: list[SegmentMap] = []
    bad: list[BadMap] = []
    paths, others = safe_read.list_files(folder, ".tmx", safe_read.NOT_TILED)
    bad += [BadMap(f"{path}: name of the file: expected the ending .tmx (in Tiled: Save As)") for path in others]
    for path in paths:
        try:
            good.append(load(path))
        except BadMap as error:
            bad.append(error)
    return good, bad


def load(path: Path) -> SegmentMap:
    """Return the checked side of a file; raises :class:`BadMap`."""
    return tiled_map.read(path, lambda found: _Reader(path, found).segment())


class _Reader:
    """Converts a Tiled map to a side."""

    def __init__(self, path: Path, found: Any) -> None:
        self.path = path
        self.map = found
        if found.orientation != "hexagonal" or found.staggeraxis != "y" or found.staggerindex != "odd":
            raise self.bad("map", "expected a hexagonal map, staggered along y, odd rows shifted")
        form = (found.width, found.height, found.tilewidth, found.tileheight, found.hexsidelength)
        if form != FORM:
            raise self.bad("map", f"expected width, height, tile width, tile height, side {FORM}, found {form}")
        for name in LAYERS:
            if name not in found.layernames:
                raise self.bad(f"layer {name}", "missing")

    def bad(self, place: str, why: str) -> BadMap:
        return BadMap(f"{self.path}: {place}: {why}")

    def segment(self) -> SegmentMap:
        cells = self._cells("regions", "region")
        terrain = self._cells("terrain", "terrain")
        count = len(set(cells.values()))
        if not count or set(cells.values()) != set(range(count)) or count > MOST_REGIONS:
            raise self.bad("layer regions", f"expected regions 0, 1 … up to {MOST_REGIONS} of them")
        touching = {
            (region, cells[near]) for cell, region in cells.items() for near in neighbours(cell) if near in cells
        }
        borders = {pair for pair in touching if pair[0] < pair[1]}
        for region in range(count):
            own = {cell for cell, each in cells.items() if each == region}
            if _spread(own, min(own)) != own:
                raise self.bad("layer regions", f"region {region} is not connected")
        routes = self._routes(count)
        links = {(min(route.a, route.b), max(route.a, route.b)) for route in routes if not route.sea}
        return SegmentMap(
            code=self._property("side", str),
            path=self.path,
            columns=self.map.width,
            rows=self.map.height,
            tile=(self.map.tilewidth, self.map.tileheight),
            side=self.map.hexsidelength,
            regions=self._regions(count, cells, terrain),
            islands=_islands(count, borders),
            land=tuple(sorted(borders | links)),
            sea=tuple(sorted((min(route.a, route.b), max(route.a, route.b)) for route in routes if route.sea)),
            routes=routes,
            exits=self._exits(count),
            start_here=self._property("start_here", bool),
            land_links=self._property("land_links", bool),
        )

    def _property(self, name: str, kind: type) -> Any:
        value = self.map.properties.get(name)
        if not isinstance(value, kind):
            wanted = "a text" if kind is str else "true or false"
            raise self.bad(f"property {name}", f"expected {wanted}, found {value!r}")
        return value

    def _cells(self, layer: str, name: str) -> dict[Hex, Any]:
        """Return a property of a layer's tiles by hex."""
        found: dict[Hex, Any] = {}
        for x, y, gid in self.map.layernames[layer].iter_data():
            if gid:
                value = (self.map.tile_properties.get(gid) or {}).get(name)
                if value is None:
                    raise self.bad(f"layer {layer}, tile {x}, {y}", f"its tile has no property {name}")
                found[x, y] = value
        return found

    def _objects(self, layer: str) -> list[tuple[str, Any]]:
        """Iterate over objects with their place (for errors)."""
        return [(f"layer {layer}, object {each.id}", each) for each in self.map.layernames[layer]]

    def _region(self, place: str, each: Any, name: str, count: int) -> int:
        value = each.properties.get(name)
        if type(value) is not int or not 0 <= value < count:
            raise self.bad(place, f"property {name}: expected a region number below {count}, found {value!r}")
        return value

    def _way(self, place: str, each: Any) -> tuple[Point, ...]:
        points = getattr(each, "points", ())
        if len(points) < 2:
            raise self.bad(place, "expected a polyline")
        return tuple((float(point.x), float(point.y)) for point in points)

    def _regions(self, count: int, cells: dict[Hex, int], terrain: dict[Hex, str]) -> tuple[Region, ...]:
        names: dict[int, tuple[str, Point]] = {}
        for place, each in self._objects("names"):
            text = each.properties.get("text")
            if not isinstance(text, str):
                raise self.bad(place, f"property text: expected a text, found {text!r}")
            names[self._region(place, each, "region", count)] = (text, (each.x, each.y))
        slots: dict[tuple[int, str, int], Point] = {}
        for place, each in self._objects("slots"):
            if each.type not in SLOTS:
                raise self.bad(place, f"expected the type (class) token, army or city, found {each.type or None!r}")
            owner = each.properties.get("owner", 0)
            slots[self._region(place, each, "region", count), str(each.type), owner] = (each.x, each.y)
        found = []
        for region in range(count):
            own = tuple(sorted(cell for cell, each in cells.items() if each == region))
            if region not in names or not names[region][0]:
                raise self.bad("layer names", f"region {region} has no name")
            wanted = [(region, "token", 0), *((region, "army", owner) for owner in range(ARMY_OWNERS))]
            wanted += [(region, "city", owner) for owner in range(CITY_OWNERS)]
            for key in wanted:
                if key not in slots:
                    raise self.bad("layer slots", f"region {region} has no place for {key[1]} {key[2]}")
            points = [slots[key] for key in wanted]
            cities = tuple(points[1 + ARMY_OWNERS :])
            ground = terrain.get(own[0], "sea")
            found.append(Region(own, ground, *names[region], points[0], tuple(points[1 : 1 + ARMY_OWNERS]), cities))
        return tuple(found)

    def _routes(self, count: int) -> tuple[Route, ...]:
        found = []
        for place, each in self._objects("links"):
            if each.type not in ("sea", "land"):
                raise self.bad(place, f"expected the type (class) sea or land, found {each.type or None!r}")
            a, b = (self._region(place, each, name, count) for name in ("from", "to"))
            if a == b:
                raise self.bad(place, f"leads from region {a} to itself")
            found.append(Route(a, b, each.type == "sea", self._way(place, each)))
        return tuple(found)

    def _exits(self, count: int) -> dict[str, Exit]:
        found: dict[str, Exit] = {}
        for place, each in self._objects("exits"):
            edge = each.properties.get("edge")
            if edge not in EDGES or edge in found:
                raise self.bad(place, f"property edge: expected each of {', '.join(EDGES)} once, found {edge!r}")
            found[edge] = Exit(self._region(place, each, "region", count), self._way(place, each))
        if len(found) != len(EDGES):
            raise self.bad("layer exits", f"expected an exit for each of {', '.join(EDGES)}")
        return {edge: found[edge] for edge in EDGES}


def _spread(cells: set[Hex], first: Hex) -> set[Hex]:
    """Return the hexes connected with a hex."""
    reached = {first}
    todo = [first]
    while todo:
        for near in neighbours(todo.pop()):
            if near in cells and near not in reached:
                reached.add(near)
                todo.append(near)
    return reached


def _islands(count: int, borders: set[Pair]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of regions connected without links."""
    home = list(range(count))
    for _ in range(count):
        for a, b in borders:
            home[a] = home[b] = min(home[a], home[b])
    return tuple(tuple(region for region in range(count) if home[region] == each) for each in sorted(set(home)))


# --- laying out ---------------------------------------------------------------------------------

T_ABOVE, T_BELOW, RING = "t_above", "t_below", "ring"
_SPOTS: dict[str, tuple[tuple[int, int], ...]] = {
    T_ABOVE: ((0, 1), (1, 1), (2, 1), (1, 0)),
    T_BELOW: ((0, 0), (1, 0), (2, 0), (1, 1)),
    RING: ((0, 0), (1, 0), (2, 0), (3, 0)),
}
_MEETINGS: dict[str, tuple[tuple[int, str, int, str], ...]] = {
    T_ABOVE: ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "N", 3, "S")),
    T_BELOW: ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "S", 3, "N")),
    RING: ((0, "E", 1, "W"), (1, "E", 2, "W"), (2, "E", 3, "W"), (3, "E", 0, "W")),
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A side on the chart: its origin, whether it is turned by 180 degrees, and the number of its first region."""

    segment: SegmentMap
    turned: bool
    origin: Point
    first: int

    def point(self, at: Point) -> Point:
        """Convert a point of the side to the chart."""
        width, height = self.segment.size
        x, y = (width - at[0], height - at[1]) if self.turned else at
        return self.origin[0] + x, self.origin[1] + y

    def way(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Convert a line of the side to the chart."""
        return tuple(self.point(point) for point in points)


@dataclass(frozen=True, slots=True)
class Chart:
    """Four sides as one sea chart; regions are numbered place by place, as in the rules.

    ``codes``: of the regions, used in texts; ``routes``: all sea and land links with their lines. A route of the ring
    that leaves at one end and comes in at the other has its two halves in ``wrapped``.
    """

    placed: tuple[Placed, ...]
    size: Point
    codes: tuple[str, ...]
    islands: tuple[tuple[int, ...], ...]
    land: frozenset[Pair]
    sea: frozenset[Pair]
    routes: tuple[Route, ...]
    wrapped: tuple[Route, ...]

    def region(self, number: int) -> tuple[Placed, Region]:
        """Return the side that has the region of this number, and its drawing data."""
        placed = max((each for each in self.placed if each.first <= number), key=lambda each: each.first)
        return placed, placed.segment.regions[number - placed.first]

    def label(self, number: int) -> Point:
        """Return the position of a region's name."""
        placed, region = self.region(number)
        return placed.point(region.label)

    def hexes(self, number: int) -> tuple[Point, ...]:
        """Return the middles of a region's hexes."""
        placed, region = self.region(number)
        return placed.way([placed.segment.centre(cell) for cell in region.hexes])

    def army(self, number: int, owner: int) -> Point:
        """Return the position of an owner's armies in a region (owner 4 = neutral)."""
        placed, region = self.region(number)
        return placed.point(region.armies[owner])

    def city(self, number: int, seat: int) -> Point:
        """Return the position of a seat's cities in a region."""
        placed, region = self.region(number)
        return placed.point(region.cities[seat])

    def token(self, number: int) -> Point:
        """Return the position of a token in a region."""
        placed, region = self.region(number)
        return placed.point(region.token)


def lay_out(shape: str, sides: Sequence[tuple[SegmentMap, bool]]) -> Chart:
    """Return four (side, turned) pairs laid out as a T or a ring; raises ValueError for another number or shape.

    Places 0, 1, 2 lie in a row; 3 is above or below the middle one, in the ring the last of the row.
    """
    if shape not in _SPOTS or len(sides) != 4:
        raise ValueError(f"expected four sides as one of {', '.join(_SPOTS)}, found {len(sides)} as {shape!r}")
    width = max(segment.size[0] for segment, _ in sides)
    height = max(segment.size[1] for segment, _ in sides)
    placed: list[Placed] = []
    first = 0
    for (segment, turned), (column, row) in zip(sides, _SPOTS[shape], strict=True):
        placed.append(Placed(segment, turned, (column * width, row * height), first))
        first += len(segment.regions)
    inside = [
        Route(each.first + route.a, each.first + route.b, route.sea, each.way(route.way))
        for each in placed
        for route in each.segment.routes
    ]
    across: list[Route] = []
    wrapped: list[Route] = []
    for p, edge, q, other in _MEETINGS[shape]:
        (a, out), (b, back) = _leaving(placed[p], edge), _leaving(placed[q], other)
        if p > q:
            wrapped += [Route(a, b, True, out), Route(b, a, True, back)]
        else:
            across.append(Route(a, b, True, (*out, *back[-2::-1])))
    land = {(each.first + a, each.first + b) for each in placed for a, b in each.segment.land}
    sea = {tuple(sorted((route.a, route.b))) for route in (*inside, *across, *wrapped) if route.sea}
    columns, rows = (max(spot[axis] for spot in _SPOTS[shape]) + 1 for axis in (0, 1))
    return Chart(
        placed=tuple(placed),
        size=(columns * width, rows * height),
        codes=tuple(f"{each.segment.code}.{number}" for each in placed for number in range(len(each.segment.regions))),
        islands=tuple(tuple(each.first + r for r in island) for each in placed for island in each.segment.islands),
        land=frozenset(land),
        sea=frozenset((a, b) for a, b in sea),
        routes=(*inside, *across),
        wrapped=tuple(wrapped),
    )


def _leaving(placed: Placed, edge: str) -> tuple[int, tuple[Point, ...]]:
    """Return the region with the exit at an edge of a place, and the line from it to the edge."""
    found = placed.segment.exits[OPPOSITE[edge] if placed.turned else edge]
    return placed.first + found.region, placed.way(found.way)
