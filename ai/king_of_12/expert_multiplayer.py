"""The expert at a table of three or four: what it expects of every other seat, and the answer to that.

Tricks ahead are solved backwards as far as the time of a decision allows, below that the fitted model speaks
(``lookahead``). Who the others are decides more than how far one looks: a player who thinks of one trick only plays by
habit (``myopic``); a player who looks ahead answers such habits, as this expert would in that seat, and can be
answered in turn. What lies open tells them apart (``reading``), and each is expected to be both in the shares that this
gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from ai.algorithms.regret_matching import (
    Payoffs,
    RegretTable,
    action_values,
    run,
    run_over_worlds,
    softmax,
    threshold,
)
from ai.decision import Decision
from engine.chance import SeededChance
from engine.contract import Chance, View
from games.king_of_12.state import CARDS_OF, to_mask

from .determinization import Determinizer
from .evaluate import worth
from .lookahead import TrickLookahead, depth_for, joint_choices
from .lower_levels import lower_levels
from .myopic import SMALLEST_SHARE, blend, find_habits, point_gain, sample_decision
from .opponent_model import (
    ANY_SEED,
    CAREFUL,
    FIRM,
    Key,
    LogLikelihoods,
    find_posterior,
    make_key,
    score_kinds,
    to_position,
)
from .position import Position
from .reasons import add_reasons

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
"""Logarithms of what is thought of the kinds of thinking before a card is seen: whoever sits down with an expert
looks ahead more often than not. The grandmaster tells First evening and Casual by themselves."""
MORE_REHEARSALS = 2
"""So many times the expert's rehearsals are the grandmaster's."""
Mixes = Sequence[Sequence[float]]
"""By seat how it plays."""


def card(own: Determinizer, legal: Sequence[int], chance: Chance, times: int = 1) -> Decision:
    """A card for this trick; ``times`` the usual work it looks further ahead and knows the lower levels."""
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
    """How everybody plays who expects the others to play so in ``share`` of the cases, and answers that."""
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
    """What is to be expected of every seat: how each of the kinds of thinking plays, in the shares of the seat."""
    return [
        [sum(map(mul, own, column)) for column in zip(*[kind[seat] for kind in known], strict=True)]
        for seat, own in enumerate(shares)
    ]


@lru_cache(maxsize=16)
def _build_tables(key: Key) -> tuple[Payoffs, Payoffs, Payoffs]:
    """The lead in points after this trick, what it is worth, and the points that it brings."""
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
    """How a seat plays at a trick that lies open: by habit, and answering habits; as the lower levels, if asked."""
    found: list[Sequence[float]] = [_find_habits(key)[seat], _find_answers(key)[seat]]
    if len(so_far[seat]) > len(found):
        found += [mixes[seat] for mixes in _find_lower_levels(key)]
    return found


def infer_kinds(
    own: Determinizer, first: Sequence[float], made_of_it: tuple[float, float] = CAREFUL
) -> list[list[float]]:
    """By seat the chances of the kinds of thinking."""
    view = own.view
    seats = range(own.seats)
    if "course" not in view:
        return [find_posterior([0.0] * len(first), first) for _ in seats]
    crowns = [_mask_crown(view, seat) for seat in seats]
    return [find_posterior(row, first) for row in score_kinds(view, crowns, seats, kinds, len(first), made_of_it)]


def _mask_crown(view: View, seat: int) -> int:
    """Mask of a crown: its own as it is, another's as any card that it can be, always the same one."""
    if not view["crowns"][seat]:
        return 0
    if seat == view["seat"]:
        return to_mask(view["own_crowns"])
    cards: list[int] = view["set"]
    return 1 << max(card for card in cards if card not in view["shown"][seat])


def _likely(
    position: Position, seat: int, rivals: Sequence[list[float]]
) -> tuple[list[tuple[int, ...]], list[list[float]]]:
    """The likeliest cards of every other seat, all its own cards, and how often they are expected."""
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
