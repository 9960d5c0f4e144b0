"""Deeds: what is worth doing once, and when it was done."""
