"""Every legend of the box where it works and where it does nothing or is not allowed, as small arenas.

Before a block stands what is to be seen. Its first line: the card, the square where it is summoned, the choices made
(``no``: it cannot be summoned there), and after the bar the square of the drawing's top left sign. Left the arena
before, right after. For signs and choices see ``table.py``. [actions n]: actions gained.
"""

import pytest

from games.tash_kalar.cards import LEGENDS

from .blocks import Block, blocks, carry_out
from .table import CARD

ARENAS = """
# two squares far, straight ahead and on both sides, all but legendary pieces
fire_dragon e5: S | d2
    h . h   h . h
    . c .   . c .
    . h .   . h .
    . . .   . l .
    L H C   L . .
    . C .   . . .
    . C .   . C .

# a direction in which nothing stands may be chosen
fire_dragon e5: S | d2
    h . h .   h . h .
    . c . .   . c . .
    . h . .   . h . .
    . . . C   . l . C

# any number of combat moves in a line
hell_bull e5: e4 e3 e2 - | d2
    . C .   . l .
    . H .   . . .
    c C c   c . c
    h c h   h . h
    . c .   . c .

# a legendary piece ends them
hell_bull e5: e4 | d3
    . C .   . C .
    c L c   c l c
    h c h   h . h
    . c .   . c .

# or none
hell_bull e5: - | d4
    c . c   c . c
    h c h   h l h
    . c .   . c .

# the piece rises, then the Angel takes its square
angel_of_death e5: b4 | b4
    H . c . c .   l . c . c .
    . c . h . c   . c . . . c
    . . . c . .   . . . c . .

# or none
angel_of_death e5: - | b4
    C . c . c .   C . c . c .
    . c . h . c   . c . l . c
    . . . c . .   . . . c . .

# destroy an enemy, raise an own common, place one
the_eldest_tree e5: e4 d5 f5 | c4
    . . H h .   . . . h .
    c c . . c   c h l c c
    . h . . .   . h . . .

# or nothing
the_eldest_tree e5: - | c4
    . . H h .   . . H h .
    c . . . c   c . l . c
    . h . . .   . h . . .

# any piece in an indicated direction, and all commons around it
bone_catapult e5: b5 | b4
    C . c . .   . . c . .
    L . . . .   . . . l .
    c . h h h   . . h h h

# nothing stands in its directions
bone_catapult e5: | b4
    . . c . .   . . c . .
    . . . . .   . . . l .
    C . h h h   C . h h h

# the neighbours that are not legendary
fire_elemental e5: 1 | c3
    . . C . .   . . C . .
    . H C . .   . . . . .
    . . . . .   . . l . .
    . h . c .   . h . c .
    h . c . c   h . c . c

# or all commons up to two squares away
fire_elemental e5: 2 | c3
    . . C . .   . . . . .
    . H C . .   . H . . .
    . . . . .   . . l . .
    . h . c .   . h . c .
    h . c . c   h . c . c

# nothing in reach of either
fire_elemental e5: | c3
    . . H . .   . . H . .
    . . . . .   . . . . .
    . . . . .   . . l . .
    . h . c .   . h . c .
    h . c . c   h . c . c

# a group of upgraded pieces falls in rank
leviathan e5: 1 g3 g2 | a2
    . . . . . . H .   . . . . . . C .
    . . . . . . L C   . . . . . . H C
    . . . . . . . .   . . . . . . . .
    . . . . . . . .   . . . . l . . .
    . . h h . . . .   . . h h . . . .
    h c . . . . . .   h c . . . . . .

# or a group of commons is destroyed
leviathan e5: 2 g2 g3 | a1
    . . . . . . H   . . . . . . H
    . . . . . . C   . . . . . . .
    . . . . . . C   . . . . . . .
    . . . . . . .   . . . . . . .
    . . . . . . .   . . . . l . .
    . . h h . . .   . . h h . . .
    h c . . . . .   h c . . . . .

# or nothing
leviathan e5: - | a5
    . . . . .   . . . . l
    . . h h .   . . h h .
    h c . . .   h c . . .

# a piece of the pattern rises, and a heroic one beside it falls
two_headed_dragon e5: g7 h6 | e5
    . . h .   l . h .
    . h . H   . h . .
    h . c .   h . h .
    . . . c   . . . c

# if none rises, none falls
two_headed_dragon e5: - | e5
    . . h .   l . h .
    . h . H   . h . H
    h . c .   h . c .
    . . . c   . . . c

# something near red falls, something near green rises, he may stay
earth_elemental e6: e4 c2 - | c2
    C . . . .   H . . . .
    . . . . .   . . . . .
    . . C . .   . . . . .
    . . . . .   . . . . .
    . . . c .   . . l c .
    . . c c .   . . c c .
    . h . . h   . h . . h

# an own piece has to fall when only own ones stand near red; it may step onto a coloured square
earth_elemental e6: f6 e7 e5 | d5
    . . . .   . l . .
    . . c .   . . . .
    . c c .   . h c .
    h . . h   h . . h

# another turn follows
time_elemental e5: | d5
    . . .   . l .
    h . h   h . h
    . h .   . h .
    c . c   c . c

# an enemy legend on the summoning square is destroyed
time_elemental e5: | d5
    . L .   . l .
    h . h   h . h
    . h .   . h .
    c . c   c . c

# a heroic piece is placed, strikes in one direction, and is destroyed
storm_elemental e5: h>g4 f3 e2 - | d2
    . H .   . . .
    h . C   h . .
    h . h   h . h
    . c .   . l .

# or none
storm_elemental e5: - | d3
    h . .   h . .
    h . h   h . h
    . c .   . l .

# all beside it, diagonally not the legendary ones; none counts (ruling T7)
titan e5: | d4
    H L .   . . .
    C . .   . l .
    . h .   . . .
    . h .   . h .
    c c c   c c c

# nobody near but a legendary piece at the corner
titan e5: | d4
    L . .   L . .
    . . .   . l .
    . h .   . . .
    . h .   . h .
    c c c   c c c
"""

BLOCKS = blocks(ARENAS)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_legends(block: Block) -> None:
    carry_out(block)


def test_all_of_them_are_here() -> None:
    shown = [block.card for block in BLOCKS]
    for code, number in CARD.items():
        if number >= LEGENDS:
            assert shown.count(code) >= 2, code
