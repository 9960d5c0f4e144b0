"""Tests of the screens without a real window."""
