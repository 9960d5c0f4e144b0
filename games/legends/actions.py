"""Action codes. Saved games hold them, so they never change.

Actions with a region are a base code plus the region's number on the board (below 32);
those that also name an owner add 32 for each owner.
"""

WIDTH = 32
"""Most regions of a board; stride of owners in flat lists."""

CARD = 0
"""CARD + place 0 … 5: take the card at this place of the row."""
DONE = 8
"""Skip the rest of an optional action."""
FIRST_ACTION = 10
SECOND_ACTION = 11
STEM_ABOVE = 12
STEM_BELOW = 13
NAME = 16
"""NAME + seat: this seat begins."""
BOX_SIDES = 8
SEGMENT = 20
"""SEGMENT + 2 * side + turned: lay this side next."""
BID = 40
"""BID + coins."""
START = 2 * WIDTH
JOINT = 3 * WIDTH
TOKEN = 4 * WIDTH
NEUTRAL = 5 * WIDTH
PLACE = 6 * WIDTH
FROM = 7 * WIDTH
TO = 8 * WIDTH
CITY = 9 * WIDTH
DESTROY = 10 * WIDTH
"""DESTROY + WIDTH * owner + region; owner 4 is neutral."""
BRIBE = 15 * WIDTH
"""BRIBE + WIDTH * owner + region: place an army at that opponent's city (Bandit King)."""
OWN_SEGMENT = 19 * WIDTH
"""OWN_SEGMENT + 2 * number + turned: lay this custom side next."""
END = 20 * WIDTH
"""Upper bound of all action codes."""


_BOX = OWN_SEGMENT - 2 * BOX_SIDES


def action_of_segment(choice: int) -> int:
    """Return the action that lays a side; ``choice``: 2 * side + turned (0 or 1), custom sides after those of the
    box."""
    return SEGMENT + choice if choice < 2 * BOX_SIDES else _BOX + choice


def segment_of_action(action: int) -> int:
    """Return 2 * side + turned of an action: the inverse of :func:`action_of_segment`."""
    return action - SEGMENT if action < OWN_SEGMENT else action - _BOX
