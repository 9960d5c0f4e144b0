"""Tash-Kalar: pieces in an arena form patterns that summon beings; tasks or destroyed pieces score."""

from .cards import list_additions
from .rules import RULES

__all__ = ["RULES", "list_additions"]
