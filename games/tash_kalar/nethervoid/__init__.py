"""Nethervoid: a deck whose beings gather round a Gateway."""
