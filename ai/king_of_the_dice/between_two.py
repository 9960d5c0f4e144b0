"""What a position of King of the Dice is worth between two, in points of the lead at the end, by fitted numbers.

It is judged as it stands once a seat has ended its turn: the rival moves next. Beside land, gems and flames count what
the next region may bring either side, the best attack and the best taming that lie open to them, dice that citizens
would make, and the turn itself: whoever takes the last tiles so that the rival has a turn less gains as much as a turn
is worth. How much each term counts for depends on how many tiles are left; ``build/fit/between_two.py`` fits it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

from ai.fitted import BadNumbers
from engine import schema
from games.king_of_the_dice.maps import kingdom, nearest
from games.king_of_the_dice.scoring import GOLD_POINTS, WHITE_POINTS
from games.king_of_the_dice.state import TILES, State, supply

from .evaluate import Evaluator, dice_of, most_flames
from .growth import land_points, region_gains

FILE = Path(__file__).with_name("between_two.json")
TERMS = (
    "land", "flames", "claim", "best_claim", "pairs", "supers", "singles", "attack", "attacked", "taming",
    "their_taming",
)  # fmt: skip
"""The terms, the own side less the other where nothing else is said:

``land`` points of regions and gems; ``flames`` the chance to have most; ``claim`` what a free region would bring on
average, ``best_claim`` the best of them; ``pairs`` of citizens and ``supers`` that could become a die, ``singles``
without another; ``attack`` the lead that the own best attack would bring, ``attacked`` that of the other's; ``taming``
what the best own flame region would bring, ``their_taming`` that of the other.
"""
SOON = 3
"""Tiles in the supply from which on what lies in the future counts less, for there may be no turn to make use of it."""
FULL = 22
"""Tiles in the supply when a game of two begins."""
TILES_A_TURN = 0.75
"""Tiles that a turn of experts between two takes out of the supply."""
TURNS = (1, 2, 3, 4, 7)
"""From how many tiles on the right to move is worth another number of points."""

Points = Annotated[float, msgspec.Meta(ge=-100, le=100)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``terms``: points that each counts for near the end, and what is to be added with a full supply; ``turn``: what
    it is worth to move next, by :data:`TURNS`."""

    terms: dict[str, tuple[Points, Points]]
    turn: tuple[Points, Points, Points, Points, Points]

    def __post_init__(self) -> None:
        """All the terms there are."""
        schema.expect(set(self.terms) == set(TERMS), "terms", ", ".join(TERMS), sorted(self.terms))


def counted(name: str, tiles: int) -> tuple[float, float]:
    """How much of the two weights of a term counts with so many tiles in the supply. Points on the board always do."""
    return 1.0 if name in ("land", "flames") else min(1.0, tiles / SOON), tiles / FULL


def turn_of(tiles: int) -> int:
    """Which of the numbers of points for the next turn holds with so many tiles, -1 with none."""
    return sum(tiles >= least for least in TURNS) - 1


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weights in use; raises :class:`BadNumbers` for a file that cannot be used."""
    return schema.read(FILE, Weights, BadNumbers)


def judging(chosen: Weights) -> Evaluator:
    """A judge with these weights: the lead of a seat at the end of the game, as far as it can be told when its turn is
    over. Two seats."""
    rows = []
    for tiles in range(TILES + 1):
        parts = [counted(name, tiles) for name in TERMS]
        pairs = [chosen.terms[name] for name in TERMS]
        rows.append([a * one + b * two for (a, b), (one, two) in zip(parts, pairs, strict=True)])
    turns = [chosen.turn[turn_of(tiles)] if tiles else 0.0 for tiles in range(TILES + 1)]

    def judge(state: State, seat: int) -> float:
        tiles = supply(state)
        found = sum([weight * number for weight, number in zip(rows[tiles], terms(state, seat), strict=True)])
        # Where the round is finished everybody has as many turns, whoever takes the last tile.
        return found if state.finish else found - turns[tiles]

    return judge


@lru_cache(maxsize=1)
def _usual() -> Evaluator:
    return judging(weights())


def lead_expected(state: State, seat: int) -> float:
    """The lead at the end of the game with the weights in use."""
    return _usual()(state, seat)


def terms(state: State, seat: int) -> list[float]:
    """The numbers of the terms for a seat that has ended its turn."""
    other, arrangement = 1 - seat, state.arrangement
    own, theirs = state.marks[seat], state.marks[other]
    tiles = supply(state)
    turns = tiles / TILES_A_TURN
    found = [
        _points(state, seat) - _points(state, other),
        most_flames(state.tamed, seat, turns) - most_flames(state.tamed, other, turns),
    ]
    if tiles:
        mine, best = region_gains(arrangement, own, state.free, state.gold & state.free, state.white & state.free)
        rival, rivals_best = region_gains(
            arrangement, theirs, state.free, state.gold & state.free, state.white & state.free
        )
        found += [mine - rival, best - rivals_best]
    else:
        found += [0.0, 0.0]
    here, there = dice_of(state.open[seat], state.down[seat]), dice_of(state.open[other], state.down[other])
    found += [one - two for one, two in zip(here, there, strict=True)]
    if not tiles:
        return [*found, 0.0, 0.0, 0.0, 0.0]
    found += [_attack(arrangement, own, theirs), _attack(arrangement, theirs, own)]
    flames, gold, white = state.flames, state.gold & state.flames, state.white & state.flames
    return [*found, *(region_gains(arrangement, marks, flames, gold, white)[1] for marks in (own, theirs))]


def _points(state: State, seat: int) -> float:
    return float(
        land_points(state.arrangement, state.marks[seat])
        + GOLD_POINTS * state.golds[seat]
        + WHITE_POINTS * state.whites[seat]
    )


@lru_cache(maxsize=1 << 14)
def _attack(arrangement: int, marks: int, others: int) -> float:
    """The change of the lead by the best attack (ruling D6: on a nearest marker)."""
    if not others:
        return 0.0
    spots = nearest(kingdom().arrangements[arrangement].near, marks, others)
    now, best = land_points(arrangement, marks) - land_points(arrangement, others), 0
    while spots:
        bit = spots & -spots
        spots ^= bit
        best = max(best, land_points(arrangement, marks | bit) - land_points(arrangement, others & ~bit) - now)
    return float(best)
