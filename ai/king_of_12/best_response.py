"""What the best reply to an opponent's mixture gains in a round between two, by a solver that knows the rules only.

Positions are states of the rules and every trick is carried out by ``RULES.apply``: choices and thefts as the rules
offer them, an Oracle with all its twelve faces. Nothing is taken from the opponents but the mixture they show. Each
table of pay-offs is checked: what its rows are sure to get and what its columns allow are the same number. With more
than ``BY_RULES`` tricks left that takes too long; there ``two_seats`` goes on, which a test holds to this one. Larger
tables and halls cannot be solved; there every card is tried in many deals (``best_response_sampled.losses``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from ai.algorithms.zero_sum import column_payoffs, solve
from ai.choose import choose
from ai.lab.exploitability import Loss
from engine import registry
from engine.chance import ConstantChance, SeededChance, mix
from games.king_of_12 import RULES
from games.king_of_12.cards import CODES, PROMO_CARDS
from games.king_of_12.state import CHOOSE, NOBODY, State

from . import best_response_sampled
from .heads_up_solver import Round, make_place
from .position import make_position

UNIT = "rounds won"
GAME = "king_of_12"
BY_RULES = 4
EXACT = 1e-6
FACES = range(1, 13)
OPPOSITES = (0, 1)
"""Only between two a round is a game of opposites, which can be solved."""
HALF = 0.5
Key = tuple[object, ...]


class Solver:
    """Rounds of two seats by the rules; keeps what it has worked out."""

    def __init__(self) -> None:
        self._known: dict[Key, float] = {}

    def value(self, state: State) -> float:
        """Rounds won by the first seat when both play as well as can be, from a choice of cards."""
        key = (*state.faces, *state.ones, *state.twos, *state.hands, len(state.tricks))
        known = self._known.get(key)
        if known is None:
            table = self.table(state)
            known = self._known[key] = prove_value(table)
        return known

    def table(self, state: State) -> list[list[float]]:
        """By card of the first seat and of the second."""
        return [
            [self._play_trick(state, ((0, own), (1, other))) for other in RULES.legal(state, 1)]
            for own in RULES.legal(state, 0)
        ]

    def _play_trick(self, state: State, actions: Sequence[tuple[int, int]]) -> float:
        values = []
        for face in FACES:
            after, thrown = RULES.clone(state), ConstantChance(face)
            for seat, action in actions:
                RULES.apply(after, seat, action, thrown)
            if len(after.results) > len(state.results):
                # Dice thrown for the next round are nobody's concern, but an Oracle's may have decided this one.
                winner = after.results[-1][1]
                values.append(HALF if winner == NOBODY else float(winner == 0))
            else:
                values.append(self._next(after))
            if not thrown.throws:
                break
        return sum(values) / len(values)

    def _next(self, state: State) -> float:
        if state.phase == CHOOSE:
            return self.value(state)
        seat = RULES.to_act(state)[0]
        values = [self._play_trick(state, ((seat, action),)) for action in RULES.legal(state, seat)]
        return min(values) if seat else max(values)


def prove_value(table: Sequence[Sequence[float]]) -> float:
    """The value of a table of pay-offs; raises ArithmeticError when the two mixtures do not prove it."""
    found = solve(table)
    turned = [[-pay for pay in column] for column in zip(*table, strict=True)]
    sure, allowed = min(column_payoffs(table, found.rows)), -min(column_payoffs(turned, found.columns))
    if allowed - sure > EXACT or abs(found.value - sure) > EXACT:
        raise ArithmeticError(f"rows are sure of {sure}, columns allow {allowed}: {table}")
    return found.value


def losses(
    level: str, seats: int, left: Sequence[int], decisions: int, seed: int, reached_by: str = ""
) -> Iterator[Loss]:
    """Gain of the best response at choices of cards with ``left`` tricks left, before anybody has a crown.

    Positions are reached by the level itself, or by the one that is named. Raises ValueError for a number of seats
    that the game does not know.
    """
    known = registry.info(GAME).seats
    if seats not in known:
        raise ValueError(f"seats: expected one of {', '.join(map(str, known))}, found {seats}")
    if seats > len(OPPOSITES):
        for wanted in left:
            yield from best_response_sampled.losses(GAME, level, seats, wanted, decisions, seed, reached_by or level)
        return
    for wanted in left:
        for number in range(decisions):
            chance = SeededChance(mix(seed, "exploit", wanted, number))
            yield _loss(_position(reached_by or level, wanted, number, chance), number % 2, level, mix(seed, number))


def _position(level: str, wanted: int, number: int, chance: SeededChance) -> State:
    """Play the level against itself to a choice of cards with ``wanted`` tricks left."""
    promos = [CODES[card] for card in PROMO_CARDS]
    kinds = ({"set": "first"}, {"set": "random"}, {"set": "random", "promo": promos[number // 3 % len(promos)]})
    return best_response_sampled.reach_position(GAME, kinds[number % len(kinds)], 2, level, wanted, chance)


def _loss(state: State, seat: int, level: str, seed: int) -> Loss:
    legal = list(RULES.legal(state, seat))
    view = RULES.view(state, seat)
    begun = time.perf_counter()
    decision = choose(GAME, view, seat, legal, level, seed)
    seconds = time.perf_counter() - begun
    weights = {one.action: one.weight for one in decision.considered}
    shares = [weights.get(action, 0.0) for action in legal]
    left = state.length - len(state.tricks)
    if left <= BY_RULES:
        table = Solver().table(state)
    else:
        table = Round(_never, state.twists).table(make_place(make_position(state), 0), left, left)
    if seat:
        table = [[1 - pay for pay in column] for column in zip(*table, strict=True)]
    return Loss(left, prove_value(table) - min(column_payoffs(table, shares)), seconds)


def _never(place: object, left: int) -> float:
    raise AssertionError("solved to the end")
