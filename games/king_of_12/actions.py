"""Action codes. Saved games hold them, so they never change."""

from games.king_of_12.cards import NEIGHBOURS, opposite

TURN = 20
"""TURN + face: the Sorcerer turns the die to that face."""
ALCHEMIST_FIRST = 40
TROUBLEMAKERS_FIRST = 41
TAKE_NOTHING = 50
TAKE_ONE = 51
TAKE_TWO = 52
LAY = 60
"""LAY + card: lay that card under the die as a crown."""

ORDERS = (ALCHEMIST_FIRST, TROUBLEMAKERS_FIRST)
TURNS: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(sorted(TURN + near for near in NEIGHBOURS[face])) for face in range(1, 13)),
)
"""The Sorcerer's actions for each face shown."""
TURNS_AFTER_FLIP: tuple[tuple[int, ...], ...] = (
    (),
    *(TURNS[opposite(face)] for face in range(1, 13)),
)
"""The Sorcerer's actions for each face when Troublemakers turn the die as well (ruling K11)."""
