"""The chance to win in King of the Dice: points, what may still become of them, and who has more turns to come.

The terms are those of ``evaluate.py``, counted one by one; what each of them weighs at which part of the game is fitted
(``chance.json``, see ``ai.algorithms.value_function``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ai.algorithms.value_function import Features, FittedEvaluator
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS
from games.king_of_the_dice.state import ATTACK, CHECK, CLAIM, ROLL, STEAL_CITIZEN, STEAL_GEM, TAME, State, supply

from .evaluate import count_joker_dice, estimate_turns, land, most_flames

FILE = Path(__file__).with_name("chance.json")
KINDS = ("2", "3", "4")
"""Numbers of seats."""
FEATURES = {
    "land": 1.0, "growth": 0.05, "flames": 4.0, "gems": 1.0, "jokers": 0.2, "pairs": 0.9, "to_come": 1.5, "now": 1.5,
}  # fmt: skip
"""The terms, with what each is worth in points before any game is looked at:

``land`` points for regions; ``growth`` points by which regions within reach would join the largest area; ``flames`` the
chance to have most; ``gems`` points for them; ``jokers`` citizens that can be used as jokers, ``pairs`` pairs of them
that are a die already; ``to_come`` the turns a seat has before it against the others; ``now`` what the seat on turn is
just about to get.
"""
AT = (0.0, 0.4, 0.7, 0.85, 0.94, 1.0)
"""Parts of a game at which weights are fitted: nearer to each other where they change quickly, towards the end."""
AT_FIRST = 26
"""Tiles in the supply when a game of two begins; with more players there are up to two more."""


def extract(state: State) -> Features:
    """Features of a position, by side."""
    left = supply(state)
    turns = estimate_turns(state)
    rows = [_row(state, seat, turns) for seat in range(state.seats)]
    return Features(str(state.seats), 1 - min(1.0, left / AT_FIRST), rows)


def _row(state: State, seat: int, turns: float) -> tuple[float, ...]:
    points, gained = land(state, seat)
    open_, supers = state.open[seat], state.down[seat]
    pairs, left, _ = count_joker_dice(open_, supers)
    return (
        points,
        (AREA_POINTS - REGION_POINTS) * gained,
        most_flames(state.tamed, seat, turns),
        GOLD_POINTS * state.golds[seat] + WHITE_POINTS * state.whites[seat],
        open_.bit_count() + supers.bit_count(),
        pairs + (left >> 1),
        _to_come(state, seat),
        _evaluate_turn(state) if seat == state.active else 0.0,
    )


def _to_come(state: State, seat: int) -> float:
    """Turns to come as far as the order of play tells, the present one counted; nothing for the last in line."""
    seats = state.seats
    ahead = (seat - state.active) % seats
    if state.finish:  # everybody has as many turns in the end: some have theirs of this round before them
        return float((state.turn - 1) % seats + ahead < seats)
    return 1 - ahead / seats


def _evaluate_turn(state: State) -> float:
    """What the turn under way promises: nothing yet, hardly anything more to wish for, or a region to be had."""
    if state.phase == CLAIM:
        return float(state.claims)
    if state.phase in (TAME, ATTACK):
        return 1.0
    if state.phase in (STEAL_CITIZEN, STEAL_GEM):
        return 0.5
    if state.phase == CHECK:
        return 0.5 if state.forced else -0.5
    return 0.0 if state.phase == ROLL else -0.5


def sides(state: State) -> Sequence[int]:
    """Side of each seat: every seat is its own side."""
    return range(state.seats)


EVALUATOR = FittedEvaluator(FILE, FEATURES, AT, KINDS, extract, sides, hides=False, unit="land")
"""The judge of positions."""
