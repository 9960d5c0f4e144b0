"""What the rest of a round between two is worth: the last tricks are solved exactly, those before them are told by the
model that was fitted to solved rounds (``leaf_value.py``). A position costs 0.05 to 0.8 ms.

Those after one trick are few, and are kept. At larger tables a last trick has several equilibria, and which of them
regret matching finds depends on the order of the seats, so the terms of ``evaluate.py`` speak there.
"""

from __future__ import annotations

from functools import lru_cache

from .expert_heads_up import ends
from .heads_up_solver import FACES, Round, make_place
from .leaf_value import MOST_LEFT, LeafEvaluator
from .opponent_model import Key, make_key, to_position
from .position import Position

SOLVED = 2
"""Tricks before the end from which a round is solved; from three it takes 25 ms."""
ERRORS = 0.1
"""Part of the rounds that either seat may win, because nobody plays a mixture exactly: predicts results best (150 games
of Shrewd and wilder players, Brier score by tricks left 5 to 1: 0.204, 0.189, 0.172, 0.175, 0.156 by the fitted terms,
0.199, 0.182, 0.165, 0.160, 0.142 so)."""


def solve_round(position: Position) -> tuple[float, ...] | None:
    """Return the win probability of both seats when the round is played on as well as can be; None at larger tables,
    and before its first trick."""
    if position.seats != 2 or position.over or position.prize is not None or position.left > MOST_LEFT:
        return None
    return _solve(make_key(position))


@lru_cache(maxsize=8192)
def _solve(key: Key) -> tuple[float, float]:
    position = to_position(key)
    left = position.left
    depth = left if left <= SOLVED else 0
    rounds = Round(LeafEvaluator(), position.twists, FACES).value(make_place(position, 0), left, depth)
    lose, win = ends(position, 0)
    own = lose + (win - lose) * (ERRORS / 2 + (1 - ERRORS) * rounds)
    return own, 1 - own
