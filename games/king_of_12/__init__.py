"""King of 12: everybody plays the same seven cards on twelve-sided dice; two crowns win."""

from __future__ import annotations

from .rules import KingOf12

RULES = KingOf12()
"""The rule set; it holds no data of any game."""
