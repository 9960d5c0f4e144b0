"""How the lower levels choose a card, as predicted by a player who knows how they think (``players``).

First evening takes the card that brings most against two replies, and thinks that none cancels its own, or simply the
highest; so it is told how often each card comes out of two replies at random. Casual takes one of the cards that bring
most against replies of which half have some thought behind them; its few replies are counted as one more error between
near cards. Shrewd is told by ``myopic.find_habits``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.algorithms.regret_matching import Payoffs, action_values, softmax
from engine.contract import Chance

from .myopic import EAGER_PERCENT, FIRST_EVENING_REPLIES, GLANCE_SPREAD, UNCANCELLED

LOOKS = 150
"""How often First evening's replies are drawn here, to see what it takes."""
CASUAL_SPREAD = 0.2
"""How far apart cards are that Casual tells from each other (unit: points): what it mixes by, and what so few replies
leave open."""
NO_CARD = -1
THOUGHT = 0.5
"""Part of the replies that have some thought behind them."""


Mixes = list[list[float]]
"""By seat how it plays."""


def lower_levels(points: Payoffs, cards_of: Sequence[Sequence[int]], chance: Chance) -> tuple[Mixes, Mixes]:
    """How First evening plays, and how Casual does."""
    return first_evening(points, cards_of, chance), casual(points)


def first_evening(points: Payoffs, cards_of: Sequence[Sequence[int]], chance: Chance) -> Mixes:
    """How often each card is the best; ``points`` of this trick for every joint choice of ``cards_of``."""
    counts, strides = points.counts, points.strides
    found = []
    for seat, cards in enumerate(cards_of):
        taken = [0] * len(cards)
        for _ in range(LOOKS):
            sums = [0.0] * len(cards)
            for _ in range(FIRST_EVENING_REPLIES):
                replies = [chance.below(count) for count in counts]
                others = [own[at] for own, at in zip(cards_of, replies, strict=True)]
                others[seat] = NO_CARD
                base = sum(at * stride for at, stride in zip(replies, strides, strict=True))
                base -= replies[seat] * strides[seat]
                for index, card in enumerate(cards):
                    gain = points.table[base + index * strides[seat]][seat]
                    sums[index] += UNCANCELLED if card in others else gain
            taken[sums.index(max(sums))] += 1
        eager = EAGER_PERCENT / 100
        mix = [(1 - eager) * (count + 1 / len(cards)) / (LOOKS + 1) for count in taken]
        mix[cards.index(max(cards))] += eager
        found.append(mix)
    return found


def casual(points: Payoffs) -> Mixes:
    """How often each card is taken."""
    seats = range(len(points.counts))
    even = [[1 / count] * count for count in points.counts]
    glances = [softmax(action_values(points, seat, even), GLANCE_SPREAD) for seat in seats]
    replies = [
        [(1 - THOUGHT) * one + THOUGHT * two for one, two in zip(any_card, glance, strict=True)]
        for any_card, glance in zip(even, glances, strict=True)
    ]
    return [softmax(action_values(points, seat, replies), CASUAL_SPREAD) for seat in seats]
