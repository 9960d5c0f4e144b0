"""King of 12: all players use the same seven cards and a twelve-sided die; two crowns win."""

from .rules import RULES

__all__ = ["RULES"]
