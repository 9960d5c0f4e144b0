"""The three levels of King of 12.

novice   the card that brings most points in this trick against replies drawn at random; in a
         tournament it plays its group as if there were no centre, and looks at it more briefly;
skilled  a mixed strategy for this trick (regret matching), counting points against the others; in a
         tournament the chances to win the round, for what the centre brings is uncertain;
expert   a mixed strategy from looking ahead to the end of the round or to the fitted model,
         counting chances to win the game: points, dice, hands and crowns.

All of them see a view only. What it hides is drawn by ``determinize``, which knows no more.
How long they think is counted in rehearsals, never in seconds: the same view and seed give
the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from ai.decision import Decision, best, only, weighed
from ai.games import Player
from ai.search import Payoffs, Strategies, drawn, rehearse, rehearse_worlds, values_of, without_traces
from engine.chance import SeededChance
from engine.contract import Chance, View
from games.king_of_12 import RULES
from games.king_of_12.actions import LAY
from games.king_of_12.state import CARDS_OF, OVER, State

from .hall import RIVAL_SETS, in_hall, pictured, table_of, told_of
from .hall import tried as tried_in_hall
from .looking import Ahead, Judge, depth_for, joint_choices, payoffs_of, point_lead, settled, solved
from .position import Position, position_of
from .reasons import with_chances, with_reasons, with_uses
from .worth import weights, worth

NOVICE_REPLIES = 24
NOVICE_REPLIES_IN_HALLS = 2
"""A novice has more to look at in a hall, and looks more briefly."""
FALLBACK_REPLIES = 6
SKILLED_REHEARSALS = 600
SKILLED_GUESSES = 1
"""Guesses at who comes to the centre of a tournament: one idea of it, no more."""
EXPERT_REHEARSALS = 1500
EXPERT_WORLDS = 3
"""Guesses at the others' crowns that are looked at together."""
EXPERT_BUDGET = 4000
"""Tricks that may be worked out for one table of pay-offs."""
EXPERT_ROLLS = 2
WHOLE_TABLE = 700
"""Joint choices up to which the expert takes in every card of the others."""
LIKELY_CARDS = 4
"""Cards of every other seat that it takes in beyond that."""
NAIVE_SHARE = 0.5
"""How often the skilled expects the others to be naive: to reckon with replies at random."""
NAIVE_SPREAD = 0.12
"""How exactly naive players judge their cards (unit: points)."""
VALUE_SPREAD = 0.01
"""How far the expert mixes among cards of nearly equal use in a hall (unit: chance to win)."""
SORTS_IN_HALLS = (0.3, 0.25, 0.45)
"""How many of the players of a hall the expert takes for random, naive and clever ones."""
SIMPLE_SHARE = 0.3
"""Part of naive play in what the expert takes for the others' habit."""
HABIT_SHARE = 0.8
"""How often the expert expects the others to think of this trick only."""
INNER_BUDGET = 200
SMALLEST_SHARE = 0.04
EFFECT_TRIES = 4
CROWN_SPREAD = 0.25
"""How far the expert mixes among crowns of nearly equal use (unit: strength of the model)."""


def point_gain(start: Position) -> Judge:
    """Judge positions by points gained since ``start``."""
    before = start.points

    def judge(position: Position) -> tuple[float, ...]:
        return tuple([float(now - was) for now, was in zip(position.points, before, strict=True)])

    return judge


@dataclass(frozen=True, slots=True)
class Picture:
    """How a seat pictures its table: its place there, who sits where, and the positions it can be in.

    At a table of its own that is the whole game; in a tournament it is the own group.
    """

    view: View
    seat: int
    place: int
    group: Sequence[int]

    def drawn(self, chance: Chance, guesses: int = RIVAL_SETS) -> Position:
        """A position that fits the view, with hidden cards drawn; ``guesses`` at the centre of a tournament."""
        if not in_hall(self.view):
            return position_of(RULES.determinize(self.view, chance))
        state, prize = pictured(self.view, self.seat, chance, guesses)
        return position_of(state, prize)

    @property
    def seats(self) -> int:
        """How many sit at this table."""
        return len(self.group)

    def tried(
        self,
        legal: Sequence[int],
        chance: Chance,
        judge_from: Callable[[Position], Judge],
        tries: int,
        guesses: int = RIVAL_SETS,
    ) -> list[float]:
        """The worth of each action for an effect or a theft; ``guesses`` at the centre of a tournament."""
        if in_hall(self.view):
            return tried_in_hall(self.view, self.seat, legal, chance, judge_from, tries, guesses)
        return _tried(self.view, self.seat, legal, chance, judge_from, tries)


def picture_of(view: View, seat: int) -> Picture:
    """The own table."""
    if in_hall(view):
        group = table_of(view, seat)
        return Picture(view, seat, group.index(seat), group)
    return Picture(view, seat, seat, range(view["seats"]))


def novice(view: View, seat: int, legal: Sequence[int], chance: Chance, replies: int = NOVICE_REPLIES) -> Decision:
    """One trick ahead, against replies drawn at random."""
    own = picture_of(view, seat)
    if in_hall(view):
        replies = min(replies, NOVICE_REPLIES_IN_HALLS)
    if view["phase"] == "choose":
        return best(legal, _gains(own.drawn(chance, guesses=0), own.place, legal, replies, chance))
    if view["phase"] == "crown":
        return _least_useful(own, legal, chance, replies)
    return best(legal, own.tried(legal, chance, point_gain, max(1, replies // 6), guesses=0))


def skilled(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """A mixed strategy for this trick alone."""
    own = picture_of(view, seat)
    place = own.place
    if view["phase"] == "choose":
        position = own.drawn(chance, SKILLED_GUESSES)
        payoffs = payoffs_of(position, 1, chance, _of_this_trick(position))
        found = one_trick(payoffs, chance)
        others = naive(payoffs)
        mixes = [_blend(found.average(other), others[other], NAIVE_SHARE) for other in range(position.seats)]
        mixes[place] = without_traces(found.average(place), SMALLEST_SHARE)
        return _mixed(legal, mixes[place], values_of(payoffs, place, mixes), chance)
    if view["phase"] == "crown":
        return _least_useful(own, legal, chance, NOVICE_REPLIES)
    return best(legal, own.tried(legal, chance, _of_this_trick, EFFECT_TRIES, SKILLED_GUESSES))


def _of_this_trick(start: Position) -> Judge:
    """How the skilled judge what a trick leads to."""
    return point_lead(start) if start.prize is None else worth


def expert(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """A mixed strategy from looking ahead, counting chances to win the game."""
    if len(legal) == 1:
        return only(legal[0])
    own = picture_of(view, seat)
    if view["phase"] == "choose":
        chosen = _expert_card_in_hall if in_hall(view) else _expert_card
        return told_of(chosen(own, legal, chance), own.group)
    if view["phase"] == "crown":
        return _expert_crown(own.seats, legal, chance)
    return with_chances(best(legal, own.tried(legal, chance, _deep, EFFECT_TRIES)))


def _deep(_: Position) -> Judge:
    """Judge positions by looking ahead as far as is cheap."""
    chance = SeededChance(12)

    def judge(position: Position) -> tuple[float, ...]:
        if position.over:
            return worth(position)
        depth = depth_for(position, INNER_BUDGET)
        return solved(position, depth if depth > 1 else 0, chance, worth)

    return judge


def _expert_card(own: Picture, legal: Sequence[int], chance: Chance) -> Decision:
    seat = own.place
    hidden = any(own.view["crowns"][other] and other != own.seat for other in own.group)
    positions = [own.drawn(chance) for _ in range(EXPERT_WORLDS if hidden else 1)]
    ahead = Ahead(chance, worth, EXPERT_ROLLS if positions[0].left > 2 else 1)
    cards_of, habits, worlds = [], [], []
    for position in positions:
        cards, habit = _likely(position, seat, _habits(ahead.near(position), seat, chance))
        cards_of.append(cards)
        habits.append(habit)
        depth = depth_for(position, EXPERT_BUDGET // len(positions))
        worlds.append(ahead.far(position, depth, cards))
    found = rehearse_worlds(worlds, seat, EXPERT_REHEARSALS, chance, habits, HABIT_SHARE)
    values = [0.0] * len(legal)
    for world, strategies, habit in zip(worlds, found, habits, strict=True):
        mixes = [_blend(strategies.average(other), habit[other], HABIT_SHARE) for other in range(own.seats)]
        for index, value in enumerate(values_of(world, seat, mixes)):
            values[index] += value / len(worlds)
    mix = without_traces(found[0].average(seat), SMALLEST_SHARE)
    decision = _mixed(legal, mix, values, chance)
    mixes = [_blend(found[0].average(other), habits[0][other], HABIT_SHARE) for other in range(own.seats)]
    return with_reasons(decision, positions[0], seat, cards_of[0], mixes, chance)


def _expert_card_in_hall(own: Picture, legal: Sequence[int], chance: Chance) -> Decision:
    """In a hall all sorts of players meet, and nobody watches one of them for long.

    So the others are taken for a mixture of random, naive and clever ones. Among the cards that
    do well against it the own mixed strategy chooses: were it always the best one, experts would
    meet in the centre with equal cards. Many guesses at the centre and a look ahead to the end of
    the round as soon as that is cheap set the expert apart, too.
    """
    seat = own.place
    position = own.drawn(chance)
    hands = [CARDS_OF[hand] for hand in position.hands]
    ahead = Ahead(chance, worth, EXPERT_ROLLS if position.left > 2 else 1)
    payoffs = ahead.far(position, depth_for(position, EXPERT_BUDGET), hands)
    simple = naive(ahead.near(position))
    clever = Strategies(payoffs.counts)
    rehearse(payoffs, clever, EXPERT_REHEARSALS, chance, 0, naive(payoffs), NAIVE_SHARE)
    at_random, naively, cleverly = SORTS_IN_HALLS
    mixes = [
        [
            at_random / len(hand) + naively * p + cleverly * q
            for p, q in zip(simple[other], clever.average(other), strict=True)
        ]
        for other, hand in enumerate(hands)
    ]
    values = values_of(payoffs, seat, mixes)
    top = max(values)
    shares = [
        share * exp((value - top) / VALUE_SPREAD) for share, value in zip(clever.average(seat), values, strict=True)
    ]
    total = sum(shares)
    mix = without_traces([share / total for share in shares], SMALLEST_SHARE)
    return with_reasons(_mixed(legal, mix, values, chance), position, seat, hands, mixes, chance)


def _likely(
    position: Position, seat: int, habits: list[list[float] | None]
) -> tuple[list[tuple[int, ...]], list[list[float] | None]]:
    """The cards by seat that the table of pay-offs takes in, and the habits among them.

    All of them while the table is small; in a large one the likeliest of every other seat.
    """
    hands = [CARDS_OF[hand] for hand in position.hands]
    if joint_choices(position) <= WHOLE_TABLE:
        return hands, habits
    cards_of: list[tuple[int, ...]] = []
    kept_habits: list[list[float] | None] = []
    for other, (hand, habit) in enumerate(zip(hands, habits, strict=True)):
        if other == seat or habit is None:
            cards_of.append(hand)
            kept_habits.append(None)
            continue
        order = sorted(range(len(hand)), key=lambda index, mix=habit: -mix[index])[:LIKELY_CARDS]  # type: ignore[misc]
        order.sort()
        cards_of.append(tuple(hand[index] for index in order))
        total = sum(habit[index] for index in order)
        kept_habits.append([habit[index] / total for index in order])
    return cards_of, kept_habits


def naive(near: Payoffs) -> list[list[float]]:
    """How seats play that take the card which is best against replies at random, by seat."""
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


def one_trick(near: Payoffs, chance: Chance) -> Strategies:
    """Mixed strategies of all seats for this trick alone, some of them being naive."""
    strategies = Strategies(near.counts)
    rehearse(near, strategies, SKILLED_REHEARSALS, chance, 0, naive(near), NAIVE_SHARE)
    return strategies


def _habits(near: Payoffs, seat: int, chance: Chance) -> list[list[float] | None]:
    """How the others play if they think of this trick only, cleverly or naively."""
    strategies = one_trick(near, chance)
    simple = naive(near)
    habits: list[list[float] | None] = []
    for other in range(len(near.counts)):
        pairs = zip(strategies.average(other), simple[other], strict=True)
        habits.append(None if other == seat else [(1 - SIMPLE_SHARE) * p + SIMPLE_SHARE * q for p, q in pairs])
    return habits


def _blend(mix: list[float], habit: Sequence[float] | None, share: float) -> list[float]:
    """What is expected of a seat: its best play and its habit, in the shares of the rehearsals."""
    if habit is None:
        return mix
    return [(1 - share) * p + share * q for p, q in zip(mix, habit, strict=True)]


def _expert_crown(seats: int, legal: Sequence[int], chance: Chance) -> Decision:
    """Lay the card that is missed least in a full hand, mixed so that it cannot be told."""
    numbers = weights()[seats, 5]
    uses = [numbers.cards[action - LAY] for action in legal]
    least = min(uses)
    shares = [exp((least - use) / CROWN_SPREAD) for use in uses]
    total = sum(shares)
    mix = without_traces([share / total for share in shares], SMALLEST_SHARE)
    return with_uses(_mixed(legal, mix, [-use for use in uses], chance))


def _gains(position: Position, seat: int, legal: Sequence[int], replies: int, chance: Chance) -> list[float]:
    """Mean points of this trick for each card against replies drawn at random."""
    judge = point_gain(position)
    hands = [CARDS_OF[hand] for hand in position.hands]
    sums = [0.0] * len(legal)
    for _ in range(replies):
        cards = [chance.draw(hand) for hand in hands]
        for index, card in enumerate(legal):
            cards[seat] = card
            sums[index] += judge(settled(position, tuple(cards), chance, judge))[seat]
    return [value / replies for value in sums]


def _least_useful(own: Picture, legal: Sequence[int], chance: Chance, replies: int) -> Decision:
    """Lay the card that would bring least points with dice thrown at random."""
    position = own.drawn(chance, guesses=0)
    cards = [action - LAY for action in legal]
    sums = [0.0] * len(legal)
    for _ in range(max(1, replies // 3)):
        position.faces = [chance.die(12) for _ in range(own.seats)]
        for index, value in enumerate(_gains(position, own.place, cards, 3, chance)):
            sums[index] -= value
    return best(legal, sums)


def _tried(
    view: View,
    seat: int,
    legal: Sequence[int],
    chance: Chance,
    judge_from: Callable[[Position], Judge],
    tries: int,
) -> list[float]:
    """The worth of each action, carried out by the rules themselves; hidden choices drawn at random."""
    sums = [0.0] * len(legal)
    for _ in range(tries):
        start = RULES.determinize(view, chance)
        judge = judge_from(position_of(start))
        for index, action in enumerate(legal):
            sums[index] += _after(start, seat, action, chance, judge)[seat]
    return [value / tries for value in sums]


def _after(start: State, seat: int, action: int, chance: Chance, judge: Judge) -> Sequence[float]:
    """Carry an action out, with choices others still owe drawn at random, and judge what comes."""
    state = RULES.clone(start)
    rounds = len(state.results)
    RULES.apply(state, seat, action, chance)
    phase = start.phase
    while state.phase == phase and state.owing and len(state.tricks) == len(start.tricks):
        other = RULES.to_act(state)[0]
        RULES.apply(state, other, chance.draw(RULES.legal(state, other)), chance)
    if len(state.results) == rounds and state.phase != OVER:
        return judge(position_of(state))
    points = state.results[-1][0]
    ended = Position(state.faces, [*points], [0] * state.seats, [0] * state.seats, 0, start.crowns)
    return judge(ended)


def _mixed(legal: Sequence[int], mix: Sequence[float], values: Sequence[float], chance: Chance) -> Decision:
    """An action drawn from a mixed strategy."""
    return weighed(legal, mix, values, drawn(mix, chance))


def quick(view: View, seat: int, legal: Sequence[int], chance: Chance) -> Decision:
    """One trick ahead with few replies, in well under a millisecond."""
    return novice(view, seat, legal, chance, FALLBACK_REPLIES)


PLAYERS: Mapping[str, Player] = {"novice": novice, "skilled": skilled, "expert": expert}
"""The players by level."""
