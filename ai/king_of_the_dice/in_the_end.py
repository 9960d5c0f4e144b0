"""What a seat of King of the Dice can expect more than its rivals at the end, whatever the number of seats."""

from __future__ import annotations

from games.king_of_the_dice.state import State

from . import among_several, between_two


class InTheEnd:
    """A judge by fitted numbers: those between two, or those among several."""

    def lead(self, state: State, ended: int, seat: int) -> float:
        """Points that a seat can expect more than its rivals, once ``ended``, itself or another, has ended its turn."""
        if state.seats == 2:
            lead = between_two.lead_expected(state, ended)
            return lead if ended == seat else -lead
        return among_several.usual().lead(state, ended, seat)

    def __call__(self, state: State, seat: int) -> float:
        """The same at the end of the own turn."""
        return self.lead(state, seat, seat)


IN_THE_END = InTheEnd()
"""The judge with the numbers in use."""
