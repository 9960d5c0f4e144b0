"""Draw the eight sides of Legends as Tiled maps: ``python build/bake/maps/legends.py``.

The graphs come from ``games/legends/segments.json``, centres and seeds from ``legends.json`` next to
this script, and everything else is grown: each region spreads over hexes from its centre, never
next to a region it must not touch, so that the borders on the map are those of the graph. Sea routes
and exits find their way over open water. Needs the standard library only; the pictures of the
tiles are made by ``tiles.py``.
"""

import json
import math
import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
MAPS = ROOT / "maps" / "legends"
PLAN: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
GRAPHS: dict[str, Any] = json.loads((ROOT / "games" / "legends" / "segments.json").read_text("utf-8"))
COLUMNS, ROWS = PLAN["columns"], PLAN["rows"]
TILE_W, TILE_H, SIDE = PLAN["tile_width"], PLAN["tile_height"], PLAN["side"]
PITCH = (TILE_H + SIDE) // 2
WIDTH, HEIGHT = COLUMNS * TILE_W + TILE_W // 2, (ROWS - 1) * PITCH + TILE_H
TERRAINS: list[str] = PLAN["terrains"]
OWNERS = 5
"""Four players and the neutral armies: each has a place of its own in every region."""
SLOTS = [("token", None), *(("army", owner) for owner in range(OWNERS)), *(("city", owner) for owner in range(4))]
SMALLEST = len(SLOTS)
MOST_LAND = 100
"""Hexes of land a side may have, shared evenly by its regions;"""
LARGEST = 26
"""and how many one of them may have."""

Hex = tuple[int, int]
Point = tuple[float, float]


@dataclass
class Drawing:
    """One drawn side: hex → region, region → terrain, routes (kind, a, b, path), exits edge → (region, path)."""

    land: dict[Hex, int]
    terrain: list[int]
    routes: list[tuple[str, int, int, list[Point]]]
    exits: dict[str, tuple[int, list[Point]]]


class Unfit(Exception):
    """No valid map can be grown from these seeds."""


def neighbours(cell: Hex) -> Iterator[Hex]:
    """Yield the hexes around one; odd rows are shifted to the right."""
    x, y = cell
    shift = y % 2
    for dx, dy in ((-1, 0), (1, 0), (shift - 1, -1), (shift, -1), (shift - 1, 1), (shift, 1)):
        if 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS:
            yield x + dx, y + dy


def centre(cell: Hex) -> Point:
    """Return the middle of a hex in pixels of the map."""
    x, y = cell
    return TILE_W * x + TILE_W / 2 + (TILE_W / 2 if y % 2 else 0), PITCH * y + TILE_H / 2


def inner(cell: Hex) -> bool:
    """Whether a hex lies inside the rim of the map; the rim stays open water."""
    return bool(0 < cell[0] < COLUMNS - 1 and 0 < cell[1] < ROWS - 1)


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points in pixels, rounded so that every machine gets the same."""
    x, y = a[0] - b[0], a[1] - b[1]
    return math.sqrt(x * x + y * y)


CELLS = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
EDGES: dict[str, Point] = {
    "N": (WIDTH / 2, 0),
    "E": (WIDTH, HEIGHT / 2),
    "S": (WIDTH / 2, HEIGHT),
    "W": (0, HEIGHT / 2),
}


class Grower:
    """Spreads the regions of one side over the hexes."""

    def __init__(self, code: str, seed: int) -> None:
        graph = GRAPHS[code]
        self.code = code
        self.graph = graph
        self.chance = random.Random(f"{code} {seed}").random
        self.island = {region: number for number, island in enumerate(graph["islands"]) for region in island}
        self.touching = {frozenset(pair) for pair in graph["land"] if self.island[pair[0]] == self.island[pair[1]]}
        self.land: dict[Hex, int] = {}
        points = [(x * WIDTH / 100, y * HEIGHT / 100) for x, y in PLAN["sides"][code]["centres"]]
        self.seeds = [min(filter(inner, CELLS), key=lambda cell: distance(centre(cell), point)) for point in points]

    def may(self, cell: Hex, region: int) -> bool:
        """Whether a region may take a hex without touching a forbidden neighbour."""
        if not inner(cell) or cell in self.land:
            return False
        adjacent = {self.land[near] for near in neighbours(cell) if near in self.land} - {region}
        return all(frozenset((region, other)) in self.touching for other in adjacent)

    def grow(self) -> dict[Hex, int]:
        """Spread the regions; return the region of every land hex. Raises :class:`Unfit`."""
        for region, cell in enumerate(self.seeds):
            if not self.may(cell, region):
                raise Unfit
            self.land[cell] = region
        for pair in sorted(sorted(pair) for pair in self.touching):
            self._bridge(*pair)
        size = [list(self.land.values()).count(region) for region in range(len(self.seeds))]
        largest = min(LARGEST, MOST_LAND // len(self.seeds))
        open_ = set(range(len(self.seeds)))
        while open_:
            region = min(open_, key=lambda each: (size[each], each))
            best = self._best(region)
            if best is None or size[region] >= largest:
                open_.remove(region)
            else:
                self.land[best] = region
                size[region] += 1
        if min(size) < SMALLEST:
            raise Unfit
        return self.land

    def _best(self, region: int) -> Hex | None:
        """Return the free hex next to a region that keeps it round, with some randomness."""
        own = [cell for cell, each in self.land.items() if each == region]
        edge = {near for cell in own for near in neighbours(cell) if self.may(near, region)}
        middle = centre(self.seeds[region])

        def cost(cell: Hex) -> float:
            borders = sum(self.land.get(near) == region for near in neighbours(cell))
            return distance(centre(cell), middle) - 9 * borders + 34 * self.chance()

        return min(sorted(edge), key=cost) if edge else None

    def _bridge(self, a: int, b: int) -> None:
        """Extend two regions until they meet on the shortest way between them, each by half of it."""
        starts = [cell for cell, region in self.land.items() if region == a]
        way = shortest(
            starts, lambda cell: self.land.get(cell) == b, lambda cell: self.may(cell, a) or self.may(cell, b)
        )
        for number, cell in enumerate(way):
            first, second = (a, b) if 2 * number < len(way) else (b, a)
            if cell not in self.land:
                taken = first if self.may(cell, first) else second
                if not self.may(cell, taken):
                    raise Unfit
                self.land[cell] = taken


def shortest(starts: Iterable[Hex], goal: Any, free: Any) -> list[Hex]:
    """Return the shortest path from one of ``starts`` to a hex for which ``goal`` is true, over hexes for which
    ``free`` is, both ends included; raises :class:`Unfit` if there is none."""
    before: dict[Hex, Hex | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        cell = queue.popleft()
        for near in neighbours(cell):
            if near in before:
                continue
            if goal(near):
                way = [near]
                step: Hex | None = cell
                while step is not None:
                    way.append(step)
                    step = before[step]
                return way[::-1]
            if free(near):
                before[near] = cell
                queue.append(near)
    raise Unfit


def draw_side(code: str, seed: int) -> Drawing:
    """Return one side of a segment, grown from this seed; raises :class:`Unfit` if that gives no valid map."""
    grower = Grower(code, seed)
    land = grower.grow()
    graph = grower.graph
    _check(land, grower.touching, len(grower.seeds))
    water = [cell for cell in CELLS if cell not in land]
    routes = []
    apart = [("sea", *pair) for pair in graph["sea"]]
    apart += [("land", *pair) for pair in graph["land"] if frozenset(pair) not in grower.touching]
    for kind, a, b in apart:
        starts = [cell for cell, region in land.items() if region == a]
        way = shortest(starts, lambda cell, b=b: land.get(cell) == b, lambda cell: cell in water)
        routes.append((kind, a, b, [centre(cell) for cell in way]))
    exits = {}
    for edge, region in sorted(graph["exits"].items()):
        door = min(water, key=lambda cell: distance(centre(cell), EDGES[edge]))
        starts = [cell for cell, each in land.items() if each == region]
        way = shortest(starts, lambda cell, door=door: cell == door, lambda cell: cell in water)
        exits[edge] = (region, [*(centre(cell) for cell in way), EDGES[edge]])
    return Drawing(land, _terrains(code, grower), routes, exits)


def _check(land: dict[Hex, int], touching: set[frozenset[int]], count: int) -> None:
    """Raise :class:`Unfit` unless the borders are exactly the pairs that must touch and every region is connected."""
    met = {
        frozenset((region, land[near])) for cell, region in land.items() for near in neighbours(cell) if near in land
    }
    if {pair for pair in met if len(pair) == 2} != touching:
        raise Unfit
    for region in range(count):
        own = {cell for cell, each in land.items() if each == region}
        first = min(own)
        reached = {first}
        queue = [first]
        while queue:
            for near in neighbours(queue.pop()):
                if near in own and near not in reached:
                    reached.add(near)
                    queue.append(near)
        if reached != own:
            raise Unfit


def _terrains(code: str, grower: Grower) -> list[int]:
    """Return a terrain for every region that differs from those of its neighbours."""
    found: list[int] = []
    first = 1 + list(GRAPHS).index(code)
    for region in range(len(grower.seeds)):
        adjacent = {found[other] for other in range(region) if frozenset((region, other)) in grower.touching}
        choice = [1 + (first + 2 * region + step) % (len(TERRAINS) - 1) for step in range(len(TERRAINS))]
        rare = sorted(choice, key=lambda each: found.count(each))
        found.append(next(each for each in rare if each not in adjacent))
    return found


# --- writing ------------------------------------------------------------------------------------


def slots(drawing: Drawing, region: int) -> tuple[Point, list[tuple[str, int | None, Point]]]:
    """Return the place of a region's name, and (kind, owner, place) of its token, armies and cities by owner."""
    own = sorted(cell for cell, each in drawing.land.items() if each == region)
    points = [centre(cell) for cell in own]
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    near = sorted(points, key=lambda point: (round(distance(point, middle), 3), point))[:SMALLEST]
    # The token in the middle, armies around it, cities outside.
    return near[0], [(kind, owner, point) for (kind, owner), point in zip(SLOTS, near, strict=True)]


def tmx(code: str, drawing: Drawing) -> str:
    """Return the text of the Tiled map of a side."""
    graph = GRAPHS[code]
    numbers = iter(range(1, 10_000))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" renderorder="right-down" width="{COLUMNS}"'
        f' height="{ROWS}" tilewidth="{TILE_W}" tileheight="{TILE_H}" infinite="0" hexsidelength="{SIDE}"'
        ' staggeraxis="y" staggerindex="odd" nextlayerid="7" nextobjectid="OBJECTS">',
        *_properties(" ", {"land_links": graph["land_links"], "side": code, "start_here": graph["start_here"]}),
        ' <tileset firstgid="1" source="terrain.tsx"/>',
        f' <tileset firstgid="{len(TERRAINS) + 1}" source="regions.tsx"/>',
    ]
    terrain = {cell: 1 + drawing.terrain[region] for cell, region in drawing.land.items()}
    lines += _tiles(1, "terrain", {cell: terrain.get(cell, 1) for cell in CELLS}, "")
    lines += _tiles(
        2, "regions", {cell: len(TERRAINS) + 1 + region for cell, region in drawing.land.items()}, ' opacity="0.5"'
    )
    names, places = [], []
    for region in range(graph["regions"]):
        label, found = slots(drawing, region)
        text = f"legends.region.{code}.{region}"
        names.append(_object(numbers, "name", label, {"region": region, "text": text}))
        for kind, owner, point in found:
            places.append(
                _object(numbers, kind, point, {"region": region, **({} if owner is None else {"owner": owner})})
            )
    lines += _group(3, "names", names)
    lines += _group(4, "slots", places)
    routes = [_object(numbers, kind, way, {"from": a, "to": b}) for kind, a, b, way in drawing.routes]
    lines += _group(5, "links", routes)
    exits = [
        _object(numbers, "exit", way, {"edge": edge, "region": region})
        for edge, (region, way) in sorted(drawing.exits.items())
    ]
    lines += _group(6, "exits", exits)
    lines.append("</map>")
    return "\n".join(lines).replace('"OBJECTS"', f'"{next(numbers)}"') + "\n"


def _tiles(number: int, name: str, gids: dict[Hex, int], more: str) -> list[str]:
    rows = [",".join(str(gids.get((x, y), 0)) for x in range(COLUMNS)) for y in range(ROWS)]
    data = [row + ("," if y < ROWS - 1 else "") for y, row in enumerate(rows)]
    head = f' <layer id="{number}" name="{name}" width="{COLUMNS}" height="{ROWS}"{more}>'
    return [head, '  <data encoding="csv">', *data, "</data>", " </layer>"]


def _group(number: int, name: str, objects: list[list[str]]) -> list[str]:
    if not objects:
        return [f' <objectgroup id="{number}" name="{name}"/>']
    return [
        f' <objectgroup id="{number}" name="{name}">',
        *(line for each in objects for line in each),
        " </objectgroup>",
    ]


def _object(numbers: Iterator[int], kind: str, where: Any, properties: dict[str, Any]) -> list[str]:
    """A point, or a polyline when ``where`` is a list of points."""
    way = where if isinstance(where, list) else [where]
    x, y = way[0]
    lines = [f'  <object id="{next(numbers)}" type="{kind}" x="{x:g}" y="{y:g}">', *_properties("   ", properties)]
    if len(way) > 1:
        points = " ".join(f"{px - x:g},{py - y:g}" for px, py in way)
        lines.append(f'   <polyline points="{points}"/>')
    else:
        lines.append("   <point/>")
    return [*lines, "  </object>"]


def _properties(indent: str, values: dict[str, Any]) -> list[str]:
    lines = []
    for name, value in sorted(values.items()):
        kind = {bool: ' type="bool"', int: ' type="int"'}.get(type(value), "")
        shown = str(value).lower() if isinstance(value, bool) else value
        lines.append(f'{indent} <property name="{name}"{kind} value="{shown}"/>')
    return [f"{indent}<properties>", *lines, f"{indent}</properties>"]


def tsx(name: str, properties: list[dict[str, Any]]) -> str:
    """Return the text of a tile set: a strip of tiles, each with its properties."""
    count = len(properties)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tileset version="1.10" tiledversion="1.10.2" name="{name}" tilewidth="{TILE_W}" tileheight="{TILE_H}"'
        f' tilecount="{count}" columns="{count}">',
        f' <image source="{name}.png" width="{count * TILE_W}" height="{TILE_H}"/>',
    ]
    for number, each in enumerate(properties):
        lines += [f' <tile id="{number}">', *_properties("  ", each), " </tile>"]
    return "\n".join([*lines, "</tileset>"]) + "\n"


def files() -> dict[str, str]:
    """Return the text of every generated file of ``maps/legends`` by name."""
    found = {
        "terrain.tsx": tsx("terrain", [{"terrain": name} for name in TERRAINS]),
        "regions.tsx": tsx("regions", [{"region": region} for region in range(8)]),
    }
    for code, plan in PLAN["sides"].items():
        found[f"{code}.tmx"] = tmx(code, draw_side(code, plan["seed"]))
    return found


def main() -> None:
    """Write every text file of ``maps/legends``."""
    for name, text in files().items():
        (MAPS / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
