"""Boards of four segment sides: regions, neighbours, islands, possible start regions.

A board is built once, immutable, and shared by all states that play on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from .actions import WIDTH
from .maps import OPPOSITE, SIDE_CODES, Side, sides

T_ABOVE, T_BELOW, RING = range(3)
SHAPES = ("t_above", "t_below", "ring")
"""Names of the shapes: a row of three with the fourth above or below its middle; four in a ring."""
CENTRE = 1
"""Place in the middle of the T. Places 0, 1, 2 form a row, 3 is the stem (ring: the fourth)."""
INNER = (1, 2)
"""Inner places of the ring."""

_MEETINGS: tuple[tuple[tuple[int, str, int, str], ...], ...] = (
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "N", 3, "S")),
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "S", 3, "N")),
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (2, "E", 3, "W"), (3, "E", 0, "W")),
)
"""Per shape: pairs of place and edge that meet (in board orientation)."""

Laid = tuple[int, int]
"""Number of a side, and 1 when it is turned by half a turn (ruling L9: no quarter turns).

Custom sides are numbered after those of the box.
"""
Key = tuple[int, tuple[Laid, ...], tuple[int, ...], tuple[Side, ...]]
"""Key of a board: shape, sides, regions of the Magic Portals, custom sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board; one without regions stands for an incomplete board.

    ``n``: number of regions, which are numbered place by place; ``codes``: their names in texts ("1A.3"), ``place_of``:
    their places; ``parts``: the sides, by place. ``land`` and ``sea``: by region the mask of the regions one step away,
    ``coast``: mask of the regions without a land neighbour. ``links``: pairs of regions whose exits meet; ``islands``:
    a mask each. ``starts``: regions where the start token may lie.
    """

    shape: int
    laid: tuple[Laid, ...]
    parts: tuple[Side, ...]
    n: int
    codes: tuple[str, ...]
    place_of: tuple[int, ...]
    islands: tuple[int, ...]
    links: tuple[tuple[int, int], ...]
    land: tuple[int, ...]
    sea: tuple[int, ...]
    coast: int
    starts: tuple[int, ...]

    def joint_places(self, start: int) -> tuple[int, ...]:
        """Return the regions where one army of each player may be placed together (ruling L10): on another segment than
        ``start`` and, in the T, not on the central one.

        On another segment than the start region and, in the T, not on the central one.
        """
        barred = {self.place_of[start]}
        if self.shape != RING:
            barred.add(CENTRE)
        return tuple(region for region in range(self.n) if self.place_of[region] not in barred)


@lru_cache(maxsize=512)
def get_board(key: Key) -> Board:
    """Return the board of a key (see :func:`build_key`), with the Magic Portals open if both are given (cached)."""
    shape, laid, portals, own = key
    parts = tuple(find_side(side, own) for side, _ in laid)
    offsets = tuple(accumulate((part.regions for part in parts), initial=0))
    n = offsets[-1]
    land, sea = [0] * n, [0] * n
    for offset, part in zip(offsets, parts, strict=False):
        for mask, pairs in ((land, part.land), (sea, part.sea)):
            for a, b in pairs:
                _join(mask, offset + a, offset + b)

    def way_out(place: int, edge: str) -> int:
        """Return the region at this edge of a place, in board orientation."""
        return offsets[place] + parts[place].exits[OPPOSITE[edge] if laid[place][1] else edge]

    links = tuple((way_out(p, edge), way_out(q, other)) for p, edge, q, other in (_MEETINGS[shape] if parts else ()))
    for a, b in links:
        _join(sea, a, b)
    if len(portals) == 2:
        _join(land, portals[0], portals[1])
    places = tuple(place for place, part in enumerate(parts) for _ in range(part.regions))
    return Board(
        shape=shape,
        laid=laid,
        parts=parts,
        n=n,
        codes=tuple(part.name_region(region) for part in parts for region in range(part.regions)),
        place_of=places,
        islands=tuple(
            sum(1 << offset + region for region in island)
            for offset, part in zip(offsets, parts, strict=False)
            for island in part.islands
        ),
        links=links,
        land=tuple(land),
        sea=tuple(sea[region] & ~land[region] for region in range(n)),
        coast=sum(1 << region for region in range(n) if not land[region]),
        starts=_starts(shape, parts, links, places),
    )


def _starts(
    shape: int, parts: Sequence[Side], links: Sequence[tuple[int, int]], places: Sequence[int]
) -> tuple[int, ...]:
    """Return the regions where the start token may lie, ascending (set-up 1): exits that meet another, on the central
    segment or in a ring on an inner one.

    Ruling L1: a side marked ``start_here`` has the start region in any place of the board.
    """
    marked = tuple(place for place, part in enumerate(parts) if part.start_here)
    homes = marked or (INNER if shape == RING else (CENTRE,))
    ends = {region for link in links for region in link}
    return tuple(sorted(region for region in ends if places[region] in homes))


def _join(masks: list[int], a: int, b: int) -> None:
    masks[a] |= 1 << b
    masks[b] |= 1 << a


def find_side(number: int, own: Sequence[Side]) -> Side:
    """Return the side with this number: of the box, or a custom one after them."""
    return sides()[number] if number < len(SIDE_CODES) else own[number - len(SIDE_CODES)]


def build_key(shape: int, laid: Sequence[Laid], portals: Sequence[int] = (), own: tuple[Side, ...] = ()) -> Key:
    """Build the key of a board: shape, sides with their turns, regions of both portals if open, custom sides."""
    return shape, tuple(laid), tuple(portals), own


NO_BOARD = get_board((T_ABOVE, (), (), ()))
"""Placeholder before a board is complete; it has no regions."""


class _Regions(dict[int, tuple[int, ...]]):
    """Cache: mask → ascending numbers; at most 65 536 entries."""

    def __init__(self, base: int) -> None:
        self.base = base

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(self.base + bit for bit in range(mask.bit_length()) if mask >> bit & 1)
        self[mask] = found
        return found


_LOW = _Regions(0)
_HIGH = _Regions(WIDTH // 2)


def list_regions(mask: int) -> tuple[int, ...]:
    """Return the regions in a mask, ascending."""
    high = mask >> 16
    return _LOW[mask & 0xFFFF] + _HIGH[high] if high else _LOW[mask]
