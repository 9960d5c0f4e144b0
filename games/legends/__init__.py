"""Eight-Minute Empire: Legends: cards move armies over islands; regions, islands and sets score."""

from .rules import RULES

__all__ = ["RULES"]
