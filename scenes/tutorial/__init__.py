"""Lessons at the tables, and the coach of a first game."""
