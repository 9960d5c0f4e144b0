"""Every being of the Highland deck where it works and where it does nothing or is not allowed, as small arenas.

Before a block stands what is to be seen. Its first line: the card, the square where it is summoned, the choices made
(``no``: it cannot be summoned there), and after the bar the square of the drawing's top left sign. Left the arena
before, right after. For signs and choices see ``table.py``. [actions n]: actions gained.
"""

import pytest

from .blocks import Block, blocks, carry_out, shows_all_of

ARENAS = """
# a combat leap anywhere
wild_eagle e5: b3 | b3
    C . . . .   c . . . .
    . . . . .   . . . . .
    . . . . .   . . . . .
    . . c . c   . . c . c

# not onto a heroic piece; it may stay
wild_eagle e5: - | b3
    H . . . .   H . . . .
    . . . . .   . . . . .
    . . . . .   . . . c .
    . . c . c   . . c . c

# a piece beside it falls, but no legendary one
clan_axeman e5: e4 | d4
    . H c   . . c
    . . .   . c .
    c . .   c . .

# not diagonally, nothing legendary
clan_axeman e5: | d4
    C L c   C L c
    . . .   . c .
    c . .   c . .

# two commons beside green squares
clan_healer e5: c>b4 c>b5 | b4
    . . . . c   c . . . c
    . . c . c   c . c c c

# it may place none
clan_healer e5: - | d4
    . . c   . . c
    c . c   c c c

# two combat moves
dire_wolf e5: e4 e3 | c3
    . . .   . . c
    . . C   . . .
    . . .   . . .
    . c c   . c c
    c . .   c . .

# it may stay
dire_wolf e5: - | c4
    . . H   . . H
    . . .   . . c
    . c c   . c c
    c . .   c . .

# on green: one own common rises
ritual_keeper c3: c2 | b2
    . c   . h
    c .   c c

# on red: one own piece may make a combat move
ritual_keeper d2: d2 e3 | c1
    . c .   . c .
    c . .   c . .
    . . C   . . c

# on a plain square nothing happens
ritual_keeper e4: | d3
    . c   . c
    c .   c c

# a combat leap anywhere
eagle_lord e5: b3 | b3
    H . . . . .   h . . . . .
    . . . . . .   . . . . . .
    . c . . . c   . c . . . c
    . . c . c .   . . c . c .

# not onto a legendary piece; it may stay
eagle_lord e5: - | b3
    L . . . . .   L . . . . .
    . . . . . .   . . . . . .
    . c . . . c   . c . h . c
    . . c . c .   . . c . c .

# two combat moves
wolf_rider e5: e4 e3 | e3
    . . .   h . .
    H . .   . . .
    . . .   . . .
    c c c   c c c
    c . .   c . .

# it may stay
wolf_rider e5: - | e4
    L . .   L . .
    . . .   h . .
    c c c   c c c
    c . .   c . .

# a piece on red falls, and all commons around that square
blood_shaman d2: e5 | c1
    . . c .   . . c .
    . . c .   . h c .
    c c . .   c c . .
    . . . c   . . . .
    . . C .   . . . .
    . . C .   . . . .

# something has to fall, here himself (ruling T10)
blood_shaman e5: e5 | b4
    L . . . c   L . . . .
    . . . . c   . . . . .
    . . c c .   . . . . .

# one combat move
war_drummer e5: 1 f6 f7 | e5
    c c   h c
    c c   c .
    . C   . c

# or two standard moves
war_drummer e5: 2 f6 f7 f7 f8 | e5
    c c   h c
    c c   c .
    . .   . .
    . .   . c

# or nothing
war_drummer e5: - | e5
    c c   h c
    c c   c c

# all beside it that are not legendary
hill_giant e5: | d4
    C H .   C . .
    C . L   . h L
    . c .   . . .
    c c c   c c c

# not diagonally
hill_giant e5: | d4
    C . .   C . .
    . . .   . h .
    . c .   . . .
    c c c   c c c

# the third move has to be his own
warlord e5: f6 f5 f5 f4 e5 e4 | c3
    . . C . .   . . C . .
    . . . . .   . . h c .
    . . . . .   . . . . .
    . c c c .   . c c . .
    c . . . c   c . . . c

# nobody has to move
warlord e5: - | c4
    . . C . .   . . C . .
    . . . . .   . . h . .
    . c c c .   . c c c .
    c . . . c   c . . . c

# an action, and an enemy piece will help in the next pattern [actions 1]
war_summoner e5: | a5
    C . . c . c   C . . c h c
    . . . . c .   . . . . c .
    . . . . c .   . . . . c .

# not onto a legendary piece
war_summoner e5: no | d5
    c L c
    . c .
    . c .

# on green: two actions [actions 2]
ritual_master c3: | b2
    c . .   c . .
    . . .   . h .
    c . c   c . c

# on red: one heroic and one common piece may fall
ritual_master e5: b4 b5 | b4
    H . c . .   . . c . .
    C . . . .   . . . h .
    . . c . c   . . c . c

# one legendary piece diagonally (the only one, so without asking)
legend_slayer e5: 1 | d4
    L . C .   . . C .
    . . . .   . h . .
    . c c .   . c c .
    . c . c   . c . c

# or up to two others
legend_slayer e5: 2 f4 - | d4
    L . C .   L . . .
    . . . .   . h . .
    . c c .   . c c .
    . c . c   . c . c

# only an own piece stands diagonally, which it may spare
legend_slayer e5: - | e4
    L . .   L . .
    . . .   h . .
    c c .   c c .
    c . c   c . c

# two enemy commons: an action is gained [actions 1]
mountain_troll e5: | d4
    C C H   . . H
    . . .   . h .
    c c .   c c .
    . c c   . c c

# one enemy common: no action
mountain_troll e5: | d4
    . C .   . . .
    . . .   . h .
    c c .   c c .
    . c c   . c c

# as long as it feeds it may go on
hungry_bear e5: e4 e3 | e3
    C .   h .
    C .   . .
    . c   . c
    c c   c c

# onto an empty square: it stops
hungry_bear e5: d4 | d4
    . H .   h H .
    . . c   . . c
    . c c   . c c

# on a coloured square: three combat moves
werewolf g3: g4 g5 g6 | d2
    . c . .   . c . .
    c . . .   c . . .
    . c . C   . c . .
    . . . .   . . . .
    . . . .   . . . h

# on the central square: one standard move
werewolf e5: e6 | b4
    . c . H   . c . H
    c . . .   c . . .
    . c . .   . c . h

# one common of the pattern rises
clan_guardian e5: f5 | c5
    c c . c   c c h h

# or none
clan_guardian e5: - | c5
    c c . c   c c h c
"""

BLOCKS = blocks(ARENAS)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_beings(block: Block) -> None:
    carry_out(block)


def test_all_of_them_are_here() -> None:
    assert shows_all_of("highland", BLOCKS)
