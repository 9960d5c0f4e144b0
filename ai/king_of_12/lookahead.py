"""Looking ahead in King of 12: the table of pay-offs of a trick, and what a position is worth.

Positions are solved backwards: the pay-off of a trick is the worth of the position it leads
to, found by solving the next trick, and so on to the end of the round, or as deep as the
number of joint choices allows; below that the fitted model speaks (``worth``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from ai.algorithms.heartbeat import beat
from ai.algorithms.regret_matching import Payoffs, RegretTable, evaluate_profile, run
from ai.king_of_12.evaluate import Outcome, Position, finish_trick, list_choices, open_trick
from engine.contract import Chance
from games.king_of_12.options import FRESH
from games.king_of_12.state import CARDS_OF
from games.king_of_12.trick import find_plan

Evaluator = Callable[[Position], tuple[float, ...]]
"""Says what a position is worth to each seat."""

INNER_REHEARSALS = 40
"""Rehearsals of a trick that lies ahead, per action of a seat.

There are hundreds of such tricks in one decision, and only what they are worth is wanted, not how to play them: few are
enough, because errors of single positions cancel each other in the sum above.
"""


def play_trick(position: Position, cards: tuple[int, ...], chance: Chance, judge: Evaluator) -> Position:
    """The position after this trick; a seat with a choice takes what is best for itself."""
    return resolve_trick(position, cards, chance, judge)[0]


def resolve_trick(
    position: Position, cards: tuple[int, ...], chance: Chance, judge: Evaluator, roughly: bool = False
) -> Outcome:
    """Play this trick to its end; a seat with a choice takes what is best for itself.

    ``roughly``: only the first and the last action of a choice are tried (the Sorcerer's lowest
    and highest face).
    """
    plan, faces = open_trick(position, cards)
    if not plan.asks:
        return finish_trick(position, plan, faces, (), chance)
    picks = [-1] * position.seats
    owed = list_choices(plan, faces)
    for seat, actions in owed:
        picks[seat] = actions[0]
    after = None
    for seat, actions in owed:
        best = None
        for action in (actions[0], actions[-1]) if roughly else actions:
            picks[seat] = action
            tried = finish_trick(position, plan, faces, picks, chance)
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


class TrickLookahead:
    """Builds pay-off tables of the next trick for one view.

    ``known`` keeps what has been worked out, by cards: positions that differ in hidden crowns
    only share it.
    """

    __slots__ = ("_far", "_near", "chance", "judge", "rolls")

    def __init__(self, chance: Chance, judge: Evaluator, rolls: int = 1) -> None:
        self.chance = chance
        self.judge = judge
        self.rolls = rolls
        self._near: dict[tuple[int, ...], Position] = {}
        self._far: dict[tuple[int, ...], list[Position]] = {}

    def myopic_payoffs(self, position: Position) -> Payoffs:
        """The lead in points of this trick alone, for every joint choice of cards."""
        hands = [CARDS_OF[hand] for hand in position.hands]
        lead = point_lead(position)
        table = []
        for cards in product(*hands):
            after = self._near.get(cards)
            if after is None:
                self._near[cards] = after = resolve_trick(position, cards, self.chance, lead, True)[0]
            table.append(lead(after))
        return Payoffs([len(hand) for hand in hands], table)

    def reevaluate_myopic(self, position: Position, judge: Evaluator) -> list[tuple[float, ...]]:
        """What :meth:`myopic_payoffs` leads to, by another judge; for positions that it has been asked about."""
        return [judge(self._near[cards]) for cards in product(*[CARDS_OF[hand] for hand in position.hands])]

    def deep_payoffs(self, position: Position, depth: int, cards_of: Sequence[Sequence[int]]) -> Payoffs:
        """Pay-offs looking ``depth`` tricks ahead, for joint choices out of ``cards_of`` by seat."""
        table = []
        for cards in product(*cards_of):
            values = [
                solve_position(after, depth - 1, self.chance, self.judge) for after in self._outcomes(position, cards)
            ]
            if len(values) > 1:
                table.append(tuple([sum(column) / len(values) for column in zip(*values, strict=True)]))
            else:
                table.append(values[0])
        return Payoffs([len(cards) for cards in cards_of], table)

    def _outcomes(self, position: Position, cards: tuple[int, ...]) -> list[Position]:
        """Positions after these cards; several where an Oracle rolls."""
        beat()
        known = self._far.get(cards)
        if known is None:
            plan = find_plan(cards)
            rolls = plan.oracle >= 0 or bool(position.twists & FRESH)
            if not plan.asks and not rolls and cards in self._near:
                known = [self._near[cards]]
            else:
                tries = self.rolls if rolls else 1
                known = [play_trick(position, cards, self.chance, self.judge) for _ in range(tries)]
            self._far[cards] = known
        hands = [hand & ~(1 << card) for hand, card in zip(position.hands, cards, strict=True)]
        return [
            Position(
                after.faces,
                after.points,
                after.twos,
                hands,
                after.left,
                after.crowns,
                after.prize,
                after.owed,
                after.twists,
            )
            for after in known
        ]


def point_lead(start: Position) -> Evaluator:
    """Evaluator positions by points gained since ``start``, less the mean gain of the others."""
    before = start.mean_points()
    others = start.seats - 1

    def judge(position: Position) -> tuple[float, ...]:
        gains = [now - was for now, was in zip(position.mean_points(), before, strict=True)]
        total = sum(gains)
        return tuple([gain - (total - gain) / others for gain in gains])

    return judge


def build_payoffs(position: Position, depth: int, chance: Chance, judge: Evaluator) -> Payoffs:
    """The table of pay-offs of the next trick, looking ``depth`` tricks ahead."""
    hands = [CARDS_OF[hand] for hand in position.hands]
    table = [
        solve_position(play_trick(position, cards, chance, judge), depth - 1, chance, judge)
        for cards in product(*hands)
    ]
    return Payoffs([len(hand) for hand in hands], table)


def solve_position(position: Position, depth: int, chance: Chance, judge: Evaluator) -> tuple[float, ...]:
    """Value of a position for each seat after ``depth`` more tricks solved by regret matching."""
    if depth <= 0 or position.over:
        return judge(position)
    payoffs = build_payoffs(position, depth, chance, judge)
    strategies = RegretTable(payoffs.counts)
    run(payoffs, strategies, INNER_REHEARSALS * max(payoffs.counts), chance)
    return evaluate_profile(payoffs, [strategies.average(seat) for seat in range(position.seats)])
