"""Positions of King of 12 before the last trick of a round."""

from engine.chance import SeededChance
from games.king_of_12 import RULES
from games.king_of_12.state import CHOOSE, State

GAME = "king_of_12"


def before_the_last_trick(seats: int) -> State:
    """Random play up to the last trick of the first round."""
    for number in range(1000):
        chance = SeededChance(f"last trick {number}")
        state = RULES.new({}, seats, chance)
        while not state.results:
            if state.phase == CHOOSE and state.length - len(state.tricks) == 1:
                return state
            for seat in RULES.to_act(state):
                RULES.apply(state, seat, chance.draw(RULES.legal(state, seat)), chance)
    raise AssertionError
