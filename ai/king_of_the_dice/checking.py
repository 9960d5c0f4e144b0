"""What to make of a result: whom to hire, when to spend jokers, which citizen to take in an alarm."""

from __future__ import annotations

from games.king_of_the_dice import actions as act
from games.king_of_the_dice import odds
from games.king_of_the_dice.cards import PILES, citizens
from games.king_of_the_dice.state import State, copied
from games.king_of_the_dice.turns import met_now, use_jokers

from .evaluate import RIVALS, Evaluator
from .gains import Prospects, prospects

DENIED_SHARE = 0.1
"""How much of what the next player is denied counts as an own gain, times what rivals count."""


def checked(state: State, seat: int, judge: Evaluator, jokers: int, denies: bool) -> dict[int, float]:
    """What every legal action of a check can be expected to bring; so many jokers are thought through."""
    found = prospects(state, seat, judge)
    taken = _denied(state, seat, judge) if denies else [0.0] * PILES
    return _values(state, seat, judge, found, taken, jokers)


def _values(
    state: State, seat: int, judge: Evaluator, found: Prospects, taken: list[float], jokers: int
) -> dict[int, float]:
    met = met_now(state)
    cards = citizens()
    values: dict[int, float] = {}
    now = judge(state, seat)
    for action in state.choices:
        if action >= act.JOKER:
            values[action] = _joined(state, seat, judge, found, taken, jokers, action, now) if jokers else -1e6
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


def _joined(
    state: State,
    seat: int,
    judge: Evaluator,
    found: Prospects,
    taken: list[float],
    jokers: int,
    action: int,
    now: float,
) -> float:
    """What can be done best after spending these jokers, less what they were worth."""
    twin = copied(state)
    use_jokers(twin, *divmod(action - act.JOKER, 3), None)
    cost = now - judge(twin, seat)
    values = _values(twin, seat, judge, found, taken, jokers - 1)
    return max(values.values()) - cost


def _denied(state: State, seat: int, judge: Evaluator) -> list[float]:
    """Per pile: what its citizen promises the next player, more or less than the market on average."""
    following = (seat + 1) % state.seats
    found = prospects(state, following, judge)
    promises = [0.0] * PILES
    for pile in range(PILES):
        card = state.market[pile]
        if card >= 0:
            chance = odds.citizens_plan([card]).start()
            gains = found.hire[pile]
            assert gains is not None
            promises[pile] = chance * max(0.0, gains[0] - found.alarm)
    mean = sum(promises) / max(1, sum(card >= 0 for card in state.market))
    share = DENIED_SHARE * RIVALS[state.seats]
    return [share * (promise - mean) if state.market[pile] >= 0 else 0.0 for pile, promise in enumerate(promises)]
