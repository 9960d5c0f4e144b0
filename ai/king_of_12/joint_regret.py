"""Joint solution of the last trick of a round in a tournament, by regret matching (Hart and Mas-Colell 2000).

All groups and the centre are solved together: in every iteration each player draws a card from its strategy, the groups
and the centre are played, and each player regrets what another card would have brought. So all seats agree on what the
other groups send to the centre, and a best response gains little. Unlike :func:`ai.algorithms.regret_matching.run` it
works without a table of pay-offs, which would have an entry for every joint choice of up to sixteen players, and it
keeps negative regrets. Thefts of cancelled Ladies are left out, as wherever another table is modelled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ai.algorithms.regret_matching import RegretTable, match_regrets, sample, threshold
from engine.chance import SeededChance
from engine.contract import Chance
from games.king_of_12.rounds import drop_equal
from games.king_of_12.tournament.state import TournamentState
from games.king_of_12.trick import find_plan, tokens

from .evaluate import POINT_IN_STANDING
from .myopic import SMALLEST_SHARE
from .opponent_model import ANY_SEED
from .tournament_model import get_hand, play_table

THROWS = 4
"""Number of random outcomes of a trick with a die roll or a choice; iterations take them in turn."""


@dataclass(frozen=True, slots=True)
class Played:
    """What cards do at one table: places of the winner and of the second (-1 nobody), and the faces afterwards."""

    first: int
    second: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Sent:
    """Who wins a group and goes to the centre: seat in the hall, card and face, and the player."""

    seat: int
    card: int
    face: int
    player: int


@dataclass(frozen=True, slots=True)
class JointSolution:
    """By player and by card in hand: how often it is played, and what it brought (rounds, as in the standing)."""

    mixes: Sequence[Sequence[float]]
    values: Sequence[Sequence[float]]


def solve_last_trick(hall: TournamentState, count: int) -> JointSolution:
    """Mixed strategy of every player for the last trick of this round after ``count`` rounds of regret matching;
    the same for the same hall."""
    return JointRegret(hall, SeededChance(ANY_SEED)).run(count)


class JointRegret:
    """All groups of a hall and its centre at the last trick of a round; ``hands`` by player what it can play."""

    def __init__(self, hall: TournamentState, chance: Chance) -> None:
        self._chance = chance
        self._seats = {player: seat for seat, player in enumerate(hall.order)}
        self._faces, self._points, self._groups = hall.faces, hall.points, hall.groups
        self.hands = [get_hand(hall, player) for player in range(hall.seats)]
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], int], Played] = {}

    def run(self, count: int) -> JointSolution:
        """Mixed strategy of every player after ``count`` rounds of regret matching."""
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
        """By player what each of its cards would bring while the others play theirs."""
        usual = [self._trick(group, cards, luck) for group in self._groups]
        sent = [self._find_sent(group, trick, cards) for group, trick in zip(self._groups, usual, strict=True)]
        centre = self._centre(sent, luck)
        found: list[list[float]] = [[] for _ in cards]
        for at, group in enumerate(self._groups):
            for player in group:
                for card in self.hands[player]:
                    own = [*cards[:player], card, *cards[player + 1 :]]
                    trick = usual[at] if card == cards[player] else self._trick(group, own, luck)
                    goes = self._find_sent(group, trick, own)
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

    def _find_sent(self, group: Sequence[int], trick: Played, cards: Sequence[int]) -> Sent | None:
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
        """The round, if it is won, and a part of one for every point: what counts in the standing of a tournament."""
        points = [self._points[each] + centre.get(each, 0) for each in group]
        if trick.second >= 0:
            points[trick.second] += tokens(find_plan(tuple([cards[each] for each in group])))[1]
        place = group.index(player)
        return float(drop_equal(tuple(points))[0] == place) + POINT_IN_STANDING * points[place]
