"""What everybody can expect to have at the end of King of the Dice, by fitted numbers.

A position is judged as it stands once a seat has ended its turn: the next one moves. Apart from land, gems and flames
count what the next region may bring, dice that citizens would make, the best attack and the best taming that lie open,
what the rivals' attacks would take, and the turns to come: a seat that takes the last tiles so that the others have a
turn less gains by it. How much each term counts for depends on the turns that a seat may hope for;
``build/fit/king_of_the_dice.py`` fits it for each number of seats."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from ai.algorithms.value_function import BadCoefficients
from engine import schema
from games.king_of_the_dice.maps import kingdom, nearest
from games.king_of_the_dice.scoring import GOLD_POINTS, WHITE_POINTS
from games.king_of_the_dice.state import TILES, State, supply

from .evaluate import count_joker_dice, land_points, most_flames, region_gains

SEATS = (2, 3, 4)
FILE = Path(__file__).with_name("final_score.json")
TERMS = (
    "land", "gems", "flames", "regions", "claim", "best_claim", "pairs", "supers", "singles", "attack", "attacked",
    "taming", "turns",
)  # fmt: skip
"""The terms of a seat:

``land`` points of regions, ``gems`` of gems; ``flames`` the chance to have most; ``regions`` how many there are,
whether they hang together or not; ``claim`` what a free region would bring on average, ``best_claim`` the best of them;
``pairs`` of citizens and ``supers`` that could become a die, ``singles`` without another; ``attack`` what the own best
attack would bring, ``attacked`` what an attack of a rival would take at worst, on average over the rivals; ``taming``
what the best flame region would bring; ``turns`` 1: what a turn brings whatever else there is.
"""
ALWAYS = ("land", "gems", "flames")
"""What counts however few turns are left."""
MANY = 8.0
"""Turns of a seat by which the second number of a term is multiplied once."""
ROUNDS = 60
"""Steps after which nearly no game has stood still."""

Points = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Part = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for a number of seats. ``terms``: for each term its weight if another turn is certain, and what is added
    for every :data:`MANY` turns to come; ``drawn``: how often a turn takes no, one, two tiles out of the supply;
    ``rivals``: weight of what rivals can expect; ``spread``: lead in points by which a rival counts e times as much as
    another."""

    terms: dict[str, tuple[Points, Points]]
    drawn: tuple[Part, Part, Part]
    rivals: Part
    spread: Annotated[float, msgspec.Meta(ge=0.1, le=100)]

    def __post_init__(self) -> None:
        """Check that all terms have weights and that the shares of ``drawn`` make the game end."""
        schema.expect(set(self.terms) == set(TERMS), "terms", ", ".join(TERMS), sorted(self.terms))
        total = sum(self.drawn)
        schema.expect(abs(total - 1) < 0.01 and self.drawn[0] < 0.9, "drawn", "parts of 1, not all of them none", total)


@lru_cache(maxsize=1)
def weights() -> dict[int, Weights]:
    """Return the default weights by number of seats; raises :class:`BadCoefficients` for an invalid file."""
    found = schema.read(FILE, dict[str, Weights], BadCoefficients)
    if set(found) != set(map(str, SEATS)):
        raise BadCoefficients(f"{FILE.name}: expected seats {SEATS}, found {sorted(found)}")
    return {int(seats): one for seats, one in found.items()}


# --- turns to come --------------------------------------------------------------------------------


class ToCome(NamedTuple):
    """Probability that a seat has another turn (``one``), and its expected number of turns."""

    one: float
    turns: float


@lru_cache(maxsize=8)
def turns_to_come(seats: int, finish: bool, drawn: tuple[float, float, float]) -> list[list[list[ToCome]]]:
    """Return a table of a seat's turns to come: by tiles in the supply, by place of the next seat in its round, and by
    number of seats before it."""
    over = ToCome(0.0, 0.0)
    table: list[list[list[ToCome]]] = []
    for tiles in range(TILES + 1):
        now = [[over] * seats for _ in range(seats)]
        for _ in range(ROUNDS):
            # A turn that takes no tile leads to another place with as many tiles: the numbers are found step by step.
            now = [
                [_to_come(table, now, seats, finish, drawn, tiles, place, ahead) for ahead in range(seats)]
                for place in range(seats)
            ]
        table.append(now)
    return table


def _to_come(
    table: list[list[list[ToCome]]],
    now: list[list[ToCome]],
    seats: int,
    finish: bool,
    drawn: tuple[float, float, float],
    tiles: int,
    place: int,
    ahead: int,
) -> ToCome:
    if not tiles and not (finish and place):
        return ToCome(0.0, 0.0)
    one = turns = 0.0
    for taken, chance in enumerate(drawn):
        left = max(0, tiles - taken)
        after = (now if left == tiles else table[left])[(place + 1) % seats][(ahead - 1) % seats]
        one += chance * after.one
        turns += chance * after.turns
    return ToCome(one, turns) if ahead else ToCome(1.0, 1.0 + turns)


# --- the terms ------------------------------------------------------------------------------------


def terms(state: State, seat: int, turns: float) -> list[float]:
    """Return the features of a seat in the order of ``TERMS``; ``turns``: turns of all seats to come, a mean."""
    arrangement, own, gold, white = state.arrangement, state.marks[seat], state.gold, state.white
    found = [
        float(land_points(arrangement, own)),
        float(GOLD_POINTS * state.golds[seat] + WHITE_POINTS * state.whites[seat]),
        most_flames(state.tamed, seat, turns),
    ]
    if turns <= 0:
        return found + [0.0] * (len(TERMS) - len(found))
    free, flames = state.free, state.flames
    attack, attacked = _attacks(arrangement, tuple(state.marks))[seat]
    return [
        *found,
        float(own.bit_count()),
        *region_gains(arrangement, own, free, gold & free, white & free),
        *_dice(state.open[seat], state.down[seat]),
        attack,
        attacked,
        region_gains(arrangement, own, flames, gold & flames, white & flames)[1],
        1.0,
    ]


@lru_cache(maxsize=1 << 12)
def _dice(open_: int, down: int) -> tuple[float, float, float]:
    pairs, supers, singles = count_joker_dice(open_, down)
    return float(pairs), float(supers), float(singles)


@lru_cache(maxsize=1 << 13)
def _attacks(arrangement: int, marks: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return by seat what its best attack brings (ruling D6: on a nearest marker), and what the worst attack of a rival
    takes from it, on average over the rivals."""
    near = kingdom().arrangements[arrangement].near
    brings, takes = [0] * len(marks), [0] * len(marks)
    everybody = 0
    for own in marks:
        everybody |= own
    for seat, own in enumerate(marks):
        rivals = everybody & ~own
        spots = nearest(near, own, rivals) if rivals else 0
        if not spots:
            continue
        now = land_points(arrangement, own)
        for other, theirs in enumerate(marks):
            most, hit = 0, spots & theirs
            while hit:
                bit = hit & -hit
                hit ^= bit
                brings[seat] = max(brings[seat], land_points(arrangement, own | bit) - now)
                most = max(most, land_points(arrangement, theirs) - land_points(arrangement, theirs & ~bit))
            takes[other] += most
    return [(float(one), other / (len(marks) - 1)) for one, other in zip(brings, takes, strict=True)]


# --- the judge ------------------------------------------------------------------------------------


class Projection(NamedTuple):
    """A seat in a position: its turns to come, and the values of its terms."""

    hope: ToCome
    terms: list[float]


def project_seats(state: State, seat: int, drawn: tuple[float, float, float]) -> list[Projection]:
    """Return by seat its turns to come and terms, once ``seat`` has ended its turn; ``drawn``: see :class:`Weights`."""
    seats, tiles = state.seats, supply(state)
    behind = (state.active - seat) % seats  # the turn may have been passed on already
    place = (state.turn - behind) % seats
    hopes = turns_to_come(seats, bool(state.finish), drawn)[tiles][place]
    turns = sum([hope.turns for hope in hopes])
    return [Projection(hopes[(each - seat - 1) % seats], terms(state, each, turns)) for each in range(seats)]


def find_weight_shares(hope: ToCome) -> list[tuple[float, float]]:
    """Return by term the factors of its two weights, given the turns to come; the first is 1 for points on the
    board."""
    always, hoped = (1.0, hope.turns / MANY), (hope.one, hope.turns / MANY)
    return [always if name in ALWAYS else hoped for name in TERMS]


def weigh_terms(seat: Projection, weights: Sequence[tuple[float, float]]) -> list[float]:
    """Return the points that each term of a seat is worth."""
    return [
        (one * near + many * far) * number
        for (one, many), (near, far), number in zip(find_weight_shares(seat.hope), weights, seat.terms, strict=True)
    ]


class FinalScoreEvaluator:
    """Evaluates positions by expected final scores, with one set of weights."""

    def __init__(self, chosen: dict[int, Weights]) -> None:
        self.chosen = chosen
        self._rows = {
            seats: [one.terms[name] for name in TERMS] for seats, one in chosen.items()
        }  # in the order of the terms

    def expect_scores(self, state: State, ended: int) -> list[float]:
        """Return the expected final scores of all seats, once seat ``ended`` has ended its turn."""
        weights = self._rows[state.seats]
        return [sum(weigh_terms(one, weights)) for one in project_seats(state, ended, self.chosen[state.seats].drawn)]

    def expect_more(self, state: State, ended: int) -> list[tuple[ToCome, float]]:
        """Return by seat its turns to come and the points that it can expect beyond those on the board, once seat
        ``ended`` has ended its turn."""
        weights = self._rows[state.seats]
        found = []
        for one in project_seats(state, ended, self.chosen[state.seats].drawn):
            board = sum([near * number for (near, _), number in zip(weights, one.terms[: len(ALWAYS)], strict=False)])
            found.append((one.hope, sum(weigh_terms(one, weights)) - board))
        return found

    def __call__(self, state: State, seat: int) -> float:
        """Return the expected final lead of a seat over its rivals at the end of its turn, in points."""
        points, one = self.expect_scores(state, seat), self.chosen[state.seats]
        own = points.pop(seat)
        return own - one.rivals * combine_rivals(points, one.spread)


def combine_rivals(rivals: list[float], spread: float) -> float:
    """Weighted mean of the rivals' points, in which leaders count more (see :class:`Weights`)."""
    best = max(rivals)
    shares = [exp((each - best) / spread) for each in rivals]
    return sum([share * each for share, each in zip(shares, rivals, strict=True)]) / sum(shares)


@lru_cache(maxsize=1)
def usual() -> FinalScoreEvaluator:
    """Return the evaluator with the default weights."""
    return FinalScoreEvaluator(weights())


def evaluate_final_lead(state: State, seat: int) -> float:
    """Return the expected final lead of a seat over its rivals at the end of its turn, with the default weights."""
    return usual()(state, seat)
