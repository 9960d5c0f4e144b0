"""A round of King of 12 between two, solved: what each card is worth when both play as well as can be.

With two seats a round is a game of opposites: who does not win it loses it, and a round without a winner counts half to
both (``rounds won``, from the first seat's side). So every trick is a table of pay-offs with an exact answer
(``ai.matrix_games``), worked out backwards from the end of the round, each position once. An Oracle is averaged over
its twelve faces; whoever has a choice for an effect takes what is best for itself. What one trick does to dice and
tokens depends on cards, faces and twists alone and is worked out by the rules' own functions, once for all positions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ai.matrix_games import value_of
from games.king_of_12.between import between_tricks
from games.king_of_12.cards import COLLECTOR, LADY
from games.king_of_12.options import FRESH
from games.king_of_12.rounds import POINTS_THAT_END_A_ROUND
from games.king_of_12.state import CARDS_OF
from games.king_of_12.trick import (
    NONE,
    apply_effects,
    compare,
    effect_choices,
    open_cards,
    plan_of,
    theft_between,
    tokens,
)

FACES = range(1, 13)
Two = tuple[int, int]
Change = tuple[Two, Two, int]
"""Faces afterwards, points gained by each, and who robs the other (-1 nobody)."""
Choices = tuple[int, tuple[tuple[Change, ...], ...]]
"""Who chooses (-1: nobody), and by choice what can come of it, all equally likely."""
Place = tuple[int, int, int, int, int, int, int, int]
"""A position: faces, points, tokens worth two, hands as masks; of the first seat and the second each."""

BOTH = (0, 1)
HALF = 0.5
ROBBED = 4
"""A token of two changes hands: four points between the two. It needs both Ladies, so it happens once."""
ALONE = 2
"""A Collector on equal dice scores while the other gets nothing; each seat has one."""
_LADY, _COLLECTOR = 1 << LADY, 1 << COLLECTOR
"""What a round without a winner is worth to both."""


class _Die:
    """Chance that always throws the same face."""

    __slots__ = ("face",)

    def __init__(self, face: int) -> None:
        self.face = face

    def die(self, sides: int) -> int:
        return self.face

    def below(self, n: int) -> int:
        raise AssertionError("a trick only throws dice")

    def draw(self, pool: object) -> int:
        raise AssertionError("a trick only throws dice")


@cache
def trick(cards: Two, faces: Two, twists: int = 0) -> Choices:
    """What these cards do with dice that show this, and what twists then do to them."""
    plan = plan_of(cards)
    now = list(faces)
    open_cards(plan, now, BOTH, None)
    chooser = plan.asks[0] if plan.asks else -1
    actions = effect_choices(plan, chooser, now[chooser]) if chooser >= 0 else (-1,)
    thrown = FACES if plan.oracle >= 0 else (1,)
    found = []
    for action in actions:
        picks = [action if place == chooser else -1 for place in BOTH]
        found.append(tuple(one for face in thrown for one in _changes(cards, now, picks, face, twists)))
    return chooser, tuple(found)


def _changes(cards: Two, faces: list[int], picks: list[int], face: int, twists: int) -> list[Change]:
    plan = plan_of(cards)
    after = faces[:]
    amounts, values = apply_effects(plan, after, picks, _Die(face), BOTH, None)
    robber = -1
    if plan.ladies:
        pair = theft_between(plan, values)
        robber = pair[0] if pair is not None else -1
    first, second = compare(plan, after, amounts, values, BOTH, None)
    gained = [0, 0]
    most, least = tokens(plan)
    if first != NONE:
        gained[first] = most
    if second != NONE:
        gained[second] = least
    found: list[Change] = []
    for new in FACES if twists & FRESH and first != NONE else (1,):
        dice = after[:]
        between_tricks(dice, twists, plan, first, _Die(new), None)
        found.append(((dice[0], dice[1]), (gained[0], gained[1]), robber))
    return found


def after(place: Place, cards: Two, change: Change) -> Place:
    """The position once a trick is over."""
    _, _, one, two, own_twos, their_twos, own, theirs = place
    (face, other), (gained, lost), robber = change
    if robber >= 0 and (one if robber else two):
        # A thief takes the best there is.
        token = 2 if (own_twos if robber else their_twos) else 1
        moved = -token if robber else token
        one, two = one + moved, two - moved
        if token == 2:
            moved = -1 if robber else 1
            own_twos, their_twos = own_twos + moved, their_twos - moved
    return (
        face, other, one + gained, two + lost, own_twos + (gained == 2), their_twos + (lost == 2),
        own & ~(1 << cards[0]), theirs & ~(1 << cards[1]),
    )  # fmt: skip


def _swing(own: int, other: int) -> int:
    """By how much more than a point a trick a lead can change: two Ladies, or a Collector whose die is cancelled."""
    return (ROBBED if own & other & _LADY else 0) + (ALONE if (own | other) & _COLLECTOR else 0)


class Round:
    """A round to be solved; keeps what it has worked out.

    ``estimate`` judges positions with tricks still to play where looking ahead ends: rounds won by the first seat.
    ``twists`` bits of those that change the dice between two tricks.
    """

    __slots__ = ("_known", "estimate", "twists", "worked")

    def __init__(self, estimate: Callable[[Place, int], float], twists: int = 0) -> None:
        self.estimate = estimate
        self.twists = twists
        self._known: dict[tuple[Place, int], float] = {}
        self.worked = 0
        """Positions worked out so far."""

    def value(self, place: Place, left: int, depth: int) -> float:
        """Rounds won by the first seat from here, ``left`` tricks before the end, looking ``depth`` of them ahead."""
        one, two = place[2], place[3]
        if not left or one >= POINTS_THAT_END_A_ROUND or two >= POINTS_THAT_END_A_ROUND:
            return 1.0 if one > two else 0.0 if two > one else HALF
        lead = one - two
        if lead > left or -lead > left:  # else the other can still draw level
            most = left + _swing(place[6], place[7])
            if lead > most or -lead > most:
                return 1.0 if lead > 0 else 0.0
        if depth <= 0:
            return self.estimate(place, left)
        key = place, depth
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = value_of(self.table(place, left, depth))
            self.worked += 1
        return known

    def table(self, place: Place, left: int, depth: int) -> list[list[float]]:
        """By card of the first seat and of the second: rounds won by the first."""
        faces = place[0], place[1]
        return [
            [self._trick(place, (own, other), faces, left, depth) for other in CARDS_OF[place[7]]]
            for own in CARDS_OF[place[6]]
        ]

    def _trick(self, place: Place, cards: Two, faces: Two, left: int, depth: int) -> float:
        chooser, choices = trick(cards, faces, self.twists)
        if chooser < 0:
            return self._mean(place, cards, choices[0], left, depth)
        values = [self._mean(place, cards, choice, left, depth) for choice in choices]
        return min(values) if chooser else max(values)

    def _mean(self, place: Place, cards: Two, changes: tuple[Change, ...], left: int, depth: int) -> float:
        if len(changes) == 1:
            return self.value(after(place, cards, changes[0]), left - 1, depth - 1)
        return sum([self.value(after(place, cards, one), left - 1, depth - 1) for one in changes]) / len(changes)
