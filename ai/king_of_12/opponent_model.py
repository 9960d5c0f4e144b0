"""How the others think and choose: what open tricks say of it, one trick only, the lower levels.

Every trick of the game is in the view as it was when its cards were turned over. There every kind of thinking is asked
how often it would have played the card that was played, and what they say is added up (``said``). Against a
player who thinks of one trick only much can be won that would cost dearly against a player who looks ahead.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import exp, log

from ai.algorithms.regret_matching import Payoffs, RegretTable, action_values, run, sample, softmax
from ai.decision import Decision, decide_best, make_decision
from ai.king_of_12.evaluate import Position
from ai.king_of_12.lookahead import Evaluator, build_payoffs, play_trick, point_lead
from ai.king_of_12.tournament_model import Determinizer
from engine.chance import SeededChance
from engine.contract import HANDICAP, Chance, View, twist_bits
from games.king_of_12.actions import LAY
from games.king_of_12.options import TWISTS
from games.king_of_12.rounds import count_bonus_points
from games.king_of_12.state import CARDS_OF, to_mask

# Thinking of one trick only: how naive players choose, and mixed strategies for the trick alone.

REHEARSALS = 600
"""Rehearsals of one trick: every card of a hand of seven comes up some eighty times, in a hundredth of a second."""
NAIVE_SHARE = 0.5
"""Probability with which a skilled player expects naive rivals, who choose among random replies.

It costs nothing among skilled players and helps a little against naive ones (``measurements/design_choices.jsonl``).
"""
NAIVE_SPREAD = 0.12
"""Temperature of naive players' choice among cards, in points; 0.03 plays as well.
"""
SIMPLE_SHARE = 0.3
"""Part of naive play in what the expert takes for the others' habit.

Less than ``NAIVE_SHARE``: opponents of an expert are seldom naive.
"""
REPLIES_PER_ROLL = 3
"""A crown is for rounds to come, whose dice nobody knows: rather many rolls than many replies to each."""
SMALLEST_SHARE = 0.04
"""Cards that a mixed strategy plays less often are left out of it.

Regret matching leaves such traces of cards that it tried and dropped; dropping them costs nothing
(``measurements/design_choices.jsonl``).
"""


FIRST_EVENING_REPLIES = 2
"""A player of a first game pictures two replies, and none that would cancel the card played."""
EAGER_PERCENT = 33
"""How often it takes the highest card in hand without a thought, as beginners do."""
UNCANCELLED = 1.0
"""Points that a player who does not think of cancelling hopes for where the pictured reply is the very same card."""
GLANCES = 8
"""Replies by which a casual player guesses what the others find good."""
GLANCE_SPREAD = 0.3
"""How exactly it thinks they judge (unit: points)."""
REST = 0.002
"""Shares below are no choice, but what floating point or rehearsing has left; what is rare on purpose stays."""


def point_gain(start: Position) -> Evaluator:
    """Return an evaluator: points that each seat gained since ``start``."""
    before = start.points

    def judge(position: Position) -> tuple[float, ...]:
        return tuple([float(now - was) for now, was in zip(position.points, before, strict=True)])

    return judge


def gains(
    position: Position, seat: int, legal: Sequence[int], replies: int, chance: Chance, unlike: bool = False
) -> list[float]:
    """Return the mean points that each card of ``legal`` brings in this trick against ``replies`` random replies.

    ``unlike``: no reply is the same card, as if cards never cancelled each other.
    """
    judge = point_gain(position)
    hands = [CARDS_OF[hand] for hand in position.hands]
    sums = [0.0] * len(legal)
    for _ in range(replies):
        cards = [chance.draw(hand) for hand in hands]
        for index, card in enumerate(legal):
            cards[seat] = card
            if unlike and cards.count(card) > 1:
                sums[index] += UNCANCELLED
                continue
            sums[index] += judge(play_trick(position, tuple(cards), chance, judge))[seat]
    return [value / replies for value in sums]


def gains_against_some_thought(
    position: Position, seat: int, legal: Sequence[int], replies: int, chance: Chance
) -> list[float]:
    """Return :func:`gains` against replies of which half are drawn by softmax of their own gains in this trick."""
    judge = point_gain(position)
    hands = [CARDS_OF[hand] for hand in position.hands]
    likely: list[list[float]] = []
    for other, hand in enumerate(hands):
        if other == seat:
            likely.append([])
            continue
        seems = gains(position, other, hand, GLANCES, chance)
        top = max(seems)
        likely.append([exp((value - top) / GLANCE_SPREAD) for value in seems])
    sums = [0.0] * len(legal)
    for _ in range(replies):
        cards = [
            hand[sample(shares, chance)] if shares and chance.below(2) else chance.draw(hand)
            for hand, shares in zip(hands, likely, strict=True)
        ]
        for index, card in enumerate(legal):
            cards[seat] = card
            sums[index] += judge(play_trick(position, tuple(cards), chance, judge))[seat]
    return [value / replies for value in sums]


def least_useful(own: Determinizer, legal: Sequence[int], chance: Chance, replies: int) -> Decision:
    """Choose as a crown the card that brings least points on average, with dice thrown at random."""
    position = own.sample(chance, guesses=0)
    cards = [action - LAY for action in legal]
    sums = [0.0] * len(legal)
    for _ in range(max(1, replies // REPLIES_PER_ROLL)):
        position.faces = [chance.die(12) for _ in range(own.seats)]
        for index, value in enumerate(gains(position, own.place, cards, REPLIES_PER_ROLL, chance)):
            sums[index] -= value
    return decide_best(legal, sums)


def naive(near: Payoffs) -> list[list[float]]:
    """Return by seat the strategy of players who take about the best card against random replies (softmax)."""
    mixes = []
    for seat, (count, stride) in enumerate(zip(near.counts, near.strides, strict=True)):
        sums = [0.0] * count
        for index, row in enumerate(near.table):
            sums[index // stride % count] += row[seat]
        replies = len(near.table) // count
        top = max(sums)
        shares = [exp((value - top) / replies / NAIVE_SPREAD) for value in sums]
        total = sum(shares)
        mixes.append([share / total for share in shares])
    return mixes


def decide_myopic(near: Payoffs, chance: Chance, rehearsals: int = REHEARSALS) -> RegretTable:
    """Return the strategies of all seats for this trick alone, each against rivals that are naive at times."""
    strategies = RegretTable(near.counts)
    run(near, strategies, rehearsals, chance, 0, naive(near), NAIVE_SHARE)
    return strategies


def find_habits(near: Payoffs, seat: int, chance: Chance) -> list[list[float] | None]:
    """Return by seat how players who think of this trick only mix their cards, some of them naive; None for
    ``seat``."""
    strategies = decide_myopic(near, chance)
    simple = naive(near)
    found: list[list[float] | None] = []
    for other in range(len(near.counts)):
        pairs = zip(strategies.average(other), simple[other], strict=True)
        found.append(None if other == seat else [(1 - SIMPLE_SHARE) * p + SIMPLE_SHARE * q for p, q in pairs])
    return found


def blend(mix: list[float], habit: Sequence[float] | None, share: float) -> list[float]:
    """Return the strategy of a seat that plays ``habit`` with probability ``share``, else ``mix``."""
    if habit is None:
        return mix
    return [(1 - share) * p + share * q for p, q in zip(mix, habit, strict=True)]


def drop_traces(mix: Sequence[float]) -> list[float]:
    """Return the strategy without tiny probabilities left by the iterations, rescaled."""
    kept = [share if share >= REST else 0.0 for share in mix]
    total = sum(kept)
    return [share / total for share in kept]


def sample_decision(legal: Sequence[int], mix: Sequence[float], values: Sequence[float], chance: Chance) -> Decision:
    """Return a decision drawn from the mixed strategy ``mix``; ``values``: of the actions in ``legal``."""
    return make_decision(legal, mix, values, sample(mix, chance))


# What open tricks say of how a player thinks: of one trick only, or ahead.

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
    """Yield the revealed tricks, latest last: the position before each, and the cards that were played, by seat.

    ``laid``: masks of the crowns by seat, hidden ones as sampled.
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
    """Hashable form of a position."""
    points = tuple([int(one) for one in position.points])
    return (
        tuple(position.faces), points, tuple(position.twos), tuple(position.hands), position.left, position.crowns,
        position.twists,
    )  # fmt: skip


def to_position(key: Key) -> Position:
    """Return the position of a key, before a revealed trick."""
    faces, points, twos, hands, left, crowns, twists = key
    return Position([*faces], [float(one) for one in points], [*twos], [*hands], left, crowns, twists=twists)


@lru_cache(maxsize=4096)
def find_table_habits(key: Key) -> list[list[float]]:
    """Return by seat the mixed strategy of players who consider one trick only (:func:`find_habits`)."""
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
    """Return the log-likelihood of the revealed cards under each kind of opponent, by seat and kind.

    It is relative to the best kind and summed over the tricks; 0 for seats that are not ``asked`` about. ``count``:
    number of kinds.
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
    """Return the posterior probability of each kind from its log-likelihoods ``told`` and its log prior ``first``."""
    sums = [one + other for one, other in zip(told, first, strict=True)]
    top = max(sums)
    shares = [exp(each - top) for each in sums]
    total = sum(shares)
    return [share / total for share in shares]


# How the lower levels choose a card, as predicted by a player who knows how they think (``players``).
#
# First evening takes the card that brings most against two replies, and thinks that none cancels its own, or simply
# the highest; so it is told how often each card comes out of two replies at random. Casual takes one of the cards
# that bring most against replies of which half have some thought behind them; its few replies are counted as one more
# error between near cards. Shrewd is told by :func:`find_habits`.

LOOKS = 150
"""How often First evening's replies are drawn here, to see what it takes."""
CASUAL_SPREAD = 0.2
"""How far apart cards are that Casual tells from each other (unit: points): what it mixes by, and what so few replies
leave open."""
NO_CARD = -1
THOUGHT = 0.5
"""Part of the replies that have some thought behind them."""


Mixes = list[list[float]]
"""By seat how it plays."""


def lower_levels(points: Payoffs, cards_of: Sequence[Sequence[int]], chance: Chance) -> tuple[Mixes, Mixes]:
    """Return by seat how the levels First evening and Casual mix their cards; ``points``: pay-offs of this trick."""
    return first_evening(points, cards_of, chance), casual(points)


def first_evening(points: Payoffs, cards_of: Sequence[Sequence[int]], chance: Chance) -> Mixes:
    """Return by seat the probability that the level First evening plays each card; ``points``: pay-offs in points of
    this trick, for all joint choices out of ``cards_of``."""
    counts, strides = points.counts, points.strides
    found = []
    for seat, cards in enumerate(cards_of):
        taken = [0] * len(cards)
        for _ in range(LOOKS):
            sums = [0.0] * len(cards)
            for _ in range(FIRST_EVENING_REPLIES):
                replies = [chance.below(count) for count in counts]
                others = [own[at] for own, at in zip(cards_of, replies, strict=True)]
                others[seat] = NO_CARD
                base = sum(at * stride for at, stride in zip(replies, strides, strict=True))
                base -= replies[seat] * strides[seat]
                for index, card in enumerate(cards):
                    gain = points.table[base + index * strides[seat]][seat]
                    sums[index] += UNCANCELLED if card in others else gain
            taken[sums.index(max(sums))] += 1
        eager = EAGER_PERCENT / 100
        mix = [(1 - eager) * (count + 1 / len(cards)) / (LOOKS + 1) for count in taken]
        mix[cards.index(max(cards))] += eager
        found.append(mix)
    return found


def casual(points: Payoffs) -> Mixes:
    """Return by seat the probability that Casual plays each card; ``points``: pay-offs of this trick in points."""
    seats = range(len(points.counts))
    even = [[1 / count] * count for count in points.counts]
    glances = [softmax(action_values(points, seat, even), GLANCE_SPREAD) for seat in seats]
    replies = [
        [(1 - THOUGHT) * one + THOUGHT * two for one, two in zip(any_card, glance, strict=True)]
        for any_card, glance in zip(even, glances, strict=True)
    ]
    return [softmax(action_values(points, seat, replies), CASUAL_SPREAD) for seat in seats]
