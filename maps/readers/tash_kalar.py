"""Reader of the Tash-Kalar arena (Tiled). Needs no display.

Tile layers: "squares" (tile property ``square``: plain, red or green; no tile = outside the arena) and "centre"
(the nine squares that only the High Form colours). Object layer "start": points of the type "duel" or "melee" with
the number of their ``mark``. A test compares them with the rules' data. Places are column and row, 1 … 9.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.readers import tiled_map
from maps.readers.tiled_map import BadMap as BadMap

ARENA_MAP = Path(__file__).absolute().parent.parent / "tash_kalar" / "arena.tmx"
SIZE = 9
KINDS = ("plain", "red", "green")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ArenaMap:
    """Drawing data of the arena: kind of each square, the central squares, squares with marks by form of the game."""

    squares: dict[Place, str]
    central: frozenset[Place]
    duel: tuple[tuple[Place, ...], ...]
    melee: tuple[tuple[Place, ...], ...]


def load(path: Path = ARENA_MAP) -> ArenaMap:
    """Return the checked arena of a file; raises :class:`BadMap`."""
    return tiled_map.read(path, lambda found: _arena(path, found))


def _arena(path: Path, found: Any) -> ArenaMap:
    if (found.width, found.height) != (SIZE, SIZE):
        raise BadMap(f"{path}: expected {SIZE} by {SIZE} squares, found {found.width} by {found.height}")
    for name in ("squares", "centre", "start"):
        if name not in found.layernames:
            raise BadMap(f"{path}: layer {name}: missing")
    squares = _tiles(found, "squares", path)
    for place, kind in squares.items():
        if kind not in KINDS:
            raise BadMap(f"{path}: layer squares, {place}: expected one of {', '.join(KINDS)}, found {kind!r}")
    central = frozenset(_tiles(found, "centre", path))
    return ArenaMap(squares, central, _marks(found, "duel", squares, path), _marks(found, "melee", squares, path))


def _tiles(found: Any, layer: str, path: Path) -> dict[Place, str]:
    kinds: dict[Place, str] = {}
    for x, y, gid in found.layernames[layer]:
        if gid:
            properties = found.get_tile_properties_by_gid(gid) or {}
            if "square" not in properties:
                raise BadMap(f"{path}: layer {layer}, {(x + 1, y + 1)}: expected a tile with the property square")
            kinds[x + 1, y + 1] = properties["square"]
    return kinds


def _marks(found: Any, kind: str, squares: dict[Place, str], path: Path) -> tuple[tuple[Place, ...], ...]:
    marks: dict[int, list[Place]] = {}
    for each in found.layernames["start"]:
        if each.type != kind:
            if each.type not in ("duel", "melee"):
                raise BadMap(f"{path}: layer start, object {each.id}: expected the type duel or melee")
            continue
        place = (int(each.x // found.tilewidth) + 1, int(each.y // found.tileheight) + 1)
        if place not in squares or type(each.properties.get("mark")) is not int:
            raise BadMap(f"{path}: layer start, object {each.id}: expected a mark on a square of the arena")
        marks.setdefault(each.properties["mark"], []).append(place)
    return tuple(tuple(sorted(places)) for _, places in sorted(marks.items()))
