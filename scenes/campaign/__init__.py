"""The road: a journey through all games over a map."""
