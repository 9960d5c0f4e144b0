"""What a position of King of the Dice is worth to a seat, in points at the end of the game.

Two judges, a near-sighted and a far-sighted one: points on the board, and those with what may still become of them. The
stronger levels judge by fitted numbers instead (``final_score.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, sqrt

from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.maps import kingdom, largest_area, spread
from games.king_of_the_dice.scoring import AREA_POINTS, FLAME_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS, parts
from games.king_of_the_dice.state import State, supply

Evaluator = Callable[[State, int], float]
"""State and seat in, points out."""

TILES_A_TURN = 1.25
"""Tiles that a turn takes out of the supply, by the long run."""
CLAIMS_A_TURN = 1.1
FIXED_JOKER = 0.9
"""Points that a pair of citizens is worth whose die is fixed."""
ANY_JOKER = 1.7
"""The same for a pair of super jokers."""
LONE_SUPER = 0.55
LONE_CITIZEN = 0.2
FLAME_SLOPE = 1.5


def points(state: State, seat: int) -> float:
    """The score as it stands."""
    return float(parts(state, seat)["total"])


def own(state: State, seat: int) -> float:
    """The score, what the regions may grow together to, the fight for most flames and the jokers."""
    turns = estimate_turns(state)
    mine = turns / state.seats
    return (
        _land(state, seat, mine)
        + FLAME_POINTS * most_flames(state.tamed, seat, turns)
        + GOLD_POINTS * state.golds[seat]
        + WHITE_POINTS * state.whites[seat]
        + jokers(state.open[seat], state.down[seat], mine)
    )


def estimate_turns(state: State) -> float:
    """Turns of all seats until the supply is empty, about."""
    return supply(state) / TILES_A_TURN


def land(state: State, seat: int) -> tuple[int, int]:
    """Points for the regions, and by how many regions the largest area would grow with each of those that border on
    its own and can still be had, all of them together."""
    near = kingdom().arrangements[state.arrangement].near
    rest = marks = state.marks[seat]
    groups: list[tuple[int, int]] = []
    largest = bordering = 0
    while rest:
        group = spread(near, rest & -rest, rest)
        rest &= ~group
        around, left = 0, group
        while left:
            bit = left & -left
            around |= near[bit.bit_length() - 1]
            left ^= bit
        size = group.bit_count()
        groups.append((size, around))
        bordering |= around
        if size > largest:
            largest = size
    gained = 0
    bordering &= state.free | state.flames
    while bordering:
        # A region that touches groups would join them.
        bit = bordering & -bordering
        bordering ^= bit
        joined = 1
        for size, around in groups:
            if around & bit:
                joined += size
        if joined > largest:
            gained += joined - largest
    return AREA_POINTS * largest + REGION_POINTS * (marks.bit_count() - largest), gained


def _land(state: State, seat: int, turns: float) -> float:
    """Points for the regions, and for how well they can grow together in the turns to come."""
    worth, gained = land(state, seat)
    spots = (state.free | state.flames).bit_count()
    if not spots or turns <= 0:
        return float(worth)
    # What the largest area gains by a region, times the chance to get that very one.
    chance = min(0.4, CLAIMS_A_TURN * turns / spots)
    return worth + (AREA_POINTS - REGION_POINTS) * gained * chance


def most_flames(tamed: list[int], seat: int, turns: float) -> float:
    """Probability of having most flames at the end, with ``turns`` turns of all seats to go."""
    rival = max(count for other, count in enumerate(tamed) if other != seat)
    lead = tamed[seat] - rival
    if turns <= 0:
        return float(lead >= 0 and tamed[seat] > 0)
    return 1 / (1 + exp(-FLAME_SLOPE * lead / sqrt(0.3 + turns / 6)))


def count_joker_dice(open_: int, down: int) -> tuple[int, int, int]:
    """Citizens as jokers: dice that two with one symbol, or one of them and a super joker, would make; super jokers
    left; citizens without another."""
    pairs = singles = 0
    for cards in citizens().with_joker:
        count = (open_ & cards).bit_count()
        pairs += count >> 1
        singles += count & 1
    supers = down.bit_count()
    matched = min(supers, singles)
    return pairs + matched, supers - matched, singles - matched


def jokers(open_: int, down: int, turns: float) -> float:
    """Value of its own citizens as jokers in ``turns`` turns of its own."""
    if turns <= 0:
        return 0.0
    pairs, supers, singles = count_joker_dice(open_, down)
    worth = FIXED_JOKER * pairs + ANY_JOKER * (supers >> 1) + LONE_CITIZEN * singles + LONE_SUPER * (supers & 1)
    return worth * min(1.0, turns / 2.5)


# What regions are worth in King of the Dice, and what one region more would bring; kept, for it is asked again and
# again.


@lru_cache(maxsize=1 << 16)
def land_points(arrangement: int, marks: int) -> int:
    """Points for regions."""
    near = kingdom().arrangements[arrangement].near
    return (AREA_POINTS - REGION_POINTS) * largest_area(near, marks) + REGION_POINTS * marks.bit_count()


@lru_cache(maxsize=1 << 14)
def region_gains(arrangement: int, marks: int, regions: int, gold: int, white: int) -> tuple[float, float]:
    """What one of these regions would bring, on average and at best; gold and white: those with a gem."""
    now, total, best, count = land_points(arrangement, marks), 0, 0, regions.bit_count()
    while regions:
        bit = regions & -regions
        regions ^= bit
        gain = land_points(arrangement, marks | bit) - now
        gain += GOLD_POINTS if gold & bit else WHITE_POINTS if white & bit else 0
        total += gain
        best = max(best, gain)
    return total / count if count else 0.0, float(best)
