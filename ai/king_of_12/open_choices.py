"""The rest of a trick whose cards lie open: every effect and theft that is still pending, chosen for the best.

Between the reveal and the comparison a single choice often decides the trick, so a position there is judged by what the
seats to act make of it, not by the points before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.win_probability import win_shares
from engine.chance import SeededChance, mix
from engine.contract import Chance
from games.king_of_12 import RULES
from games.king_of_12.state import CARDS_OF, CROWN, EFFECTS, OVER, THEFT, State, copied
from games.king_of_12.tournament.state import TournamentState

from .evaluate import add_crown, race, worth
from .position import make_position

THROWS = 3
"""Throws of the dice with which a choice is tried, the same for each of its actions."""


def is_trick_open(state: State) -> bool:
    """Whether cards have been revealed and a choice of one table is pending before they are compared."""
    return not isinstance(state, TournamentState) and state.phase in (EFFECTS, THEFT)


def finish_trick(state: State, chance: Chance) -> State:
    """Return the state after this trick, with every pending choice made as is best for its seat."""
    twin = copied(state)
    while is_trick_open(twin):
        seat = CARDS_OF[twin.owing][0]
        RULES.apply(twin, seat, _find_best(twin, seat), chance)
    return twin


def finish_turn(state: State, chance: Chance) -> State | None:
    """Return the state after this trick; None where its cards are not open."""
    return finish_trick(state, chance) if is_trick_open(state) else None


def _find_best(state: State, seat: int) -> int:
    """The action that leaves a seat the largest win probability, the first of equal ones."""
    legal = RULES.legal(state, seat)
    if len(legal) == 1:
        return int(legal[0])
    values = [0.0] * len(legal)
    for number in range(THROWS):
        for index, action in enumerate(legal):
            twin, chance = copied(state), SeededChance(mix("open choices", number))
            RULES.apply(twin, seat, action, chance)
            values[index] += _evaluate(finish_trick(twin, chance))[seat]
    return int(legal[max(range(len(legal)), key=values.__getitem__)])


def _evaluate(state: State) -> Sequence[float]:
    """Win probability by seat between two tricks, by the model that the expert thinks with."""
    if state.phase == OVER:
        return win_shares(RULES.result(state))
    if state.phase == CROWN:
        return race(add_crown(state.crowns, CARDS_OF[state.owing][0]))
    return worth(make_position(state))
