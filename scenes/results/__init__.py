"""The end of a game: its scene, personal bests, points counted and charted."""
