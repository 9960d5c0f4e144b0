"""How near a pattern is to being complete: where it fits, where one piece is lacking, where two are.

The same shifting of bit boards as ``games.tash_kalar.maps``, with a count of what is lacking carried along
for all squares at once.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.tash_kalar.cards import Card, box
from games.tash_kalar.maps import BOARD, NEAR, RAISE, SQUARES_END, Orientation, bits, find_neighbours, shift_ranks
from games.tash_kalar.scoring import CORNERS, DIAGONALS, MIDDLE_LINES, PLUS, SIDES, TIMES, ZONES, fulfils
from games.tash_kalar.state import State, empty, find_upgrades, get_side, ground, own_mask

Ranks = tuple[int, int, int]


class Ground:
    """The arena as one colour sees it, as masks of squares.

    ``pieces``: own pieces of at least each rank;
    ``holes``: where a piece of each rank could still come to stand (empty squares and own pieces of a lower rank);
    ``own``: ``pieces`` raised for shifting;
    ``open``: by rank of a being, squares without a higher piece.
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
        """The field ``holes``, raised for shifting."""
        one, two, three = self.holes
        return one << RAISE, two << RAISE, three << RAISE


class Packed(NamedTuple):
    """A card's pattern in all its orientations side by side, each in a field of one large int.

    Multiplying a mask of squares by a factor copies it into every field. ``places``: for each piece of the pattern the
    factor that also shifts the copies from that piece to the summoning square, and the rank that is wanted;
    ``targets``: the factor without a shift; ``folds``: right shifts that join all fields in the first one; ``base``:
    bit of the first square in it.
    """

    places: tuple[tuple[int, int], ...]
    targets: int
    folds: tuple[int, ...]
    base: int


@lru_cache(maxsize=1024)  # all cards of the base and of the expansions
def _pack(card: Card) -> Packed:
    """Return a card's orientations side by side, so that one multiplication shifts all of them."""
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
    """Return three masks of summoning squares: where the card lacks no piece, one piece, two pieces."""
    packed = _pack(card)
    whole, one, two = _match(packed, card, ground)
    for fold in packed.folds:
        whole |= whole >> fold
        one |= one >> fold
        two |= two >> fold
    base = packed.base
    return whole >> base & BOARD, one >> base & BOARD, two >> base & BOARD


def steps_lacking(card: Card, ground: Ground) -> int:
    """Return the fewest pieces that a card lacks on any square: 0, 1, 2, or 3 for more."""
    whole, one, two = _match(_pack(card), card, ground)
    return 0 if whole else 1 if one else 2 if two else 3


def steps_and_places(card: Card, ground: Ground) -> tuple[int, int]:
    """Return the fewest pieces that a card lacks on any square (3 for more than two), and the number of such
    squares."""
    for steps, squares in enumerate(lacking(card, ground)):
        if squares:
            return steps, squares.bit_count()
    return 3, 0


def completing(ways: tuple[Orientation, ...], ground: Ground, rank: int) -> int:
    """Return the mask of empty squares where one more common piece completes a pattern in one of ``ways``."""
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
    """Return the mask of empty squares where one more common piece leaves a pattern lacking one piece instead of
    two."""
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


# How many steps a side is away from a task of the High Form: pieces to be placed, moved or upgraded.
#
# Tasks about what is done in one turn (destroying, summoning) have no position to come closer to; during a turn they
# count what is still to be done.

FAR = 9.0
"""Number of steps that is as good as out of reach: the arena is nine squares wide."""
BLOCKED = 1.6
"""Steps for a square with an enemy piece in the way: it has to go first, often by the move that takes its place."""
ISOLATION_STEPS = 2.5
"""Isolation comes about by destroying what stands next to it: more than one action, and it is there or not."""
RISE = 0.5
"""A piece that has to be upgraded too: half a step more, since beings come into the arena upgraded."""
RISE_ON_LINES = 0.3
"""The same on the diagonals, where more squares will do."""


def count_steps(state: State, task: int, side: int) -> float:
    """Return how many steps a side is away from a task about the position; FAR for tasks about one turn."""
    condition = box().tasks[task].condition
    if "isolation" in condition:
        return 0.0 if fulfils(state, task, side) else ISOLATION_STEPS
    count = _STEPS.get(next(iter(condition)))
    return FAR if count is None else count(state, side, condition)


def count_turn_steps(state: State, task: int) -> float:
    """Return the steps left to a task for the seat on turn, counting what it did this turn; FAR if it is out of
    reach."""
    condition = box().tasks[task].condition
    if "destroyed" in condition:
        upgraded = sum(count for man, count in enumerate(state.tally) if man % 3)
        missing = condition["destroyed"] - sum(state.tally)
        return float(max(0, missing, condition.get("upgraded", 0) - upgraded))
    if "legends_or_heroes" in condition:
        legends, heroes = condition["legends_or_heroes"]
        return float(max(0, min(legends - sum(state.tally[2::3]), heroes - sum(state.tally[1::3]))))
    if "summoned" in condition:
        beings, red, green, either, legends = state.summoned
        there = {"red": red, "green": green, "coloured": either}.get(condition.get("on", ""), 0)
        placed, great = condition.get("there", 0) - there, condition.get("legends", 0) - legends
        return float(max(0, condition["summoned"] - beings, placed, great))
    return count_steps(state, task, get_side(state, state.active))


def _on(state: State, side: int, condition: Mapping[str, Any]) -> float:
    zone = ZONES[condition["on"]]
    own, upgraded = (own_mask(state, side) & zone).bit_count(), (find_upgrades(state, side) & zone).bit_count()
    legends = (state.men[3 * side + 2] & zone).bit_count()
    rises: int = max(0, condition["upgraded"] - upgraded, condition.get("legends", 0) - legends)
    missing = int(condition.get("own", 0)) - own
    return float(max(missing, rises)) + RISE * rises


def _more_upgraded_on(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, other = find_upgrades(state, side), find_upgrades(state, 1 - side)
    zones = [ZONES[name] for name in condition["more_upgraded_on"]]
    return sum(1.5 * max(0, (other & zone).bit_count() + 1 - (own & zone).bit_count()) for zone in zones)


def _cross(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for shape in (PLUS, TIMES):
        missing = shape & ~own
        best = min(best, (missing & free).bit_count() + BLOCKED * (missing & ~free).bit_count())
    return best


def _line(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, other = own_mask(state, side), own_mask(state, 1 - side)
    free = empty(state)
    best = FAR
    for line in MIDDLE_LINES:
        missing = condition["line"] - (own & line).bit_count() + (other & line).bit_count()
        room = (free & line).bit_count()
        # Without empty squares enemies have to go, and each of them counts twice when it is taken over.
        best = min(best, missing if missing <= room else room + BLOCKED * (missing - room) / 2)
    return max(0.0, best)


def _diagonals(state: State, side: int, condition: Mapping[str, Any]) -> float:
    pieces, upgraded = condition["diagonals"]
    own, great = own_mask(state, side), find_upgrades(state, side)
    steps = 0.0
    for line in DIAGONALS:
        missing = max(0, pieces - (own & line).bit_count())
        rises = max(0, upgraded - (great & line).bit_count())
        steps += max(missing, rises) + RISE_ON_LINES * rises
    return steps


def _chain(state: State, side: int, condition: Mapping[str, Any]) -> float:
    """The fewest empty squares to be filled between the two ends."""
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for begin, end in SIDES if condition["chain"] == "sides" else CORNERS:
        reached = begin & own
        steps = 0
        while steps < best:
            while True:
                wider = reached | find_neighbours(reached) & own
                if wider == reached:
                    break
                reached = wider
            if reached & end:
                best = float(steps)
                break
            wider = reached | (begin | find_neighbours(reached)) & free
            if wider == reached:
                break
            reached = wider
            steps += 1
    return best


def _around(state: State, side: int, condition: Mapping[str, Any]) -> float:
    own, free = own_mask(state, side), empty(state)
    best = FAR
    for square in bits(own_mask(state, 1 - side)):
        missing = condition["around"] - (NEAR[square] & own).bit_count()
        if missing < best:
            room = (NEAR[square] & free).bit_count()
            best = min(best, missing if missing <= room else room + BLOCKED * (missing - room))
    return max(0.0, best)


_STEPS: dict[str, Callable[[State, int, Mapping[str, Any]], float]] = {
    "on": _on,
    "more_upgraded_on": _more_upgraded_on,
    "cross": _cross,
    "line": _line,
    "diagonals": _diagonals,
    "chain": _chain,
    "around": _around,
}
