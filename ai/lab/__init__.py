"""Measurements of opponents: arena, ratings, exploitability, calibration. Not packed with the game."""
