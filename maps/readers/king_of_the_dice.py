"""Reader of the King of the Dice map halves (Tiled), laid side by side as one map.

Needs no display. The maps are the source of the neighbourhoods: regions that share
a border there are neighbours. The rules' data file is generated from them (:func:`for_rules`), and a
test checks that it is up to date. Lengths are pixels of the maps, y down. Players' maps are
read by the same loader; faults raise :class:`BadMap`.

Object layers: "regions" (polygons: ``region`` 0 … 14, ``terrain``; neighbours have the points of
their border in common), "slots" (points "castle": ``region``), "gems" (points "white" or "gold":
``region``), "dragons" (points: ``region``, ``seats`` 2, 3 or 4). Map property: ``half``. The left and
the right side of a half are straight: either can be the fold, because a half can be turned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.readers import tiled_map
from maps.readers.tiled_map import BadMap as BadMap

FOLDER = Path(__file__).absolute().parent.parent / "king_of_the_dice"
HALVES = ("west", "east")
IN_HALF = 15
GEMS = ("white", "gold")
SEAT_COUNTS = (2, 3, 4)
LAYERS = ("regions", "slots", "gems", "dragons")

Point = tuple[float, float]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A region: outline, position of its castle, its gem ("" for none) and position of the gem, in pixels.

    ``dragons``: numbers of players for which a dragon begins here.
    """

    terrain: str
    outline: tuple[Point, ...]
    castle: Point
    gem: str
    gem_at: Point
    dragons: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HalfMap:
    """Drawing data of a half, in pixels. ``borders``: pairs of its regions that share a border."""

    half: str
    path: Path
    size: Point
    regions: tuple[Region, ...]
    borders: frozenset[Pair]


@dataclass(frozen=True, slots=True)
class KingdomMap:
    """Both halves side by side, in pixels; regions 0 … 14 are the western ones, 15 … 29 the eastern ones.

    ``fold``: x of the line between the halves; ``joins``: pairs of regions that touch over it, the western first.
    """

    size: Point
    fold: float
    regions: tuple[Region, ...]
    borders: frozenset[Pair]
    joins: frozenset[Pair]


# --- reading ------------------------------------------------------------------------------------


def load_standard_map() -> tuple[HalfMap, HalfMap]:
    """Return the western and the eastern half of the game; raises :class:`BadMap`."""
    west, east = (load(FOLDER / f"{half}.tmx") for half in HALVES)
    return west, east


def load(path: Path) -> HalfMap:
    """Return the checked half of a file; raises :class:`BadMap`."""
    return tiled_map.read(path, lambda found: _Reader(path, found).half())


class _Reader:
    """Converts a Tiled map to a half."""

    def __init__(self, path: Path, found: Any) -> None:
        self.path = path
        self.map = found
        self.size: Point = (found.width * found.tilewidth, found.height * found.tileheight)
        for name in LAYERS:
            if name not in found.layernames:
                raise self.bad(f"layer {name}", "missing")

    def bad(self, place: str, why: str) -> BadMap:
        return BadMap(f"{self.path}: {place}: {why}")

    def half(self) -> HalfMap:
        name = self.map.properties.get("half")
        if name not in HALVES:
            raise self.bad("property half", f"expected {' or '.join(HALVES)}, found {name!r}")
        outlines: dict[int, tuple[Point, ...]] = {}
        terrains: dict[int, str] = {}
        for place, region, each in self._objects("regions"):
            if region in outlines:
                raise self.bad(place, f"region {region} appears twice")
            outlines[region] = self._outline(place, each)
            terrains[region] = str(each.properties.get("terrain", ""))
        castles = {region: (each.x, each.y) for _, region, each in self._objects("slots")}
        for region in range(IN_HALF):
            for layer, has in (("regions", outlines), ("slots", castles)):
                if region not in has:
                    raise self.bad(f"layer {layer}", f"region {region} is missing")
        if "" in terrains.values() or len(set(terrains.values())) != IN_HALF:
            raise self.bad("layer regions", "expected a different terrain in each region")
        gems = self._gems()
        dragons = self._dragons()
        regions = []
        for region in range(IN_HALF):
            gem, gem_at = gems.get(region, ("", castles[region]))
            seats = tuple(each for each in SEAT_COUNTS if (region, each) in dragons)
            regions.append(Region(terrains[region], outlines[region], castles[region], gem, gem_at, seats))
        return HalfMap(name, self.path, self.size, tuple(regions), self._borders(regions))

    def _objects(self, layer: str) -> list[tuple[str, int, Any]]:
        """Return the objects of a layer with their place (for errors) and region."""
        found = []
        for each in self.map.layernames[layer]:
            place = f"layer {layer}, object {each.id}"
            region = each.properties.get("region")
            if type(region) is not int or not 0 <= region < IN_HALF:
                raise self.bad(place, f"property region: expected 0 to {IN_HALF - 1}, found {region!r}")
            found.append((place, region, each))
        return found

    def _outline(self, place: str, each: Any) -> tuple[Point, ...]:
        points = getattr(each, "points", ())
        if len(points) < 3 or not getattr(each, "closed", False):
            raise self.bad(place, "expected a polygon")
        outline = tuple((float(point.x), float(point.y)) for point in points)
        width, height = self.size
        if not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
            raise self.bad(place, f"expected points within {width} x {height}")
        return outline

    def _gems(self) -> dict[int, tuple[str, Point]]:
        found: dict[int, tuple[str, Point]] = {}
        for place, region, each in self._objects("gems"):
            if each.type not in GEMS or region in found:
                raise self.bad(place, f"expected one gem of the type {' or '.join(GEMS)}, found {each.type!r}")
            found[region] = (each.type, (each.x, each.y))
        return found

    def _dragons(self) -> set[Pair]:
        found = set()
        for place, region, each in self._objects("dragons"):
            seats = each.properties.get("seats")
            if seats not in SEAT_COUNTS:
                raise self.bad(place, f"property seats: expected 2, 3 or 4, found {seats!r}")
            found.add((region, seats))
        return found

    def _borders(self, regions: list[Region]) -> frozenset[Pair]:
        """Return pairs of neighbours: they share a side of their outlines, and every other side lies on the rim.

        A side without a neighbour inside the map would be a gap or an overlap.
        """
        owners: dict[frozenset[Point], list[int]] = {}
        for region, each in enumerate(regions):
            for ends in _sides(each.outline):
                owners.setdefault(frozenset(ends), []).append(region)
        for side, those in owners.items():
            if len(those) > 2 or (len(those) == 1 and not self._on_rim(side)):
                raise self.bad("layer regions", f"region {those[0]}: its side at {sorted(side)} fits no one neighbour")
        return frozenset((min(those), max(those)) for those in owners.values() if len(those) == 2)

    def _on_rim(self, side: frozenset[Point]) -> bool:
        return any(all(point[axis] == at for point in side) for axis in (0, 1) for at in (0, self.size[axis]))


def _sides(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


# --- laying out ---------------------------------------------------------------------------------


def lay_out(west: HalfMap, east: HalfMap, turned: tuple[bool, bool]) -> KingdomMap:
    """Return the halves side by side, each ``turned`` by 180 degrees or not; raises :class:`BadMap` for a misfit."""
    if west.size[1] != east.size[1]:
        raise BadMap(f"{east.path}: map: expected the height {west.size[1]}, found {east.size[1]}")
    fold = west.size[0]
    left = [_place_region(each, west.size, turned[0], 0) for each in west.regions]
    right = [_place_region(each, east.size, turned[1], fold) for each in east.regions]
    joins = {
        (a, IN_HALF + b)
        for a, low, high in _along(left, fold)
        for b, bottom, top in _along(right, fold)
        if min(high, top) > max(low, bottom)
    }
    borders = {*west.borders, *((IN_HALF + a, IN_HALF + b) for a, b in east.borders), *joins}
    size = (fold + east.size[0], west.size[1])
    return KingdomMap(size, fold, (*left, *right), frozenset(borders), frozenset(joins))


def _place_region(region: Region, size: Point, turned: bool, shift: float) -> Region:
    """Return a region moved to its place on the whole map. Gems keep their offset from the castle, which stays
    upright."""

    def point(at: Point) -> Point:
        x, y = (size[0] - at[0], size[1] - at[1]) if turned else at
        return x + shift, y

    castle = point(region.castle)
    gem = castle[0] + region.gem_at[0] - region.castle[0], castle[1] + region.gem_at[1] - region.castle[1]
    outline = tuple(point(each) for each in region.outline)
    return Region(region.terrain, outline, castle, region.gem, gem, region.dragons)


def _along(regions: list[Region], fold: float) -> list[tuple[int, float, float]]:
    """Return the sides of regions on the fold: region, from, to."""
    return [
        (number, min(a[1], b[1]), max(a[1], b[1]))
        for number, region in enumerate(regions)
        for a, b in _sides(region.outline)
        if a[0] == b[0] == fold
    ]


# --- for the rules ------------------------------------------------------------------------------


def for_rules(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of the rules' file, updated from the maps.

    Terrains, borders, gems and dragons of the halves, and joins over the fold are updated; numbers of terrains, the
    arrangements and their use by number of players are taken over unchanged.
    """
    west, east = load_standard_map()
    halves = {half.half: _half_for_rules(half) for half in (west, east)}
    arrangements = {}
    for name, each in data["arrangements"].items():
        turned = (HALVES[0] in each["turned"], HALVES[1] in each["turned"])
        joins = [[a, b - IN_HALF] for a, b in sorted(lay_out(west, east, turned).joins)]
        arrangements[name] = {"turned": each["turned"], "joins": joins}
    players = {}
    for seats, each in data["players"].items():
        dragons = [
            [half.half, number]
            for half in (west, east)
            for number, region in enumerate(half.regions)
            if int(seats) in region.dragons
        ]
        players[seats] = {"arrangement": each["arrangement"], "dragons": dragons}
    return {"terrains": data["terrains"], "halves": halves, "arrangements": arrangements, "players": players}


def _half_for_rules(half: HalfMap) -> dict[str, Any]:
    return {
        "terrains": [region.terrain for region in half.regions],
        "borders": [list(pair) for pair in sorted(half.borders)],
        **{gem: [number for number, region in enumerate(half.regions) if region.gem == gem] for gem in GEMS},
    }
