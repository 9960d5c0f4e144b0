"""Finished games seen again: the study, and moments to be tried once more."""
