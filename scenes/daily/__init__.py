"""A table of each game and a puzzle for every day, made from the date alone."""
