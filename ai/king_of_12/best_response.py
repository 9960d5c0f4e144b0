"""What the best reply to an opponent's mixture gains in a round between two, by a solver that knows the rules only.

Positions are states of the rules and every trick is carried out by ``RULES.apply``: choices and thefts as the rules
offer them, an Oracle with all its twelve faces. Nothing is taken from the opponents but the mixture they show. Each
table of pay-offs is checked: what its rows are sure to get and what its columns allow are the same number. With more
than ``BY_RULES`` tricks left that takes too long; there ``two_seats`` goes on, which a test holds to this one. Larger
tables and halls cannot be solved; there every card is tried in many deals (``estimate_losses``).
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from ai.algorithms.regret_matching import sample
from ai.algorithms.zero_sum import column_payoffs, solve
from ai.choose import choose
from ai.king_of_12.evaluate import POINT_IN_STANDING, make_position
from ai.king_of_12.heads_up_solver import Round, make_place
from ai.king_of_12.players import quick
from ai.lab.exploitability import Loss
from engine import registry
from engine.chance import ConstantChance, SeededChance, mix
from engine.contract import Chance
from games.king_of_12 import RULES
from games.king_of_12.cards import CODES, PROMO_CARDS
from games.king_of_12.state import CHOOSE, NOBODY, State
from games.king_of_12.tournament.state import TournamentState

# What the best reply gains at tables of three and more and in halls, roughly: every card is tried in many deals.
#
# Nothing is solved there. The others draw their cards from the mixtures that the level shows in their seats, every
# own card is laid in the same deals, and the rules carry the trick out: with one trick left, and the centre of a hall
# after it, that decides the round. A round that goes on is played to its end by quick players, the same luck for
# every card; these play otherwise than the level would, so what is gained there is rougher. One half of the deals
# says which card is the best reply, the other half what it gains over the mixture, and the other way round: luck
# alone gains nothing.

DEALS = 800
"""Deals that every card is tried in: what it brings is then right to about a fiftieth of a round."""
Mixture = Mapping[int, float]
"""By card how often it is played."""
Mind = Callable[[State, int], tuple[Mixture, float]]
"""State and seat in, what the seat plays and the seconds it thought out."""


def estimate_losses(
    game: str, level: str, seats: int, left: int, decisions: int, seed: int, by: str, deals: int = DEALS
) -> Iterator[Loss]:
    """Yield the gain of the best response over ``level`` at ``decisions`` choices of cards with ``left`` tricks left,
    in rounds (in tournaments with points). Positions are reached by the level ``by`` against itself."""

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
    """Return a state of the first round with a choice of cards and ``left`` tricks left, reached in self-play."""
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
    """Return the gain of a seat's best response over its own mixed strategy at one decision, in rounds."""
    mixtures, seconds = {}, 0.0
    for each in RULES.to_act(state):
        mixtures[each], spent = mind(state, each)
        if each == seat:
            seconds = spent
    own = list(RULES.legal(state, seat))
    halves = [[0.0] * len(own), [0.0] * len(own)]
    for number in range(deals):
        cards = {each: list(mixture)[sample(list(mixture.values()), chance)] for each, mixture in mixtures.items()}
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


def evaluate_trick(state: State, cards: Mapping[int, int], seat: int, chance: Chance) -> float:
    """Return the rounds that a seat wins (0 or 1) if ``cards`` are laid and quick players finish the round."""
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
    """Value of the last round for a seat, in rounds: 1 if it won; in halls also a part for every point."""
    points, won = state.results[-1]
    if isinstance(state, TournamentState):
        return float(won >> seat & 1) + POINT_IN_STANDING * points[seat]
    return float(won == seat) if won != NOBODY else 0.0


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
    """Solves rounds of two seats exactly, by the rules alone; caches its results."""

    def __init__(self) -> None:
        self._known: dict[Key, float] = {}

    def value(self, state: State) -> float:
        """Return the rounds won by the first seat (0 to 1) under optimal play of both, from a choice of cards."""
        key = (*state.faces, *state.ones, *state.twos, *state.hands, len(state.tricks))
        known = self._known.get(key)
        if known is None:
            table = self.table(state)
            known = self._known[key] = prove_value(table)
        return known

    def table(self, state: State) -> list[list[float]]:
        """Return the rounds won by the first seat, for its cards (rows) against the second's (columns)."""
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
    """Return the value of a pay-off table; raises ArithmeticError if the optimal mixed strategies do not confirm it."""
    found = solve(table)
    turned = [[-pay for pay in column] for column in zip(*table, strict=True)]
    sure, allowed = min(column_payoffs(table, found.rows)), -min(column_payoffs(turned, found.columns))
    if allowed - sure > EXACT or abs(found.value - sure) > EXACT:
        raise ArithmeticError(f"rows are sure of {sure}, columns allow {allowed}: {table}")
    return found.value


def losses(
    level: str, seats: int, left: Sequence[int], decisions: int, seed: int, reached_by: str = ""
) -> Iterator[Loss]:
    """Yield the gain of the best response over a level at choices of cards, before any seat has a crown.

    ``left``: numbers of tricks left. Positions are reached by the level itself, or by ``reached_by``. Raises ValueError
    for a number of seats that the game does not support.
    """
    known = registry.info(GAME).seats
    if seats not in known:
        raise ValueError(f"seats: expected one of {', '.join(map(str, known))}, found {seats}")
    if seats > len(OPPOSITES):
        for wanted in left:
            yield from estimate_losses(GAME, level, seats, wanted, decisions, seed, reached_by or level)
        return
    for wanted in left:
        for number in range(decisions):
            chance = SeededChance(mix(seed, "exploit", wanted, number))
            yield _loss(_position(reached_by or level, wanted, number, chance), number % 2, level, mix(seed, number))


def _position(level: str, wanted: int, number: int, chance: SeededChance) -> State:
    """Return a state with a choice of cards and ``wanted`` tricks left, reached by the level against itself."""
    promos = [CODES[card] for card in PROMO_CARDS]
    kinds = ({"set": "first"}, {"set": "random"}, {"set": "random", "promo": promos[number // 3 % len(promos)]})
    return reach_position(GAME, kinds[number % len(kinds)], 2, level, wanted, chance)


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
