"""King of the Dice: the board game. Hire citizens with six dice and settle the kingdom."""

from __future__ import annotations

from .rules import KingOfTheDice

RULES = KingOfTheDice()
"""The rule set; it holds no data of any game."""
