"""The chance to win in King of the Dice: points, what may still become of them, and who has more turns to come.

The terms are those of ``evaluate.py``, counted one by one, and what ``final_score.py`` expects beyond them; what each
of them weighs at which part of the game is fitted (``win_probability.json``, see ``ai.algorithms.value_function``). The
last turns can be played out.
"""

from collections.abc import Sequence
from functools import partial
from math import exp
from pathlib import Path

from ai.algorithms.value_function import Features, FittedEvaluator, PlayoutMixture
from ai.choose import make_answer, play_out
from ai.king_of_the_dice.evaluate import count_joker_dice, estimate_turns, land, most_flames
from ai.king_of_the_dice.final_score import usual
from engine.chance import SeededChance, mix
from games.king_of_the_dice import RULES
from games.king_of_the_dice.scoring import AREA_POINTS, GOLD_POINTS, REGION_POINTS, WHITE_POINTS, parts
from games.king_of_the_dice.state import ATTACK, CHECK, CLAIM, ROLL, STEAL_CITIZEN, STEAL_GEM, TAME, State, supply

# The last turns of King of the Dice, played on by the level Shrewd.
#
# What a last turn brings depends on the dice that are kept for it, so a linear evaluation of what lies on the board
# knows little of it: a seat that is behind may win with every second turn, or with none. A turn is played out in some
# 6 ms.

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
    """Whether few enough turns are left to play the game out."""
    return supply(state) <= GAME_TILES


def estimate(state: State, seed: int, deals: int = 0) -> list[float]:
    """Return the mean win probability by seat of ``deals`` play-outs (0: default); compared states get one seed."""
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
    """Return (weight of play-outs, weight of the fitted terms) for a mixture of their log-odds."""
    return WEIGHTS


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
    """Return the features of a position, by side."""
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
    """Return what the turn under way promises, as a feature: nothing yet, little more to hope for, or a region."""
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
