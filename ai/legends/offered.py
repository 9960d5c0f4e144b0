"""What the row has to offer: the points that everybody's next turn brings with the cards that lie there.

The judge of positions counts what each seat has, so it sees nothing of a card before somebody takes it. Here everybody
plans a turn on the map as it is, in the order of play, and takes its card away from those who come after; no card is
drawn and nobody answers anybody, so two rows can be compared without any noise between them.
"""

from __future__ import annotations

from games.legends.state import CARDS_EACH, TAKE_CARD, State, copied

from .ground import rival_weights
from .map_evaluate import worths
from .outlook import outlook_after
from .planning import Planner

WIDTH = 1
"""A quick plan is enough to tell cards apart."""


def offered(state: State) -> list[float | None]:
    """By seat the points of a next turn, against the others' by their weight; None for those who have no turn left, and
    for everybody but at the beginning of a turn."""
    found: list[float | None] = [None] * state.seats
    if state.phase != TAKE_CARD:
        return found
    twin = copied(state)
    outlook = outlook_after(state)
    standing = worths(state, outlook)
    left = state.seats * CARDS_EACH[state.seats] - state.turns
    for after in range(min(state.seats, left, len(state.row))):
        seat = (state.active + after) % state.seats
        twin.active = seat
        planner = Planner(twin, seat, rival_weights(standing, seat), outlook, WIDTH)
        best = planner.plans()[0]
        found[seat] = best.value - planner.standing(twin)
        twin.row = twin.row[: best.action] + twin.row[best.action + 1 :]
    return found
