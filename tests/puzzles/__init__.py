"""The puzzles as a person meets them."""
