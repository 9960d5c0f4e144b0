"""What the best reply gains at tables of three and more and in halls, roughly: every card is tried in many deals.

Nothing is solved there. The others draw their cards from the mixtures that the level shows in their seats, every own
card is laid in the same deals, and the rules carry the trick out: with one trick left, and the centre of a hall after
it, that decides the round. A round that goes on is played to its end by quick players, the same luck for every card;
these play otherwise than the level would, so what is gained there is rougher. One half of the deals says which card is
the best reply, the other half what it gains over the mixture, and the other way round: luck alone gains nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from ai.algorithms.regret_matching import sample
from ai.choose import choose
from ai.lab.exploitability import Loss
from engine.chance import SeededChance, mix
from engine.contract import Chance
from games.king_of_12 import RULES
from games.king_of_12.state import CHOOSE, NOBODY, State
from games.king_of_12.tournament.state import TournamentState

from .evaluate import POINT_IN_STANDING
from .players import quick

DEALS = 800
"""Deals that every card is tried in: what it brings is then right to about a fiftieth of a round."""
Mixture = Mapping[int, float]
"""By card how often it is played."""
Mind = Callable[[State, int], tuple[Mixture, float]]
"""State and seat in, what the seat plays and the seconds it thought out."""


def losses(
    game: str, level: str, seats: int, left: int, decisions: int, seed: int, by: str, deals: int = DEALS
) -> Iterator[Loss]:
    """Gain of the best response at choices of cards with ``left`` tricks left, in rounds; in halls points
    count too, as in the standing. Positions are reached by the level ``by`` against itself."""

    def mind(state: State, seat: int) -> tuple[Mixture, float]:
        begun = time.perf_counter()
        decision = choose(game, RULES.view(state, seat), seat, RULES.legal(state, seat), level, seed)
        return {one.action: one.weight for one in decision.considered}, time.perf_counter() - begun

    for number in range(decisions):
        chance = SeededChance(mix(seed, "exploit", seats, left, number))
        state = reach_position(game, {}, seats, by, left, chance)
        yield measure_gain(state, number % seats, left, mind, chance, deals)


def reach_position(
    game: str, options: Mapping[str, object], seats: int, level: str, left: int, chance: SeededChance
) -> State:
    """Play a level against itself to a choice of cards in the first round with ``left`` tricks left."""
    while True:
        state = RULES.new(options, seats, chance)
        while not state.results:
            if state.phase == CHOOSE and state.length - len(state.tricks) == left:
                return state
            turn = chance.below(1 << 30)
            answers = [
                (seat, choose(game, RULES.view(state, seat), seat, RULES.legal(state, seat), level, turn).action)
                for seat in RULES.to_act(state)
            ]
            for seat, action in answers:
                RULES.apply(state, seat, action, chance)


def measure_gain(state: State, seat: int, left: int, mind: Mind, chance: Chance, deals: int) -> Loss:
    """One decision: how much more than its mixture the best reply of this seat brings."""
    mixtures, seconds = {}, 0.0
    for each in RULES.to_act(state):
        mixtures[each], spent = mind(state, each)
        if each == seat:
            seconds = spent
    own = list(RULES.legal(state, seat))
    halves = [[0.0] * len(own), [0.0] * len(own)]
    for number in range(deals):
        cards = {each: _sample_card(mixture, chance) for each, mixture in mixtures.items()}
        luck = chance.below(1 << 30)
        for at, card in enumerate(own):
            halves[number % 2][at] += evaluate_trick(state, {**cards, seat: card}, seat, SeededChance(luck)) / (
                deals / 2
            )
    shares = [mixtures[seat].get(card, 0.0) for card in own]
    gains = []
    for known, told in (halves, halves[::-1]):
        best = known.index(max(known))
        gains.append(told[best] - sum(share * value for share, value in zip(shares, told, strict=True)))
    return Loss(left, sum(gains) / 2, seconds)


def _sample_card(mixture: Mixture, chance: Chance) -> int:
    cards = list(mixture)
    return cards[sample([mixture[card] for card in cards], chance)]


def evaluate_trick(state: State, cards: Mapping[int, int], seat: int, chance: Chance) -> float:
    """Value of the round for a seat after this trick."""
    after = RULES.clone(state)
    rounds = len(after.results)
    for each, card in cards.items():
        RULES.apply(after, each, card, chance)
    while len(after.results) == rounds:
        # In the tricks that follow, quick players choose; in the trick itself they only see to its effects.
        asked = RULES.to_act(after)
        answers = _answers(after, asked, chance)
        for each, action in zip(asked, answers, strict=True):
            RULES.apply(after, each, action, chance)
    return _brought(after, seat)


def _answers(state: State, asked: Sequence[int], chance: Chance) -> list[int]:
    return [quick(RULES.view(state, each), each, RULES.legal(state, each), chance).action for each in asked]


def _brought(state: State, seat: int) -> float:
    """Rounds that the last one counts for: whether it is won, in halls also a part for every point."""
    points, won = state.results[-1]
    if isinstance(state, TournamentState):
        return float(won >> seat & 1) + POINT_IN_STANDING * points[seat]
    return float(won == seat) if won != NOBODY else 0.0
