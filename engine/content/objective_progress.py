"""How far a running game has come with an objective: the number counted so far, and whether it can still change.

Counts of events only grow while nobody takes a decision back, so a count that has been reached is won, and one that
has passed what is allowed is out of reach, at once. Points and leads can be lost again: they are held until the game is
over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.content.event_conditions import Facts
from engine.content.objectives import WIN, Goal, Measure, count_measure, find_win_measure, is_reached, measures


class GoalState(Enum):
    """Where a goal stands."""

    OPEN = "open"
    """Not reached yet."""
    NEAR = "near"
    """One step away."""
    HELD = "held"
    """Reached, or not broken, but only the end of the game decides."""
    WON = "won"
    """Reached, and nothing but taking back changes that."""
    LOST = "lost"
    """Out of reach."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A goal with the number counted so far; ``wanted`` is the number asked for, 0 where there is none to be counted.

    ``most``: the number is the most that is allowed. ``lead``: it is the distance to the best other player.
    """

    goal: Goal
    count: int
    wanted: int
    state: GoalState
    most: bool = False
    lead: bool = False


def measure_progress(game: str, goal: Goal, facts: Facts, *, helped: bool = False) -> Progress:
    """Return how far a game has come with a goal; the game is over once ``facts`` have a result.

    A game with help wins no stars, so all of its goals are out of reach.
    """
    measure = find_win_measure(game) if goal.name == WIN else measures(game)[goal.name]
    over = bool(facts.result)
    count = 0 if measure is None else count_measure(measure, facts)
    wanted = measure.total if goal.name == WIN and measure is not None else goal.n
    most = measure is not None and not measure.least
    lead = measure is not None and measure.lead is not None
    if helped:
        state = GoalState.LOST
    elif over:
        state = GoalState.WON if is_reached(game, goal, facts) else GoalState.LOST
    elif goal.name == WIN or measure is None:
        state = GoalState.OPEN
    else:
        state = _judge(measure, goal.n, count)
    return Progress(goal, count, wanted, state, most, lead)


def _judge(measure: Measure, wanted: int, count: int) -> GoalState:
    """Return where a goal with a number stands while the game goes on."""
    final = measure.count is not None
    if not measure.least:
        if count <= wanted:
            return GoalState.HELD
        return GoalState.LOST if final else GoalState.OPEN
    if count >= wanted:
        return GoalState.WON if final else GoalState.HELD
    return GoalState.NEAR if wanted > 1 and count == wanted - 1 else GoalState.OPEN
