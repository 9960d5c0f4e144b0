"""How a tree search that knows no game comes to choose between two: it tries cards by turns and counts what they win.

Such a search (``ai.algorithms.ismcts`` is one) looks at a trick as if most of what comes after it were played at
random; of the next one it finds out a little. Both seats try, each for itself, the card whose bound is highest: what it
has won on average, and more the seldomer it was tried. In the end the card is played that was tried most often. Where
many cards are left it is enough to know how often everybody tries which (``find_visit_balance``); where two or three
are left the course of the trials decides, and they are made (``simulate_uct``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, sqrt
from operator import mul

from ai.algorithms.ismcts import EXPLORATION
from ai.algorithms.regret_matching import softmax
from ai.algorithms.zero_sum import Matrix, find_value
from games.king_of_12.options import FRESH

from .evaluate import stakes
from .heads_up_solver import FACES, Place, Round, find_flags, make_place
from .leaf_value import LeafEvaluator
from .opponent_model import Key, to_position
from .point_classes import standing

TRIED = 1500
"""Playouts of the modelled search; a search with fewer is predicted less well (``measurements/opponent_models.jsonl``).
"""
SPREAD = 0.03
"""How far off it is what a card has won, after so many games (unit: chance to win the game)."""
FAR, CLOSE = 5, 2
"""With so many tricks left or more what comes after this trick is estimated; with so few or less the search finds out
half of it itself."""
SEEN = 3
"""So many tricks are played at random in between, then points alone count; two faces stand for an Oracle's die while
three tricks or more are left."""
ROUNDS_OF_BALANCE = 12
TRIALS, LONG = 12, 600
"""So often are trials made, each so long."""
UNDECIDED = 2
"""Trials that went evenly are taken to have been made besides."""
RANGE, FACTOR, ADDED = 0x7FFFFFFF, 1103515245, 12345
"""Of a congruence that stands for luck: always the same, and quick."""


@lru_cache(maxsize=4096)
def predict_uct(key: Key, seat: int, throws: Sequence[int]) -> list[float]:
    """How such a search plays; ``throws`` the faces that stand for an Oracle's die where many tricks are left."""
    position = to_position(key)
    left, place = position.left, make_place(position, seat)
    if left >= FAR or (position.twists & FRESH and left > CLOSE):
        table = Round(LeafEvaluator(), position.twists).table(place, left, 1)
    elif left > CLOSE:
        table = Round(estimate_from_points, position.twists, throws, carelessly).table(place, left, min(left, SEEN))
    else:
        table = Round(estimate_from_points, position.twists, FACES, half_carelessly).table(place, left, left)
    rows, _ = stakes(position.crowns)
    lose, win = rows[1 - seat][seat], rows[seat][seat]
    chances = [[lose + (win - lose) * rounds for rounds in row] for row in table]
    return simulate_uct(chances) if left <= CLOSE else find_visit_balance(chances)


def carelessly(table: Matrix) -> float:
    """Value of a pay-off table under uniform random play."""
    return sum(map(sum, table)) / (len(table) * len(table[0]))


def half_carelessly(table: Matrix) -> float:
    """Mean of the values of a pay-off table under random play and under best play."""
    return (carelessly(table) + find_value(table)) / 2


def estimate_from_points(place: Place, left: int) -> float:
    """Win probability of a round by points alone."""
    return standing(place[2:6], left, find_flags(*place[6:])).even


def find_visit_balance(table: Matrix) -> list[float]:
    """How often each row comes out as the one that is tried most."""
    columns = list(zip(*table, strict=True))
    rows, replies = [1 / len(table)] * len(table), [1 / len(columns)] * len(columns)
    for turn in range(ROUNDS_OF_BALANCE):
        part = max(1 / (1 + turn / 2), 0.4)
        mine = tries([sum(map(mul, replies, row)) for row in table])
        yours = tries([1 - sum(map(mul, rows, column)) for column in columns])
        rows = [one + (other - one) * part for one, other in zip(rows, mine, strict=True)]
        replies = [one + (other - one) * part for one, other in zip(replies, yours, strict=True)]
    values = [sum(map(mul, replies, row)) for row in table]
    return softmax(values, SPREAD)


def tries(values: Sequence[float]) -> list[float]:
    """How often each is tried, in shares, when in the end all bounds are equal."""
    wide = EXPLORATION * EXPLORATION * log(TRIED) / TRIED
    top = max(values)
    low, high = top + sqrt(wide), top + sqrt(wide * len(values))
    for _ in range(20):
        bound = (low + high) / 2
        if sum([wide / (bound - value) ** 2 for value in values]) > 1:
            low = bound
        else:
            high = bound
    shares = [wide / (high - value) ** 2 for value in values]
    total = sum(shares)
    return [share / total for share in shares]


def simulate_uct(table: Matrix) -> list[float]:
    """The same by making the trials: every game in the mind is won with the chance that the table says."""
    found = [UNDECIDED / len(table)] * len(table)
    for number in range(1, TRIALS + 1):
        visits = trial(table, LONG, number)
        found[visits.index(max(visits))] += 1
    total = sum(found)
    return [count / total for count in found]


def trial(table: Matrix, games: int, luck: int) -> list[int]:
    """How often each row was tried in ``games`` playouts; ``luck``: another number, other playouts."""
    rows, columns = range(len(table)), range(len(table[0]))
    tried, won = [0] * len(table), [0.0] * len(table)
    replied, lost = [0] * len(table[0]), [0.0] * len(table[0])
    luck *= 7919
    row = column = 0
    for game in range(games):
        curious = EXPLORATION * sqrt(log(game + 1))
        row = game if game < len(rows) else _highest(rows, tried, won, curious)
        column = game if game < len(columns) else _highest(columns, replied, lost, curious)
        luck = luck * FACTOR + ADDED & RANGE
        win = luck < table[row][column] * RANGE
        tried[row] += 1
        replied[column] += 1
        won[row] += win
        lost[column] += not win
    return tried


def _highest(actions: range, counts: Sequence[int], sums: Sequence[float], curious: float) -> int:
    best, found = -1.0, 0
    for action in actions:
        count = counts[action]
        bound = sums[action] / count + curious / sqrt(count)
        if bound > best:
            best, found = bound, action
    return found
