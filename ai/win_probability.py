"""The one door to the chance to win: of every seat, in every game, in any position.

A chance is that of winning the game outright, with ties shared: who ends up first together with two others has won a
third. The numbers of all seats add up to 1, in team games too, where the members of a team have its chance in equal
parts (``by_side`` tells it whole). Whoever speaks of positions of different games speaks of this one unit.

How it is told stands with each game (``ai/GAME/chance.py``); how well it holds measures ``python3 -m ai.calibration``.
A game whose opponents judge no positions gives everybody the equal share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import Any

from ai.algorithms.value_function import STEEPEST
from ai.decision import NOISE, Decision, is_mixed
from ai.evaluator import CHANCE
from ai.opponent_registry import judge_of, sureness_of
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import View

SAMPLES = 8
"""States looked at for a view that hides something: with twice as many its chances move by a hundredth or so."""


def chances(game: str, state: Any, closely: bool = False) -> tuple[float, ...]:
    """By seat the chance to win from a full state; of a finished game its result. ``closely``: with what lies there for
    everybody to take, where the judge of the game can tell, which may take it a hundred times as long. Raises
    ``UnknownGame``."""
    result = registry.rules(game).result(state)
    if result:
        return shares_of(result)
    judge = judge_of(game)
    if judge is None:
        return _equal(game, state)
    of_sides = judge.closely(state) if closely else judge.of_sides(state)
    if len(of_sides) == len(sides := judge.sides(state)):
        return tuple(of_sides)
    return tuple([of_sides[side] / sides.count(side) for side in sides])


def sees_closely(game: str) -> bool:
    """Whether a closer look (:func:`chances`) can tell more in a game."""
    judge = judge_of(game)
    return judge is not None and judge.offers


def seen_from(game: str, view: View, seed: int = 0, samples: int = SAMPLES) -> tuple[float, ...]:
    """By seat the chance to win as far as a view tells: the mean over states that fit it.

    The same view and seed give the same numbers. Raises ``UnknownGame``.
    """
    rules, judge = registry.rules(game), judge_of(game)
    if judge is None or not judge.hides:
        samples = 1
    chance = SeededChance(mix(seed, game, "chance to win"))
    rows = [chances(game, rules.determinize(view, chance)) for _ in range(samples)]
    return tuple([sum(column) / samples for column in zip(*rows, strict=True)])


def hoped(game: str, view: View, seat: int, seed: int = 0) -> float:
    """The chance of one seat to win, alone or with its team, as far as a view tells. Raises ``UnknownGame``."""
    found, judge = seen_from(game, view, seed), judge_of(game)
    if judge is None:
        return found[seat]
    sides = judge.sides(registry.rules(game).determinize(view, SeededChance(seed)))
    return min(1.0, sum(found[other] for other, side in enumerate(sides) if side == sides[seat]))


def advised(game: str, view: View, seat: int, decision: Decision, seed: int = 0) -> Decision:
    """The decision with the chance to win of this seat, or of its team: now, and after each action considered, as far
    as the values of the decision tell it. The action that was chosen, or the mixture, is what the chance now counts on.
    Raises ``UnknownGame``."""
    now, judge = hoped(game, view, seat, seed), judge_of(game)
    unit = judge.unit(view) if judge is not None else ""
    if judge is None or not unit:
        return replace(decision, chance=now)
    counted_on = sum(one.weight * one.value for one in decision.considered)
    better = [one.value - counted_on for one in decision.considered]
    if unit == CHANCE:
        told = [min(1.0, max(0.0, now + more)) for more in better]
    else:
        state = registry.rules(game).determinize(view, SeededChance(seed))
        weight = judge.one_more(state, unit)
        told = [raised(now, weight * more) for more in better]
    considered = [replace(one, chance=chance) for one, chance in zip(decision.considered, told, strict=True)]
    return _surest_first(game, view, seed, replace(decision, considered=considered, chance=now))


MOST_EQUALS = 8
"""Choices that are about equal and are asked how sure they are."""


def _surest_first(game: str, view: View, seed: int, decision: Decision) -> Decision:
    """The decision with the surest of those choices first whose chances cannot be told apart, and that one chosen."""
    sureness, rows = sureness_of(game), decision.considered
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


def raised(chance: float, log_odds: float) -> float:
    """A chance whose log-odds are so much higher; what is sure stays sure."""
    if not 0 < chance < 1:
        return chance
    odds = exp(max(-STEEPEST, min(STEEPEST, log_odds)))
    return chance * odds / (chance * odds + 1 - chance)


def terms(game: str, state: Any) -> tuple[dict[str, float], ...]:
    """By seat the named parts of its log-odds (see :class:`ai.evaluator.Judge`); none where nobody judges, or at the
    end.

    Members of a team share what is said of it.
    """
    judge = judge_of(game)
    if judge is None or registry.rules(game).result(state):
        return tuple({} for _ in chances(game, state))
    found = judge.terms(state)
    return tuple([dict(found[side]) for side in judge.sides(state)])


def by_side(game: str, state: Any, by_seat: Sequence[float]) -> tuple[float, ...]:
    """Numbers by seat added up over those who win together: the seats themselves, or teams."""
    judge = judge_of(game)
    if judge is None:
        return tuple(by_seat)
    sides = judge.sides(state)
    found = [0.0] * (max(sides) + 1)
    for side, number in zip(sides, by_seat, strict=True):
        found[side] += number
    return tuple(found)


def shares_of(standing: Sequence[int]) -> tuple[float, ...]:
    """What a finished game was for every seat: its share of the win."""
    winners = standing.count(1)
    return tuple([1 / winners if place == 1 else 0.0 for place in standing])


def _equal(game: str, state: Any) -> tuple[float, ...]:
    """The equal share. The contract tells the number of seats by a result only, so a copy is played to its end."""
    rules = registry.rules(game)
    twin, chance = rules.clone(state), SeededChance(0)
    while owing := rules.to_act(twin):
        for seat in owing:
            rules.apply(twin, seat, chance.draw(rules.legal(twin, seat)), chance)
    seats = len(rules.result(twin))
    return (1 / seats,) * seats
