"""What a position is worth: each seat's chance to win the game.

Two parts. Within a round, a small fitted model says who will win it from points, dice and
cards in hand (``weights.json``, made by ``build/fit/king_of_12.py`` from many games
of self-play). Between rounds, crowns count as a race to two in which every seat is equally
likely to win the next round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp
from operator import mul
from pathlib import Path

from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.rounds import POINTS_THAT_END_A_ROUND

from .position import Chances, Position

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
HALL_WEIGHTS_FILE = Path(__file__).with_name("weights_of_halls.json")
"""The same for groups of a tournament, where the winner of a trick takes what the centre gives."""


class BadWeights(ValueError):
    """The fitted numbers cannot be used; the text names file, place and what was expected."""


class Weights:
    """Fitted strengths for one number of seats and one number of tricks left.

    A seat's strength is ``point`` per round point above the mean + ``faces[face]`` +
    ``cards[card]`` for every card in hand. Chances are in the ratio of exp(strength); that of
    no winner has the strength ``nobody`` + ``gap`` per point between the first two + ``tied``
    when they are equal.
    """

    __slots__ = ("cards", "faces", "gap", "hands", "nobody", "point", "tied")

    def __init__(self, faces: list[float], cards: list[float], others: dict[str, float]) -> None:
        self.faces = [0.0, *faces]
        self.cards = cards
        self.hands = _Hands(cards)
        self.point = others["point"]
        self.nobody = others["nobody"]
        self.gap = others["gap"]
        self.tied = others["tied"]


class _Hands(dict[int, float]):
    """Mask of cards → strength of that hand; filled in as hands turn up."""

    def __init__(self, cards: list[float]) -> None:
        super().__init__()
        self.cards = cards

    def __missing__(self, mask: int) -> float:
        strength = sum(weight for card, weight in enumerate(self.cards) if mask >> card & 1)
        self[mask] = strength
        return strength


@lru_cache(maxsize=1)
def weights() -> dict[tuple[int, int], Weights]:
    """All fitted numbers by (seats, tricks left); raises :class:`BadWeights`."""
    return read_weights(WEIGHTS_FILE)


@lru_cache(maxsize=1)
def hall_weights() -> dict[tuple[int, int], Weights]:
    """All fitted numbers for groups of a tournament; raises :class:`BadWeights`."""
    return read_weights(HALL_WEIGHTS_FILE)


def add_new_cards(fitted: Sequence[float]) -> list[float]:
    """Extend fitted numbers by nought for every card that is newer than the fit."""
    return [*fitted, *[0.0] * (CARD_COUNT - len(fitted))]


def read_weights(path: Path) -> dict[tuple[int, int], Weights]:
    """Read and check a file of fitted numbers; raises :class:`BadWeights`."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BadWeights(f"{path}: cannot be read: {error}") from error
    found: dict[tuple[int, int], Weights] = {}
    for seats in (2, 3, 4):
        for left in range(1, 7):
            place = f"{path}: {seats}.{left}"
            entry = data.get(str(seats), {}).get(str(left))
            if not isinstance(entry, dict):
                raise BadWeights(f"{place}: expected an object, found {entry!r}")
            for name, least, most in (("faces", 12, 12), ("cards", 1, CARD_COUNT)):
                if not isinstance(entry.get(name), list) or not least <= len(entry[name]) <= most:
                    raise BadWeights(f"{place}.{name}: expected {most} numbers")
            try:
                found[seats, left] = Weights(
                    [float(x) for x in entry["faces"]],
                    add_new_cards([float(x) for x in entry["cards"]]),
                    {name: float(entry[name]) for name in ("point", "nobody", "gap", "tied")},
                )
            except (KeyError, TypeError, ValueError) as error:
                raise BadWeights(f"{place}: expected numbers, {error}") from error
    return found


@lru_cache(maxsize=256)
def race(crowns: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's chance to be first to two crowns when every round is anybody's."""
    if max(crowns) >= 2:
        return tuple(float(count >= 2) for count in crowns)
    seats = len(crowns)
    total = [0.0] * seats
    for winner in range(seats):
        for seat, chance in enumerate(race(add_crown(crowns, winner))):
            total[seat] += chance / seats
    return tuple(total)


def add_crown(crowns: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """Crowns after this seat has won a round."""
    return (*crowns[:winner], crowns[winner] + 1, *crowns[winner + 1 :])


Table = tuple[tuple[float, ...], ...]
POINT_IN_STANDING = 0.1
"""Value of a point in a tournament, in rounds won.

Crowns count first, and eight points end a round: with a tenth for each, points decide between cards that win equally
often, and never outweigh the round itself. Strength in halls: ``measurements/halls.jsonl``.
"""
MOST_OWED = 2
"""Points that a trick brings its winner at most."""


@lru_cache(maxsize=256)
def stakes(crowns: tuple[int, ...]) -> tuple[Table, Table]:
    """Row w: everybody's chance to win the game once seat w has won this round; last row: nobody.

    The second table is the same by columns.
    """
    rows = (*(race(add_crown(crowns, winner)) for winner in range(len(crowns))), race(crowns))
    return rows, tuple(zip(*rows, strict=True))


@lru_cache(maxsize=8)
def round_stakes(seats: int) -> tuple[Table, Table]:
    """The same as ``stakes`` where only this round counts."""
    rows = (*(tuple(float(seat == won) for seat in range(seats)) for won in range(seats)), (0.0,) * seats)
    return rows, tuple(zip(*rows, strict=True))


def round_winner(points: Sequence[float]) -> int:
    """Winner after equal points are dropped; -1 without one."""
    best, winner = 0.0, -1
    for seat, value in enumerate(points):
        if value > best and points.count(value) == 1:
            best, winner = value, seat
    return winner


def worth(position: Position) -> tuple[float, ...]:
    """Each seat's chance to win the game from here.

    In a tournament what the winner of a trick brings home from the centre is uncertain. While the
    round goes on its mean will do; where it decides the round, every outcome is looked at.
    """
    if position.owed is not None:
        return _when_paid(position, *position.owed, worth)
    rows, columns = stakes(position.crowns)
    if position.over:
        return rows[round_winner(position.points)]
    return apply_model(position, columns)


def round_chances(position: Position) -> tuple[float, ...]:
    """Each seat's chance to win this round; nothing may be owed."""
    rows, columns = round_stakes(position.seats)
    return rows[round_winner(position.points)] if position.over else apply_model(position, columns)


def standing_worth(position: Position) -> tuple[float, ...]:
    """Value of a position in a tournament: chances to win this round, and points.

    Unit: rounds won. Crowns count first, points of all rounds decide among the many with equal crowns.
    """
    if position.owed is not None:
        return _when_paid(position, *position.owed, standing_worth)
    chances = round_chances(position)
    return tuple([chance + POINT_IN_STANDING * count for chance, count in zip(chances, position.points)])  # noqa: B905


def _when_paid(
    position: Position, seat: int, chances: Chances, judge: Callable[[Position], tuple[float, ...]]
) -> tuple[float, ...]:
    """The worth of a position in which a seat is still owed some points."""
    if not position.over and position.points[seat] + MOST_OWED < POINTS_THAT_END_A_ROUND:
        return judge(position.paid(chances[1] + 2 * chances[2]))
    total = [0.0] * position.seats
    for gain, likely in enumerate(chances):
        if likely:
            for other, value in enumerate(judge(position.paid(gain))):
                total[other] += likely * value
    return tuple(total)


def apply_model(position: Position, columns: Table) -> tuple[float, ...]:
    """What the fitted model says of a round that goes on; ``columns`` of what it is about for each winner."""
    fitted = weights() if position.prize is None else hall_weights()
    shares = model_shares(fitted[position.seats, position.left], position.points, position.faces, position.hands)
    total = sum(shares)
    return tuple([sum(map(mul, shares, column)) / total for column in columns])


def model_shares(numbers: Weights, points: Sequence[float], faces: Sequence[int], hands: Sequence[int]) -> list[float]:
    """In what ratio the seats win a round that goes on, and nobody (last)."""
    point, of_face, of_hand = numbers.point, numbers.faces, numbers.hands
    middle = sum(points) / len(points)
    shares = [
        exp(point * (count - middle) + of_face[face] + of_hand[mask])
        for count, face, mask in zip(points, faces, hands)  # noqa: B905 (hot path)
    ]
    *_, second, first = sorted(points)
    shares.append(exp(numbers.nobody + numbers.gap * (first - second) + (0 if first - second else numbers.tied)))
    return shares
