"""What open tricks say of how a player thinks: of one trick only, or ahead.

Every trick of the game is in the view as it was when its cards were turned over. There every kind of thinking is asked
how often it would have played the card that was played, and what they say is added up (``said``). Against a
player who thinks of one trick only much can be won that would cost dearly against a player who looks ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import exp, log

from engine.chance import SeededChance
from engine.contract import HANDICAP, View, twist_bits
from games.king_of_12.options import TWISTS
from games.king_of_12.rounds import count_bonus_points
from games.king_of_12.state import CARDS_OF, to_mask

from .lookahead import build_payoffs, point_lead
from .myopic import find_habits
from .position import Position

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int]
"""A position before a trick: faces, points, tokens worth two, hands, tricks left, crowns, twists."""
LogLikelihoods = Sequence[Sequence[float]]
"""By seat and by kind of thinking what the cards have said so far."""
Kinds = Callable[[Key, int, LogLikelihoods], Sequence[Sequence[float]]]
"""How a seat would play there, by kind of thinking and by card in hand; the last argument is what was said before."""

ANY_SEED = 12
"""Always the same: what a position is taken for does not depend on who looks at it. It is kept, so that a trick that
lies open was mostly worked out when it was chosen for."""
CAREFUL, FIRM = (0.08, 1.5), (0.05, 2.5)
"""How much is made of a card. First the part of any card that no kind of thinking rules out: people err, and so do
these pictures of them. Then the most that a single trick says (unit: logarithm of the odds). Between two the kinds
differ enough to be believed firmly."""


def past(view: View, laid: Sequence[int]) -> Iterator[tuple[Key, Sequence[int]]]:
    """The tricks that lie open, the latest last: the position before each, and the cards that were played.

    ``laid``: masks of the crowns, the hidden ones as they are pictured.
    """
    course = view.get("course", ())
    first = count_bonus_points(view.get(HANDICAP, ()), view["seats"], course[0]["round"]) if course else []
    if course and [one + 2 * two for one, two in course[0]["tokens"]] != first:
        # Of a game that was saved before the course was kept: of this round only a part is known.
        course = [each for each in course if each["round"] != course[0]["round"]]
    seats = range(view["seats"])
    whole, twists = to_mask(view["set"]), twist_bits(TWISTS, dict.fromkeys(view["twists"], True))
    won = [(each["round"], each["winner"]) for each in view["round_results"]]
    begun, gone, left = 0, [0 for _ in seats], 0
    for each in course:
        crowns = tuple(sum(winner == seat and number < each["round"] for number, winner in won) for seat in seats)
        if each["round"] != begun:
            begun = each["round"]
            gone = [laid[seat] if crowns[seat] else 0 for seat in seats]
            left = min((whole & ~mask).bit_count() for mask in gone) - 1
        hands = tuple(whole & ~mask for mask in gone)
        if all(hand >> card & 1 for hand, card in zip(hands, each["cards"], strict=True)):
            tokens = each["tokens"]
            yield (
                tuple(each["faces"]), tuple(one + 2 * two for one, two in tokens), tuple(two for _, two in tokens),
                hands, left, crowns, twists,
            ), each["cards"]  # fmt: skip
        gone = [mask | 1 << card for mask, card in zip(gone, each["cards"], strict=True)]
        left -= 1


def make_key(position: Position) -> Key:
    """Key of a position."""
    points = tuple([int(one) for one in position.points])
    return (
        tuple(position.faces), points, tuple(position.twos), tuple(position.hands), position.left, position.crowns,
        position.twists,
    )  # fmt: skip


def to_position(key: Key) -> Position:
    """The position of a trick that lies open."""
    faces, points, twos, hands, left, crowns, twists = key
    return Position([*faces], [float(one) for one in points], [*twos], [*hands], left, crowns, twists=twists)


@lru_cache(maxsize=4096)
def find_table_habits(key: Key) -> list[list[float]]:
    """How everybody plays who thinks of one trick only."""
    position, chance = to_position(key), SeededChance(ANY_SEED)
    found = find_habits(build_payoffs(position, 1, chance, point_lead(position)), -1, chance)
    return [habit or [] for habit in found]


def score_kinds(
    view: View,
    laid: Sequence[int],
    asked: Sequence[int],
    kinds: Kinds,
    count: int,
    made_of_it: tuple[float, float] = CAREFUL,
) -> LogLikelihoods:
    """By seat and by kind of thinking how well it tells the cards that were played.

    Unit: logarithm of how likely they were, less that of the best kind, summed over the tricks; nought for seats that
    are not ``asked`` about. ``count``: how many kinds there are.
    """
    least_likely, most_said = made_of_it
    found = [[0.0] * count for _ in range(view["seats"])]
    for key, cards in past(view, laid):
        told = []
        for seat in asked:
            hand = CARDS_OF[key[3][seat]]
            at, even = hand.index(cards[seat]), least_likely / len(hand)
            if len(hand) > 1:
                likely = [log(even + (1 - least_likely) * mix[at]) for mix in kinds(key, seat, found)]
                best = max(likely)
                told.append((seat, [max(-most_said, each - best) for each in likely]))
        for seat, row in told:
            found[seat] = [so_far + each for so_far, each in zip(found[seat], row, strict=True)]
    return found


def find_posterior(told: Sequence[float], first: Sequence[float]) -> list[float]:
    """The chance of each kind, with ``first`` the logarithms of what was thought of them before any card was seen."""
    sums = [one + other for one, other in zip(told, first, strict=True)]
    top = max(sums)
    shares = [exp(each - top) for each in sums]
    total = sum(shares)
    return [share / total for share in shares]
