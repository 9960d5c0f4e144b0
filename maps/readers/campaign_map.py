"""Reader of campaign maps (Tiled): drawing data and the stations. Needs no display.

Object layers, all optional except ``stations`` and ``path``:

* ``land``: polygons of the type ``realm`` (its ``colour``), ``sea`` and ``isle``;
* ``lines``: polylines of the type ``coast``, ``river`` or ``border``;
* ``scenery``: points whose type is the thing to draw (see :data:`THINGS`), with its ``size``;
* ``names``: points with a ``text``, or a name that is a text id; the type ``realm``, ``water`` or ``place``;
* ``path``: polylines, each ``from`` one station ``to`` another;
* ``stations``: points; the name is the station's id, the type its kind (see :data:`KINDS`), and the properties define
  what is played there, which ``engine.content.campaign`` checks.

Raises :class:`BadMap` naming file, place and expected value.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.readers import tiled_map
from maps.readers.tiled_map import BadMap as BadMap

ROAD_MAP = Path(__file__).absolute().parent.parent / "road.tmx"
KINDS = ("game", "throne", "hall", "lesson", "puzzle")
AREAS = ("realm", "sea", "isle")
LINES = ("coast", "river", "border")
THINGS = (
    "mountain", "hill", "tree", "dune", "wheat", "cactus", "village", "ship", "serpent", "waves", "rose", "ruin",
)  # fmt: skip
NAMES = ("realm", "water", "place", "title")
MOST_STATIONS = 80
MOST_THINGS = 600
MOST_POINTS = 200
LONGEST = 60
"""Most letters of a text on the map."""

Point = tuple[float, float]
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon with its kind, in pixels of the map; ``colour``: of a realm, "" for other kinds."""

    kind: str
    points: tuple[Point, ...]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its kind, in pixels of the map."""

    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing to draw on the map, such as a tree; ``x``, ``y``: its foot."""

    kind: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Name:
    """A label on the map: a literal ``text``, or the ``id`` of a catalogue text."""

    kind: str
    id: str
    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Way:
    """A piece of the path between two stations, given by their ids."""

    start: str
    end: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A station; ``said``: its properties in Tiled, not checked yet."""

    id: str
    kind: str
    x: float
    y: float
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoadMap:
    """A campaign map; all coordinates are pixels of the map."""

    width: float
    height: float
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    things: tuple[Thing, ...]
    names: tuple[Name, ...]
    ways: tuple[Way, ...]
    places: tuple[Place, ...]


def load(path: Path = ROAD_MAP) -> RoadMap:
    """Return the checked campaign map of a file; raises :class:`BadMap`."""
    return tiled_map.read(path, lambda found: _Reading(path, found).road())


class _Reading:
    """Conversion of a map from pytmx to plain data."""

    def __init__(self, path: Path, found: Any) -> None:
        self.path = path
        self.found = found
        self.width = float(found.width * found.tilewidth)
        self.height = float(found.height * found.tileheight)

    def wrong(self, layer: str, each: Any, wanted: str) -> BadMap:
        name = str(each.name or "")[:LONGEST]
        return BadMap(f"{self.path}: layer {layer}, object {each.id} {name!r}: expected {wanted}")

    def road(self) -> RoadMap:
        for layer in ("stations", "path"):
            if layer not in self.found.layernames:
                raise BadMap(f"{self.path}: layer {layer}: missing")
        places = tuple(self._places())
        if not 0 < len(places) <= MOST_STATIONS:
            raise BadMap(f"{self.path}: layer stations: expected 1 to {MOST_STATIONS} stations, found {len(places)}")
        ids = {place.id for place in places}
        return RoadMap(
            self.width, self.height, tuple(self._areas()), tuple(self._lines()), tuple(self._things()),
            tuple(self._names()), tuple(self._ways(ids)), places,
        )  # fmt: skip

    def _objects(self, layer: str, kinds: tuple[str, ...], most: int = MOST_THINGS) -> Iterator[Any]:
        if layer not in self.found.layernames:
            return
        objects = list(self.found.layernames[layer])
        if len(objects) > most:
            raise BadMap(f"{self.path}: layer {layer}: expected at most {most} objects, found {len(objects)}")
        for each in objects:
            if kinds and each.type not in kinds:
                raise self.wrong(layer, each, f"the type {', '.join(kinds)}, found {str(each.type)[:40]!r}")
            yield each

    def _points(self, layer: str, each: Any, least: int) -> tuple[Point, ...]:
        given = getattr(each, "points", None) or ()
        found = tuple((float(point[0]), float(point[1])) for point in given)
        if not least <= len(found) <= MOST_POINTS:
            raise self.wrong(layer, each, f"{least} to {MOST_POINTS} points, found {len(found)}")
        return found

    def _inside(self, layer: str, each: Any) -> Point:
        x, y = float(each.x), float(each.y)
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            raise self.wrong(layer, each, f"a place on the map, found {x:.0f}, {y:.0f}")
        return x, y

    def _size(self, layer: str, each: Any, usual: float) -> float:
        size = each.properties.get("size", usual)
        if type(size) not in (int, float) or not 4 <= size <= 200:
            raise self.wrong(layer, each, f"a size of 4 to 200, found {str(size)[:40]!r}")
        return float(size)

    def _areas(self) -> Iterator[Area]:
        for each in self._objects("land", AREAS):
            colour = str(each.properties.get("colour", ""))
            if (each.type == "realm") != bool(_COLOUR.match(colour)):
                raise self.wrong("land", each, f"a colour like #7a5aa8 for a realm alone, found {colour[:40]!r}")
            yield Area(each.type, self._points("land", each, 3), colour)

    def _lines(self) -> Iterator[Line]:
        for each in self._objects("lines", LINES):
            yield Line(each.type, self._points("lines", each, 2))

    def _things(self) -> Iterator[Thing]:
        for each in self._objects("scenery", THINGS):
            x, y = self._inside("scenery", each)
            yield Thing(each.type, x, y, self._size("scenery", each, 20.0))

    def _names(self) -> Iterator[Name]:
        for each in self._objects("names", NAMES):
            x, y = self._inside("names", each)
            text, name = str(each.properties.get("text", "")), str(each.name or "")
            if len(text) > LONGEST or not (text.isprintable() and (text or _ID.match(name))):
                raise self.wrong("names", each, f"a text of up to {LONGEST} letters")
            yield Name(each.type, name, text, x, y, self._size("names", each, 18.0))

    def _ways(self, ids: set[str]) -> Iterator[Way]:
        seen = set()
        for each in self._objects("path", ()):
            ends = tuple(str(each.properties.get(name, "")) for name in ("from", "to"))
            for name, end in zip(("from", "to"), ends, strict=True):
                if end not in ids:
                    raise self.wrong("path", each, f"the id of a station as {name}, found {end[:LONGEST]!r}")
            if ends in seen or ends[0] == ends[1]:
                raise self.wrong("path", each, f"one way from {ends[0]} to another station, found {ends[1]} again")
            seen.add(ends)
            yield Way(ends[0], ends[1], self._points("path", each, 2))

    def _places(self) -> Iterator[Place]:
        seen = set()
        for each in self._objects("stations", KINDS, MOST_STATIONS):
            x, y = self._inside("stations", each)
            name = str(each.name or "")
            if not _ID.match(name) or name in seen:
                raise self.wrong("stations", each, "a name of its own in small letters, digits and _")
            seen.add(name)
            yield Place(name, each.type, x, y, dict(each.properties))
