"""Action codes. Saved games hold them, so they never change."""

KEEP = 0
"""KEEP + mask of dice: keep these, roll the others. Keeping nothing is also the first roll of a turn."""
STOP = 63
"""Keep all six: the result stands."""
HIRE = 64
"""HIRE + pile (0 … 4)."""
ALARM = 70
"""ALARM + pile: dragon alarm, the open citizen of that pile becomes a super joker."""
ALARM_ALONE = 75
"""Dragon alarm without a card (ruling D8)."""
JOKER = 100
"""JOKER + 3 x symbol + payment: discard two citizens, add a die of that symbol."""
EQUAL_PAIR, WITH_SUPER, TWO_SUPERS = range(3)
"""Payments: two equal open citizens, one with a super joker, two super jokers."""
CLAIM = 200
"""CLAIM + region: lay the drawn tile of its terrain there, with a marker."""
LAY = 240
"""LAY + region: the dragon lands there."""
TAME = 280
"""TAME + region: replace the flame there."""
ATTACK = 320
"""ATTACK + region: replace the rival marker there."""
STEAL_NO_CITIZEN = 399
STEAL_CITIZEN = 400
"""STEAL_CITIZEN + card."""
STEAL_NO_GEM = 499
STEAL_GEM = 500
"""STEAL_GEM + 2 x seat + (1 for a gold one)."""
FLAME_OF = 520
"""FLAME_OF + seat: that player's flame goes onto the map."""

NOTHING_KEPT = (KEEP,)
HOLDS = tuple(range(64))
