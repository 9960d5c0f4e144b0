"""King of 12 as the opponents picture it: the open position of one round.

All hands are known here (unknown crowns have been drawn by ``determinize``), so a position
is a few lists; a trick is worked out by the very functions the rules use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.contract import Chance
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

Chances = tuple[float, float, float]
"""How likely 0, 1 and 2 points are."""


class Prize(Protocol):
    """What the winner of a group can expect of the centre, where a tournament is played."""

    def chances(self, place: int, card: int, face: int) -> Chances:
        """How likely 0, 1, 2 points are for the winner at this position of the group, with its card and face."""
        ...


class Position:
    """One round between two tricks.

    ``left`` tricks still to play; ``twos`` tokens worth 2 (the rest of ``points`` are ones);
    lists go by seat; ``hands`` are masks of cards. ``prize``: in a tournament the winner of a
    trick takes what this says, and no points for winning itself. ``owed``: the seat that has just
    won so, and how likely 0, 1 and 2 points are for it; they are not among its ``points`` yet.
    ``twists`` bits of those that change the dice between two tricks.
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
    def over(self) -> bool:
        """Whether the round has ended."""
        return not self.left or max(self.points) >= POINTS_THAT_END_A_ROUND

    def mean_points(self) -> list[float]:
        """Points by seat, with the mean of what is owed."""
        if self.owed is None:
            return self.points[:]
        seat, (_, one, two) = self.owed
        points = self.points[:]
        points[seat] += one + 2 * two
        return points

    def paid(self, gain: float) -> Position:
        """The same position after the pending points have turned out to be ``gain``."""
        assert self.owed is not None
        points = self.points[:]
        points[self.owed[0]] += gain
        return Position(
            self.faces, points, self.twos, self.hands, self.left, self.crowns, self.prize, twists=self.twists
        )


Outcome = tuple[Position, int, int, list[int]]
"""The next position, winner and second of the trick (seat or -1), values compared."""


def make_position(state: State, prize: Prize | None = None) -> Position:
    """The position before the running trick, with laid-down cards back in hand."""
    hands = [hand | (1 << card if card >= 0 else 0) for hand, card in zip(state.hands, state.commits, strict=True)]
    left = state.length - len(state.tricks)
    points = [float(one) for one in state.points]
    return Position(state.faces[:], points, state.twos[:], hands, left, state.crowns, prize, twists=state.twists)


def list_seats(position: Position) -> range:
    """The seats, which are the positions of the only group at this table."""
    return range(position.seats)


def open_trick(position: Position, cards: tuple[int, ...]) -> tuple[Plan, list[int]]:
    """The plan of these cards, and the faces after dice have been passed."""
    plan = find_plan(cards)
    faces = position.faces[:]
    if plan.merchants >= 0:
        open_cards(plan, faces, range(position.seats), None)
    return plan, faces


def list_choices(plan: Plan, faces: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """List the effect choices after the reveal: pairs of seat and actions."""
    return [(seat, effect_choices(plan, seat, faces[seat])) for seat in plan.asks]


def finish_trick(
    position: Position,
    plan: Plan,
    faces: Sequence[int],
    picks: Sequence[int],
    chance: Chance,
    taken: int | None = None,
) -> Outcome:
    """Play the trick out from open cards.

    A thief takes the most valuable token unless ``taken`` (0, 1 or 2) says otherwise.
    """
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
            token = (2 if twos[victim] else 1) if taken is None else taken
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
            owed = first, position.prize.chances(first, plan.cards[first], faces[first])
        if second >= 0:
            points[second] += least
            if least == 2:
                twos[second] += 1
    hands = [hand & ~(1 << card) for hand, card in zip(position.hands, plan.cards)]  # noqa: B905 (hot path)
    after = Position(
        faces, points, twos, hands, position.left - 1, position.crowns, position.prize, owed, position.twists
    )
    if position.twists and not after.over:
        apply_twists(faces, position.twists, plan, first, chance, None)
    return after, first, second, values
