"""Positions arranged by hand."""
