"""Every being of the Imperial deck where it works and where it does nothing or is not allowed, as small arenas.

Before a block stands what is to be seen. Its first line: the card, the square where it is summoned, the choices made
(``no``: it cannot be summoned there), and after the bar the square of the drawing's top left sign. Left the arena
before, right after. For signs and choices see ``table.py``. [actions n]: actions gained.
"""

import pytest

from .blocks import Block, blocks, carry_out, shows_all_of

ARENAS = """
# the enemy common falls, the Swordmaster rises
swordmaster e5: f4 | e4
    c C   c .
    . .   h .
    c .   c .

# only commons, and only diagonally: nothing to destroy
swordmaster e5: | e4
    c H   c H
    . .   c .
    c .   c .

# standard moves in one direction, up to the first square that cannot be entered (ruling T4)
messenger e5: b5 c5 | b5
    c . C . . .   . c C c . .
    . . . . c .   . . . . c .
    . . . . . c   . . . . . c

# it may stay
messenger e5: - | e4
    . . . . C   . . . . C
    . . . . .   c . . . .
    . c . . .   . c . . .
    . . c . .   . . c . .

# two moves onto empty squares, with any pieces
herald e5: f6 f5 e5 e4 | d4
    . . . .   . c . .
    C . . .   C . c .
    . . c c   . . . c
    . . c .   . . c .

# nobody has to move
herald e5: - | e5
    . . .   c . .
    . c c   . c c
    . c .   . c .

# with an action left it takes every common around, own ones too
bomb e5: | d4
    . H .   . H .
    C . .   . . .
    c . c   . . .
    . . c   . . c

# as the last action it does nothing (ruling T3) (last action)
bomb e5: | d5
    C . .   C c .
    . . c   . . c
    . . c   . . c

# one own common rises; then it may make a standard move
chronicler e5: f5 g6 | d4
    . c . .   . c . .
    c . c .   c c . .
    . . . C   . . . h

# one own common rises and may stay
chronicler e5: f5 - | d4
    . c .   . c .
    c . c   c c h

# it destroys whatever stands on the marked square
assassin f7: | c4
    . . c .   . . c .
    . c . .   . c . .
    c . L .   c . . .
    . . . .   . . . h

# nobody there: it may step onto the marked square
assassin f7: e6 | c4
    . . c .   . . c .
    . c . .   . c . .
    c . . .   c . h .
    . . . .   . . . .

# the enemy on the marked square falls, an action is gained [actions 1]
time_mage e5: | c5
    . c .   . c h
    c C c   c . c
    . c .   . c .

# an action is gained; nobody stands on the marked square [actions 1]
time_mage e5: | c5
    . c .   . c h
    c . c   c . c
    . c .   . c .

# two commons on marked squares
summoner e6: c>e5 c>c6 | c5
    . . . .   . . c .
    . . . .   c . h .
    . c c c   . c c c

# it may place none
summoner e6: - | d5
    . C .   . C .
    . . .   . h .
    c c c   c c c

# commons of one colour make combat moves, each another piece
hypnotist e5: b4 c4 c5 c6 | b3
    H . . . .   H . . . .
    C c . . c   . C . . c
    . C c . c   . . c h c
    . . c . .   . C c . .

# legendary pieces do not listen
hypnotist e5: | b4
    L . . . c   L . . . c
    . . c . c   . . c h c
    . . c . .   . . c . .

# all commons of the line; the heroic one neither falls nor shields
cannon e5: E | c3
    . . c . . .   . . c . . .
    . . . . . .   . . . . . .
    . c c C H C   . c h . H .
    c . . . . .   c . . . . .

# no common in any of its directions
cannon e5: | c5
    . c c H   . c h H
    c . . .   c . . .

# for a legendary piece it gives itself and gains an action [actions 1]
champion e5: f5 | d5
    c . L   c . .
    c c .   c c .
    . c .   . c .

# only enemies
champion e5: | d5
    c . c   c h c
    c c .   c c .
    . c .   . c .

# two combat moves with others
infantry_captain e5: c6 c5 d6 d7 | c5
    C . . . .   c . h . .
    c c . c c   . . . c c
    . . . . .   . c . . .

# it does not move itself, nobody has to
infantry_captain e5: - | c4
    . . C . .   . . C . .
    . . . . .   . . h . .
    c c . c c   c c . c c

# one combat move and two standard moves with one piece
cavalry_captain e5: d6 c6 b6 b5 | b5
    . . . . .   c . . h .
    . C c . c   . . . . c
    . . c . c   . . c . c

# it does not move itself
cavalry_captain e5: - | d5
    . . C   . h C
    c . c   c . c
    c . c   c . c

# it leaps onto an equal, falls to a common and places another beside it
gryphon_rider e5: b3 b3 c>c3 | b3
    H . . . .   c c . . .
    . . . . .   . . . . .
    . . c . .   . . c . .
    . c . c .   . c . c .
    . . . . c   . . . . c

# it may stay
gryphon_rider e5: - | b3
    L . . . .   L . . . .
    . . . . .   . . . . .
    . . c . .   . . c h .
    . c . c .   . c . c .
    . . . . c   . . . . c

# combat moves onto heroic pieces and empty squares
knight e5: e4 e3 - | d3
    . . .   . h .
    C H .   C . .
    . . .   . . .
    c c c   c c c
    c . .   c . .

# commons all around it may not destroy
knight e5: | d4
    C C C   C C C
    C . C   C h C
    c c c   c c c
    c . .   c . .

# she steps aside and raises nobody
high_priestess e5: d4 | d4
    . . C   h . C
    . c .   . . .
    . . .   . . .
    c . c   c . c

# she stays and may raise a common of any colour
high_priestess e5: - f4 | d4
    . . C   . . H
    . c .   . h .
    . . .   . . .
    c . c   c . c

# a piece of the pattern strikes, the Master steps, he may stop
master_of_intrigue e5: d4 d3 e5 d5 - | d3
    C . .   c . .
    c . c   . . c
    . . C   h . C
    c . c   c . c

# nobody has to move
master_of_intrigue e5: - | d4
    c C c   c C c
    . . .   . h .
    c . c   c . c

# the first two pieces that are not legendary
gun_tower e5: W | b5
    C H C . .   C . . h .
    . . . c c   . . . c c
    . . . c c   . . . c c

# a legendary piece stops the shot at once
gun_tower e5: | c5
    C L . .   C L h .
    . . c c   . . c c
    . . c c   . . c c
"""

BLOCKS = blocks(ARENAS)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_beings(block: Block) -> None:
    carry_out(block)


def test_all_of_them_are_here() -> None:
    assert shows_all_of("imperial", BLOCKS)
