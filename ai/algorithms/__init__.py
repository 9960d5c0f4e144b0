"""Search and solving algorithms that know no game."""
