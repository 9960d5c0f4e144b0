"""Puzzles at the real tables, and the shelf they lie on."""
