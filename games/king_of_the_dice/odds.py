"""Exact chances of the dice: what six dice in up to three rolls are worth, and which to keep.

A :class:`Plan` holds, for every roll and every number of rolls left, the best expected value and
the best hold. Wishes that depend on numbers only, or on colours only, are worked out over
multisets, because then all six dice are alike (every number is on each die once, every colour
twice): a few milliseconds. Mixed wishes need all 46,656 rolls; these are worked out side by side
as the lanes of one long integer, in about a fifth of a second. Plans are kept, and asking a plan
takes some microseconds.

All values are whole numbers until the last division, so the chances are exact.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Protocol

from .actions import STOP
from .cards import citizens
from .conditions import NUMBERS, TINTS
from .dice import DICE, colour_of, nets, symbol

OUTCOMES = 6**DICE
MOST_ROLLS_LEFT = 2
LARGEST_VALUE = 1 << 18
"""Largest worth of a wish, so that the sums of two rolls fit into a lane."""

Wishes = tuple[tuple[int, int], ...]
"""Pairs of the mask of conditions (one of them suffices) and what meeting it is worth."""


class Plan(Protocol):
    """Best expected values and holds for some wishes; of several wishes met the dearest counts.

    Dice are six faces 1 … 6 in the order of the dice; holds are masks of the dice kept, 63 = stop.
    """

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        """What this roll is worth with 0, 1 or 2 rolls left and best holds."""
        ...

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        """The best dice to keep; of equally good holds one that keeps more."""
        ...

    def start(self) -> float:
        """What a turn is worth before its first roll."""
        ...


def chance_plan(conditions: Iterable[int]) -> Plan:
    """The plan to meet one of these conditions (numbers into ``citizens().conditions``); values are chances."""
    return plan_for(((sum(1 << number for number in set(conditions)), 1),))


def citizens_plan(cards: Iterable[int], added: Iterable[int] = ()) -> Plan:
    """The plan to be able to hire one of these citizens, with dice added by jokers; values are chances."""
    found = 0
    for card in cards:
        found |= citizens().cards[card].needs
    return plan_for(((found, 1),), added)


def plan_for(wishes: Wishes, added: Iterable[int] = ()) -> Plan:
    """The plan for wishes of different worth; raises :class:`ValueError` for a worth out of range.

    ``added``: symbols of dice that jokers will add to the result (ruling D4: seven dice or more).
    """
    mask = 0
    for conditions, worth in wishes:
        mask |= conditions
        if not 0 <= worth <= LARGEST_VALUE:
            raise ValueError(f"worth {worth}: expected 0 to {LARGEST_VALUE}")
    jokers = tuple(sorted(added))
    parts = {condition.part for number, condition in enumerate(citizens().conditions.all) if mask >> number & 1}
    if len(parts) > 1 or not parts <= {NUMBERS, TINTS}:
        return _mixed_plan(wishes, jokers)
    return _alike_plan(wishes, jokers, *parts)


@lru_cache(maxsize=256)
def _alike_plan(wishes: Wishes, added: tuple[int, ...], part: int = NUMBERS) -> Plan:
    if part == NUMBERS:
        return _AlikePlan(wishes, added, 6, lambda die, face: face - 1, lambda kind: symbol(kind + 1, 0))
    return _AlikePlan(wishes, added, 3, lambda die, face: colour_of(nets()[die][face]), lambda kind: kind)


@lru_cache(maxsize=16)
def _mixed_plan(wishes: Wishes, added: tuple[int, ...]) -> Plan:
    """Three quarters of a megabyte each, so only a few are kept."""
    return _LanePlan(wishes, added)


def _worth(wishes: Wishes, met: int) -> int:
    return max((worth for conditions, worth in wishes if conditions & met), default=0)


# --- dice that are alike ------------------------------------------------------------------------

Multiset = tuple[int, ...]


class _AlikePlan(Plan):
    """Values over multisets of kinds: how many dice show each number, or each colour.

    Values of a level are whole numbers over ``kinds ** (6 x rolls left)``.
    """

    def __init__(
        self,
        wishes: Wishes,
        added: tuple[int, ...],
        kinds: int,
        kind: Callable[[int, int], int],
        sign: Callable[[int], int],
    ) -> None:
        """``kind``: what a face of a die shows, all kinds equally often; ``sign``: a symbol that shows a kind."""
        self._kinds = kinds
        self._kind = kind
        met = citizens().conditions.met
        full = _multisets(kinds, DICE)
        signs = [sign(each) for each in range(kinds)]
        self._levels: list[dict[Multiset, int]] = [{}]
        for counts in full:
            roll = [signs[at] for at, count in enumerate(counts) for _ in range(count)]
            self._levels[0][counts] = _worth(wishes, met((*roll, *added)))
        self._best: list[dict[Multiset, Multiset]] = [{counts: counts for counts in full}]
        for _ in range(MOST_ROLLS_LEFT):
            self._add_level()
        self._start = self._completed(self._levels[-1])[(0,) * kinds]

    def _completed(self, values: dict[Multiset, int]) -> dict[Multiset, int]:
        """What keeping some dice and rolling the others is worth, times kinds ** 6, for every multiset kept."""
        scale = self._kinds**DICE
        found = {counts: value * scale for counts, value in values.items()}
        for size in range(DICE - 1, -1, -1):
            for counts in _multisets(self._kinds, size):
                total = 0
                for at in range(self._kinds):
                    total += found[(*counts[:at], counts[at] + 1, *counts[at + 1 :])]
                found[counts] = total // self._kinds
        return found

    def _add_level(self) -> None:
        kept = self._completed(self._levels[-1])
        # Best over everything that can be kept of a multiset, by taking away one die at a time.
        best: dict[Multiset, tuple[int, int, Multiset]] = {}
        for size in range(DICE + 1):
            for counts in _multisets(self._kinds, size):
                choice = (kept[counts], size, counts)
                for at, count in enumerate(counts):
                    if count:
                        fewer = best[(*counts[:at], count - 1, *counts[at + 1 :])]
                        if fewer[:2] > choice[:2]:
                            choice = fewer
                best[counts] = choice
        self._levels.append({counts: best[counts][0] for counts in self._levels[0]})
        self._best.append({counts: best[counts][2] for counts in self._levels[0]})

    def _counts(self, dice: Sequence[int]) -> Multiset:
        counts = [0] * self._kinds
        for die, face in enumerate(dice):
            counts[self._kind(die, face)] += 1
        return tuple(counts)

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        return float(self._levels[rolls_left][self._counts(dice)] / self._kinds ** (DICE * rolls_left))

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        left = list(self._best[rolls_left][self._counts(dice)])
        mask = 0
        for die, face in enumerate(dice):
            kind = self._kind(die, face)
            if left[kind]:
                left[kind] -= 1
                mask |= 1 << die
        return mask

    def start(self) -> float:
        return float(self._start / self._kinds ** (DICE * (MOST_ROLLS_LEFT + 1)))


@lru_cache(maxsize=32)
def _multisets(kinds: int, size: int) -> tuple[Multiset, ...]:
    """All ways to spread so many dice over the kinds."""
    if kinds == 1:
        return ((size,),)
    return tuple((first, *rest) for first in range(size + 1) for rest in _multisets(kinds - 1, size - first))


# --- dice that differ ---------------------------------------------------------------------------

_WIDTH = 64
_HOLD_BITS = 9
"""Three bits for the number of dice kept, six for the mask: of equal values the greater keeps more."""


class _LanePlan(Plan):
    """Values of all rolls side by side. Lane k of a long integer is the roll whose faces less one are
    the digits of k in base 6, die 0 the lowest; a lane holds the value above the hold.

    Values of a level are whole numbers over ``6 ** (6 x rolls left)``.
    """

    def __init__(self, wishes: Wishes, added: tuple[int, ...] = ()) -> None:
        self._wishes = wishes
        self._added = added
        wanted = 0
        for conditions, _ in wishes:
            wanted |= conditions
        worths = {met: _worth(wishes, met) for met in {met & wanted for met in _met_by_roll(added)}}
        values = [worths[met & wanted] for met in _met_by_roll(added)]
        lanes = int.from_bytes(struct.pack(f"<{OUTCOMES}Q", *values), "little")
        self._levels: list[bytes] = []
        for _ in range(MOST_ROLLS_LEFT):
            packed = _best_holds(lanes)
            self._levels.append(packed.to_bytes(OUTCOMES * 8, "little"))
            lanes = packed >> _HOLD_BITS & _repeated((1 << _WIDTH - _HOLD_BITS) - 1, OUTCOMES)
        self._start = sum(lane >> _HOLD_BITS for lane in struct.unpack(f"<{OUTCOMES}Q", self._levels[-1]))

    def _lane(self, roll: int, rolls_left: int) -> int:
        return int.from_bytes(self._levels[rolls_left - 1][8 * roll : 8 * roll + 8], "little")

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        if not rolls_left:
            signs = [net[face] for net, face in zip(nets(), dice, strict=True)]
            return float(_worth(self._wishes, citizens().conditions.met((*signs, *self._added))))
        return float((self._lane(_number(dice), rolls_left) >> _HOLD_BITS) / OUTCOMES**rolls_left)

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        return self._lane(_number(dice), rolls_left) & STOP if rolls_left else STOP

    def start(self) -> float:
        return float(self._start / OUTCOMES ** (MOST_ROLLS_LEFT + 1))


@lru_cache(maxsize=3)
def _met_by_roll(added: tuple[int, ...]) -> tuple[int, ...]:
    """Masks of the conditions that each roll meets with the added dice, in the order of the lanes."""
    met = citizens().conditions.met
    return tuple([met((*roll, *added)) for roll in product(*(net[1:] for net in reversed(nets())))])


def _number(dice: Sequence[int]) -> int:
    """The lane of a roll."""
    number = 0
    for face in reversed(dice):
        number = 6 * number + face - 1
    return number


@lru_cache(maxsize=4)
def _repeated(lane: int, times: int) -> int:
    """The same value in so many lanes."""
    return _repeated_blocks(lane, 1, times)


@lru_cache(maxsize=8)
def _zero_digit(die: int) -> int:
    """Full lanes wherever the face of this die is its first."""
    stride: int = 6**die
    block = _repeated_blocks((1 << _WIDTH) - 1, 1, stride)
    return _repeated_blocks(block, stride * 6, OUTCOMES // (stride * 6))


def _repeated_blocks(block: int, step: int, times: int) -> int:
    """A block of lanes, so many times, each ``step`` lanes from the one before."""
    found, done = block, 1
    while done < times:
        more = min(done, times - done)
        part = found if more == done else found & ((1 << _WIDTH * step * more) - 1)
        found |= part << _WIDTH * step * done
        done += more
    return found


def _rolled_again(lanes: int, die: int) -> int:
    """Every lane becomes the sum over the six faces of this die."""
    stride: int = _WIDTH * 6**die
    first = _zero_digit(die)
    total = lanes & first
    for face in range(1, 6):
        total += lanes >> stride * face & first
    # The sum of the six faces goes back to each of them: shifted lanes do not overlap.
    pair = total | total << stride
    return pair | pair << 2 * stride | pair << 4 * stride


def _best_holds(lanes: int) -> int:
    """For every roll the best value of keeping some dice, times 6 ** 6, and that hold."""
    ones = _repeated(1, OUTCOMES)
    top = ones << _WIDTH - 1
    best = 0
    # Decided die by die, so that only a few tables are there at a time.
    todo = [(lanes, 0, 0)]
    while todo:
        table, die, keep = todo.pop()
        if die < DICE:
            todo += [(_rolled_again(table, die), die + 1, keep), (table, die + 1, keep | 1 << die)]
            continue
        kept = keep.bit_count()
        scale: int = 6**kept  # dice kept were not summed over
        held = (table * scale << _HOLD_BITS) + ones * (kept << DICE | keep)
        # A lane's top bit stays where held >= best; spread over the lane it chooses the greater.
        wins = ((held | top) - best) & top
        choose = wins - (wins >> _WIDTH - 1) | wins
        best ^= (best ^ held) & choose
    return best
