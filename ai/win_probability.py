"""Win probability of every seat in any position of any game.

The probability of winning the game outright, with ties shared: first place shared with two others counts one third. The
numbers of all seats add up to 1. In team games the members of a team get equal parts of its probability
(``sum_by_side`` adds them up). It is the common unit for positions of different games.

Each game has its own evaluator (``ai/GAME/win_probability.py``); ``python3 -m ai.calibration`` measures how well
calibrated it is. Without an evaluator every seat has the same probability.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp
from typing import Any

from ai.algorithms.heartbeat import beat
from ai.algorithms.value_function import STEEPEST, FittedEvaluator, PlayoutMixture
from ai.decision import NOISE, Decision, is_mixed
from ai.opponent_registry import CHANCE, find_evaluator, find_opponents
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import View

SAMPLES = 8
"""Determinizations of a view that hides information; twice as many change the result by about 0.01."""


def chances(game: str, state: Any, closely: bool = False) -> tuple[float, ...]:
    """Return the win probability by seat for a full state, or the shares of the win for a finished one.

    ``closely``: include what the next turns can take from the common supply, if the evaluator supports it; up to a
    hundred times slower. Raises ``UnknownGame``.
    """
    return _evaluate(
        game, state, lambda judge: judge.evaluate_closely(state) if closely else judge.evaluate_sides(state)
    )


def chances_by_playouts(
    game: str, state: Any, seed: int, deals: int = 0, adapted: PlayoutMixture | None = None
) -> tuple[float, ...]:
    """Return the win probability by seat with play-outs, to the end of the game or for the next turns.

    Without play-outs for this state the result is that of :func:`chances`, with ``closely`` if the game has none at
    all. States that are compared get the same seed; ``deals``: number of play-outs, 0 for what the game finds
    affordable; ``adapted``: play-outs from :func:`adapt_playouts`. Raises ``UnknownGame``.
    """
    return _evaluate(game, state, lambda judge: judge.evaluate_by_playouts(state, seed, deals, adapted))


def adapt_playouts(game: str, states: Sequence[Any]) -> PlayoutMixture | None:
    """Return play-outs as loose as the play of a game; ``states``: its positions in order. The game's usual play-outs
    if they do not adapt, None if it has none. Raises ``UnknownGame``."""
    judge = find_evaluator(game)
    own = None if judge is None else judge.playouts
    return own if own is None or own.adapt is None else own.adapt(states)


def plays_out(game: str) -> bool:
    """Whether the game has affordable play-outs from any turn (:func:`chances_by_playouts`)."""
    judge = find_evaluator(game)
    return judge is not None and judge.plays_out


def _evaluate(game: str, state: Any, ask: Callable[[FittedEvaluator], Sequence[float]]) -> tuple[float, ...]:
    """Return the win probability by seat from ``ask``, which asks the evaluator by side; also for finished games."""
    beat()
    result = registry.rules(game).result(state)
    if result:
        return win_shares(result)
    judge = find_evaluator(game)
    if judge is None:
        return _equal_shares(game, state)
    of_sides = ask(judge)
    if len(of_sides) == len(sides := judge.sides(state)):
        return tuple(of_sides)
    return tuple([of_sides[side] / sides.count(side) for side in sides])


def find_sides(game: str, state: Any) -> Sequence[int] | None:
    """Return the side of each seat, numbered from 0; None where the game has no evaluator."""
    judge = find_evaluator(game)
    return None if judge is None else judge.sides(state)


def sees_closely(game: str) -> bool:
    """Whether ``closely`` makes a difference in this game (:func:`chances`)."""
    judge = find_evaluator(game)
    return judge is not None and judge.offers


def chances_from_view(game: str, view: View, seed: int = 0, samples: int = SAMPLES) -> tuple[float, ...]:
    """Return the win probability by seat given a view: the mean over determinizations.

    Deterministic for given view and seed. Raises ``UnknownGame``.
    """
    rules, judge = registry.rules(game), find_evaluator(game)
    if judge is None or not judge.hides:
        samples = 1
    chance = SeededChance(mix(seed, game, "chance to win"))
    states = [rules.determinize(view, chance) for _ in range(samples)]
    if judge is not None and judge.plays_out:
        rows = [chances_by_playouts(game, state, mix(seed, number), 1) for number, state in enumerate(states)]
    else:
        rows = [chances(game, state) for state in states]
    return tuple([sum(column) / samples for column in zip(*rows, strict=True)])


def seat_chance(game: str, view: View, seat: int, seed: int = 0) -> float:
    """Return the win probability of a seat's side given a view (:func:`chances_from_view`). Raises ``UnknownGame``."""
    found = chances_from_view(game, view, seed)
    return min(1.0, sum_own_side(game, registry.rules(game).determinize(view, SeededChance(seed)), seat, found))


def add_chances(game: str, view: View, seat: int, decision: Decision, seed: int = 0) -> Decision:
    """Return a decision with win probabilities: the current one, and one after each action considered.

    Values are converted by the evaluator's unit, the expected value of the chosen action or mixture being the current
    probability. Of choices about equal the surest comes first and is chosen. Raises ``UnknownGame``.
    """
    now = seat_chance(game, view, seat, seed)
    add_value = find_value_adder(game, view, registry.rules(game).determinize(view, SeededChance(seed)))
    if add_value is None:
        return replace(decision, chance=now)
    counted_on = sum(one.weight * one.value for one in decision.considered)
    considered = [replace(one, chance=add_value(now, one.value - counted_on)) for one in decision.considered]
    return _surest_first(game, view, seed, replace(decision, considered=considered, chance=now))


def find_value_adder(game: str, view: View, state: Any) -> Callable[[float, float], float] | None:
    """Return a function (win probability, difference of values) to the new win probability; None if the values of this
    decision cannot be converted. ``state``: one that fits the view."""
    judge = find_evaluator(game)
    unit = judge.unit(view) if judge is not None else ""
    if judge is None or not unit:
        return None
    if unit == CHANCE:
        return lambda now, more: min(1.0, max(0.0, now + more))
    weight = judge.log_odds_per_unit(state, unit)
    return lambda now, more: add_log_odds(now, weight * more)


MOST_EQUALS = 8
"""Most about equal choices whose sureness is compared."""


def _surest_first(game: str, view: View, seed: int, decision: Decision) -> Decision:
    """Return the decision with choices about equal ordered by sureness, the first of them chosen."""
    sureness, rows = find_opponents(game).sureness, decision.considered
    if sureness is None or is_mixed(decision) or not rows or rows[0].chance is None:
        return decision
    top = rows[0].chance
    near = [one for one in rows if one.chance is not None and one.chance > top - NOISE][:MOST_EQUALS]
    if len(near) < 2:
        return decision
    state = registry.rules(game).determinize(view, SeededChance(seed))
    near.sort(key=lambda one: (-round(sureness(state, one.action), 9), -(one.chance or 0.0)))
    rest = [one for one in rows if all(one.action != other.action for other in near)]
    ordered = [replace(one, weight=float(at == 0)) for at, one in enumerate((*near, *rest))]
    return replace(decision, action=ordered[0].action, considered=ordered)


def add_log_odds(chance: float, log_odds: float) -> float:
    """Return a probability after its log-odds are increased by ``log_odds``; 0 and 1 stay as they are."""
    if not 0 < chance < 1:
        return chance
    odds = exp(max(-STEEPEST, min(STEEPEST, log_odds)))
    return chance * odds / (chance * odds + 1 - chance)


def feature_contributions(game: str, state: Any) -> tuple[dict[str, float], ...]:
    """Return by seat the contribution of each feature to the log-odds (see :class:`FittedEvaluator`).

    Empty without an evaluator and for finished games; the members of a team have the same ones.
    """
    judge = find_evaluator(game)
    if judge is None or registry.rules(game).result(state):
        return tuple({} for _ in chances(game, state))
    found = judge.feature_contributions(state)
    return tuple([dict(found[side]) for side in judge.sides(state)])


def sum_by_side(game: str, state: Any, by_seat: Sequence[float]) -> tuple[float, ...]:
    """Return numbers by side (seats, or teams in a team game): the sum over its seats."""
    judge = find_evaluator(game)
    if judge is None:
        return tuple(by_seat)
    sides = judge.sides(state)
    found = [0.0] * (max(sides) + 1)
    for side, number in zip(sides, by_seat, strict=True):
        found[side] += number
    return tuple(found)


def sum_own_side(game: str, state: Any, seat: int, by_seat: Sequence[float]) -> float:
    """Return the sum of the numbers of a seat's side: its own number, in a team game those of the team."""
    sides = find_sides(game, state) or range(len(by_seat))
    return sum(number for number, side in zip(by_seat, sides, strict=True) if side == sides[seat])


def win_shares(standing: Sequence[int]) -> tuple[float, ...]:
    """Return the shares of the win by seat; ``standing``: final place of each seat, tied first places share."""
    winners = standing.count(1)
    return tuple([1 / winners if place == 1 else 0.0 for place in standing])


def _equal_shares(game: str, state: Any) -> tuple[float, ...]:
    """Return equal win probabilities. Only a result tells the number of seats, so a copy is played out."""
    rules = registry.rules(game)
    twin, chance = rules.clone(state), SeededChance(0)
    while owing := rules.to_act(twin):
        for seat in owing:
            rules.apply(twin, seat, chance.draw(rules.legal(twin, seat)), chance)
    seats = len(rules.result(twin))
    return (1 / seats,) * seats
