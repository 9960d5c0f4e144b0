"""Content that games bring as data: lessons, puzzles, achievements, daily tables, the campaign."""
