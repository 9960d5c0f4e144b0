"""The road: its map, its stations, what is remembered of it, and its screens."""
