"""Files of the player: safe reading and writing, saves, settings, statistics."""
