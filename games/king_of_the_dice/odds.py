"""Exact odds: the expected value of six dice in up to three rolls, and the best dice to keep.

A :class:`Plan` holds, for every roll and every number of rolls left, the best expected value and
the best hold. Wishes that depend on numbers only, or on colours only, are computed over
multisets, because then all dice are equal (each die has every number once, every colour
twice). Mixed wishes are computed over all rolls at once (``packed_odds``). Plans are
cached; a level of a plan is computed on first use.

All values are integers until the last division, so the odds are exact.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from .actions import HOLDS, STOP
from .cards import citizens
from .dice import DICE, NUMBERS, TINTS, nets, symbol, to_colour
from .packed_odds import MOST_ROLLS_LEFT, Ends, LanePlan, Offer, Wishes, group_rolls
from .scoring import GOLD_POINTS

SAME = 1e-12
"""Tolerance for equal values: all are quotients with one denominator."""
LARGEST_VALUE = 1 << 18
"""Largest worth of a wish for which the sums of two rolls fit into a 64-bit lane."""


class Plan(Protocol):
    """Best expected values and holds for a set of wishes; if a result meets several, the most valuable counts.

    ``dice`` are six faces 1 … 6; holds are masks of the dice kept (bit = index), 63 = stop.
    """

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        """Return the expected value of a roll with 0, 1 or 2 rolls left under best holds."""
        ...

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        """Return the mask of the best dice to keep; among equal holds that of the most dice."""
        ...

    def keeping(self, dice: Sequence[int], keep: int, rolls_left: int) -> float:
        """Return the value of keeping these dice (a mask, 63 = stop) with 1 or 2 rolls left, then the best holds."""
        ...

    def holds(self, dice: Sequence[int], rolls_left: int) -> list[float]:
        """Return the values of all 64 holds, by mask; see :meth:`keeping`."""
        ...

    def start(self) -> float:
        """Return the value of a turn before its first roll."""
        ...


def chance_plan(condition: int) -> Plan:
    """Return the plan to meet a condition (index into ``citizens().conditions``); values are probabilities."""
    return plan_for(((1 << condition, 1),))


def citizens_plan(cards: Iterable[int]) -> Plan:
    """Return the plan to hire one of these citizens; values are probabilities."""
    found = 0
    for card in cards:
        found |= citizens().cards[card].needs
    return plan_for(((found, 1),))


def gains_plan(card: int) -> Plan:
    """Return the plan for the best reward of one citizen; values are points.

    Rewards: a region, one point more for each further tile to choose from, a gem. For a citizen with one reward the
    values are probabilities.
    """
    tiers = citizens().cards[card].tiers
    if len(tiers) == 1:
        return citizens_plan([card])
    return plan_for(tuple((1 << tier.condition, 1 + tier.draw + GOLD_POINTS * tier.gem) for tier in tiers))


def least_hold(plan: Plan, dice: Sequence[int], rolls_left: int) -> int:
    """Return the mask of the best dice to keep; among equal holds that of the fewest dice."""
    if not rolls_left:
        return STOP
    worths = plan.holds(dice, rolls_left)
    best = max(worths) - SAME
    return min((keep for keep in HOLDS if worths[keep] >= best), key=lambda keep: (keep.bit_count(), keep))


def plan_for(wishes: Wishes, added: Iterable[int] = (), otherwise: int = 0, offers: Iterable[Offer] = ()) -> Plan:
    """Return the plan for wishes of different worth; raises :class:`ValueError` for a worth out of range.

    ``added``: symbols of dice that jokers will add to the result (ruling D4: seven dice or more). ``otherwise``: worth
    of a result that meets no wish (ruling D3: not available after meeting a citizen). ``offers``: dice that jokers can
    add once the result stands, if that pays.
    """
    mask = 0
    for conditions, _ in wishes:
        mask |= conditions
    ends = Ends(wishes, tuple(sorted(added)), otherwise, tuple(offers))
    for worth in (otherwise, *(worth for _, worth in wishes)):
        if not 0 <= worth <= LARGEST_VALUE:
            raise ValueError(f"worth {worth}: expected 0 to {LARGEST_VALUE}")
    parts = {condition.part for number, condition in enumerate(citizens().conditions.all) if mask >> number & 1}
    if len(parts) > 1 or not parts <= {NUMBERS, TINTS}:
        return _build_mixed_plan(ends)
    return _alike_plan(ends, *parts)


@lru_cache(maxsize=256)
def _alike_plan(ends: Ends, part: int = NUMBERS) -> Plan:
    if part == NUMBERS:
        return _AlikePlan(ends, 6, lambda die, face: face - 1, lambda kind: symbol(kind + 1, 0))
    return _AlikePlan(ends, 3, lambda die, face: to_colour(nets()[die][face]), lambda kind: kind)


_build_mixed_plan = lru_cache(maxsize=64)(LanePlan)
"""Build a plan for mixed wishes; up to a megabyte each, so the cache is small."""


# --- dice that are alike ------------------------------------------------------------------------

Multiset = tuple[int, ...]


class _AlikePlan(Plan):
    """Plan over multisets of kinds: how many dice show each number, or each colour.

    Multisets are given by their index in ``_tree``. Values of a level are integers over
    ``kinds ** (6 x rolls left)``.
    """

    def __init__(
        self,
        ends: Ends,
        kinds: int,
        kind: Callable[[int, int], int],
        sign: Callable[[int], int],
    ) -> None:
        """``kind``: (die, face) → its kind, all equally likely; ``sign``: a symbol of each kind."""
        self._kinds = kinds
        self._kind = kind
        self._tree = _tree(kinds)
        met = citizens().conditions.match
        signs = [sign(each) for each in range(kinds)]
        bare = [0] * len(self._tree.multisets)
        rolls = []
        for number in self._tree.full:
            counts = self._tree.multisets[number]
            roll = [signs[at] for at, count in enumerate(counts) for _ in range(count)]
            rolls.append(roll)
        worths = ends.worths(lambda added: group_rolls([met((*roll, *added)) for roll in rolls]))
        for number, worth in zip(self._tree.full, worths, strict=True):
            bare[number] = worth
        self._levels = [bare]
        self._best: list[list[int]] = [list(range(len(bare)))]
        self._kept: list[list[int]] = [bare]

    def _level(self, rolls_left: int) -> list[int]:
        while len(self._levels) <= rolls_left:
            self._add_level()
        return self._levels[rolls_left]

    def _sum_completions(self, values: list[int]) -> list[int]:
        """Return the value of keeping a multiset and rolling the other dice, times kinds ** 6, for every multiset."""
        scale = self._kinds**DICE
        found = [value * scale for value in values]
        kinds = self._kinds
        for number, more in self._tree.incomplete:
            found[number] = sum([found[each] for each in more]) // kinds
        return found

    def _add_level(self) -> None:
        kept = self._sum_completions(self._levels[-1])
        # Maximum over all sub-multisets that can be kept, removing one die at a time.
        best = list(range(len(kept)))
        worth = kept[:]
        size = self._tree.sizes
        for number, fewer in self._tree.with_fewer:
            for each in fewer:
                choice = (worth[each], size[best[each]])
                if choice > (worth[number], size[best[number]]):
                    worth[number] = worth[each]
                    best[number] = best[each]
        self._levels.append(worth)
        self._best.append(best)
        self._kept.append(kept)

    def _number(self, dice: Sequence[int], keep: int = STOP) -> int:
        counts = [0] * self._kinds
        for die, face in enumerate(dice):
            if keep >> die & 1:
                counts[self._kind(die, face)] += 1
        return self._tree.numbers[tuple(counts)]

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        return float(self._level(rolls_left)[self._number(dice)] / self._kinds ** (DICE * rolls_left))

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        self._level(rolls_left)
        left = list(self._tree.multisets[self._best[rolls_left][self._number(dice)]])
        mask = 0
        for die, face in enumerate(dice):
            kind = self._kind(die, face)
            if left[kind]:
                left[kind] -= 1
                mask |= 1 << die
        return mask

    def keeping(self, dice: Sequence[int], keep: int, rolls_left: int) -> float:
        self._level(rolls_left)
        return float(self._kept[rolls_left][self._number(dice, keep)] / self._kinds ** (DICE * rolls_left))

    def holds(self, dice: Sequence[int], rolls_left: int) -> list[float]:
        return [self.keeping(dice, keep, rolls_left) for keep in HOLDS]

    def start(self) -> float:
        empty = self._tree.numbers[(0,) * self._kinds]
        return float(
            self._sum_completions(self._level(MOST_ROLLS_LEFT))[empty] / self._kinds ** (DICE * (MOST_ROLLS_LEFT + 1))
        )


@dataclass(frozen=True, slots=True)
class _Tree:
    """All multisets of up to six dice by index, and their neighbours with one die more or less.

    ``full``: indices of those with six dice; ``incomplete``: the others from five dice down to none, each with its
    neighbours of one die more; ``with_fewer``: those from one die up, each with its neighbours of one die less.
    """

    multisets: tuple[Multiset, ...]
    sizes: tuple[int, ...]
    numbers: dict[Multiset, int]
    full: tuple[int, ...]
    incomplete: tuple[tuple[int, tuple[int, ...]], ...]
    with_fewer: tuple[tuple[int, tuple[int, ...]], ...]


@lru_cache(maxsize=4)
def _tree(kinds: int) -> _Tree:
    every = tuple(counts for size in range(DICE + 1) for counts in _multisets(kinds, size))
    numbers = {counts: number for number, counts in enumerate(every)}

    def list_neighbours(counts: Multiset, step: int) -> tuple[int, ...]:
        found = [(*counts[:at], counts[at] + step, *counts[at + 1 :]) for at in range(kinds)]
        return tuple(numbers[each] for each in found if each in numbers)

    full = tuple(numbers[counts] for counts in every if sum(counts) == DICE)
    incomplete = tuple(
        (numbers[counts], list_neighbours(counts, 1)) for counts in reversed(every) if sum(counts) < DICE
    )
    with_fewer = tuple((numbers[counts], list_neighbours(counts, -1)) for counts in every if sum(counts))
    return _Tree(every, tuple(map(sum, every)), numbers, full, incomplete, with_fewer)


@lru_cache(maxsize=32)
def _multisets(kinds: int, size: int) -> tuple[Multiset, ...]:
    """Return all multisets of ``size`` dice over the kinds."""
    if kinds == 1:
        return ((size,),)
    return tuple((first, *rest) for first in range(size + 1) for rest in _multisets(kinds - 1, size - first))
