"""Simultaneous choice: mixed strategies by regret matching on a table of pay-offs.

A fixed best reply can be foreseen; where all choose at once, every seat needs a mixed
strategy. Regret matching finds one: each seat plays an action as often as it regrets not
having played it, and the average over many rehearsals is hard to exploit.
Several *worlds* stand for what a seat does not know: it must play one strategy in all of
them, the others know which world they are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.contract import Chance

_FINE = 1 << 20


class Payoffs:
    """Pay-offs of all joint actions in one world.

    ``counts`` numbers of actions by seat; ``table`` one tuple of pay-offs by seat for each
    joint action, the last seat's action changing fastest.
    """

    __slots__ = ("counts", "strides", "table")

    def __init__(self, counts: Sequence[int], table: list[tuple[float, ...]]) -> None:
        self.counts = list(counts)
        self.table = table
        strides = [1] * len(self.counts)
        for seat in range(len(self.counts) - 2, -1, -1):
            strides[seat] = strides[seat + 1] * self.counts[seat + 1]
        self.strides = strides


class Strategies:
    """Regrets and average strategies of every seat in one world (lists by seat, by action)."""

    __slots__ = ("regrets", "sums")

    def __init__(self, counts: Sequence[int]) -> None:
        self.regrets = [[0.0] * count for count in counts]
        self.sums = [[0.0] * count for count in counts]

    def average(self, seat: int) -> list[float]:
        """The mixed strategy of a seat; even while nothing has been rehearsed."""
        sums = self.sums[seat]
        total = sum(sums)
        return [value / total for value in sums] if total > 0 else [1 / len(sums)] * len(sums)


Habits = Sequence[Sequence[float] | None]
"""By seat: a mixed strategy the seat falls into out of habit, or None."""


def rehearse(
    payoffs: Payoffs,
    strategies: Strategies,
    count: int,
    chance: Chance,
    start: int = 0,
    habits: Habits = (),
    habit_share: float = 0.0,
) -> None:
    """Rehearse the choice ``count`` times; later rehearsals weigh more in the average.

    In ``habit_share`` of the rehearsals a seat with a habit follows it instead of its regrets.
    What the others learn then answers both the habit and the best play (a restricted Nash
    response): it makes use of the habit without becoming an easy prey itself.
    """
    table, strides, counts = payoffs.table, payoffs.strides, payoffs.counts
    regrets, sums = strategies.regrets, strategies.sums
    seats = range(len(counts))
    below = chance.below
    chosen = [0] * len(counts)
    for weight in range(start + 1, start + count + 1):
        joint = 0
        for seat in seats:
            own = regrets[seat]
            total = sum(own)
            added = sums[seat]
            if total > 0:
                share = weight / total
                point = below(_FINE) * total / _FINE
                pick = -1
                for action, regret in enumerate(own):
                    if regret > 0:
                        added[action] += share * regret
                        if pick < 0:
                            point -= regret
                            if point < 0:
                                pick = action
                if pick < 0:
                    pick = own.index(max(own))
            else:
                pick = below(len(own))
                share = weight / len(own)
                for action in range(len(own)):
                    added[action] += share
            if habits and habits[seat] is not None and below(_FINE) < habit_share * _FINE:
                pick = drawn(habits[seat] or (), chance)
            chosen[seat] = pick
            joint += pick * strides[seat]
        got = table[joint]
        for seat in seats:
            stride = strides[seat]
            index = joint - chosen[seat] * stride
            base = got[seat]
            own = regrets[seat]
            for action, regret in enumerate(own):
                regret += table[index][seat] - base
                own[action] = regret if regret > 0 else 0.0
                index += stride


def rehearse_worlds(
    worlds: Sequence[Payoffs],
    seat: int,
    count: int,
    chance: Chance,
    habits: Sequence[Habits] = (),
    habit_share: float = 0.0,
    slices: int = 12,
    likely: Sequence[float] = (),
) -> list[Strategies]:
    """Rehearse in all worlds by turns; ``seat`` carries one strategy through them all.

    ``likely``: the chances of the worlds, together 1, in which they take part; else all are alike.
    """
    found = [Strategies(world.counts) for world in worlds]
    for other in found[1:]:
        other.regrets[seat] = found[0].regrets[seat]
        other.sums[seat] = found[0].sums[seat]
    habits = habits or [()] * len(worlds)
    if len(worlds) == 1:
        rehearse(worlds[0], found[0], count, chance, 0, habits[0], habit_share)
        return found
    parts = [max(1, int(count * share / slices)) for share in likely or [1 / len(worlds)] * len(worlds)]
    start = 0
    for _ in range(slices):
        for world, strategies, own, part in zip(worlds, found, habits, parts, strict=True):
            rehearse(world, strategies, part, chance, start, own, habit_share)
            start += part
    return found


def expected(payoffs: Payoffs, mixes: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Everybody's expected pay-off when the seats play these mixed strategies."""
    rows = payoffs.table
    for mix in reversed(mixes):
        size = len(mix)
        rows = [
            tuple(
                [sum([p * row[k] for p, row in zip(mix, rows[at : at + size])]) for k in range(len(rows[0]))]  # noqa: B905
            )
            for at in range(0, len(rows), size)
        ]
    return rows[0]


def values_of(payoffs: Payoffs, seat: int, mixes: Sequence[Sequence[float]]) -> list[float]:
    """What each action of ``seat`` is expected to bring it against the others' mixed strategies."""
    values = []
    stride, count = payoffs.strides[seat], payoffs.counts[seat]
    probabilities = [1.0]
    for other, mix in enumerate(mixes):
        parts = [1.0] if other == seat else list(mix)
        probabilities = [p * q for p in probabilities for q in parts]
    offsets = [0]
    for other, size in enumerate(payoffs.counts):
        steps = range(size) if other != seat else range(1)
        offsets = [at + step * payoffs.strides[other] for at in offsets for step in steps]
    table = payoffs.table
    for action in range(count):
        shift = action * stride
        values.append(sum(p * table[at + shift][seat] for p, at in zip(probabilities, offsets, strict=True) if p))
    return values


def soft(values: Sequence[float], spread: float) -> list[float]:
    """The shares of a choice among these that errs between near ones (``spread``: how far apart they are told)."""
    top = max(values)
    shares = [exp((value - top) / spread) for value in values]
    total = sum(shares)
    return [share / total for share in shares]


def drawn(mix: Sequence[float], chance: Chance) -> int:
    """An index drawn from a mixed strategy."""
    point = chance.below(_FINE) / _FINE * sum(mix)
    for index, share in enumerate(mix):
        point -= share
        if point < 0:
            return index
    return max(range(len(mix)), key=mix.__getitem__)


def without_traces(mix: Sequence[float], smallest: float) -> list[float]:
    """The strategy without actions played less often than ``smallest`` (left over from learning)."""
    kept = [share if share >= smallest else 0.0 for share in mix]
    total = sum(kept)
    return [share / total for share in kept] if total > 0 else list(mix)
