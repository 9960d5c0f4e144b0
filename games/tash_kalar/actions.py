"""Action codes. Squares as in ``maps``, cards numbered as in ``cards``."""

DONE, END, HAND_OVER, SURRENDER = range(4)
TASK = 16
COLOUR = 44
OPTION = 48
DIRECTION = 56
SHOW = 64
"""How the pattern is shown: ``SHOW + 8 * orientation + place of the enemy piece`` (0 = none)."""
SQUARE = 128
"""A summoning square, or the piece or square chosen in a step of an effect."""
PLACE = 256
PICK = 384
SUMMON = 512
DISCARD = 768
RETURN = 1024
FLARE = 1280
"""``FLARE + 4 * flare + colour compared with``."""
RECALL = 1536
PUT = 1792
"""A piece set down by an effect or at set-up: ``PUT + 128 * (3 * colour + rank) + square``."""
ACTIONS_END = PUT + 128 * 12
SQUARES = 128
"""Stride of the square in actions that name one: from SQUARE up to SUMMON, and from PUT on."""
