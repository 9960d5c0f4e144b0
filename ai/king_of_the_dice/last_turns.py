"""The last turns of King of the Dice, played on by the level Shrewd.

What a last turn brings depends on the dice that are kept for it, so a linear evaluation of what lies on the board knows
little of it: a seat that is behind may win with every second turn, or with none. A turn is played out in some 6 ms.
"""

from __future__ import annotations

from functools import partial
from math import exp

from ai.choose import make_answer
from ai.playout import play_out
from engine.chance import SeededChance, mix
from games.king_of_the_dice import RULES
from games.king_of_the_dice.scoring import parts
from games.king_of_the_dice.state import State, supply

LEVEL = "skilled"
GAME_TILES = 4
"""Tiles in the supply up to which a game is played to its end by :data:`LEVEL`."""
DEALS = 8
"""Play-outs of an estimate."""
SCALE = 2.9
"""Points by which the odds of a play-out change by the factor e: one end of several says more by its points than by who
has won."""
WEIGHTS = 0.85, 0.35
"""Weights of the log-odds of play-outs, and of the fitted terms, fitted with :data:`SCALE` to positions of other games
(``measurements/knowledge.jsonl``)."""


def can_play_out(state: State) -> bool:
    """Whether so few turns are left that playing them is affordable."""
    return supply(state) <= GAME_TILES


def estimate(state: State, seed: int, deals: int = 0) -> list[float]:
    """Return the win probability by seat: the mean over play-outs; states that are compared get the same seed."""
    deals = deals or DEALS
    found = [0.0] * state.seats
    for number in range(deals):
        twin = RULES.clone(state)
        own = mix(seed, "play-out", number)
        answer = make_answer("king_of_the_dice", LEVEL, partial(_find_seed, own))
        play_out(RULES, twin, SeededChance(own), answer)
        points = [parts(twin, seat)["total"] for seat in range(state.seats)]
        shares = [exp((one - max(points)) / SCALE) for one in points]
        for seat, share in enumerate(shares):
            found[seat] += share / sum(shares) / deals
    return found


def _find_seed(seed: int, turn: int, seat: int) -> int:
    """Return the seed of a decision: the same one for the same play-out of states that are compared."""
    return mix(seed, "decision", turn)


def find_weights(state: State) -> tuple[float, float]:
    """Return the weights of play-outs and of the fitted terms in a mixture of their log-odds."""
    return WEIGHTS
