"""What a seat of King of the Dice can expect more than its rivals at the end, whatever the number of seats."""

from __future__ import annotations

from games.king_of_the_dice.state import State

from . import among_several, between_two


def in_the_end(state: State, seat: int) -> float:
    """What a position is worth to a seat at the end of its turn, by fitted numbers: those between two, or among
    several."""
    if state.seats == 2:
        return between_two.lead_expected(state, seat)
    return among_several.lead_expected(state, seat)
