"""How near a pattern is to being complete: where it fits, where one piece is lacking, where two are.

The same shifting of bit boards as ``games.tash_kalar.patterns``, with a count of what is lacking carried along
for all squares at once.
"""

from __future__ import annotations

from games.tash_kalar.cards import Card
from games.tash_kalar.maps import BOARD
from games.tash_kalar.patterns import RAISE, Orientation, shift_ranks
from games.tash_kalar.state import State, ground

Ranks = tuple[int, int, int]


class Ground:
    """The arena as one colour sees it; all masks raised for shifting.

    ``own``   own pieces of at least each rank; ``gaps`` where a piece of each rank could still come to stand:
              empty squares and own pieces of a lower rank
    ``open``  by rank of a being: squares without a higher piece (not raised)
    """

    __slots__ = ("gaps", "open", "own")

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
        self.own: Ranks = shift_ranks(common, heroic, legendary)
        here = ground(state)
        free = (here & ~filled) << RAISE
        lower = free | common << RAISE
        self.gaps: Ranks = (free, lower, lower | heroic << RAISE)
        self.open: Ranks = (here & ~(high | great), here & ~great, here)


def lacking(ways: tuple[Orientation, ...], ground: Ground, rank: int) -> Ranks:
    """Summoning squares where a being of this rank lacks nothing, one piece, two pieces."""
    own, gaps = ground.own, ground.gaps
    targets = ground.open[rank]
    none = single = double = 0
    for way in ways:
        whole, one, two = targets, 0, 0
        for shift, wanted in way.shifts:
            have = own[wanted] >> shift
            gap = gaps[wanted] >> shift
            two = two & have | one & gap
            one = one & have | whole & gap
            whole &= have
        none |= whole
        single |= one
        double |= two
    return none, single, double


def steps_lacking(card: Card, ground: Ground) -> int:
    """The fewest pieces that a card lacks: 0, 1, 2, or 3 for more."""
    return steps_and_places(card, ground)[0]


def steps_and_places(card: Card, ground: Ground) -> tuple[int, int]:
    """The fewest pieces that a card lacks, 0, 1, 2, or 3 for more, and on how many squares it lacks no more."""
    for steps, squares in enumerate(lacking(card.ways, ground, card.rank)):
        if squares:
            return steps, squares.bit_count()
    return 3, 0


def completing(ways: tuple[Orientation, ...], ground: Ground, rank: int) -> int:
    """Empty squares where one more common piece completes the pattern."""
    own, free = ground.own, ground.gaps[0]
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
    targets, free = ground.open[rank], ground.gaps[0]
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
