"""The expert in the groups of a tournament.

In a hall all sorts of players meet, and what counts is the own place in the standing of many:
rounds won, then points. So here the expert counts both, and takes the others for a mixture of
clever players and players at random.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.decision import Decision, best
from ai.search import quantal, soft, values_of, without_traces
from engine.contract import Chance
from games.king_of_12.state import CARDS_OF

from .evaluate import standing_worth
from .looking import payoffs_of
from .one_trick import SMALLEST_SHARE, mixed, point_gain
from .picture import Picture
from .reasons import with_points, with_reasons

GUESSES = 96
"""Guesses at who else comes to the centre: four times the usual ones, as time allows. With 128 the best reply gains
0.021 of a round on the mixture with one trick left, with 32 0.026 (the same 150 decisions)."""
AT_RANDOM = 0.3
"""How many players of a hall the expert takes for players at random; the others for clever ones."""
SOFTNESS = 0.1
"""How closely everybody is taken to tell cards apart, the expert as well (unit: rounds won): what a point is worth
(``POINT_IN_STANDING``).

Were everybody sure to find the best card, experts with equal cards would meet in the centre, and be sure of replies
that do not come. See docs/opponents.md for what the best reply gains, and for how the expert does in a hall.
"""
ANSWERS = 40
"""Rounds of answering after which such a picture has come to rest."""
EFFECT_TRIES = 16
"""Worlds in which an action is carried out: cheap, there are five actions at most."""
REASON_TRIES = 4
"""The same for the points that a hint tells, to one decimal."""


def card(own: Picture, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """A card for this trick, from a mixture in which better cards come more often.

    ``times``: so many times the usual work.
    """
    position = own.drawn(chance, GUESSES * times)
    hands = [CARDS_OF[hand] for hand in position.hands]
    payoffs = payoffs_of(position, 1, chance, standing_worth)
    clever = quantal(payoffs, SOFTNESS, ANSWERS)
    mixes = [[AT_RANDOM / len(mix) + (1 - AT_RANDOM) * share for share in mix] for mix in clever]
    values = values_of(payoffs, own.place, mixes)
    mix = without_traces(soft(values, SOFTNESS), SMALLEST_SHARE)
    return with_reasons(mixed(legal, mix, values, chance), position, own.place, hands, mixes, chance)


def effect(own: Picture, legal: Sequence[int], chance: Chance) -> Decision:
    """A choice for an effect or a theft, in the group or in the centre."""
    values = own.tried(legal, chance, lambda _: standing_worth, EFFECT_TRIES)
    points = own.tried(legal, chance, point_gain, REASON_TRIES)
    return with_points(best(legal, values), dict(zip(legal, points, strict=True)))
