"""Everfrost: a deck whose frozen effects are stored and thawed later."""
