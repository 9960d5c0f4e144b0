"""Thinking of one trick only: how naive players choose, and mixed strategies for the trick alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ai.algorithms.regret_matching import Payoffs, RegretTable, run, sample
from ai.decision import Decision, decide_best, make_decision
from engine.contract import Chance
from games.king_of_12.actions import LAY
from games.king_of_12.state import CARDS_OF

from .determinization import Determinizer
from .lookahead import Evaluator, play_trick
from .position import Position

REHEARSALS = 600
"""Rehearsals of one trick: every card of a hand of seven comes up some eighty times, in a hundredth of a second."""
NAIVE_SHARE = 0.5
"""Probability with which a skilled player expects naive rivals, who choose among random replies.

It costs nothing among skilled players and helps a little against naive ones (``measurements/design_choices.jsonl``).
"""
NAIVE_SPREAD = 0.12
"""Temperature of naive players' choice among cards, in points; 0.03 plays as well.
"""
SIMPLE_SHARE = 0.3
"""Part of naive play in what the expert takes for the others' habit.

Less than ``NAIVE_SHARE``: opponents of an expert are seldom naive.
"""
REPLIES_PER_ROLL = 3
"""A crown is for rounds to come, whose dice nobody knows: rather many rolls than many replies to each."""
SMALLEST_SHARE = 0.04
"""Cards that a mixed strategy plays less often are left out of it.

Regret matching leaves such traces of cards that it tried and dropped; dropping them costs nothing
(``measurements/design_choices.jsonl``).
"""


FIRST_EVENING_REPLIES = 2
"""Whoever plays for the first time pictures two replies, and none that would cancel the own card."""
EAGER_PERCENT = 33
"""How often it takes the highest card in hand without a thought, as beginners do."""
UNCANCELLED = 1.0
"""Points that whoever does not think of cancelling hopes for where the pictured reply is the very same card."""
GLANCES = 8
"""Replies by which a casual player guesses what the others find good."""
GLANCE_SPREAD = 0.3
"""How exactly it thinks they judge (unit: points)."""
REST = 0.002
"""Shares below are no choice, but what floating point or rehearsing has left; what is rare on purpose stays."""


def point_gain(start: Position) -> Evaluator:
    """Evaluator positions by points gained since ``start``."""
    before = start.points

    def judge(position: Position) -> tuple[float, ...]:
        return tuple([float(now - was) for now, was in zip(position.points, before, strict=True)])

    return judge


def gains(
    position: Position, seat: int, legal: Sequence[int], replies: int, chance: Chance, unlike: bool = False
) -> list[float]:
    """Mean points of this trick for each card against replies drawn at random.

    ``unlike``: nobody is thought to play the same card, as if cards never cancelled each other.
    """
    judge = point_gain(position)
    hands = [CARDS_OF[hand] for hand in position.hands]
    sums = [0.0] * len(legal)
    for _ in range(replies):
        cards = [chance.draw(hand) for hand in hands]
        for index, card in enumerate(legal):
            cards[seat] = card
            if unlike and cards.count(card) > 1:
                sums[index] += UNCANCELLED
                continue
            sums[index] += judge(play_trick(position, tuple(cards), chance, judge))[seat]
    return [value / replies for value in sums]


def gains_against_some_thought(
    position: Position, seat: int, legal: Sequence[int], replies: int, chance: Chance
) -> list[float]:
    """The same where half of the replies are cards that seem good to their owners, who look at this trick only."""
    judge = point_gain(position)
    hands = [CARDS_OF[hand] for hand in position.hands]
    likely: list[list[float]] = []
    for other, hand in enumerate(hands):
        if other == seat:
            likely.append([])
            continue
        seems = gains(position, other, hand, GLANCES, chance)
        top = max(seems)
        likely.append([exp((value - top) / GLANCE_SPREAD) for value in seems])
    sums = [0.0] * len(legal)
    for _ in range(replies):
        cards = [
            hand[sample(shares, chance)] if shares and chance.below(2) else chance.draw(hand)
            for hand, shares in zip(hands, likely, strict=True)
        ]
        for index, card in enumerate(legal):
            cards[seat] = card
            sums[index] += judge(play_trick(position, tuple(cards), chance, judge))[seat]
    return [value / replies for value in sums]


def least_useful(own: Determinizer, legal: Sequence[int], chance: Chance, replies: int) -> Decision:
    """Lay the card that would bring least points with dice thrown at random."""
    position = own.sample(chance, guesses=0)
    cards = [action - LAY for action in legal]
    sums = [0.0] * len(legal)
    for _ in range(max(1, replies // REPLIES_PER_ROLL)):
        position.faces = [chance.die(12) for _ in range(own.seats)]
        for index, value in enumerate(gains(position, own.place, cards, REPLIES_PER_ROLL, chance)):
            sums[index] -= value
    return decide_best(legal, sums)


def naive(near: Payoffs) -> list[list[float]]:
    """How seats play that take the card which is best against replies at random, by seat."""
    mixes = []
    for seat, (count, stride) in enumerate(zip(near.counts, near.strides, strict=True)):
        sums = [0.0] * count
        for index, row in enumerate(near.table):
            sums[index // stride % count] += row[seat]
        replies = len(near.table) // count
        top = max(sums)
        shares = [exp((value - top) / replies / NAIVE_SPREAD) for value in sums]
        total = sum(shares)
        mixes.append([share / total for share in shares])
    return mixes


def decide_myopic(near: Payoffs, chance: Chance, rehearsals: int = REHEARSALS) -> RegretTable:
    """Mixed strategies of all seats for this trick alone, some of them being naive."""
    strategies = RegretTable(near.counts)
    run(near, strategies, rehearsals, chance, 0, naive(near), NAIVE_SHARE)
    return strategies


def find_habits(near: Payoffs, seat: int, chance: Chance) -> list[list[float] | None]:
    """Mixed strategies of rivals who think of this trick only, skilled or naive."""
    strategies = decide_myopic(near, chance)
    simple = naive(near)
    found: list[list[float] | None] = []
    for other in range(len(near.counts)):
        pairs = zip(strategies.average(other), simple[other], strict=True)
        found.append(None if other == seat else [(1 - SIMPLE_SHARE) * p + SIMPLE_SHARE * q for p, q in pairs])
    return found


def blend(mix: list[float], habit: Sequence[float] | None, share: float) -> list[float]:
    """Mixed strategy expected of a seat: its solution and its habit, weighted."""
    if habit is None:
        return mix
    return [(1 - share) * p + share * q for p, q in zip(mix, habit, strict=True)]


def drop_traces(mix: Sequence[float]) -> list[float]:
    """The strategy without the rests of working it out."""
    kept = [share if share >= REST else 0.0 for share in mix]
    total = sum(kept)
    return [share / total for share in kept]


def sample_decision(legal: Sequence[int], mix: Sequence[float], values: Sequence[float], chance: Chance) -> Decision:
    """An action drawn from a mixed strategy."""
    return make_decision(legal, mix, values, sample(mix, chance))
