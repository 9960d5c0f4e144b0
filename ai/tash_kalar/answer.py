"""The rival's best answer to the end of a turn, planned with hands drawn for it: what the grandmaster looks at besides.

Two seats. Every end is answered with the same hands; the rival plans its turn as a skilled player does and chooses
among the ends of it by what they promise. How sure the game is then, counts as much as what the own end promises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

from engine.chance import SeededChance
from engine.contract import Chance
from games.tash_kalar import RULES
from games.tash_kalar.state import OVER, State, copied

from .evaluate import Evaluator, weights_of
from .planning import Breadth, Plan, Planner
from .turn_end import sureness

HANDS = 3
"""Hands drawn for the rival."""
ENDS = 8
"""Ends of its turn that the rival judges by what they promise."""
BREADTH = Breadth(turn=3, steps=2, ends=6, kept=2, squares=6, closing=ENDS, first=False)
SHARE = 0.5
"""What the answer weighs beside what the end promises: with few hands it says a little more than that, not all."""
NORMAL = NormalDist()
SUREST = 6.0
"""As sure as a chance can say, in spreads."""


def after_answers(ends: Sequence[Plan], known: Sequence[float], judge: Evaluator, chance: Chance) -> list[float]:
    """How sure the game is with every end of the turn, in spreads, when the rival answers; ``known`` without that."""
    seeds = [chance.below(1 << 30) for _ in range(HANDS)]
    return [_mixed(plan.state, sure, judge, seeds) for plan, sure in zip(ends, known, strict=True)]


def _mixed(state: State, sure: float, judge: Evaluator, seeds: Sequence[int]) -> float:
    if state.phase == OVER or state.active == judge.seat:
        return sure
    view = RULES.view(state, judge.seat)
    found = sum(NORMAL.cdf(-_best(RULES.determinize(view, SeededChance(seed)))) for seed in seeds) / len(seeds)
    chance = SHARE * found + (1 - SHARE) * NORMAL.cdf(sure)
    least = NORMAL.cdf(-SUREST)
    return NORMAL.inv_cdf(min(max(chance, least), 1 - least))


def _best(state: State) -> float:
    """How sure the game is for the seat that is on turn, after its best turn."""
    judge = Evaluator(copied(state), state.active, replace(weights_of(state.form), theirs_near=0.0))
    planner = Planner(state, judge, BREADTH)
    planner.plans()
    return max((sureness(plan.state, judge) for plan in planner.best_ends(ENDS)), default=0.0)
