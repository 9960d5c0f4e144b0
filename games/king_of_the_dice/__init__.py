"""King of the Dice, the board game: hire citizens with six dice and settle the kingdom."""

from __future__ import annotations

from .rules import RULES

__all__ = ["RULES"]
