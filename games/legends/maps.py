"""The eight sides of the four segments as plain graphs, read from ``segments.json``.

The pictures of the same sides are the Tiled maps in ``maps/legends``; a test proves that both
say the same.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

SIDE_CODES = ("0A", "0B", "1A", "1B", "2A", "2B", "3A", "3B")
"""Code of each side; the index is the side's number, two of them make a segment."""
EDGES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
MOST_REGIONS = 8
"""Four sides must fit below 32 regions."""

SEGMENTS_FILE = Path(__file__).with_name("segments.json")

Pair = tuple[int, int]


class BadSegments(ValueError):
    """The segment data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a segment. ``land`` and ``sea`` are pairs of its regions; ``exits`` edge → region.

    ``start_here``: the start region must be on this segment. ``land_links``: its islands count
    apart, but moves between them cost as on land (the pairs stand in ``land``).
    """

    code: str
    regions: int
    islands: tuple[tuple[int, ...], ...]
    land: tuple[Pair, ...]
    sea: tuple[Pair, ...]
    exits: dict[str, int]
    start_here: bool
    land_links: bool


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
    islands = entry.get("islands")
    numbers = [region for island in islands for region in island] if isinstance(islands, list) else []
    if not isinstance(islands, list) or sorted(numbers) != list(range(count)) or not all(islands):
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
        reached = {island[0]}
        for _ in island:
            for a, b in land:
                if home[a] == home[b] and (a in reached or b in reached):
                    reached |= {a, b} & set(island)
        if reached != set(island):
            raise BadSegments(f"{place}.islands: {island} does not hang together by land")
