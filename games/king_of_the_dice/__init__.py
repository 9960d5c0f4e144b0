"""King of the Dice, the board game: hire citizens with six dice and settle the kingdom."""

from .rules import RULES

__all__ = ["RULES"]
