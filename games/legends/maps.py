"""Sides of segments as plain graphs: the eight of the box, read from ``segments.json``, and custom ones.

The file defines the neighbourhoods of the eight. The Tiled maps in ``maps/legends`` are
drawn from it by ``build/bake/maps/legends.py``; tests check that they are the script's output and
give the same graphs. Custom sides are part of the options of a game (see ``options``).
"""

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec

from engine import schema
from engine.names import clean
from engine.schema import expect

SIDE_CODES = ("0A", "0B", "1A", "1B", "2A", "2B", "3A", "3B")
"""Code of each side; the index is the side's number, two sides form a segment."""
EDGES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
MOST_REGIONS = 8
"""Four sides must fit into 32 regions."""
MOST_OWN = 4
"""Most custom sides in one game, one for each place of a board."""
LONGEST_NAME = 40
LONGEST_DRAWING = 60_000
"""Longest drawing of a side as JSON, in characters."""

SEGMENTS_FILE = Path(__file__).with_name("segments.json")

Pair = tuple[int, int]


class BadSegments(schema.Misfit):
    """Invalid segment data; the text names file, place and expected value."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One side of a segment. ``land`` and ``sea``: pairs of neighbouring regions; ``exits``: edge → region.

    ``start_here``: the start region must be on this segment. ``land_links``: its islands count apart, but moves between
    them cost as on land (the pairs stand in ``land``). ``names`` of the regions of a custom side; those of the box are
    in the catalogues.
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

    def name_region(self, region: int) -> str:
        """Return the code of a region in texts and views: "1A.3", on a custom side "my_isle.3:Port"."""
        return f"{self.code}.{region}:{self.names[region]}" if self.names else f"{self.code}.{region}"


@lru_cache(maxsize=1)
def sides(path: Path = SEGMENTS_FILE) -> tuple[Side, ...]:
    """Return all sides of a file by number, by default those of the box, read and checked once; raises
    :class:`BadSegments`."""
    entries = schema.read(path, dict[str, _OfTheBox], BadSegments)
    if sorted(entries) != sorted(SIDE_CODES):
        raise BadSegments(f"{path}: expected the sides {', '.join(SIDE_CODES)}")
    return tuple(_side(code, entries[code], entries[code].regions) for code in SIDE_CODES)


_Region = Annotated[int, msgspec.Meta(ge=0, lt=MOST_REGIONS)]


class _Exits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="upper"):
    """Schema of the exits: a region for each edge."""

    n: _Region
    e: _Region
    s: _Region
    w: _Region


class _Graph(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of the fields of every side."""

    islands: list[Annotated[list[_Region], msgspec.Meta(min_length=1)]]
    land: list[tuple[_Region, _Region]]
    sea: list[tuple[_Region, _Region]]
    exits: _Exits
    start_here: bool
    land_links: bool

    def check(self, count: int) -> None:
        """Check that this is a map of ``count`` regions; raises Misfit."""
        every = sorted(region for island in self.islands for region in island) == list(range(count))
        expect(every, "islands", f"every region 0 to {count - 1} once", self.islands)
        for name in ("land", "sea"):
            pairs = getattr(self, name)
            for pair in pairs:
                expect(pair[0] < pair[1] < count, name, f"two regions below {count}, the smaller first", pair)
            expect(len(set(pairs)) == len(pairs), name, "every pair once")
        for edge, region in self.edges().items():
            expect(region < count, f"exits.{edge}", f"a region number below {count}", region)
        _check_links(self.islands, self.land, self.land_links)
        expect(len(_find_reachable(0, self.land + self.sea)) == count, "sea", "links from every region to all others")

    def edges(self) -> dict[str, int]:
        """Return the region of the exit at each edge (N, E, S, W)."""
        return {"N": self.exits.n, "E": self.exits.e, "S": self.exits.s, "W": self.exits.w}


class _OfTheBox(_Graph, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a side of the box."""

    regions: Annotated[int, msgspec.Meta(ge=1, le=MOST_REGIONS)]

    def __post_init__(self) -> None:
        self.check(self.regions)


class _Own(_Graph, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schema of a custom side; the rules never read its drawing."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,16}\Z")]
    names: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_REGIONS)]
    drawing: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        expect(self.code not in SIDE_CODES, "code", f"something other than {', '.join(SIDE_CODES)}", self.code)
        for number, name in enumerate(self.names):
            fits = bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable()
            # No zero-width characters, no direction marks: it is shown unchanged.
            fits = fits and clean(name, LONGEST_NAME) == unicodedata.normalize("NFC", name).strip()
            expect(fits, f"names[{number}]", f"up to {LONGEST_NAME} printable characters", name)
        self.check(len(self.names))
        try:
            fits = len(json.dumps(self.drawing, allow_nan=False)) <= LONGEST_DRAWING
        except (TypeError, ValueError, RecursionError):
            fits = False
        expect(fits, "drawing", f"plain data of up to {LONGEST_DRAWING} characters, or nothing")


_OWN_SIDES = cast("type[list[_Own]]", Annotated[list[_Own], msgspec.Meta(max_length=MOST_OWN)])


def _side(code: str, graph: _Graph, regions: int, names: tuple[str, ...] = ()) -> Side:
    return Side(
        code=code,
        regions=regions,
        islands=tuple(tuple(island) for island in graph.islands),
        land=tuple(graph.land),
        sea=tuple(graph.sea),
        exits=graph.edges(),
        start_here=graph.start_here,
        land_links=graph.land_links,
        names=names,
    )


def _check_links(islands: list[list[int]], land: list[Pair], linked: bool) -> None:
    """Check that islands are connected by land and not linked with each other, unless allowed; raises Misfit."""
    home = {region: number for number, island in enumerate(islands) for region in island}
    for a, b in land:
        expect(home[a] == home[b] or linked, "land", f"no link between different islands, such as {a} and {b}")
    for island in islands:
        inside = [(a, b) for a, b in land if home[a] == home[b]]
        expect(
            _find_reachable(island[0], inside) == set(island),
            "islands",
            "islands whose regions are connected by land",
            island,
        )


def _find_reachable(first: int, pairs: Sequence[Pair]) -> set[int]:
    """Return the regions reachable from one over these pairs."""
    found = {first}
    for _ in pairs:
        for a, b in pairs:
            if a in found or b in found:
                found |= {a, b}
    return found


# --- sides of a player's own --------------------------------------------------------------------


def check_own_sides(entries: Any, place: str) -> list[dict[str, Any]]:
    """Check custom sides and return them as complete plain JSON with drawings; raises :class:`BadSegments`."""
    found = schema.fit(entries, _OWN_SIDES, place, BadSegments)
    codes = [side.code for side in found]
    for number, code in enumerate(codes):
        if code in codes[:number]:
            raise BadSegments(f"{place}[{number}].code: {code} appears twice")
    return [{**plain_side(_own_side(side)), "drawing": msgspec.to_builtins(side.drawing)} for side in found]


def own_sides(entries: list[dict[str, Any]]) -> tuple[Side, ...]:
    """Build the sides of checked entries; equal entries give identical objects, so that boards are cached."""
    return _build_own_sides(json.dumps([{**entry, "drawing": None} for entry in entries], sort_keys=True))


@lru_cache(maxsize=64)
def _build_own_sides(text: str) -> tuple[Side, ...]:
    return tuple(map(_own_side, schema.fit(json.loads(text), list[_Own], "segments", BadSegments)))


def plain_side(side: Side) -> dict[str, Any]:
    """Return a custom side as plain JSON without its drawing."""
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


def _own_side(side: _Own) -> Side:
    return _side(side.code, side, len(side.names), tuple(side.names))
