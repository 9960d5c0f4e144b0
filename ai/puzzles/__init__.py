"""Makes puzzles from games and proves that each has exactly one solution."""
