"""What a position of King of 12 is worth, looked at a trick ahead; where looking ahead ends, by fitted numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from ai.algorithms.heartbeat import beat
from ai.algorithms.regret_matching import Payoffs, RegretTable, evaluate_profile, run
from ai.algorithms.value_function import BadCoefficients
from engine import schema
from games.king_of_12.cards import CARD_COUNT, FACES
from games.king_of_12.options import FRESH
from games.king_of_12.state import CARDS_OF
from games.king_of_12.trick import find_plan

from .evaluate import Outcome, Position, add_new_cards, finish_trick, list_choices, open_trick
from .heads_up_solver import HALF, Place, Standing, find_flags, standing, trick

if TYPE_CHECKING:
    from engine.contract import Chance

# What a round between two is worth where looking ahead ends: an estimate, fitted to rounds that were solved.
#
# Five things are looked at, all of them turned round when the seats are: what the points can still lead to
# (:class:`Standing`), the dice, the cards in hand, and who wins the next trick: on average over all cards, with the
# best card against any card, and with the best card against the best answer. The numbers are ``leaf_value.json``, made
# by ``build/fit/king_of_12.py``.

FILE = Path(__file__).with_name("leaf_value.json")
FEWEST_LEFT, MOST_LEFT = 2, 5
"""Tricks left for which there are numbers."""
STEEPEST = 40.0
SURE = 0.01
"""Shares of a round nearer to nought or one than this count as this."""

Number = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Numbers = tuple[Number, ...]


class LeafCoefficients(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coefficients for one number of tricks left: of the two features of points (:func:`evaluate_points`), of faces 1
    to 12, of cards by number, and of the three features of the next ``trick`` (:meth:`LeafEvaluator.next_trick`)."""

    points: Numbers
    faces: Numbers
    cards: Numbers
    trick: Numbers

    def __post_init__(self) -> None:
        """Check the numbers of coefficients; there may be none for cards newer than the fit."""
        for name, count in PARTS.items():
            found = getattr(self, name)
            fits = len(found) == count or (name == "cards" and 0 < len(found) < count)
            schema.expect(fits, name, f"{count} numbers", found)


PARTS = {"points": 2, "faces": len(FACES), "cards": CARD_COUNT, "trick": 3}


def read(path: Path) -> dict[int, LeafCoefficients]:
    """Return the checked coefficients of a file, by tricks left; raises :class:`BadCoefficients`."""
    found = schema.read(path, dict[str, LeafCoefficients], BadCoefficients)
    wanted = [str(left) for left in range(FEWEST_LEFT, MOST_LEFT + 1)]
    if sorted(found) != wanted:
        raise BadCoefficients(f"{path}: expected {', '.join(wanted)}, found {', '.join(sorted(found))}")
    return {
        int(left): msgspec.structs.replace(one, cards=tuple(add_new_cards(one.cards))) for left, one in found.items()
    }


@lru_cache(maxsize=1)
def load_coefficients() -> dict[int, LeafCoefficients]:
    """Return the coefficients of the game by tricks left; raises :class:`BadCoefficients`."""
    return read(FILE)


@cache
def lead(one: int, two: int, faces: tuple[int, int]) -> float:
    """Return who wins a trick of these cards, 1 (the first) to -1: mean over dice, best effect of its chooser."""
    chooser, choices = trick((one, two), faces)
    leads = [sum([_sign(*gained) for _, gained, _ in choice]) / len(choice) for choice in choices]
    return min(leads) if chooser == 1 else max(leads)


def _sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


class LeafEvaluator:
    """Evaluates the leaves of a search for two seats; caches hands and dice during one round."""

    def __init__(self, numbers: dict[int, LeafCoefficients] | None = None) -> None:
        self.numbers = load_coefficients() if numbers is None else numbers
        self._tricks: dict[tuple[int, int, int, int], tuple[float, float, float]] = {}
        self._rows: dict[tuple[int, int, int, int], tuple[float, float]] = {}
        self._points: dict[Standing, float] = {}
        self._hands: dict[tuple[int, int], float] = {}

    def __call__(self, place: Place, left: int) -> float:
        """Return the estimated rounds won by the first seat (0 to 1)."""
        face, other, _, _, _, _, own, theirs = place
        numbers = self.numbers[left]
        now = standing(place[2:6], left, find_flags(own, theirs))
        points = self._points.get(now)
        if points is None:
            points = self._points[now] = sum(map(float.__mul__, numbers.points, evaluate_points(now)))
        hands = self._hands.get((own, theirs))
        if hands is None:
            hands = self._hands[own, theirs] = sum([numbers.cards[card] for card in CARDS_OF[own]]) - sum(
                [numbers.cards[card] for card in CARDS_OF[theirs]]
            )
        mean, best, sure = self.next_trick(face, other, own, theirs)
        first, second, third = numbers.trick
        strength = (
            points + hands + numbers.faces[face - 1] - numbers.faces[other - 1]
            + first * mean + second * best + third * sure
        )  # fmt: skip
        if strength > STEEPEST or strength < -STEEPEST:
            return 1.0 if strength > 0 else 0.0
        return 1 / (1 + exp(-strength))

    def next_trick(self, face: int, other: int, own: int, theirs: int) -> tuple[float, float, float]:
        """Return three features of the next trick, 1 (the first seat wins) to -1: mean over all cards; best card of
        each against any card; best card of each against the best answer."""
        key = face, other, own, theirs
        found = self._tricks.get(key)
        if found is None:
            rows = [self._row(card, theirs, face, other) for card in CARDS_OF[own]]
            columns = [self._row(card, own, other, face) for card in CARDS_OF[theirs]]
            best = max(rows)[0] - max(columns)[0]
            sure = max([low for _, low in rows]) - max([low for _, low in columns])
            found = self._tricks[key] = sum([mean for mean, _ in rows]) / len(rows), best, sure
        return found

    def _row(self, card: int, theirs: int, face: int, other: int) -> tuple[float, float]:
        """Result of a card against this hand: mean and minimum."""
        key = card, theirs, face, other
        found = self._rows.get(key)
        if found is None:
            faces = face, other
            leads = [lead(card, reply, faces) for reply in CARDS_OF[theirs]]
            found = self._rows[key] = sum(leads) / len(leads), min(leads)
        return found


def evaluate_points(now: Standing) -> tuple[float, float]:
    """Return the two features of the points: the win probability by points alone, as a logit and less 0.5."""
    share = min(max(now.even, SURE), 1 - SURE)
    return log(share / (1 - share)), now.even - HALF


def extract_features(place: Place, left: int, sight: LeafEvaluator) -> list[float]:
    """Return all features of the leaf evaluator, in the order of ``PARTS``."""
    face, other, _, _, _, _, own, theirs = place
    now = standing(place[2:6], left, find_flags(own, theirs))
    return [
        *evaluate_points(now),
        *(float((face == shown) - (other == shown)) for shown in FACES),
        *(float((own >> card & 1) - (theirs >> card & 1)) for card in range(CARD_COUNT)),
        *sight.next_trick(face, other, own, theirs),
    ]


Evaluator = Callable[[Position], tuple[float, ...]]
"""Says what a position is worth to each seat."""

INNER_REHEARSALS = 40
"""Rehearsals of a trick that lies ahead, per action of a seat.

There are hundreds of such tricks in one decision, and only what they are worth is wanted, not how to play them: few are
enough, because errors of single positions cancel each other in the sum above.
"""


def play_trick(position: Position, cards: tuple[int, ...], chance: Chance, judge: Evaluator) -> Position:
    """Return the position after these cards (by seat); a seat with a choice takes its best action by ``judge``."""
    return resolve_trick(position, cards, chance, judge)[0]


def resolve_trick(
    position: Position, cards: tuple[int, ...], chance: Chance, judge: Evaluator, roughly: bool = False
) -> Outcome:
    """Return the outcome of these cards (by seat); a seat with a choice takes its best action by ``judge``.

    ``roughly``: only the first and the last action of a choice are tried (the Sorcerer's lowest and highest face).
    """
    plan, faces = open_trick(position, cards)
    if not plan.asks:
        return finish_trick(position, plan, faces, (), chance)
    picks = [-1] * position.seats
    owed = list_choices(plan, faces)
    for seat, actions in owed:
        picks[seat] = actions[0]
    after = None
    for seat, actions in owed:
        best = None
        for action in (actions[0], actions[-1]) if roughly else actions:
            picks[seat] = action
            tried = finish_trick(position, plan, faces, picks, chance)
            value = judge(tried[0])[seat]
            if best is None or value > best[0]:
                best = (value, action, tried)
        assert best is not None
        picks[seat] = best[1]
        after = best[2]
    assert after is not None
    return after


def joint_choices(position: Position) -> int:
    """Return the number of joint choices of cards in the next trick."""
    count = 1
    for hand in position.hands:
        count *= hand.bit_count()
    return count


def depth_for(position: Position, budget: int) -> int:
    """Return how many tricks can be solved exactly by evaluating at most ``budget`` tricks; at least 1."""
    sizes = [hand.bit_count() for hand in position.hands]
    work, depth, total = 1, 0, 0
    while depth < position.left:
        for size in sizes:
            work *= size - depth
        total += work
        if depth and total > budget:
            break
        depth += 1
    return depth


class TrickLookahead:
    """Builds pay-off tables of the next trick for one view. ``rolls``: samples of dice for each trick.

    Results are cached by cards, for positions that differ in hidden crowns only.
    """

    __slots__ = ("_far", "_near", "chance", "judge", "rolls")

    def __init__(self, chance: Chance, judge: Evaluator, rolls: int = 1) -> None:
        self.chance = chance
        self.judge = judge
        self.rolls = rolls
        self._near: dict[tuple[int, ...], Position] = {}
        self._far: dict[tuple[int, ...], list[Position]] = {}

    def myopic_payoffs(self, position: Position) -> Payoffs:
        """Return pay-offs for every joint choice of cards: the lead in points gained in this trick alone."""
        hands = [CARDS_OF[hand] for hand in position.hands]
        lead = point_lead(position)
        table = []
        for cards in product(*hands):
            after = self._near.get(cards)
            if after is None:
                self._near[cards] = after = resolve_trick(position, cards, self.chance, lead, True)[0]
            table.append(lead(after))
        return Payoffs([len(hand) for hand in hands], table)

    def reevaluate_myopic(self, position: Position, judge: Evaluator) -> list[tuple[float, ...]]:
        """Return the values by ``judge`` of the positions after all joint choices; :meth:`myopic_payoffs` must have
        been called."""
        return [judge(self._near[cards]) for cards in product(*[CARDS_OF[hand] for hand in position.hands])]

    def deep_payoffs(self, position: Position, depth: int, cards_of: Sequence[Sequence[int]]) -> Payoffs:
        """Return pay-offs for all joint choices out of ``cards_of`` (by seat), by a search ``depth`` tricks deep."""
        table = []
        for cards in product(*cards_of):
            values = [
                solve_position(after, depth - 1, self.chance, self.judge) for after in self._outcomes(position, cards)
            ]
            if len(values) > 1:
                table.append(tuple([sum(column) / len(values) for column in zip(*values, strict=True)]))
            else:
                table.append(values[0])
        return Payoffs([len(cards) for cards in cards_of], table)

    def _outcomes(self, position: Position, cards: tuple[int, ...]) -> list[Position]:
        """Positions after these cards; several where an Oracle rolls."""
        beat()
        known = self._far.get(cards)
        if known is None:
            plan = find_plan(cards)
            rolls = plan.oracle >= 0 or bool(position.twists & FRESH)
            if not plan.asks and not rolls and cards in self._near:
                known = [self._near[cards]]
            else:
                tries = self.rolls if rolls else 1
                known = [play_trick(position, cards, self.chance, self.judge) for _ in range(tries)]
            self._far[cards] = known
        hands = [hand & ~(1 << card) for hand, card in zip(position.hands, cards, strict=True)]
        return [
            Position(
                after.faces,
                after.points,
                after.twos,
                hands,
                after.left,
                after.crowns,
                after.prize,
                after.owed,
                after.twists,
            )
            for after in known
        ]


def point_lead(start: Position) -> Evaluator:
    """Return an evaluator: points that each seat gained since ``start``, minus the mean gain of the others."""
    before = start.mean_points()
    others = start.seats - 1

    def judge(position: Position) -> tuple[float, ...]:
        gains = [now - was for now, was in zip(position.mean_points(), before, strict=True)]
        total = sum(gains)
        return tuple([gain - (total - gain) / others for gain in gains])

    return judge


def build_payoffs(position: Position, depth: int, chance: Chance, judge: Evaluator) -> Payoffs:
    """Return the pay-off table of the next trick, by a search ``depth`` tricks deep; ``judge`` evaluates its leaves."""
    hands = [CARDS_OF[hand] for hand in position.hands]
    table = [
        solve_position(play_trick(position, cards, chance, judge), depth - 1, chance, judge)
        for cards in product(*hands)
    ]
    return Payoffs([len(hand) for hand in hands], table)


def solve_position(position: Position, depth: int, chance: Chance, judge: Evaluator) -> tuple[float, ...]:
    """Return each seat's value by regret matching ``depth`` tricks deep; ``judge`` evaluates the leaves."""
    if depth <= 0 or position.is_over:
        return judge(position)
    payoffs = build_payoffs(position, depth, chance, judge)
    strategies = RegretTable(payoffs.counts)
    run(payoffs, strategies, INNER_REHEARSALS * max(payoffs.counts), chance)
    return evaluate_profile(payoffs, [strategies.average(seat) for seat in range(position.seats)])
