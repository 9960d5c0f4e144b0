"""Coasts and borders of the sea chart: hex edges joined into lines, smoothed and made uneven as if drawn by hand.

Pure geometry in pixels of the maps. Two regions share the same line, so there are no gaps.
"""

import bisect
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from maps.readers.legends import Chart, Point

SEA = -1
_CORNERS = ((0, -18), (16, -9), (16, 9), (0, 18), (-16, 9), (-16, -9))
"""Corners of a hex of the maps round its middle (see ``legends_map.FORM``)."""

Vertex = tuple[int, int]
Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Border:
    """The line between two regions, or between a region and the sea (``b`` = SEA)."""

    a: int
    b: int
    line: Line


@dataclass(frozen=True, slots=True)
class Coastline:
    """All lines of a chart. ``regions`` and ``islands`` are closed loops, the outermost first."""

    borders: tuple[Border, ...]
    regions: tuple[tuple[Line, ...], ...]
    islands: tuple[tuple[Line, ...], ...]
    boxes: tuple[tuple[float, float, float, float], ...]
    """Per region: left, top, right, bottom."""
    open_sea: tuple[tuple[Point, float], ...]
    """Points of the sea, each with how far it is from land, routes and the rim."""

    def find_region(self, x: float, y: float) -> int | None:
        """Return the region at a point of the chart; None on the sea."""
        for number, (left, top, right, bottom) in enumerate(self.boxes):
            if left <= x <= right and top <= y <= bottom and _inside(self.regions[number], x, y):
                return number
        return None


def trace(chart: Chart) -> Coastline:
    """Return all lines of a chart: borders, and the loops round regions and islands."""
    owner: dict[frozenset[Vertex], list[int]] = {}
    for region in range(len(chart.codes)):
        for x, y in chart.hexes(region):
            corners = [(round(x) + dx, round(y) + dy) for dx, dy in _CORNERS]
            for k in range(6):
                owner.setdefault(frozenset((corners[k], corners[k - 1])), []).append(region)
    edges = {}
    for edge, owners in owner.items():
        sides = (owners[0], owners[1] if len(owners) > 1 else SEA)
        if sides[0] != sides[1]:
            edges[edge] = (max(sides), min(sides))
    borders = tuple(_borders(edges))
    count = len(chart.codes)
    regions = tuple(_loops([each.line for each in borders if region in (each.a, each.b)]) for region in range(count))
    islands = []
    for island in chart.islands:
        land = set(island)
        islands.append(_loops([each.line for each in borders if (each.a in land) != (each.b in land)]))
    boxes = tuple(_box(loops[0]) for loops in regions)
    return Coastline(borders, regions, tuple(islands), boxes, tuple(_open_sea(chart)))


def _box(line: Line) -> tuple[float, float, float, float]:
    return min(x for x, _ in line), min(y for _, y in line), max(x for x, _ in line), max(y for _, y in line)


def sheets(chart: Chart) -> list[tuple[float, float, float, float]]:
    """Return the rectangles of sea (x, y, w, h) of which the chart is made: the row, and the stem of a T."""
    spots: dict[float, list[float]] = {}
    for placed in chart.placed:
        spots.setdefault(placed.origin[1], []).append(placed.origin[0])
    w, h = chart.placed[0].segment.size
    return [(min(xs), y, max(xs) + w - min(xs), h) for y, xs in sorted(spots.items())]


def _open_sea(chart: Chart) -> Iterable[tuple[Point, float]]:
    """Yield a coarse grid of sea points within the rim, each with its distance from land, routes and rim."""
    taken = [point for number in range(len(chart.codes)) for point in chart.hexes(number)]
    for route in (*chart.routes, *chart.wrapped):
        taken += dots(route.way, 26)
    taken.sort(key=_height)
    for left, top, w, h in sheets(chart):
        for column in range(1, int(w / 22)):
            for row in range(1, int(h / 22)):
                x, y = left + column * 22, top + row * 22
                rim = 1.25 * min(x - left, left + w - x, y - top, top + h - y)
                if rim > 30 and not any(True for _ in _list_near_distances(taken, x, y, 35.0, 1200.0)):
                    near = min(_list_near_distances(taken, x, y, rim, rim * rim), default=rim * rim)
                    yield (x, y), min(rim, math.sqrt(near))


def _list_near_distances(taken: Sequence[Point], x: float, y: float, reach: float, most: float) -> Iterable[float]:
    """Yield the squared distances, up to ``most``, of points within ``reach``; points are sorted by height."""
    above = bisect.bisect_left(taken, y - reach, key=_height)
    below = bisect.bisect_right(taken, y + reach, key=_height)
    for a, b in taken[above:below]:
        if abs(x - a) <= reach:
            far = (x - a) * (x - a) + (y - b) * (y - b)
            if far <= most:
                yield far


def _height(point: Point) -> float:
    return point[1]


def _borders(edges: dict[frozenset[Vertex], tuple[int, int]]) -> Iterable[Border]:
    """Yield the edges joined from one meeting point of three regions to the next; lone islands are one closed line."""
    at: dict[Vertex, list[frozenset[Vertex]]] = {}
    for edge in edges:
        for corner in edge:
            at.setdefault(corner, []).append(edge)
    ends = {corner for corner, met in at.items() if len(met) != 2 or edges[met[0]] != edges[met[1]]}
    left = set(edges)

    def walk(start: Vertex, edge: frozenset[Vertex]) -> list[Vertex]:
        path = [start]
        while True:
            left.discard(edge)
            (corner,) = edge - {path[-1]}
            path.append(corner)
            if corner in ends or corner == start:
                return path
            ahead = [each for each in at[corner] if each in left]
            if not ahead:
                return path
            edge = ahead[0]

    for corner in sorted(ends):
        for edge in sorted(at[corner], key=sorted):
            if edge in left:
                a, b = edges[edge]
                yield Border(a, b, _trace(walk(corner, edge), closed=False))
    while left:
        edge = min(left, key=sorted)
        a, b = edges[edge]
        yield Border(a, b, _trace(walk(min(edge), edge), closed=True))


def _trace(path: Sequence[Vertex], closed: bool) -> Line:
    """Return a path along hex edges as an uneven line: through the middles of the edges, rounded, then shaken."""
    middles: list[Point] = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in itertools.pairwise(path)]
    points = middles if closed else [path[0], *middles, path[-1]]
    for _ in range(2):
        points = _round_corners(points, closed)
    if closed:
        points = [*points, points[0]]
    fine: list[Point] = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / 3.5))
        fine += [(x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps) for k in range(steps)]
    fine.append(points[-1])
    return tuple(_shaken(x, y) for x, y in fine)


def _round_corners(points: Sequence[Point], closed: bool) -> list[Point]:
    """Corners cut once (Chaikin); the ends of an open line stay."""
    found: list[Point] = [] if closed else [points[0]]
    pairs = list(itertools.pairwise(points))
    if closed:
        pairs.append((points[-1], points[0]))
    for (x0, y0), (x1, y1) in pairs:
        found.append((x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25))
        found.append((x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75))
    if not closed:
        found.append(points[-1])
    return found


def _shaken(x: float, y: float) -> Point:
    """Return the point displaced by smooth noise that depends on its position alone."""
    dx = 9.0 * _noise(x / 31, y / 31, 1) + 4.2 * _noise(x / 11, y / 11, 2)
    dy = 9.0 * _noise(x / 31, y / 31, 3) + 4.2 * _noise(x / 11, y / 11, 4)
    return x + dx, y + dy


def _noise(x: float, y: float, kind: int) -> float:
    """Smooth values from -0.5 to 0.5."""
    x0, y0 = math.floor(x), math.floor(y)
    fx, fy = x - x0, y - y0
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    a, b = scatter(x0, y0, kind), scatter(x0 + 1, y0, kind)
    c, d = scatter(x0, y0 + 1, kind), scatter(x0 + 1, y0 + 1, kind)
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy - 0.5


@lru_cache(maxsize=4096)
def scatter(x: int, y: int, kind: int) -> float:
    """Return a pseudo-random value 0 … 1 for two integers."""
    n = (x * 374761393 + y * 668265263 + kind * 2147483647) & 0xFFFFFFFF
    n = ((n ^ n >> 13) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ n >> 16) * 2246822519) & 0xFFFFFFFF
    return (n ^ n >> 15) / 0xFFFFFFFF


def _loops(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines joined end to end into closed loops, the one with the largest box first."""
    rest = list(lines)
    loops: list[Line] = []
    while rest:
        path = list(rest.pop())
        while path[0] != path[-1]:
            for k, line in enumerate(rest):
                if line[0] == path[-1]:
                    path += line[1:]
                elif line[-1] == path[-1]:
                    path += line[-2::-1]
                else:
                    continue
                del rest[k]
                break
            else:
                break
        loops.append(tuple(path))

    def size(loop: Line) -> float:
        left, top, right, bottom = _box(loop)
        return -(right - left) * (bottom - top)

    return tuple(sorted(loops, key=size))


def _inside(loops: Sequence[Line], x: float, y: float) -> bool:
    """Whether a point lies inside an odd number of loops."""
    odd = False
    for loop in loops:
        for (x0, y0), (x1, y1) in itertools.pairwise(loop):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                odd = not odd
    return odd


def dots(way: Sequence[Point], gap: float) -> list[Point]:
    """Return points along a slightly rounded path, about ``gap`` apart, from its first to its last point."""
    points = list(way)
    for _ in range(2):
        points = _round_corners(points, closed=False)
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    total = sum(lengths)
    count = max(1, round(total / gap))
    found: list[Point] = []
    for k in range(count + 1):
        found.append(along(points, k / count))
    return found


def along(points: Sequence[Point], share: float) -> Point:
    """Return the point at a share 0 … 1 of the length of a path."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    rest = sum(lengths) * min(1.0, max(0.0, share))
    for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
        if rest <= length and length:
            return a[0] + (b[0] - a[0]) * rest / length, a[1] + (b[1] - a[1]) * rest / length
        rest -= length
    return points[-1]
