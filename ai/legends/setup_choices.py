"""Before the first turn: neutral armies, and who is named to begin; and the Fairy Queen's last card.

Bids stand in ``bidding``. Where nothing is to be gained by anybody any choice will do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.decision import Decision, make_decision
from engine.contract import Chance
from games.legends import actions as act
from games.legends.actions import WIDTH
from games.legends.scoring import ending
from games.legends.state import NEUTRAL_OWNER, State, add_army, copied

from .bidding import predict_starter
from .evaluator import Valuation
from .map_value import worths
from .plan import NEARLY_EQUAL, bought


def neutral_values(state: State, seat: int, legal: Sequence[int], valuation: Valuation) -> list[float]:
    """What the map is worth to its own side over the other with one more neutral army in each of these regions.

    Both begin alike, so regions differ only by what leaders make of them.
    """
    found = []
    for action in legal:
        after = copied(state)
        add_army(after, NEUTRAL_OWNER, action - act.NEUTRAL)
        worth = worths(after, valuation.find_outlook(after))
        found.append(worth[seat] - worth[1 - seat])
    return found


def place_neutral(state: State, seat: int, legal: Sequence[int], valuation: Valuation, chance: Chance) -> Decision:
    """A neutral army where it serves its own side best; among equals where no other lies yet."""
    values = neutral_values(state, seat, legal, valuation)
    top = max(values)
    best = [at for at, value in enumerate(values) if value >= top - NEARLY_EQUAL]
    there = [state.armies[WIDTH * NEUTRAL_OWNER + action - act.NEUTRAL] for action in legal]
    fewest = min(there[at] for at in best)
    best = [at for at in best if there[at] == fewest]
    shares = [1 / len(best) if at in best else 0.0 for at in range(len(legal))]
    return make_decision(legal, shares, values, chance.draw(best))


def name_left_neighbour(state: State, seat: int) -> int:
    """Name the left neighbour, so that its own seat plays last."""
    return act.NAME + predict_starter(seat, state.seats)


def name_values(state: State, seat: int, legal: Sequence[int]) -> list[float]:
    """Prefer a first player after whom its own seat plays late."""
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
