"""Positions of King of 12 in which one card is right whatever the others do."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Setting
from ai.puzzles.proving import Lines
from engine.goals import Goal
from games.king_of_12.puzzles import ROUND, UNBEATEN
from games.king_of_12.state import CHOOSE, State

SETTINGS = tuple(Setting({"set": cards}, seats) for cards in ("random", "first") for seats in (2, 2, 3))
LEVEL = "novice"
MOST_POSITIONS = 1_000
FEWEST_NEAR = {UNBEATEN: 3, ROUND: 2}
"""Of the last two tricks there are three cards only."""
TRICKS_OF_A_ROUND = (2, 3)


def asked(state: State) -> Iterator[tuple[str, Goal]]:
    """At the beginning of a trick, before anybody has a crown, for every seat in turn."""
    if state.phase != CHOOSE or any(state.crowns) or state.owing != (1 << state.seats) - 1:
        return
    left = state.length - len(state.tricks)
    seat = sum(state.faces) % state.seats
    if left > TRICKS_OF_A_ROUND[0]:
        yield UNBEATEN, {"seat": seat}
    if left in TRICKS_OF_A_ROUND:
        yield ROUND, {"seat": seat}


def look(state: State) -> Hashable:
    """Dice and hands."""
    return tuple(state.faces), tuple(state.hands)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """What was asked, as it was asked."""
    yield theme, goal, found.start
