"""Puzzles made out of games, and the proof that each has one answer."""
