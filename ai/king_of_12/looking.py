"""Looking ahead in King of 12: the table of pay-offs of a trick, and what a position is worth.

Positions are solved backwards: the pay-off of a trick is the worth of the position it leads
to, found by solving the next trick, and so on to the end of the round, or as deep as the
number of joint choices allows; below that the fitted model speaks (``worth``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from ai.search import Payoffs, Strategies, expected, rehearse
from engine.contract import Chance
from games.king_of_12.state import CARDS_OF

from .position import Outcome, Position, choices_at, finished, opened

Judge = Callable[[Position], tuple[float, ...]]
"""Says what a position is worth to each seat."""

INNER_REHEARSALS = 40
"""Rehearsals of a trick that lies ahead, per action of a seat."""


def settled(position: Position, cards: tuple[int, ...], chance: Chance, judge: Judge) -> Position:
    """The position after this trick; whoever has a choice takes what is best for itself."""
    return worked_out(position, cards, chance, judge)[0]


def worked_out(position: Position, cards: tuple[int, ...], chance: Chance, judge: Judge) -> Outcome:
    """This trick with all that came of it; whoever has a choice takes what is best for itself."""
    plan, faces = opened(position, cards)
    if not plan.asks:
        return finished(position, plan, faces, (), chance)
    picks = [-1] * position.seats
    owed = choices_at(plan, faces)
    for seat, actions in owed:
        picks[seat] = actions[0]
    after = None
    for seat, actions in owed:
        best = None
        for action in actions:
            picks[seat] = action
            tried = finished(position, plan, faces, picks, chance)
            value = judge(tried[0])[seat]
            if best is None or value > best[0]:
                best = (value, action, tried)
        assert best is not None
        picks[seat] = best[1]
        after = best[2]
    assert after is not None
    return after


def joint_choices(position: Position) -> int:
    """How many joint choices of cards there are in the next trick."""
    count = 1
    for hand in position.hands:
        count *= hand.bit_count()
    return count


def depth_for(position: Position, budget: int) -> int:
    """How many tricks can be solved exactly with at most ``budget`` worked-out tricks (at least 1)."""
    sizes = [hand.bit_count() for hand in position.hands]
    work, depth, total = 1, 0, 0
    while depth < position.left:
        for size in sizes:
            work *= size - depth
        total += work
        if depth and total > budget:
            break
        depth += 1
    return depth


def payoffs_of(position: Position, depth: int, chance: Chance, judge: Judge, rolls: int = 1) -> Payoffs:
    """The table of pay-offs of the next trick, looking ``depth`` tricks ahead.

    A trick with a live Oracle counts as the mean of ``rolls`` tries.
    """
    hands = [CARDS_OF[hand] for hand in position.hands]
    table = []
    for cards in product(*hands):
        after = settled(position, cards, chance, judge)
        value = solved(after, depth - 1, chance, judge)
        if rolls > 1 and opened(position, cards)[0].oracle >= 0:
            tries = [value]
            for _ in range(rolls - 1):
                tries.append(solved(settled(position, cards, chance, judge), depth - 1, chance, judge))
            value = tuple([sum(column) / rolls for column in zip(*tries, strict=True)])
        table.append(value)
    return Payoffs([len(hand) for hand in hands], table)


def solved(position: Position, depth: int, chance: Chance, judge: Judge) -> tuple[float, ...]:
    """What a position is worth to each seat when ``depth`` more tricks are played cleverly."""
    if depth <= 0 or position.over:
        return judge(position)
    payoffs = payoffs_of(position, depth, chance, judge)
    strategies = Strategies(payoffs.counts)
    rehearse(payoffs, strategies, INNER_REHEARSALS * max(payoffs.counts), chance)
    return expected(payoffs, [strategies.average(seat) for seat in range(position.seats)])
