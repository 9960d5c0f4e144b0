"""Four segment sides laid together: regions, who borders whom, islands, where one may start.

A board is looked up by one number, its key: two bits for the shape, then four bits for each of
the four places (side and half turn), then five bits for each Magic Portal (0 = none, else
region + 1). States hold the key only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .actions import WIDTH
from .maps import OPPOSITE, SIDE_CODES, sides

T_ABOVE, T_BELOW, RING = range(3)
SHAPES = ("t_above", "t_below", "ring")
"""Names of the shapes: a row of three with the fourth above or below its middle; four in a ring."""
CENTRE = 1
"""The place in the middle of the T. Places 0, 1, 2 lie in a row, 3 is the stem (ring: the fourth)."""
INNER = (1, 2)
"""The inner places of the ring."""

_MEETINGS: tuple[tuple[tuple[int, str, int, str], ...], ...] = (
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "N", 3, "S")),
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (1, "S", 3, "N")),
    ((0, "E", 1, "W"), (1, "E", 2, "W"), (2, "E", 3, "W"), (3, "E", 0, "W")),
)
"""Per shape: which edge of which place meets which (as they lie on the table)."""

Laid = tuple[int, int]
"""Number of a side, and 1 when it is turned by half a turn (ruling L9: no quarter turns)."""


class Board:
    """A finished board; nothing in it ever changes.

    ``n`` regions, numbered place by place; ``codes`` their names in texts ("1A.3"); ``place_of``
    and ``side_of`` by region. ``land`` and ``sea`` hold for each region the mask of the regions
    one step away, ``coast`` the mask of regions without a land neighbour. ``islands`` are masks.
    ``starts`` are the regions where the start token may lie.
    """

    __slots__ = (
        "coast", "codes", "islands", "key", "laid", "land", "links", "n", "offsets",
        "place_of", "sea", "shape", "starts",
    )  # fmt: skip

    def __init__(self, key: int) -> None:
        self.key = key
        self.shape = key & 3
        self.laid: tuple[Laid, ...] = tuple(
            (key >> 2 + 4 * place + 1 & 7, key >> 2 + 4 * place & 1) for place in range(4)
        )
        parts = [sides()[side] for side, _ in self.laid]
        offsets = [0]
        for part in parts:
            offsets.append(offsets[-1] + part.regions)
        self.n = offsets.pop()
        self.offsets = tuple(offsets)
        self.place_of = tuple(place for place, part in enumerate(parts) for _ in range(part.regions))
        self.codes = tuple(f"{part.code}.{region}" for part in parts for region in range(part.regions))
        self.islands = tuple(
            sum(1 << offset + region for region in island)
            for offset, part in zip(offsets, parts, strict=True)
            for island in part.islands
        )
        land = [0] * self.n
        sea = [0] * self.n
        for offset, part in zip(offsets, parts, strict=True):
            for mask, pairs in ((land, part.land), (sea, part.sea)):
                for a, b in pairs:
                    _join(mask, offset + a, offset + b)
        self.links = tuple((self._exit(p, edge), self._exit(q, other)) for p, edge, q, other in _MEETINGS[self.shape])
        for a, b in self.links:
            _join(sea, a, b)
        portals = [number - 1 for number in (key >> 18 & 31, key >> 23 & 31) if number]
        if len(portals) == 2:
            _join(land, portals[0], portals[1])
        self.land = tuple(land)
        self.sea = tuple(sea[region] & ~land[region] for region in range(self.n))
        self.coast = sum(1 << region for region in range(self.n) if not land[region])
        self.starts = self._starts()

    def _exit(self, place: int, edge: str) -> int:
        """The region at this edge of a place, as the segment lies on the table."""
        side, turned = self.laid[place]
        return self.offsets[place] + sides()[side].exits[OPPOSITE[edge] if turned else edge]

    def _starts(self) -> tuple[int, ...]:
        """Set-up 1: on the central segment (ring: an inner one), with an exit that meets another.

        Ruling L1: a side marked ``start_here`` has the start region in any place of the board.
        """
        homes = INNER if self.shape == RING else (CENTRE,)
        for place, (side, _) in enumerate(self.laid):
            if sides()[side].start_here:
                homes = (place,)
        ends = {region for link in self.links for region in link}
        return tuple(sorted(region for region in ends if self.place_of[region] in homes))

    def joint_places(self, start: int) -> tuple[int, ...]:
        """Where one army of each player may go together (ruling L10).

        On another segment than the start region and, in the T, not on the central one.
        """
        barred = {self.place_of[start]}
        if self.shape != RING:
            barred.add(CENTRE)
        return tuple(region for region in range(self.n) if self.place_of[region] not in barred)

    def segment_code(self, place: int) -> str:
        """The code of the side at a place."""
        return SIDE_CODES[self.laid[place][0]]


def _join(masks: list[int], a: int, b: int) -> None:
    masks[a] |= 1 << b
    masks[b] |= 1 << a


def key_of(shape: int, laid: Sequence[Laid], portals: Sequence[int] = ()) -> int:
    """The key of the board with these four sides."""
    key = shape
    for place, (side, turned) in enumerate(laid):
        key |= (side << 1 | turned) << 2 + 4 * place
    for number, region in enumerate(portals):
        key |= region + 1 << 18 + 5 * number
    return key


@lru_cache(maxsize=512)
def board_of(key: int) -> Board:
    """The board with this key. The newest few hundred are kept."""
    return Board(key)


class _Regions(dict[int, tuple[int, ...]]):
    """Mask → numbers, ascending; filled in as masks turn up. Grows to 65 536 entries at most."""

    def __init__(self, base: int) -> None:
        self.base = base

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(self.base + bit for bit in range(mask.bit_length()) if mask >> bit & 1)
        self[mask] = found
        return found


_LOW = _Regions(0)
_HIGH = _Regions(WIDTH // 2)


def regions_of(mask: int) -> tuple[int, ...]:
    """The regions in a mask, ascending."""
    high = mask >> 16
    return _LOW[mask & 0xFFFF] + _HIGH[high] if high else _LOW[mask]
