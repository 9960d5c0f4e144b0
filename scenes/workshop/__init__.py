"""The workshop: positions arranged by hand, and puzzles made of them."""
