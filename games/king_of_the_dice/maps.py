"""The map: two halves of 15 regions as plain graphs, read from ``kingdom.json``.

Regions are numbered 0 … 14 in the west and 15 … 29 in the east; masks of regions have one bit
per number. The file counts the regions of each half from 0. It is generated from the Tiled maps in
``maps/king_of_the_dice`` (``build/bake/bake.py kingdom``); a test checks that it is up to date.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from engine import schema
from engine.schema import expect

Half = Literal["west", "east"]
HALVES = get_args(Half)
IN_HALF = 15
REGIONS = 30
EVERYWHERE = (1 << REGIONS) - 1
WHITE_SITES = 6
GOLD_SITES = 4
DRAGONS = {2: 6, 3: 5, 4: 4}
"""Initial dragons for each number of seats."""

KINGDOM_FILE = Path(__file__).with_name("kingdom.json")

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Halves side by side. ``turned``: whether the west, the east half is upside down.

    ``near``: by region the mask of its neighbours. ``joins``: pairs of regions that touch over
    the fold, the western first.
    """

    name: str
    turned: tuple[bool, bool]
    joins: tuple[Pair, ...]
    near: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kingdom:
    """The whole map. ``terrain``: terrain number by region; ``sites``: by terrain its two regions.

    ``white``, ``gold``: masks of the gem sites. ``usual``: number of the arrangement by number of seats; ``dragons``:
    by number of seats the regions where dragons begin.
    """

    terrains: tuple[str, ...]
    terrain: tuple[int, ...]
    sites: tuple[Pair, ...]
    borders: tuple[Pair, ...]
    white: int
    gold: int
    arrangements: tuple[Arrangement, ...]
    usual: dict[int, int]
    dragons: dict[int, tuple[int, ...]]


@lru_cache(maxsize=1)
def kingdom(path: Path = KINGDOM_FILE) -> Kingdom:
    """Return the map of a file, by default ``kingdom.json``, read and checked once; raises ``Misfit``.

    Ruling D1: the printed map is unavailable; this is a replacement, every terrain once in each half.
    """
    file = schema.read(path, _File)
    halves = (file.halves.west, file.halves.east)
    terrain = tuple(file.terrains.index(name) for half in halves for name in half.terrains)
    borders = [
        (a + IN_HALF * number, b + IN_HALF * number) for number, half in enumerate(halves) for a, b in half.borders
    ]
    sites = tuple((terrain.index(each), IN_HALF + terrain[IN_HALF:].index(each)) for each in range(IN_HALF))
    names = list(file.arrangements)
    seats = {2: file.players.two, 3: file.players.three, 4: file.players.four}
    return Kingdom(
        terrains=tuple(file.terrains),
        terrain=terrain,
        sites=sites,
        borders=tuple(borders),
        white=_mask(half.white for half in halves),
        gold=_mask(half.gold for half in halves),
        arrangements=tuple(_arrangement(name, entry, borders) for name, entry in file.arrangements.items()),
        usual={count: names.index(entry.arrangement) for count, entry in seats.items()},
        dragons={count: entry.regions() for count, entry in seats.items()},
    )


Region = Annotated[int, msgspec.Meta(ge=0, lt=IN_HALF)]
"""A region of a half."""


class _Half(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrains: list[str]
    borders: list[tuple[Region, Region]]
    white: list[Region]
    gold: list[Region]

    def __post_init__(self) -> None:
        """Check that each pair is ascending and nothing is listed twice."""
        for pair in self.borders:
            expect(pair[0] < pair[1], "borders", "the smaller region first", pair)
        for name in ("borders", "white", "gold"):
            listed = getattr(self, name)
            expect(len(set(listed)) == len(listed), name, "everything once")
        expect(not set(self.white) & set(self.gold), "gold", "no region with a white gem", self.gold)


class _Halves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    west: _Half
    east: _Half


class _Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turned: list[Half]
    joins: list[tuple[Region, Region]]

    def __post_init__(self) -> None:
        """Check that every pair is listed once."""
        expect(len(set(self.joins)) == len(self.joins), "joins", "every pair once")


class _Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arrangement: str
    dragons: list[tuple[Half, Region]]

    def regions(self) -> tuple[int, ...]:
        """Return the regions where dragons begin, ascending."""
        return tuple(sorted(IN_HALF * HALVES.index(half) + region for half, region in self.dragons))


class _Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    two: _Seats = msgspec.field(name="2")
    three: _Seats = msgspec.field(name="3")
    four: _Seats = msgspec.field(name="4")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the whole file."""

    terrains: list[str]
    halves: _Halves
    arrangements: Annotated[dict[str, _Arrangement], msgspec.Meta(min_length=1)]
    players: _Players

    def __post_init__(self) -> None:
        """Check terrains (each once per half), the number of gems, connected maps and distinct dragons."""
        expect(len(set(self.terrains)) == len(self.terrains) == IN_HALF, "terrains", f"{IN_HALF} different names")
        halves = (self.halves.west, self.halves.east)
        for name, half in zip(HALVES, halves, strict=True):
            all_there = sorted(half.terrains) == sorted(self.terrains)
            expect(all_there, f"halves.{name}.terrains", "every terrain once", half.terrains)
        for gem, wanted in (("white", WHITE_SITES), ("gold", GOLD_SITES)):
            found = sum(len(getattr(half, gem)) for half in halves)
            expect(found == wanted, "halves", f"{wanted} sites of {gem} gems in all", found)
        borders = _borders(halves)
        for name, entry in self.arrangements.items():
            near = _arrangement(name, entry, borders).near
            expect(spread(near, 1, EVERYWHERE) == EVERYWHERE, f"arrangements.{name}", "a map that hangs together")
        gems = _mask([*half.white, *half.gold] for half in halves)
        for count, seats in ((2, self.players.two), (3, self.players.three), (4, self.players.four)):
            place = f"players.{count}"
            names = ", ".join(self.arrangements)
            expect(seats.arrangement in self.arrangements, f"{place}.arrangement", f"one of {names}", seats.arrangement)
            regions = seats.regions()
            apart = len(set(regions)) == len(regions) == DRAGONS[count]
            expect(apart, f"{place}.dragons", f"{DRAGONS[count]} different regions", seats.dragons)
            free = not any(gems >> region & 1 for region in regions)
            expect(free, f"{place}.dragons", "no dragon on a gem", seats.dragons)


def _borders(halves: Iterable[_Half]) -> list[Pair]:
    """List the pairs of neighbours within the halves."""
    shifts = zip((0, IN_HALF), halves, strict=True)
    return [(a + shift, b + shift) for shift, half in shifts for a, b in half.borders]


def _mask(halves: Iterable[Iterable[int]]) -> int:
    """Return one mask of regions that are given for the west and for the east half."""
    return sum(1 << region + IN_HALF * number for number, half in enumerate(halves) for region in half)


def _arrangement(name: str, entry: _Arrangement, borders: list[Pair]) -> Arrangement:
    joins = tuple((a, IN_HALF + b) for a, b in entry.joins)
    near = [0] * REGIONS
    for a, b in (*borders, *joins):
        near[a] |= 1 << b
        near[b] |= 1 << a
    return Arrangement(name, ("west" in entry.turned, "east" in entry.turned), joins, tuple(near))


def spread(near: tuple[int, ...], start: int, within: int) -> int:
    """Return the mask of the regions of ``start``, and of those in ``within`` that are connected with them."""
    found = fresh = start
    while fresh:
        around = 0
        while fresh:
            bit = fresh & -fresh
            around |= near[bit.bit_length() - 1]
            fresh ^= bit
        fresh = around & within & ~found
        found |= fresh
    return found


def largest_group(near: tuple[int, ...], own: int) -> int:
    """Return the mask of the largest connected group in a mask; ties go to the group with the lowest region."""
    best = 0
    while own:
        group = spread(near, own & -own, own)
        if group.bit_count() > best.bit_count():
            best = group
        own &= ~group
    return best


def nearest(near: tuple[int, ...], own: int, others: int) -> int:
    """Return the mask of the regions of ``others`` nearest to any of ``own``, over any regions (ruling D6).

    Without own regions all others are nearest.
    """
    if not own:
        return others
    reached = own
    while others and not reached & others:
        rest = reached
        while rest:
            bit = rest & -rest
            reached |= near[bit.bit_length() - 1]
            rest ^= bit
    return reached & others
