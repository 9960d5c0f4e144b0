"""Numbers of the tokens and the leaders; saved games hold them."""

from __future__ import annotations

SPRING, COTTAGE, TREASURE, BOOK, STABLE, SWAMP = range(6)
"""Explore tokens, and the Poison Swamp that is mixed among them face down."""
CITADELS = (6, 7, 8)
DRAGON = 9
PORTALS = (10, 11)
ROGUES = 12
TOKEN_COUNT = 13
EXPLORE = (SPRING, COTTAGE, TREASURE, BOOK, STABLE)
TOKEN_CODES = (
    "spring", "cottage", "treasure", "book", "stable", "swamp",
    "citadel", "citadel", "citadel", "dragon", "portal", "portal", "rogues",
)  # fmt: skip
"""Code of each token in texts; the index is the token's number."""

SPRING_ELIXIRS = 2
TREASURE_COINS = 1
TOKEN_POINTS = {BOOK: 1, SWAMP: -1, DRAGON: 2}
"""Points of a token for the player who holds it."""
DRAGON_ARMIES = 7

FAIRY_QUEEN, BANDIT_KING, RED_SORCERESS, WHITE_KNIGHT = range(4)
LEADER_CODES = ("fairy_queen", "bandit_king", "red_sorceress", "white_knight")
QUEEN_FOREST_CARDS = 3
SORCERESS_ARMIES = 3
"""Captured armies per point."""
KNIGHT_REGIONS = 3
"""Regions of an island that gives the White Knight a point."""
NO_LEADER = -1
