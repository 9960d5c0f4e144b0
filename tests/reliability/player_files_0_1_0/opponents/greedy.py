"""Plays the highest card number, or any of the legal actions one time in four."""

TITLE = "Greedy"
GAMES = ["king_of_12"]


def choose(game, view, seat, legal, chance):
    if chance.below(4) == 0:
        return chance.draw(legal)
    return max(legal)
