"""Positions of King of the Dice with one best hold, or one citizen and one region that bring most for certain."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Setting
from ai.puzzles.proving import Lines
from engine.goals import Goal
from games.king_of_the_dice import actions as act
from games.king_of_the_dice.puzzles import HOLD, POINTS, chances, count_gain, may_ask
from games.king_of_the_dice.state import CHECK, ROLL, State

SETTINGS = tuple(Setting({}, seats) for seats in (2, 3))
LEVEL = "skilled"
MOST_POSITIONS = 2_000
FEWEST_NEAR = {HOLD: 3, POINTS: 3}
LIKELY, SURE = 15, 95
"""Percent between which a chance is worth to be thought about."""
FEWEST_POINTS = 3


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """After a roll for one citizen of the market; with the dice lying there for most points."""
    if state.phase == ROLL and may_ask(state, HOLD):
        piles = [pile for pile, card in enumerate(state.market) if card >= 0]
        pile = piles[sum(state.dice) % len(piles)]
        if LIKELY <= max(chances(state, pile)) <= SURE:
            yield HOLD, {"pile": pile}, state
    elif state.phase == CHECK and may_ask(state, POINTS):
        yield POINTS, {"points": 0}, state


def look(state: State) -> Hashable:
    """Key of what a position looks like, so that puzzles differ: dice and market."""
    return state.dice, tuple(state.market)


def thoughts(start: State, theme: str, solution: tuple[int, ...]) -> int:
    """Number of thoughts that a solution takes: one for each step."""
    return len(solution)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """The hold as it was asked for; the most points that a line makes."""
    if theme == HOLD:
        yield theme, goal, found.start
        return
    ends = [(count_gain(found.start, state, line), line) for line, state in found.ends.values()]
    most, line = max(ends, default=(0, ()))
    if most >= FEWEST_POINTS and line[-1] >= act.TAME:
        yield theme, {"points": most}, found.start
