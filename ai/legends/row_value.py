"""What the row has to offer: the points that the next turns bring with the cards that lie there.

The judge of positions counts what each seat has, so it sees nothing of a card before a seat takes it. Here everybody
plans a turn with each card of the row, on the map as it is; then the cards are taken in the order of play, each time
the one that brings the seat most at the price of that moment, until none is left. No card is drawn and nobody answers
anybody, so two rows can be compared without any noise between them.
"""

from __future__ import annotations

from games.legends.actions import CARD
from games.legends.state import PRICES, TAKE_CARD, State, copied, count_turns

from .assets import coin_worth
from .evaluator import make_plain_valuation
from .planned_before import make_planner

WIDTH = 1
"""A quick plan is enough to tell cards apart."""


def evaluate_row(state: State) -> list[list[float]]:
    """By seat the points of each turn that this row is for, the next one first, against the others' by their weight;
    none but at the beginning of a turn."""
    found: list[list[float]] = [[] for _ in range(state.seats)]
    if state.phase != TAKE_CARD:
        return found
    outlook = make_plain_valuation().find_outlook_after_turn(state)
    brings = [_brings(state, seat) for seat in range(state.seats)]
    coins, row = list(state.coins), list(state.row)
    for turn in range(min(len(row), count_turns(state.seats) - state.turns)):
        seat = (state.active + turn) % state.seats
        purse = coins[seat]
        gains = [
            brings[seat][card] + coin_worth(purse - price, outlook) - coin_worth(purse, outlook)
            for card, price in zip(row, PRICES, strict=False)
            if price <= purse
        ]
        best = max(range(len(gains)), key=gains.__getitem__)
        found[seat].append(gains[best])
        coins[seat] -= PRICES[best]
        del row[best]
    return found


def _brings(state: State, seat: int) -> dict[int, float]:
    """By card of the row the points of a turn with it, were it free."""
    twin = copied(state)
    twin.active = seat
    twin.coins[seat] = max(twin.coins[seat], PRICES[-1])
    purse, planner = twin.coins[seat], make_planner(twin, seat, make_plain_valuation(), WIDTH)
    outlook = planner.outlook
    stands = planner.standing(twin) - coin_worth(purse, outlook)
    found: dict[int, float] = {}
    for plan in planner.plans():
        place = plan.action - CARD
        gain = plan.value - coin_worth(purse - PRICES[place], outlook) - stands
        found[twin.row[place]] = max(gain, found.get(twin.row[place], gain))
    return found
