"""What to make of a result: whom to hire, when to spend jokers, which citizen to take in an alarm."""

from __future__ import annotations

from functools import lru_cache
from statistics import mean

from games.king_of_the_dice import actions as act
from games.king_of_the_dice import odds
from games.king_of_the_dice.cards import PILES, citizens
from games.king_of_the_dice.state import State, bits, copied
from games.king_of_the_dice.turns import find_met_conditions, use_jokers

from .action_values import Prospects, prospects
from .evaluate import Evaluator

DENIED_SHARE = 0.7
"""How much of what the next player is denied counts: rolling for several citizens at once meets each of them less."""


def evaluate_check(state: State, seat: int, judge: Evaluator, jokers: int, denies: bool) -> dict[int, float]:
    """Expected gain of every legal action of a check; ``jokers`` jokers are thought through."""
    found = prospects(state, seat, judge)
    taken = _evaluate_denial(state, seat, judge) if denies else [0.0] * PILES
    return _values(state, seat, judge, found, taken, jokers)


def _values(
    state: State, seat: int, judge: Evaluator, found: Prospects, taken: list[float], jokers: int
) -> dict[int, float]:
    met = find_met_conditions(state)
    cards = citizens()
    values: dict[int, float] = {}
    now = judge(state, seat)
    for action in state.choices:
        if action >= act.JOKER:
            values[action] = _evaluate_jokers(state, seat, judge, found, taken, jokers, action, now) if jokers else -1e6
        elif action == act.ALARM_ALONE:
            values[action] = found.alarm
        elif action >= act.ALARM:
            values[action] = found.alarm + taken[action - act.ALARM]
        else:
            pile = action - act.HIRE
            card = state.market[pile]
            tier = cards.best_tier(card, met)
            gains = found.hire[pile]
            assert tier is not None and gains is not None
            values[action] = gains[cards.cards[card].tiers.index(tier)] + taken[pile]
    return values


def _evaluate_jokers(
    state: State,
    seat: int,
    judge: Evaluator,
    found: Prospects,
    taken: list[float],
    jokers: int,
    action: int,
    now: float,
) -> float:
    """Value of the best action after spending these jokers, less their value."""
    twin = copied(state)
    use_jokers(twin, *divmod(action - act.JOKER, 3), None)
    cost = now - judge(twin, seat)
    values = _values(twin, seat, judge, found, taken, jokers - 1)
    return max(values.values()) - cost


def _evaluate_denial(state: State, seat: int, judge: Evaluator) -> list[float]:
    """Per pile: how much less the next player can hope for when its citizen is gone and another one takes its place,
    shared among the rivals."""
    following = (seat + 1) % state.seats
    found = prospects(state, following, judge)
    offered = [_hopes(state, found, pile, None) for pile in range(PILES)]
    now = _expect_turn(offered)
    taken = [0.0] * PILES
    for pile in range(PILES):
        if state.market[pile] >= 0:
            fresh = _hopes(state, found, pile, state.piles[pile])
            taken[pile] = (now - _expect_turn([*offered[:pile], fresh, *offered[pile + 1 :]])) / (state.seats - 1)
    return [DENIED_SHARE * each for each in taken]


Hope = tuple[float, float]
"""What a citizen brings more than an alarm, and the chance to meet its condition."""


def _hopes(state: State, found: Prospects, pile: int, unknown: int | None) -> list[Hope]:
    """What the open citizen of a pile promises, by tiers; with a mask of ``unknown`` ones the mean of those."""
    gains = found.hire[pile]
    if gains is None:
        return []
    if unknown is None:
        tiers = citizens().cards[state.market[pile]].tiers
        return [(gain - found.alarm, _chance(tier.condition)) for tier, gain in zip(tiers, gains, strict=True)]
    cards = bits(unknown)
    return [
        (gain - found.alarm, mean(_chance(citizens().cards[card].tiers[at].condition) for card in cards))
        for at, gain in enumerate(gains)
        if cards and all(at < len(citizens().cards[card].tiers) for card in cards)
    ]


def _expect_turn(offered: list[list[Hope]]) -> float:
    """What a turn can be expected to bring, as if every citizen were rolled for by itself, the best first."""
    total, left = 0.0, 1.0
    for gain, chance in sorted([hope for hopes in offered for hope in hopes if hope[0] > 0], reverse=True):
        total += left * chance * gain
        left *= 1 - chance
    return total


@lru_cache(maxsize=128)
def _chance(condition: int) -> float:
    """The chance to meet a condition in a turn that is about nothing else."""
    return odds.chance_plan([condition]).start()
