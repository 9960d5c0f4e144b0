"""The table of Tash-Kalar and all its screens."""
