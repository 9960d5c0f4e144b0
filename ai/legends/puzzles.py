"""Last turns of Legends that one card, and one way to use it, wins."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Setting
from ai.puzzles.proving import Lines
from engine.goals import Goal
from games.legends.puzzles import LAST_CARD, last_turn, lead
from games.legends.state import TAKE_CARD, State

SETTINGS = tuple(Setting({}, seats) for seats in (2, 3, 4))
LEVEL = "novice"
MOST_POSITIONS = 2_500
FEWEST_NEAR = {LAST_CARD: 3}


def asked(state: State) -> Iterator[tuple[str, Goal]]:
    """At the last card of a game."""
    if state.phase == TAKE_CARD and last_turn(state):
        yield LAST_CARD, {"seat": state.active, "lead": 0}


def look(state: State) -> Hashable:
    """One turn of a game is like no other."""
    return tuple(state.armies)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """The best end of all, when it wins."""
    best = max((lead(state, found.seat) for _, state in found.ends.values()), default=-1)
    if best >= 0:
        yield theme, {"seat": found.seat, "lead": best}, found.start
