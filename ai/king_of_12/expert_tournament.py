"""The expert in the groups of a tournament.

In a hall all sorts of players meet, and what counts is its place in the standing of many:
rounds won, then points. So here the expert counts both, and takes the others for a mixture of
clever players and players at random. The last trick of a round it plays as the whole hall would
rehearse it (``together``).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ai.algorithms.regret_matching import RegretTable, action_values, run, threshold
from ai.decision import Decision, decide_best
from engine.chance import SeededChance
from engine.contract import Chance
from games.king_of_12 import RULES
from games.king_of_12.state import CARDS_OF
from games.king_of_12.tournament.state import TournamentState

from .determinization import Determinizer
from .evaluate import standing_worth
from .joint_regret import solve_last_trick
from .lookahead import build_payoffs
from .myopic import NAIVE_SHARE, SMALLEST_SHARE, naive, point_gain, sample_decision
from .opponent_model import ANY_SEED
from .position import Position
from .reasons import add_point_reasons, add_reasons

GUESSES = 32
"""Guesses at who else comes to the centre: a third more than the usual ones, as time allows (0.1 s for a decision)."""
REHEARSALS = 1500
"""As at a table of its own."""
TOGETHER = 300
"""Iterations of the joint solution of a round's last trick: 0.03 s for nine players, 0.06 s for sixteen. Gain of a best
response: ``measurements/exploitability.jsonl``; cost among weaker players: ``measurements/halls.jsonl``."""
AT_RANDOM = 0.5
"""How many players of a hall the expert takes for players at random; the others for clever ones.

The hall by which the levels are measured has as many who choose by chance or whim (random, novice) as players who think
(skilled, expert); results are in ``measurements/halls.jsonl``.
"""
VALUE_SPREAD = 0.01
"""How far the expert mixes among cards of nearly equal use (unit: rounds won).

A tenth of what a point is worth (``POINT_IN_STANDING``): no card is played that gives away more than a trifle.
"""
EFFECT_TRIES = 16
"""Worlds in which an action is carried out: cheap, there are five actions at most."""
REASON_TRIES = 4
"""The same for the points that a hint tells, to one decimal."""


def card(own: Determinizer, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """A card for this trick.

    A mixed strategy chooses among the cards that do well: were it always the best one,
    experts would meet in the centre with equal cards. ``times``: factor of the usual budget.
    """
    position = own.sample(chance, GUESSES * times)
    if position.left == 1:
        return _last(own, position, legal, chance, times)
    hands = [CARDS_OF[hand] for hand in position.hands]
    payoffs = build_payoffs(position, 1, chance, standing_worth)
    clever = RegretTable(payoffs.counts)
    run(payoffs, clever, REHEARSALS * times, chance, 0, naive(payoffs), NAIVE_SHARE)
    mixes = [_predict_mix(clever.average(other)) for other in range(len(hands))]
    values = action_values(payoffs, own.place, mixes)
    top = max(values)
    pairs = zip(clever.average(own.place), values, strict=True)
    shares = [share * exp((value - top) / VALUE_SPREAD) for share, value in pairs]
    total = sum(shares)
    mix = threshold([share / total for share in shares], SMALLEST_SHARE)
    return add_reasons(sample_decision(legal, mix, values, chance), position, own.place, hands, mixes, chance)


def _predict_mix(mix: Sequence[float]) -> list[float]:
    """Return how a player is expected to play who may be clever or random."""
    return [AT_RANDOM / len(mix) + (1 - AT_RANDOM) * share for share in mix]


def _last(own: Determinizer, position: Position, legal: Sequence[int], chance: Chance, times: int) -> Decision:
    """The last trick of a round, as the whole hall rehearses it."""
    hall = RULES.determinize(own.view, SeededChance(ANY_SEED))
    assert isinstance(hall, TournamentState)
    found = solve_last_trick(hall, TOGETHER * times)
    mixes = [_predict_mix(found.mixes[player]) for player in own.group]
    decision = sample_decision(legal, found.mixes[own.seat], found.values[own.seat], chance)
    return add_reasons(decision, position, own.place, [CARDS_OF[hand] for hand in position.hands], mixes, chance)


def effect(own: Determinizer, legal: Sequence[int], chance: Chance) -> Decision:
    """A choice for an effect or a theft, in the group or in the centre."""
    values = own.evaluate_actions(legal, chance, lambda _: standing_worth, EFFECT_TRIES)
    points = own.evaluate_actions(legal, chance, point_gain, REASON_TRIES)
    return add_point_reasons(decide_best(legal, values), dict(zip(legal, points, strict=True)))
