"""Tash-Kalar: pieces in an arena form patterns that summon beings; tasks or destroyed pieces score."""

from __future__ import annotations

from .rules import TashKalar

RULES = TashKalar()
"""The rule set; stateless."""
