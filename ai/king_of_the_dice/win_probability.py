"""The chance to win in King of the Dice: points, what may still become of them, and who has more turns to come.

The terms are those of ``evaluate.py``, counted one by one, and what ``final_score.py`` expects beyond them; what each
of them weighs at which part of the game is fitted (``win_probability.json``, see ``ai.algorithms.value_function``). The
last turns can be played out (``last_turns.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ai.algorithms.value_function import Features, FittedEvaluator, PlayoutMixture
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS
from games.king_of_the_dice.state import ATTACK, CHECK, CLAIM, ROLL, STEAL_CITIZEN, STEAL_GEM, TAME, State, supply

from .evaluate import count_joker_dice, estimate_turns, land, most_flames
from .final_score import usual
from .last_turns import can_play_out, estimate, find_weights

FILE = Path(__file__).with_name("win_probability.json")
KINDS = ("2", "3", "4")
"""Numbers of seats."""
FEATURES = {
    "land": 1.0, "growth": 0.05, "flames": 4.0, "gems": 1.0, "jokers": 0.2, "pairs": 0.9, "to_come": 1.5, "now": 1.5,
    "expected": 0.5,
}  # fmt: skip
"""The terms, with what each is worth in points before any game is looked at:

``land`` points for regions; ``growth`` points by which regions within reach would join the largest area; ``flames`` the
chance to have most; ``gems`` points for them; ``jokers`` citizens that can be used as jokers, ``pairs`` pairs of them
that are a die already; ``to_come`` the turns a seat can expect, the present one counted until its dice are judged;
``now`` what the seat on turn is just about to get; ``expected`` points that ``final_score.py`` still expects on top of
land, flames and gems.
"""
AT = (0.0, 0.4, 0.7, 0.85, 0.94, 1.0)
"""Parts of a game at which weights are fitted: nearer to each other where they change quickly, towards the end."""
AT_FIRST = 26
"""Tiles in the supply when a game of two begins; with more players there are up to two more."""


def extract(state: State) -> Features:
    """Features of a position, by side."""
    left = supply(state)
    turns = estimate_turns(state)
    # Until its dice stand, the seat on turn has all of its turn before it.
    ended = (state.active - 1) % state.seats if state.phase in (ROLL, CHECK) else state.active
    rows = [
        (*_row(state, seat, turns), hope.turns, _evaluate_turn(state) if seat == state.active else 0.0, expected)
        for seat, (hope, expected) in enumerate(usual().expect_more(state, ended))
    ]
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
    )


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


EVALUATOR = FittedEvaluator(
    FILE, FEATURES, AT, KINDS, extract, sides, hides=False, unit="land",
    playouts=PlayoutMixture(estimate, can_play_out, find_weights, whole=False),
)  # fmt: skip
"""The judge of positions."""
