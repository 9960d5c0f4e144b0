"""Before the first turn: laying out the map, neutral armies, the auction; and the Fairy Queen's last card.

Whoever plays last in each round sees what the others have done in the last one, and that is worth
much: among equals the last seat wins half again as many games as its share, the first ones fewer.
So the right to name the first player is used to name the own left neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Chance
from games.legends import actions as act
from games.legends.scoring import ending
from games.legends.state import State

from .plan import bought

FAIR_BID = {2: 2, 3: 3, 4: 2}
"""Coins that being last is worth, by number of seats; set by hand, about what the dearest card costs."""


def last_place_bid(state: State, seat: int, legal: Sequence[int], chance: Chance) -> tuple[int, list[float]]:
    """A bid near the fair one, and the worth of every bid; not always the same, or it could be topped by one."""
    fair = min(FAIR_BID[state.seats], state.coins[seat] // 3)
    bid = max(0, fair + chance.below(3) - 1)
    return act.BID + bid, [-abs(action - act.BID - fair) / 4 for action in legal]


def name_left(state: State, seat: int) -> int:
    """Name the left neighbour, so that the own seat plays last."""
    return act.NAME + (seat + 1) % state.seats


def name_values(state: State, seat: int, legal: Sequence[int]) -> list[float]:
    """The later the own seat plays, the better."""
    return [((seat - action + act.NAME) % state.seats) / state.seats for action in legal]


def last_card_values(state: State, seat: int, legal: Sequence[int]) -> list[float]:
    """The Fairy Queen's last card is judged by the points themselves; ties go by what breaks them."""
    found = []
    for action in legal:
        after = bought(state, seat, action) if action < act.DONE else state
        rows = ending(after)
        best = max(row[0] for other, row in enumerate(rows) if other != seat)
        found.append(rows[seat][0] - best + rows[seat][2] / 100)
    return found
