"""Opponents: search, knowledge of each game, levels, the worker process, the arena."""
