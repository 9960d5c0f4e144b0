"""The sides of segments as plain graphs: the eight of the box, read from ``segments.json``, and a player's own.

The file is where the neighbourhoods of the eight stand. The Tiled maps in ``maps/legends`` are
drawn from it by ``build/bake/maps/legends.py``; tests hold that they are those the script draws and
give the same graphs. Sides of a player's own come with the options of a game (see ``options``).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.names import clean

SIDE_CODES = ("0A", "0B", "1A", "1B", "2A", "2B", "3A", "3B")
"""Code of each side; the index is the side's number, two of them make a segment."""
EDGES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
MOST_REGIONS = 8
"""Four sides must fit into 32 regions."""
MOST_OWN = 4
"""Places on a board, and so sides of a player's own in one game."""
LONGEST_NAME = 40
LONGEST_DRAWING = 60_000
"""Characters of the drawing of a side as JSON."""
_CODE = re.compile("[A-Za-z0-9_-]{1,16}")

SEGMENTS_FILE = Path(__file__).with_name("segments.json")

Pair = tuple[int, int]


class BadSegments(ValueError):
    """The segment data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a segment. ``land`` and ``sea`` are pairs of its regions; ``exits`` edge → region.

    ``start_here``: the start region must be on this segment. ``land_links``: its islands count
    apart, but moves between them cost as on land (the pairs stand in ``land``). ``names`` of the
    regions, for a side of a player's own; those of the box are named in the catalogues.
    """

    code: str
    regions: int
    islands: tuple[tuple[int, ...], ...]
    land: tuple[Pair, ...]
    sea: tuple[Pair, ...]
    exits: dict[str, int]
    start_here: bool
    land_links: bool
    names: tuple[str, ...] = field(default=())

    def where(self, region: int) -> str:
        """How texts and views name a region: "1A.3", on a side of a player's own "my_isle.3:Port"."""
        return f"{self.code}.{region}:{self.names[region]}" if self.names else f"{self.code}.{region}"


@lru_cache(maxsize=1)
def sides() -> tuple[Side, ...]:
    """All sides by number, read and checked once; raises :class:`BadSegments`."""
    return read_sides(SEGMENTS_FILE)


def read_sides(path: Path) -> tuple[Side, ...]:
    """Read and check a file of segments; raises :class:`BadSegments`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadSegments(f"{path}: cannot be read: {error}") from error
    if not isinstance(data, dict) or sorted(data) != sorted(SIDE_CODES):
        raise BadSegments(f"{path}: expected the sides {', '.join(SIDE_CODES)}")
    return tuple(_side(f"{path}: {code}", code, data[code]) for code in SIDE_CODES)


def _side(place: str, code: str, entry: Any) -> Side:
    if not isinstance(entry, dict):
        raise BadSegments(f"{place}: expected an object, found {entry!r}")
    count = entry.get("regions")
    if type(count) is not int or not 1 <= count <= MOST_REGIONS:
        raise BadSegments(f"{place}.regions: expected 1 to {MOST_REGIONS}, found {count!r}")
    islands: Any = entry.get("islands")
    lists = isinstance(islands, list) and all(isinstance(island, list) and island for island in islands)
    numbers = [region for island in islands for region in island] if lists else []
    if any(type(number) is not int for number in numbers) or sorted(numbers) != list(range(count)):
        raise BadSegments(f"{place}.islands: expected every region 0 to {count - 1} once, found {islands!r}")
    pairs = {name: _pairs(f"{place}.{name}", entry.get(name), count) for name in ("land", "sea")}
    exits = entry.get("exits")
    if not isinstance(exits, dict) or sorted(exits) != sorted(EDGES):
        raise BadSegments(f"{place}.exits: expected a region for each of {', '.join(EDGES)}, found {exits!r}")
    for edge, region in exits.items():
        if type(region) is not int or not 0 <= region < count:
            raise BadSegments(f"{place}.exits.{edge}: expected a region below {count}, found {region!r}")
    for name in ("start_here", "land_links"):
        if not isinstance(entry.get(name), bool):
            raise BadSegments(f"{place}.{name}: expected true or false, found {entry.get(name)!r}")
    _check_connected(place, islands, pairs["land"], entry["land_links"])
    if len(_reached(0, pairs["land"] + pairs["sea"])) < count:
        raise BadSegments(f"{place}.sea: expected links from every region to all others")
    return Side(
        code, count, tuple(tuple(island) for island in islands), pairs["land"], pairs["sea"],
        {edge: exits[edge] for edge in EDGES}, entry["start_here"], entry["land_links"],
    )  # fmt: skip


def _pairs(place: str, entry: Any, count: int) -> tuple[Pair, ...]:
    if not isinstance(entry, list):
        raise BadSegments(f"{place}: expected a list of pairs, found {entry!r}")
    for pair in entry:
        fits = isinstance(pair, list) and len(pair) == 2 and all(type(region) is int for region in pair)
        if not fits or not 0 <= pair[0] < pair[1] < count:
            raise BadSegments(f"{place}: expected two regions below {count}, the smaller first, found {pair!r}")
    found = tuple((pair[0], pair[1]) for pair in entry)
    if len(set(found)) != len(found):
        raise BadSegments(f"{place}: expected every pair once")
    return found


def _check_connected(place: str, islands: list[list[int]], land: tuple[Pair, ...], linked: bool) -> None:
    """Islands hang together by land and, except where the side says so, not with each other."""
    home = {region: number for number, island in enumerate(islands) for region in island}
    for a, b in land:
        if home[a] != home[b] and not linked:
            raise BadSegments(f"{place}.land: {a} and {b} are on different islands")
    for island in islands:
        inside = [(a, b) for a, b in land if home[a] == home[b]]
        if _reached(island[0], inside) != set(island):
            raise BadSegments(f"{place}.islands: {island} does not hang together by land")


def _reached(first: int, pairs: Sequence[Pair]) -> set[int]:
    """The regions that can be reached from one over these pairs."""
    found = {first}
    for _ in pairs:
        for a, b in pairs:
            if a in found or b in found:
                found |= {a, b}
    return found


# --- sides of a player's own --------------------------------------------------------------------


def checked_own(entries: Any, place: str) -> list[dict[str, Any]]:
    """Sides of a player's own as complete plain JSON, drawings kept; raises :class:`BadSegments`."""
    if not isinstance(entries, list) or len(entries) > MOST_OWN:
        raise BadSegments(f"{place}: expected a list of up to {MOST_OWN} sides")
    found: list[dict[str, Any]] = []
    for number, entry in enumerate(entries):
        here = f"{place}[{number}]"
        graph = plain_side(_own_side(here, entry))
        if any(graph["code"] == other["code"] for other in found):
            raise BadSegments(f"{here}.code: {graph['code']} is there twice")
        found.append({**graph, "drawing": _drawing(f"{here}.drawing", entry.get("drawing"))})
    return found


def own_sides(entries: list[dict[str, Any]]) -> tuple[Side, ...]:
    """The sides of checked entries. Equal entries give the very same sides, so that boards are found again."""
    return _made_once(json.dumps([{**entry, "drawing": None} for entry in entries], sort_keys=True))


@lru_cache(maxsize=64)
def _made_once(text: str) -> tuple[Side, ...]:
    return tuple(_own_side(f"segments[{number}]", entry) for number, entry in enumerate(json.loads(text)))


def plain_side(side: Side) -> dict[str, Any]:
    """A side of a player's own as plain JSON, without its drawing."""
    return {
        "code": side.code,
        "names": list(side.names),
        "islands": [list(island) for island in side.islands],
        "land": [list(pair) for pair in side.land],
        "sea": [list(pair) for pair in side.sea],
        "exits": dict(side.exits),
        "start_here": side.start_here,
        "land_links": side.land_links,
    }


def _own_side(place: str, entry: Any) -> Side:
    if not isinstance(entry, dict):
        raise BadSegments(f"{place}: expected an object, found {entry!r}")
    code = entry.get("code")
    if not isinstance(code, str) or not _CODE.fullmatch(code) or code in SIDE_CODES:
        raise BadSegments(
            f"{place}.code: expected 1 to 16 of a-z A-Z 0-9 _ -, other than {', '.join(SIDE_CODES)}, found {code!r}"
        )
    names = entry.get("names")
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_REGIONS:
        raise BadSegments(f"{place}.names: expected names of 1 to {MOST_REGIONS} regions, found {names!r}")
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not _shows(name):
            raise BadSegments(f"{place}.names: expected up to {LONGEST_NAME} printable characters, found {name!r}")
    known = {"code", "names", "islands", "land", "sea", "exits", "start_here", "land_links", "drawing"}
    for key in entry:
        if key not in known:
            raise BadSegments(f"{place}: there is no {key!r} in a side")
    return replace(_side(place, code, {**entry, "regions": len(names)}), names=tuple(names))


def _shows(name: str) -> bool:
    """Whether a name is as it would be shown: nothing without width in it, nothing that turns what follows."""
    return name.isprintable() and clean(name, LONGEST_NAME) == unicodedata.normalize("NFC", name).strip()


def _drawing(place: str, drawing: Any) -> Any:
    """Plain JSON that the rules never read."""
    try:
        text = json.dumps(drawing, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadSegments(f"{place}: expected plain data: {error}") from error
    if not isinstance(drawing, dict | None) or len(text) > LONGEST_DRAWING:
        raise BadSegments(f"{place}: expected an object of up to {LONGEST_DRAWING} characters, or nothing")
    return json.loads(text)
