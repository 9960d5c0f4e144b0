"""Positions of King of 12 between two seats."""

from collections.abc import Mapping

from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.state import CHOOSE, State

SETS: tuple[dict[str, str], ...] = (
    {"set": "first"}, {"set": "random"}, {"set": "random", "promo": "collector"}, {"set": "random", "promo": "faun"},
)  # fmt: skip


def reached(number: int, left: int, options: Mapping[str, object] | None = None) -> State:
    """A choice of cards a number of tricks before the end of a round, after random play."""
    for again in range(1000):
        chance = SeededChance(f"two seats {number} {again}")
        state = RULES.new(options or SETS[number % len(SETS)], 2, chance)
        while not state.results:
            if state.phase == CHOOSE and state.owing == 3 and state.length - len(state.tricks) == left:
                return state
            seat = RULES.to_act(state)[0]
            RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    raise AssertionError("no such position")


def never(place: object, left: int) -> float:
    raise AssertionError("a round solved to its end needs no estimate")
