"""How near a pattern is to being complete: where it fits, where one piece is lacking, where two are.

The same shifting of bit boards as ``games.tash_kalar.maps``, with a count of what is lacking carried along
for all squares at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.tash_kalar.cards import Card
from games.tash_kalar.maps import (
    BOARD,
    RAISE,
    SQUARES_END,
    Orientation,
    shift_ranks,
)
from games.tash_kalar.state import State, ground

Ranks = tuple[int, int, int]


class Ground:
    """The arena as one colour sees it.

    ``pieces`` own pieces of at least each rank; ``holes`` where a piece of each rank could still come to stand:
              empty squares and own pieces of a lower rank; ``own`` the pieces raised for shifting
    ``open``  by rank of a being: squares without a higher piece
    """

    __slots__ = ("holes", "open", "own", "pieces")

    def __init__(self, state: State, side: int) -> None:
        men = state.men
        common, heroic, legendary = men[3 * side : 3 * side + 3]
        high = great = filled = 0
        for index, mask in enumerate(men):
            filled |= mask
            if index % 3 == 2:
                great |= mask
            elif index % 3 == 1:
                high |= mask
        upgraded = heroic | legendary
        self.pieces: Ranks = (common | upgraded, upgraded, legendary)
        self.own: Ranks = shift_ranks(common, heroic, legendary)
        here = ground(state)
        free = here & ~filled
        lower = free | common
        self.holes: Ranks = (free, lower, lower | heroic)
        self.open: Ranks = (here & ~(high | great), here & ~great, here)

    @property
    def gaps(self) -> Ranks:
        """The holes, raised for shifting."""
        one, two, three = self.holes
        return one << RAISE, two << RAISE, three << RAISE


class Packed(NamedTuple):
    """A card's pattern in all its orientations side by side, each in a field of one large int.

    ``places`` by piece of the pattern a factor that lays what it is multiplied by into every field, shifted by the way
    to that piece, and the rank that is wanted; ``targets`` the factor for the summoning squares; ``folds`` shifts that
    lay all fields over the first one; ``base`` where the squares begin in it.
    """

    places: tuple[tuple[int, int], ...]
    targets: int
    folds: tuple[int, ...]
    base: int


@lru_cache(maxsize=1024)  # all cards of the base and of the expansions
def _pack(card: Card) -> Packed:
    """Lay the orientations of a card side by side: one multiplication then does what a shift for each would do."""
    ways = card.ways
    base = max((abs(shift - RAISE) for way in ways for shift, _ in way.shifts), default=0)
    width = SQUARES_END + 2 * base  # no shifted arena reaches into the next field
    starts = [width * number + base for number in range(len(ways))]
    places = []
    for number, (_, wanted) in enumerate(ways[0].shifts if ways else ()):
        shifts = [way.shifts[number][0] - RAISE for way in ways]
        places.append((sum(1 << at - shift for at, shift in zip(starts, shifts, strict=True)), wanted))
    folds = [width << number for number in range((len(ways) - 1).bit_length())]
    return Packed(tuple(places), sum(1 << at for at in starts), tuple(reversed(folds)), base)


def _match(packed: Packed, card: Card, ground: Ground) -> Ranks:
    """The same as :func:`lacking`, by orientation."""
    pieces, holes = ground.pieces, ground.holes
    whole, one, two = ground.open[card.rank] * packed.targets, 0, 0
    for place, wanted in packed.places:
        have, gap = pieces[wanted] * place, holes[wanted] * place
        two = two & have | one & gap
        one = one & have | whole & gap
        whole &= have
    return whole, one, two


def lacking(card: Card, ground: Ground) -> Ranks:
    """Summoning squares where a card lacks nothing, one piece, two pieces."""
    packed = _pack(card)
    whole, one, two = _match(packed, card, ground)
    for fold in packed.folds:
        whole |= whole >> fold
        one |= one >> fold
        two |= two >> fold
    base = packed.base
    return whole >> base & BOARD, one >> base & BOARD, two >> base & BOARD


def steps_lacking(card: Card, ground: Ground) -> int:
    """The fewest pieces that a card lacks: 0, 1, 2, or 3 for more."""
    whole, one, two = _match(_pack(card), card, ground)
    return 0 if whole else 1 if one else 2 if two else 3


def steps_and_places(card: Card, ground: Ground) -> tuple[int, int]:
    """The fewest pieces that a card lacks, 0, 1, 2, or 3 for more, and on how many squares it lacks no more."""
    for steps, squares in enumerate(lacking(card, ground)):
        if squares:
            return steps, squares.bit_count()
    return 3, 0


def completing(ways: tuple[Orientation, ...], ground: Ground, rank: int) -> int:
    """Empty squares where one more common piece completes the pattern."""
    own, free = ground.own, ground.holes[0] << RAISE
    targets = ground.open[rank]
    found = 0
    for way in ways:
        shifts = way.shifts
        for place, (shift, wanted) in enumerate(shifts):
            if wanted:
                continue
            here = targets & free >> shift
            for other, (more, least) in enumerate(shifts):
                if other != place:
                    here &= own[least] >> more
                    if not here:
                        break
            else:
                found |= here << shift
    return (found >> RAISE) & BOARD


def nearing(ways: tuple[Orientation, ...], ground: Ground, rank: int) -> int:
    """Empty squares where one more common piece leaves the pattern one piece short, where it lacks two."""
    own, gaps = ground.own, ground.gaps
    targets, free = ground.open[rank], gaps[0]
    found = 0
    for way in ways:
        whole, one, two = targets, 0, 0
        for shift, wanted in way.shifts:
            have, gap = own[wanted] >> shift, gaps[wanted] >> shift
            two = two & have | one & gap
            one = one & have | whole & gap
            whole &= have
        if two:
            for shift, wanted in way.shifts:
                if not wanted:
                    found |= (two & free >> shift) << shift
    return (found >> RAISE) & BOARD
