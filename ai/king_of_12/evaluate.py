"""What a position is worth: each seat's chance to win the game.

Two parts. Within a round, a small fitted model says who will win it from points, dice and
cards in hand (``weights.json``, made by ``build/fit/king_of_12.py`` from many games
of self-play). Between rounds, crowns count as a race to two in which every seat is equally
likely to win the next round.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp
from operator import mul
from pathlib import Path
from typing import Annotated

import msgspec

from engine import schema
from engine.contract import Chance
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.rounds import POINTS_THAT_END_A_ROUND, apply_twists
from games.king_of_12.state import State
from games.king_of_12.trick import (
    Plan,
    apply_effects,
    compare,
    effect_choices,
    find_plan,
    find_theft,
    open_cards,
    tokens,
)

# King of 12 as the opponents picture it: the open position of one round.
#
# All hands are known here (unknown crowns have been drawn by ``determinize``), so a position is a few lists; a trick
# is worked out by the very functions the rules use.

Chances = tuple[float, float, float]
"""How likely 0, 1 and 2 points are."""


Prize = Callable[[int, int, int], Chances]
"""What the winner of a group can expect of the centre, where a tournament is played: how likely 0, 1, 2 points are for
the one at this place of the group, with its card and face."""


class Position:
    """One round between two tricks; lists go by seat.

    ``left``: tricks still to play; ``twos``: tokens worth 2 (the rest of ``points`` are ones); ``hands``: masks of
    cards. ``prize``: in a tournament, what the winner of a trick gets in the centre in place of points. ``owed``: the
    seat that has just won such a prize, and the probabilities of 0, 1 and 2 points, which ``points`` does not include
    yet. ``twists``: bits of the twists that change the dice between two tricks.
    """

    __slots__ = ("crowns", "faces", "hands", "left", "owed", "points", "prize", "seats", "twists", "twos")

    def __init__(
        self,
        faces: list[int],
        points: list[float],
        twos: list[int],
        hands: list[int],
        left: int,
        crowns: tuple[int, ...],
        prize: Prize | None = None,
        owed: tuple[int, Chances] | None = None,
        twists: int = 0,
    ) -> None:
        self.seats = len(faces)
        self.faces = faces
        self.points = points
        self.twos = twos
        self.hands = hands
        self.left = left
        self.crowns = crowns
        self.prize = prize
        self.owed = owed
        self.twists = twists

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return not self.left or max(self.points) >= POINTS_THAT_END_A_ROUND

    def mean_points(self) -> list[float]:
        """Return the points by seat, with the expected points of a prize that is still owed."""
        if self.owed is None:
            return self.points[:]
        seat, (_, one, two) = self.owed
        points = self.points[:]
        points[seat] += one + 2 * two
        return points

    def paid(self, gain: float) -> "Position":
        """Return the position after the prize that was owed has turned out to be ``gain`` points."""
        assert self.owed is not None
        points = self.points[:]
        points[self.owed[0]] += gain
        return Position(
            self.faces, points, self.twos, self.hands, self.left, self.crowns, self.prize, twists=self.twists
        )


Outcome = tuple[Position, int, int, list[int]]
"""The next position, winner and second of the trick (seat or -1), values compared."""


def make_position(state: State, prize: Prize | None = None) -> Position:
    """Return the position before the current trick, chosen cards back in hand; ``prize``: see :class:`Position`."""
    hands = [hand | (1 << card if card >= 0 else 0) for hand, card in zip(state.hands, state.commits, strict=True)]
    left = state.length - len(state.tricks)
    points = [float(one) for one in state.points]
    return Position(state.faces[:], points, state.twos[:], hands, left, state.crowns, prize, twists=state.twists)


def open_trick(position: Position, cards: tuple[int, ...]) -> tuple[Plan, list[int]]:
    """Return the plan of these cards (by seat), and the faces once dice are passed; no change of ``position``."""
    plan = find_plan(cards)
    faces = position.faces[:]
    if plan.merchants >= 0:
        open_cards(plan, faces, range(position.seats), None)
    return plan, faces


def list_choices(plan: Plan, faces: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the effect choices after the reveal: pairs of seat and its actions."""
    return [(seat, effect_choices(plan, seat, faces[seat])) for seat in plan.asks]


def finish_trick(position: Position, plan: Plan, faces: Sequence[int], picks: Sequence[int], chance: Chance) -> Outcome:
    """Return the outcome of a trick with open cards. ``faces`` and ``picks`` (effect actions, -1 for none) by seat; a
    thief takes the most valuable token."""
    faces = list(faces)
    seats = range(position.seats)
    amounts, values = apply_effects(plan, faces, picks, chance, seats, None)
    points = position.mean_points()
    twos = position.twos[:]
    owed = None
    if plan.ladies:
        pair = find_theft(plan, values)
        if pair is not None and points[pair[1]]:
            thief, victim = pair
            token = 2 if twos[victim] else 1
            points[victim] -= token
            points[thief] += token
            if token == 2:
                twos[victim] -= 1
                twos[thief] += 1
    first, second = compare(plan, faces, amounts, values, seats, None)
    if first >= 0:
        most, least = tokens(plan)
        if position.prize is None:
            points[first] += most
            twos[first] += most == 2
        else:
            owed = first, position.prize(first, plan.cards[first], faces[first])
        if second >= 0:
            points[second] += least
            if least == 2:
                twos[second] += 1
    hands = [hand & ~(1 << card) for hand, card in zip(position.hands, plan.cards)]  # noqa: B905 (hot path)
    after = Position(
        faces, points, twos, hands, position.left - 1, position.crowns, position.prize, owed, position.twists
    )
    if position.twists and not after.is_over:
        apply_twists(faces, position.twists, plan, first, chance, None)
    return after, first, second, values


WEIGHTS_FILE = Path(__file__).with_name("weights.json")
HALL_WEIGHTS_FILE = Path(__file__).with_name("weights_of_halls.json")
"""The same for groups of a tournament, where the winner of a trick takes what the centre gives."""


class Weights:
    """Fitted strengths for one number of seats and one number of tricks left.

    A seat's strength is ``point`` per round point above the mean + ``faces[face]`` + ``cards[card]`` for every card in
    hand. Probabilities to win are in proportion to exp(strength); "no winner" has the strength ``nobody`` + ``gap`` per
    point between the first two, or ``nobody`` + ``tied`` when they are equal.
    """

    __slots__ = ("cards", "faces", "gap", "hands", "nobody", "point", "tied")

    def __init__(self, entry: "_Entry") -> None:
        self.faces = [0.0, *entry.faces]
        self.cards = add_new_cards(entry.cards)
        self.hands = _Hands(self.cards)
        self.point, self.nobody, self.gap, self.tied = entry.point, entry.nobody, entry.gap, entry.tied


class _Entry(msgspec.Struct, frozen=True):
    """Entry of a file of fitted numbers."""

    faces: Annotated[list[float], msgspec.Meta(min_length=12, max_length=12)]
    cards: Annotated[list[float], msgspec.Meta(min_length=1, max_length=CARD_COUNT)]
    point: float
    nobody: float
    gap: float
    tied: float


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
    """Return all fitted coefficients by (seats, tricks left); raises ``Misfit``."""
    return read_weights(WEIGHTS_FILE)


@lru_cache(maxsize=1)
def hall_weights() -> dict[tuple[int, int], Weights]:
    """Return all fitted coefficients for groups of a tournament; raises ``Misfit``."""
    return read_weights(HALL_WEIGHTS_FILE)


def add_new_cards(fitted: Sequence[float]) -> list[float]:
    """Return fitted card coefficients extended by 0 for every card that is newer than the fit."""
    return [*fitted, *[0.0] * (CARD_COUNT - len(fitted))]


def read_weights(path: Path) -> dict[tuple[int, int], Weights]:
    """Read and check a file of fitted numbers; raises ``Misfit``."""
    found = schema.read(path, dict[str, dict[str, _Entry]])
    for seats in "234":
        schema.expect([*found.get(seats, ())] == [*"123456"], f"{path}: {seats}", "an entry for each of 1 to 6 tricks")
    return {(int(seats), int(left)): Weights(one) for seats, row in found.items() for left, one in row.items()}


@lru_cache(maxsize=256)
def race(crowns: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's probability to be first to two crowns when all seats win a round equally often."""
    if max(crowns) >= 2:
        return tuple(float(count >= 2) for count in crowns)
    seats = len(crowns)
    total = [0.0] * seats
    for winner in range(seats):
        for seat, chance in enumerate(race(add_crown(crowns, winner))):
            total[seat] += chance / seats
    return tuple(total)


def add_crown(crowns: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """Return the crowns by seat after ``winner`` has won a round."""
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
    """Return a table and its transpose: row w has each seat's probability to win the game once seat w wins this round.

    The last row is for a round without a winner.
    """
    rows = (*(race(add_crown(crowns, winner)) for winner in range(len(crowns))), race(crowns))
    return rows, tuple(zip(*rows, strict=True))


@lru_cache(maxsize=8)
def round_stakes(seats: int) -> tuple[Table, Table]:
    """Return tables as :func:`stakes` does, but of the probability to win this round, not the game."""
    rows = (*(tuple(float(seat == won) for seat in range(seats)) for won in range(seats)), (0.0,) * seats)
    return rows, tuple(zip(*rows, strict=True))


def round_winner(points: Sequence[float]) -> int:
    """Return the seat with the most points that no other seat has too; -1 if there is none."""
    best, winner = 0.0, -1
    for seat, value in enumerate(points):
        if value > best and points.count(value) == 1:
            best, winner = value, seat
    return winner


def worth(position: Position) -> tuple[float, ...]:
    """Return each seat's probability to win the game from here.

    In a tournament the points that a trick's winner gets in the centre are uncertain: their mean is used while the
    round goes on; if they decide the round, every outcome is evaluated.
    """
    if position.owed is not None:
        return _when_paid(position, *position.owed, worth)
    rows, columns = stakes(position.crowns)
    if position.is_over:
        return rows[round_winner(position.points)]
    return apply_model(position, columns)


def round_chances(position: Position) -> tuple[float, ...]:
    """Return each seat's probability to win this round; the position must have no prize ``owed``."""
    rows, columns = round_stakes(position.seats)
    return rows[round_winner(position.points)] if position.is_over else apply_model(position, columns)


def standing_worth(position: Position) -> tuple[float, ...]:
    """Return the value of a position in a tournament by seat, in rounds won: probability to win this one, plus points.

    Crowns count first, points of all rounds decide among the many with equal crowns.
    """
    if position.owed is not None:
        return _when_paid(position, *position.owed, standing_worth)
    chances = round_chances(position)
    return tuple([chance + POINT_IN_STANDING * count for chance, count in zip(chances, position.points)])  # noqa: B905


def _when_paid(
    position: Position, seat: int, chances: Chances, judge: Callable[[Position], tuple[float, ...]]
) -> tuple[float, ...]:
    """Mean value by seat over the outcomes of a prize that ``seat`` is still owed."""
    if not position.is_over and position.points[seat] + MOST_OWED < POINTS_THAT_END_A_ROUND:
        return judge(position.paid(chances[1] + 2 * chances[2]))
    total = [0.0] * position.seats
    for gain, likely in enumerate(chances):
        if likely:
            for other, value in enumerate(judge(position.paid(gain))):
                total[other] += likely * value
    return tuple(total)


def apply_model(position: Position, columns: Table) -> tuple[float, ...]:
    """Return the value by seat of an unfinished round, by the fitted model; ``columns``: transposed :func:`stakes`."""
    fitted = weights() if position.prize is None else hall_weights()
    shares = model_shares(fitted[position.seats, position.left], position.points, position.faces, position.hands)
    total = sum(shares)
    return tuple([sum(map(mul, shares, column)) / total for column in columns])


def model_shares(numbers: Weights, points: Sequence[float], faces: Sequence[int], hands: Sequence[int]) -> list[float]:
    """Return weights in proportion to the seats' probabilities to win an unfinished round, nobody's last."""
    point, of_face, of_hand = numbers.point, numbers.faces, numbers.hands
    middle = sum(points) / len(points)
    shares = [
        exp(point * (count - middle) + of_face[face] + of_hand[mask])
        for count, face, mask in zip(points, faces, hands)  # noqa: B905 (hot path)
    ]
    *_, second, first = sorted(points)
    shares.append(exp(numbers.nobody + numbers.gap * (first - second) + (0 if first - second else numbers.tied)))
    return shares
