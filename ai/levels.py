"""The levels of the opponents, from the weakest to the strongest."""

from __future__ import annotations

LEVELS = ("novice", "skilled", "expert")
"""Levels offered to people."""

RANDOM = "random"
"""Plays any legal move; for measuring others only."""

ARENA_LEVELS = (RANDOM, *LEVELS)
