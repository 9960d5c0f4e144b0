"""The levels of the opponents, from the weakest to the strongest."""

from __future__ import annotations

from typing import Literal, get_args

FIRST_EVENING = "first_evening"
GRANDMASTER = "grandmaster"
LevelName = Literal["first_evening", "novice", "skilled", "expert", "grandmaster"]
LEVELS: tuple[str, ...] = get_args(LevelName)
"""Levels offered to people. On the screen: First evening, Casual, Shrewd, Master, Grandmaster."""

RANDOM = "random"
"""Plays any legal move; for measuring others only."""
NEWCOMER = "newcomer"
"""A scripted newcomer: takes what brings most at once, and one step in three at random; for measuring others only."""

SEARCH = "search:"
"""Before a number of games in the mind: a tree search that knows no game (``ai.algorithms.ismcts``); for measuring
only."""

ARENA_LEVELS = (RANDOM, NEWCOMER, *LEVELS)

QUICK_LEVELS = LEVELS[:-1]
"""Those that answer in a moment: the grandmaster is the expert with more work, and takes seconds."""
