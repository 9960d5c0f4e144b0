"""Regret matching+ with linear averaging (Tammelin 2014), with restricted Nash responses (Johanson et al. 2007).

Solves a simultaneous choice given as a pay-off table. Each seat plays an action in proportion to its positive regret;
later iterations weigh more in the average strategy, which is the result. Several *worlds* stand for the information
that one seat lacks: it plays one strategy in all of them, while the others know which world they are in (their
strategies differ between worlds).
"""

from collections.abc import Sequence
from math import exp

from ai.algorithms.heartbeat import beat
from engine.contract import Chance

_FINE = 1 << 20


class Payoffs:
    """Pay-off table of one world.

    ``counts``: number of actions by seat. ``table``: a tuple of pay-offs by seat for each joint action, with the action
    of the last seat changing fastest. ``strides``: distance in ``table`` between two actions of a seat.
    """

    __slots__ = ("counts", "strides", "table")

    def __init__(self, counts: Sequence[int], table: list[tuple[float, ...]]) -> None:
        self.counts = list(counts)
        self.table = table
        strides = [1] * len(self.counts)
        for seat in range(len(self.counts) - 2, -1, -1):
            strides[seat] = strides[seat + 1] * self.counts[seat + 1]
        self.strides = strides


class RegretTable:
    """Regrets and strategy sums of one world: lists by seat, then by action."""

    __slots__ = ("regrets", "sums")

    def __init__(self, counts: Sequence[int]) -> None:
        self.regrets = [[0.0] * count for count in counts]
        self.sums = [[0.0] * count for count in counts]

    def average(self, seat: int) -> list[float]:
        """Average strategy of a seat; uniform before the first iteration."""
        sums = self.sums[seat]
        total = sum(sums)
        return [value / total for value in sums] if total > 0 else [1 / len(sums)] * len(sums)


Habits = Sequence[Sequence[float] | None]
"""By seat: a fixed mixed strategy that the seat tends to play, or None."""


def match_regrets(regrets: Sequence[float]) -> list[float]:
    """Return the probability of each action in proportion to its positive regret; uniform if no regret is positive."""
    above = [max(0.0, regret) for regret in regrets]
    total = sum(above)
    return [each / total for each in above] if total > 0 else [1 / len(above)] * len(above)


def run(
    payoffs: Payoffs,
    strategies: RegretTable,
    iterations: int,
    chance: Chance,
    start: int = 0,
    habits: Habits = (),
    restricted_nash_p: float = 0.0,
) -> None:
    """Run ``iterations`` of regret matching+ and update ``strategies`` in place.

    ``start``: iterations that were run before (the weight of iteration n is n). ``restricted_nash_p``: probability with
    which a seat that has a habit plays it in place of its regret strategy. The others then learn a restricted Nash
    response: it exploits the habit without being exploitable much itself.
    """
    beat()
    table, strides, counts = payoffs.table, payoffs.strides, payoffs.counts
    regrets, sums = strategies.regrets, strategies.sums
    seats = range(len(counts))
    below = chance.below
    chosen = [0] * len(counts)
    for weight in range(start + 1, start + iterations + 1):
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
            if habits and habits[seat] is not None and below(_FINE) < restricted_nash_p * _FINE:
                pick = sample(habits[seat] or (), chance)
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


def run_over_worlds(
    worlds: Sequence[Payoffs],
    seat: int,
    iterations: int,
    chance: Chance,
    habits: Sequence[Habits] = (),
    restricted_nash_p: float = 0.0,
    slices: int = 12,
    likely: Sequence[float] = (),
) -> list[RegretTable]:
    """Run regret matching+ in all worlds in turn; ``seat`` has one shared strategy. Return a table for each world.

    ``likely``: probabilities of the worlds, adding up to 1, by which the iterations are divided; uniform if empty.
    ``slices``: how often the loop over the worlds is repeated.
    """
    found = [RegretTable(world.counts) for world in worlds]
    for other in found[1:]:
        other.regrets[seat] = found[0].regrets[seat]
        other.sums[seat] = found[0].sums[seat]
    habits = habits or [()] * len(worlds)
    if len(worlds) == 1:
        run(worlds[0], found[0], iterations, chance, 0, habits[0], restricted_nash_p)
        return found
    parts = [max(1, int(iterations * share / slices)) for share in likely or [1 / len(worlds)] * len(worlds)]
    start = 0
    for _ in range(slices):
        for world, strategies, own, part in zip(worlds, found, habits, parts, strict=True):
            run(world, strategies, part, chance, start, own, restricted_nash_p)
            start += part
    return found


def evaluate_profile(payoffs: Payoffs, mixes: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the expected pay-off of each seat when all play the mixed strategies ``mixes`` (by seat)."""
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


def action_values(payoffs: Payoffs, seat: int, mixes: Sequence[Sequence[float]]) -> list[float]:
    """Expected pay-off of each action of ``seat`` against the mixed strategies of the others."""
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


def softmax(values: Sequence[float], temperature: float) -> list[float]:
    """Softmax of ``values`` with this temperature: probabilities that add up to 1."""
    top = max(values)
    shares = [exp((value - top) / temperature) for value in values]
    total = sum(shares)
    return [share / total for share in shares]


def sample(mix: Sequence[float], chance: Chance) -> int:
    """Draw an index with the probabilities of a mixed strategy."""
    point = chance.below(_FINE) / _FINE * sum(mix)
    for index, share in enumerate(mix):
        point -= share
        if point < 0:
            return index
    return max(range(len(mix)), key=mix.__getitem__)


def threshold(mix: Sequence[float], least: float) -> list[float]:
    """Return a mixed strategy without probabilities below ``least``, rescaled; unchanged if none would be left."""
    kept = [share if share >= least else 0.0 for share in mix]
    total = sum(kept)
    return [share / total for share in kept] if total > 0 else list(mix)
