"""The kingdom: two halves of 15 regions as plain graphs, read from ``kingdom.json``.

Regions are numbered 0 … 14 in the west and 15 … 29 in the east; masks of regions have one bit
per number. The file counts the regions of each half from 0. It is generated from the Tiled maps in
``maps/king_of_the_dice`` (``build/bake/bake.py kingdom``); a test holds that it is the newest.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

HALVES = ("west", "east")
IN_HALF = 15
REGIONS = 30
EVERYWHERE = (1 << REGIONS) - 1
WHITE_SITES = 6
GOLD_SITES = 4
DRAGONS = {2: 6, 3: 5, 4: 4}
"""Initial dragons for each number of seats."""

KINGDOM_FILE = Path(__file__).with_name("kingdom.json")

Pair = tuple[int, int]


class BadKingdom(ValueError):
    """The map data cannot be used; the text names file, place and what was expected."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The halves side by side. ``turned``: is the west, the east half upside down?

    ``near``: mask of the neighbours of each region. ``joins``: pairs of regions that touch over
    the fold, the western first.
    """

    name: str
    turned: tuple[bool, bool]
    joins: tuple[Pair, ...]
    near: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kingdom:
    """All of the map. ``terrain``: number of the terrain of each region; ``sites``: terrain → its two regions.

    ``white``, ``gold``: masks of the gem sites. ``usual``: seats → number of the arrangement;
    ``dragons``: seats → regions where dragons begin.
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
def kingdom() -> Kingdom:
    """The map of ``kingdom.json``, read and checked once; raises :class:`BadKingdom`."""
    return read_kingdom(KINGDOM_FILE)


def read_kingdom(path: Path) -> Kingdom:
    """Read and check a map file; raises :class:`BadKingdom`.

    Ruling D1: the printed map is lost to us; this is our own, every terrain once in each half.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadKingdom(f"{path}: cannot be read: {error}") from error
    if not isinstance(data, dict) or sorted(data) != ["arrangements", "halves", "players", "terrains"]:
        raise BadKingdom(f"{path}: expected terrains, halves, arrangements and players")
    terrains = data["terrains"]
    if not isinstance(terrains, list) or len(terrains) != IN_HALF or len(set(map(str, terrains))) != IN_HALF:
        raise BadKingdom(f"{path}: terrains: expected {IN_HALF} different names, found {terrains!r}")
    halves = data["halves"]
    if not isinstance(halves, dict) or sorted(halves) != sorted(HALVES):
        raise BadKingdom(f"{path}: halves: expected {' and '.join(HALVES)}")
    terrain: list[int] = []
    borders: list[Pair] = []
    masks = {"white": 0, "gold": 0}
    for number, half in enumerate(HALVES):
        place = f"{path}: halves.{half}"
        entry = halves[half]
        if not isinstance(entry, dict) or not isinstance(entry.get("terrains"), list):
            raise BadKingdom(f"{place}.terrains: expected a list")
        if sorted(map(str, entry["terrains"])) != sorted(terrains):
            raise BadKingdom(f"{place}.terrains: expected every terrain once, found {entry['terrains']!r}")
        terrain += [terrains.index(name) for name in entry["terrains"]]
        shift = IN_HALF * number
        borders += [(a + shift, b + shift) for a, b in _pairs(f"{place}.borders", entry.get("borders"))]
        for gem in masks:
            for region in _regions(f"{place}.{gem}", entry.get(gem)):
                masks[gem] |= 1 << region + shift
    for gem, wanted in (("white", WHITE_SITES), ("gold", GOLD_SITES)):
        if masks[gem].bit_count() != wanted:
            raise BadKingdom(f"{path}: halves: expected {wanted} sites of {gem} gems in all")
    if masks["white"] & masks["gold"]:
        raise BadKingdom(f"{path}: halves: one region has a white and a gold gem")
    sites = tuple((terrain.index(each), IN_HALF + terrain[IN_HALF:].index(each)) for each in range(IN_HALF))
    arrangements = _arrangements(f"{path}: arrangements", data["arrangements"], borders)
    names = [each.name for each in arrangements]
    usual, dragons = _players(f"{path}: players", data["players"], names, masks["white"] | masks["gold"])
    return Kingdom(
        tuple(terrains), tuple(terrain), sites, tuple(borders), masks["white"], masks["gold"], arrangements, usual,
        dragons,
    )  # fmt: skip


def _regions(place: str, entry: Any) -> list[int]:
    fits = isinstance(entry, list) and all(type(each) is int and 0 <= each < IN_HALF for each in entry)
    if not fits or len(set(entry)) != len(entry):
        raise BadKingdom(f"{place}: expected different regions 0 to {IN_HALF - 1}, found {entry!r}")
    return list(entry)


def _pairs(place: str, entry: Any, ascending: bool = True) -> list[Pair]:
    if not isinstance(entry, list):
        raise BadKingdom(f"{place}: expected a list of pairs, found {entry!r}")
    for pair in entry:
        fits = isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair)
        if not fits or not all(0 <= each < IN_HALF for each in pair) or (ascending and pair[0] >= pair[1]):
            raise BadKingdom(f"{place}: expected pairs of regions 0 to {IN_HALF - 1}, found {pair!r}")
    found = [(pair[0], pair[1]) for pair in entry]
    if len(set(found)) != len(found):
        raise BadKingdom(f"{place}: expected every pair once")
    return found


def _arrangements(place: str, data: Any, borders: list[Pair]) -> tuple[Arrangement, ...]:
    if not isinstance(data, dict) or not data:
        raise BadKingdom(f"{place}: expected at least one")
    found = []
    for name, entry in data.items():
        turned = entry.get("turned") if isinstance(entry, dict) else None
        if not isinstance(turned, list) or not all(half in HALVES for half in turned):
            raise BadKingdom(f"{place}.{name}.turned: expected the halves that lie upside down, found {turned!r}")
        joins = [(a, IN_HALF + b) for a, b in _pairs(f"{place}.{name}.joins", entry.get("joins"), ascending=False)]
        near = [0] * REGIONS
        for a, b in (*borders, *joins):
            near[a] |= 1 << b
            near[b] |= 1 << a
        if spread(tuple(near), 1, EVERYWHERE) != EVERYWHERE:
            raise BadKingdom(f"{place}.{name}: expected a map that hangs together")
        found.append(Arrangement(name, ("west" in turned, "east" in turned), tuple(joins), tuple(near)))
    return tuple(found)


def _players(place: str, data: Any, names: list[str], gems: int) -> tuple[dict[int, int], dict[int, tuple[int, ...]]]:
    usual: dict[int, int] = {}
    dragons: dict[int, tuple[int, ...]] = {}
    if not isinstance(data, dict) or sorted(data) != sorted(map(str, DRAGONS)):
        raise BadKingdom(f"{place}: expected entries for 2, 3 and 4")
    for seats, wanted in DRAGONS.items():
        entry = data[str(seats)]
        if not isinstance(entry, dict) or entry.get("arrangement") not in names:
            raise BadKingdom(f"{place}.{seats}.arrangement: expected one of {', '.join(names)}")
        rows = entry.get("dragons")
        if not isinstance(rows, list) or not all(_is_place(row) for row in rows):
            raise BadKingdom(f"{place}.{seats}.dragons: expected pairs of half and region, found {rows!r}")
        regions = tuple(sorted(IN_HALF * HALVES.index(half) + each for half, each in rows))
        if len(set(regions)) != wanted or len(regions) != wanted:
            raise BadKingdom(f"{place}.{seats}.dragons: expected {wanted} different regions")
        if any(gems >> region & 1 for region in regions):
            raise BadKingdom(f"{place}.{seats}.dragons: expected no dragon on a gem")
        usual[seats] = names.index(entry["arrangement"])
        dragons[seats] = regions
    return usual, dragons


def _is_place(row: Any) -> bool:
    """Is this a half and the number of a region in it?"""
    fits = isinstance(row, list) and len(row) == 2 and row[0] in HALVES
    return fits and type(row[1]) is int and 0 <= row[1] < IN_HALF


def spread(near: tuple[int, ...], start: int, within: int) -> int:
    """Everything in ``within`` that hangs together with the mask ``start`` (which counts as within)."""
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


def largest_area(near: tuple[int, ...], own: int) -> int:
    """How many regions the largest connected group in a mask has."""
    return largest_group(near, own).bit_count()


def largest_group(near: tuple[int, ...], own: int) -> int:
    """The largest connected group in a mask; of equal ones that with the lowest region."""
    best = 0
    while own:
        group = spread(near, own & -own, own)
        if group.bit_count() > best.bit_count():
            best = group
        own &= ~group
    return best


def nearest(near: tuple[int, ...], own: int, others: int) -> int:
    """Those regions of ``others`` that are nearest to any of ``own``, over any regions (ruling D6).

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
