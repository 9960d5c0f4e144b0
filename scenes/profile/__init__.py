"""The page about the person who plays: stars, achievements, days, moments, ratings, last games."""
