"""Opponents of Tash-Kalar."""
