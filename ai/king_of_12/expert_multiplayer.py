"""The expert at a table of three or four: what it expects of every other seat, and the answer to that.

Tricks ahead are solved backwards as far as the time of a decision allows, below that the fitted model speaks
(``lookahead``). Who the others are decides more than how far one looks: a player who thinks of one trick only plays by
habit (``opponent_model``); a player who looks ahead answers such habits, as this expert would in that seat, and can be
answered in turn. What lies open tells them apart, and each is expected to be both in the shares that this gives.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from operator import mul

from ai.algorithms.regret_matching import (
    Payoffs,
    RegretTable,
    action_values,
    match_regrets,
    run,
    run_over_worlds,
    sample,
    softmax,
    threshold,
)
from ai.decision import Decision, decide_best
from ai.king_of_12.evaluate import POINT_IN_STANDING, Position, standing_worth, worth
from ai.king_of_12.lookahead import TrickLookahead, build_payoffs, depth_for, joint_choices
from ai.king_of_12.opponent_model import (
    ANY_SEED,
    CAREFUL,
    FIRM,
    NAIVE_SHARE,
    SMALLEST_SHARE,
    Key,
    LogLikelihoods,
    blend,
    find_habits,
    find_posterior,
    lower_levels,
    make_key,
    naive,
    point_gain,
    sample_decision,
    score_kinds,
    to_position,
)
from ai.king_of_12.reasons import add_reasons, give_reasons, hint
from ai.king_of_12.tournament_model import Determinizer, get_hand, play_table
from engine.chance import SeededChance
from engine.contract import Chance, View
from games.king_of_12 import RULES
from games.king_of_12.rounds import drop_equal
from games.king_of_12.state import CARDS_OF, to_mask
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import find_plan, tokens

REHEARSALS = 1500
"""Two and a half times those of the skilled: its pay-offs lie nearer to each other than points of a trick do."""
WORLDS = 3
"""Guesses at the others' crowns that are looked at together; each takes its part of the budget below."""
BUDGET = 4000
"""Tricks that may be worked out for one table of pay-offs.

That is the time of a decision: 0.1 s on average and under 1 s at worst, so that nobody waits for the expert.
"""
ROLLS = 2
"""Throws that stand for an Oracle's die, while more than two tricks are left: after them there is time to look on."""
WHOLE_TABLE = 700
"""Joint choices up to which the expert takes in every card of the others.

Three hands of seven (343) and four of five (625) stay whole; four of six (1296) would leave nothing of the budget for
tricks that lie ahead.
"""
LIKELY_CARDS = 4
"""Cards of every other seat that it takes in beyond that: with seven of its own (448) within ``WHOLE_TABLE`` again."""
HABIT_SHARE = 0.8
"""How often a player who looks ahead expects the others to think of this trick only."""
RIVAL_SHARE = 0.95
"""Probability that rivals play as modelled; the rest guards against stronger ones."""
SHARP, SOFT, SOFTNESS = 0.2, 0.6, 0.02
"""How rivals are modelled to answer: share of regret matching as the expert itself does, share of a softmax over card
values with this temperature (unit: chance to win); the rest plays like the habit that is answered.

Chosen by how well they predict cards of experts (``measurements/opponent_models.jsonl``); a larger share of sharp
answers predicts no better and can be exploited more (``measurements/exploitability.jsonl``).
"""
FIRST, FIRST_OF_MORE = (-1.0, 0.0), (-1.0, 0.0, -1.0, -1.0)
"""Logarithms of what is thought of the kinds of thinking before a card is seen: a player who sits down with an expert
looks ahead more often than not. The grandmaster tells First evening and Casual by themselves."""
MORE_REHEARSALS = 2
"""Factor from the expert's rehearsals to the grandmaster's."""
Mixes = Sequence[Sequence[float]]
"""By seat how it plays."""


def card(own: Determinizer, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """Choose a card for this trick; ``times`` > 1: look further ahead and model the lower levels."""
    seat = own.place
    hidden = any(own.view["crowns"][other] and other != own.seat for other in own.group)
    positions = [own.sample(chance) for _ in range(WORLDS if hidden else 1)]
    tables = TrickLookahead(chance, worth, ROLLS * times if positions[0].left > 2 else times)
    shares = infer_kinds(own, FIRST_OF_MORE, FIRM) if times > 1 else infer_kinds(own, FIRST)
    cards_of, rivals, worlds = [], [], []
    for position in positions:
        key = make_key(position)
        depth = depth_for(position, BUDGET * times // len(positions))
        if joint_choices(position) <= WHOLE_TABLE * times:
            cards = [CARDS_OF[hand] for hand in position.hands]
            world = tables.deep_payoffs(position, depth, cards)
            answered = _find_answers(key) if depth == 1 else answers(world, _find_habits(key), HABIT_SHARE, chance)
            rival = predict_mixes(
                (_find_habits(key), answered, *(_find_lower_levels(key) if times > 1 else ())), shares
            )
        else:
            rival = predict_mixes((_find_habits(key), _find_answers(key)), shares)
            cards, rival = _likely(position, seat, rival)
            world = tables.deep_payoffs(position, depth, cards)
        cards_of.append(cards)
        rivals.append([None if other == seat else mix for other, mix in enumerate(rival)])
        worlds.append(world)
    count = REHEARSALS * (MORE_REHEARSALS if times > 1 else 1)
    found = run_over_worlds(worlds, seat, count, chance, rivals, RIVAL_SHARE)
    values = [0.0] * len(legal)
    guesses = []
    for world, strategies, pictured in zip(worlds, found, rivals, strict=True):
        guesses.append([blend(strategies.average(other), pictured[other], RIVAL_SHARE) for other in range(own.seats)])
        for index, value in enumerate(action_values(world, seat, guesses[-1])):
            values[index] += value / len(worlds)
    mix = threshold(found[0].average(seat), SMALLEST_SHARE)
    return add_reasons(sample_decision(legal, mix, values, chance), positions[0], seat, cards_of[0], guesses[0], chance)


def answers(payoffs: Payoffs, mixes: Mixes, share: float, chance: Chance) -> list[list[float]]:
    """Return the strategy by seat: a weighted mean of the restricted Nash response to ``mixes`` (assumed with
    probability ``share``), a softmax response, and the seat's mix itself."""
    strategies = RegretTable(payoffs.counts)
    run(payoffs, strategies, REHEARSALS, chance, 0, mixes, share)
    seats = range(len(payoffs.counts))
    sharp = [threshold(strategies.average(seat), SMALLEST_SHARE) for seat in seats]
    thought = [blend(mine, mix, share) for mine, mix in zip(sharp, mixes, strict=True)]
    found = []
    for seat in seats:
        near = softmax(action_values(payoffs, seat, thought), SOFTNESS)
        rows = zip(sharp[seat], near, mixes[seat], strict=True)
        found.append([SHARP * one + SOFT * two + (1 - SHARP - SOFT) * usual for one, two, usual in rows])
    return found


def predict_mixes(known: Sequence[Mixes], shares: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the expected mixed strategy of each seat: its strategies in ``known`` (by kind of opponent, then seat)
    weighted by its ``shares``."""
    return [
        [sum(map(mul, own, column)) for column in zip(*[kind[seat] for kind in known], strict=True)]
        for seat, own in enumerate(shares)
    ]


@lru_cache(maxsize=16)
def _build_tables(key: Key) -> tuple[Payoffs, Payoffs, Payoffs]:
    """Return three pay-off tables of this trick: lead in points after it, its value, and the points it brings."""
    tables, position = TrickLookahead(SeededChance(ANY_SEED), worth), to_position(key)
    near = tables.myopic_payoffs(position)
    worths, gains = tables.reevaluate_myopic(position, worth), tables.reevaluate_myopic(position, point_gain(position))
    return near, Payoffs(near.counts, worths), Payoffs(near.counts, gains)


@lru_cache(maxsize=1024)
def _find_habits(key: Key) -> list[list[float]]:
    return [habit or [] for habit in find_habits(_build_tables(key)[0], -1, SeededChance(ANY_SEED))]


@lru_cache(maxsize=1024)
def _find_answers(key: Key) -> list[list[float]]:
    """Answers to habits, looking no further than this trick."""
    return answers(_build_tables(key)[1], _find_habits(key), HABIT_SHARE, SeededChance(ANY_SEED))


@lru_cache(maxsize=1024)
def _find_lower_levels(key: Key) -> tuple[Mixes, Mixes]:
    """How First evening and Casual play."""
    return lower_levels(_build_tables(key)[2], [CARDS_OF[hand] for hand in key[3]], SeededChance(ANY_SEED))


def kinds(key: Key, seat: int, so_far: LogLikelihoods) -> Sequence[Sequence[float]]:
    """Return the mixed strategy of ``seat`` at a revealed trick for each kind of opponent: habit, response to habits;
    then First evening and Casual, if ``so_far`` has room for them."""
    found: list[Sequence[float]] = [_find_habits(key)[seat], _find_answers(key)[seat]]
    if len(so_far[seat]) > len(found):
        found += [mixes[seat] for mixes in _find_lower_levels(key)]
    return found


def infer_kinds(
    own: Determinizer, first: Sequence[float], made_of_it: tuple[float, float] = CAREFUL
) -> list[list[float]]:
    """Return the posterior probability of each kind of opponent, by seat; ``first``: log prior by kind."""
    view = own.view
    seats = range(own.seats)
    if "course" not in view:
        return [find_posterior([0.0] * len(first), first) for _ in seats]
    crowns = [_mask_crown(view, seat) for seat in seats]
    return [find_posterior(row, first) for row in score_kinds(view, crowns, seats, kinds, len(first), made_of_it)]


def _mask_crown(view: View, seat: int) -> int:
    """Return the mask of a seat's crown: its own as it is, another's as one fixed card that it can be."""
    if not view["crowns"][seat]:
        return 0
    if seat == view["seat"]:
        return to_mask(view["own_crowns"])
    cards: list[int] = view["set"]
    return 1 << max(card for card in cards if card not in view["shown"][seat])


def _likely(
    position: Position, seat: int, rivals: Sequence[list[float]]
) -> tuple[list[tuple[int, ...]], list[list[float]]]:
    """Return the likeliest cards of every other seat and all own cards, and their expected probabilities."""
    cards_of: list[tuple[int, ...]] = []
    kept: list[list[float]] = []
    for other, (mask, mix) in enumerate(zip(position.hands, rivals, strict=True)):
        hand = CARDS_OF[mask]
        order = sorted(range(len(hand)), key=lambda index, mix=mix: -mix[index])  # type: ignore[misc]
        order = sorted(order if other == seat else order[:LIKELY_CARDS])
        cards_of.append(tuple(hand[index] for index in order))
        total = sum(mix[index] for index in order)
        kept.append([mix[index] / total for index in order])
    return cards_of, kept


# Joint solution of the last trick of a round in a tournament, by regret matching (Hart and Mas-Colell 2000).
#
# All groups and the centre are solved together: in every iteration each player draws a card from its strategy, the
# groups and the centre are played, and each player regrets what another card would have brought. So all seats agree
# on what the other groups send to the centre, and a best response gains little. Unlike
# :func:`ai.algorithms.regret_matching.run` it works without a table of pay-offs, which would have an entry for every
# joint choice of up to sixteen players, and it keeps negative regrets. Thefts of cancelled Ladies are left out, as
# wherever another table is modelled.

THROWS = 4
"""Number of random outcomes of a trick with a die roll or a choice; iterations take them in turn."""


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a trick at one table: places of the winner and of the second (-1: none), and the faces afterwards."""

    first: int
    second: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Sent:
    """Winner of a group who goes to the centre: seat in the order of the hall, card, face, player number."""

    seat: int
    card: int
    face: int
    player: int


@dataclass(frozen=True, slots=True)
class JointSolution:
    """Strategies found by regret matching: probability of each card in hand by player (``mixes``), and the mean value
    of each card (``values``, in rounds of the standing)."""

    mixes: Sequence[Sequence[float]]
    values: Sequence[Sequence[float]]


class JointRegret:
    """Regret matching over all groups of a hall and its centre, at the last trick of a round; ``hands``: playable cards
    by player."""

    def __init__(self, hall: TournamentState, chance: Chance) -> None:
        self._chance = chance
        self._seats = {player: seat for seat, player in enumerate(hall.order)}
        self._faces, self._points, self._groups = hall.faces, hall.points, hall.groups
        self.hands = [get_hand(hall, player) for player in range(hall.seats)]
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], int], Played] = {}

    def run(self, count: int) -> JointSolution:
        """Return the mixed strategies of all players after ``count`` iterations of regret matching."""
        strategies = RegretTable([len(hand) for hand in self.hands])
        brought = [[0.0] * len(hand) for hand in self.hands]
        for number in range(count):
            mixes = [match_regrets(regrets) for regrets in strategies.regrets]
            cards = [hand[sample(mix, self._chance)] for hand, mix in zip(self.hands, mixes, strict=True)]
            for player, values in enumerate(self.evaluate_cards(cards, number % THROWS)):
                mean = sum([share * value for share, value in zip(mixes[player], values, strict=True)])
                for index, value in enumerate(values):
                    strategies.regrets[player][index] += value - mean
                    # Linear averaging: early iterations answer players who have not learnt yet.
                    strategies.sums[player][index] += (number + 1) * mixes[player][index]
                    brought[player][index] += (number + 1) * value
        weight = count * (count + 1) / 2
        return JointSolution(
            [threshold(strategies.average(player), SMALLEST_SHARE) for player in range(len(self.hands))],
            [[value / weight for value in values] for values in brought],
        )

    def evaluate_cards(self, cards: Sequence[int], luck: int) -> list[list[float]]:
        """Return the value of each card of each player while the others play ``cards``; ``luck``: seed."""
        usual = [self._trick(group, cards, luck) for group in self._groups]
        sent = [self._send_winner(group, trick, cards) for group, trick in zip(self._groups, usual, strict=True)]
        centre = self._centre(sent, luck)
        found: list[list[float]] = [[] for _ in cards]
        for at, group in enumerate(self._groups):
            for player in group:
                for card in self.hands[player]:
                    own = [*cards[:player], card, *cards[player + 1 :]]
                    trick = usual[at] if card == cards[player] else self._trick(group, own, luck)
                    goes = self._send_winner(group, trick, own)
                    met = centre if goes == sent[at] else self._centre([*sent[:at], goes, *sent[at + 1 :]], luck)
                    found[player].append(self._worth(group, player, trick, own, met))
        return found

    def _trick(self, group: Sequence[int], cards: Sequence[int], luck: int) -> Played:
        return self._play_table([cards[player] for player in group], [self._faces[player] for player in group], luck)

    def _play_table(self, cards: Sequence[int], faces: Sequence[int], luck: int) -> Played:
        plan = find_plan(tuple(cards))
        by_luck = bool(plan.asks) or plan.oracle >= 0
        key = tuple(cards), tuple(faces), luck if by_luck else 0
        found = self._known.get(key)
        if found is None:
            after = [*faces]
            first, second = play_table(key[0], after, self._chance)
            found = self._known[key] = Played(first, second, tuple(after))
        return found

    def _send_winner(self, group: Sequence[int], trick: Played, cards: Sequence[int]) -> Sent | None:
        if trick.first < 0:
            return None
        player = group[trick.first]
        return Sent(self._seats[player], cards[player], trick.faces[trick.first], player)

    def _centre(self, sent: Sequence[Sent | None], luck: int) -> Mapping[int, int]:
        """Points that the winners of the groups get there, by player."""
        rivals = sorted([one for one in sent if one is not None])
        if not rivals:
            return {}
        cards = [one.card for one in rivals]
        trick = self._play_table(cards, [one.face for one in rivals], luck)
        places = zip((trick.first, trick.second), tokens(find_plan(tuple(cards))), strict=True)
        return {rivals[place].player: points for place, points in places if place >= 0}

    def _worth(
        self, group: Sequence[int], player: int, trick: Played, cards: Sequence[int], centre: Mapping[int, int]
    ) -> float:
        """Return the value in the standing of a tournament: 1 if the round is won, and a part of 1 for every point."""
        points = [self._points[each] + centre.get(each, 0) for each in group]
        if trick.second >= 0:
            points[trick.second] += tokens(find_plan(tuple([cards[each] for each in group])))[1]
        place = group.index(player)
        return float(drop_equal(tuple(points))[0] == place) + POINT_IN_STANDING * points[place]


# The expert in the groups of a tournament.
#
# In a hall all sorts of players meet, and what counts is its place in the standing of many: rounds won, then points.
# So here the expert counts both, and takes the others for a mixture of clever players and players at random. The last
# trick of a round it plays as the whole hall would rehearse it (see above).

GUESSES = 32
"""Guesses at who else comes to the centre: a third more than the usual ones, as time allows (0.1 s for a decision)."""
GROUP_REHEARSALS = 1500
"""As at a table of its own."""
TOGETHER = 300
"""Iterations of the joint solution of a round's last trick: 0.03 s for nine players, 0.06 s for sixteen. Gain of a best
response: ``measurements/exploitability.jsonl``; cost among weaker players: ``measurements/halls.jsonl``."""
AT_RANDOM = 0.5
"""How many players of a hall the expert takes for players at random; the others for clever ones.

The hall by which the levels are measured has as many who choose by chance or whim (random, novice) as players who think
(skilled, expert); results are in ``measurements/halls.jsonl``.
"""
VALUE_SPREAD = 0.01
"""How far the expert mixes among cards of nearly equal use (unit: rounds won).

A tenth of what a point is worth (``POINT_IN_STANDING``): no card is played that gives away more than a trifle.
"""
EFFECT_TRIES = 16
"""Worlds in which an action is carried out: cheap, there are five actions at most."""
REASON_TRIES = 4
"""The same for the points that a hint tells, to one decimal."""


def choose_group_card(own: Determinizer, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """Choose a card for this trick in a group.

    It is drawn from a mixed strategy over good cards: experts who all took the best one would meet in the centre with
    equal cards. ``times``: factor of the usual budget.
    """
    position = own.sample(chance, GUESSES * times)
    if position.left == 1:
        return _last(own, position, legal, chance, times)
    hands = [CARDS_OF[hand] for hand in position.hands]
    payoffs = build_payoffs(position, 1, chance, standing_worth)
    clever = RegretTable(payoffs.counts)
    run(payoffs, clever, GROUP_REHEARSALS * times, chance, 0, naive(payoffs), NAIVE_SHARE)
    mixes = [_predict_mix(clever.average(other)) for other in range(len(hands))]
    values = action_values(payoffs, own.place, mixes)
    top = max(values)
    pairs = zip(clever.average(own.place), values, strict=True)
    shares = [share * exp((value - top) / VALUE_SPREAD) for share, value in pairs]
    total = sum(shares)
    mix = threshold([share / total for share in shares], SMALLEST_SHARE)
    return add_reasons(sample_decision(legal, mix, values, chance), position, own.place, hands, mixes, chance)


def _predict_mix(mix: Sequence[float]) -> list[float]:
    """Return how a player of unknown skill is expected to play: by ``mix`` or at random."""
    return [AT_RANDOM / len(mix) + (1 - AT_RANDOM) * share for share in mix]


def _last(own: Determinizer, position: Position, legal: Sequence[int], chance: Chance, times: int) -> Decision:
    """The last trick of a round, as the whole hall rehearses it."""
    hall = RULES.determinize(own.view, SeededChance(ANY_SEED))
    assert isinstance(hall, TournamentState)
    found = JointRegret(hall, SeededChance(ANY_SEED)).run(TOGETHER * times)
    mixes = [_predict_mix(found.mixes[player]) for player in own.group]
    decision = sample_decision(legal, found.mixes[own.seat], found.values[own.seat], chance)
    return add_reasons(decision, position, own.place, [CARDS_OF[hand] for hand in position.hands], mixes, chance)


def effect(own: Determinizer, legal: Sequence[int], chance: Chance) -> Decision:
    """Choose the best action for an effect or a theft, in the group or in the centre."""
    values = own.evaluate_actions(legal, chance, lambda _: standing_worth, EFFECT_TRIES)
    points = dict(zip(legal, own.evaluate_actions(legal, chance, point_gain, REASON_TRIES), strict=True))
    return give_reasons(decide_best(legal, values), lambda one: hint("points", n=round(points[one.action], 1)))
