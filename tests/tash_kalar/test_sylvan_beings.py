"""Every being of the Sylvan deck where it works and where it does nothing or is not allowed, as small arenas.

Before a block stands what is to be seen. Its first line: the card, the square where it is summoned, the choices made
(``no``: it cannot be summoned there), and after the bar the square of the drawing's top left sign. Left the arena
before, right after. For signs and choices see ``table.py``. [actions n]: actions gained.
"""

import pytest

from .blocks import Block, blocks, carry_out, shows_all_of

ARENAS = """
# it rises at once
sapling e5: | e5
    .   h
    c   c
    c   c

# not onto a heroic piece
sapling e5: no | e5
    H
    c
    c

# a common beside an own piece
kiskin_farseeders e5: c>d5 | d5
    . . c   c c c
    c . .   c . .

# or none
kiskin_farseeders e5: - | d5
    . . c   . c c
    c . .   c . .

# two leaps of exactly two squares
charging_buck e5: g5 g3 | d3
    . . . .   . . . c
    . . . .   . . . .
    . . . C   . . . .
    c c . .   c c . .
    c . . .   c . . .

# or none
charging_buck e5: - | d5
    . . . H   . c . H
    c c . .   c c . .
    c . . .   c . . .

# the enemy has more commons and more upgraded pieces: one of each falls
forest_wardens e5: b5 | b3
    . . . . . H   . . . . . .
    C . . . . .   C . . . . .
    C c . . c .   . c . c c .
    C C . . . .   C C . . . .

# the enemy has no more than they
forest_wardens e5: | b4
    C . . . .   C . . . .
    . c . . c   . c . c c

# two pieces beside it take a standard step each
naiad e5: d6 d5 e6 d6 | c5
    . . . C   . c c C
    c c c .   c c . .

# or none
naiad e5: - | c5
    . . .   . . c
    c c c   c c c

# nothing among the discards: an extra card all the same
kiskin_spirit e5: | c5
    c . .   c . h
    c . c   c . c

# a card of the discards goes on top of the deck, and an extra card is drawn (Sapling among the discards)
kiskin_spirit e5: <sapling | c5
    c . .   c . h
    c . c   c . c

# an enemy beside it becomes an own common
dryad e5: e4 | d4
    c H   c c
    . c   . h
    . c   . c

# nobody to convert
dryad e5: | d4
    c L   c L
    . c   . h
    . c   . c

# after its combat move the next piece in that direction falls
centaur_spearman e5: d4 | b2
    H . . . . .   . . . . . .
    . . . . . .   . . . . . .
    . . C . . .   . . h . . .
    . . . . . .   . . . . . .
    . . . c c c   . . . c c c
    . . . . . c   . . . . . c

# it may stay and spare all
centaur_spearman e5: - | b2
    L . . . . .   L . . . . .
    . . . . . .   . . . . . .
    . . C . . .   . . C . . .
    . . . . . .   . . . h . .
    . . . c c c   . . . c c c
    . . . . . c   . . . . . c

# its own combat move, then others in the same direction
centaur_chieftain e5: f5 e6 f6 - | c4
    c . . C .   c . . C .
    . c . . .   . c . h .
    . . c . .   . . . . c
    . . . c .   . . . c .

# no move of its own, none of the others
centaur_chieftain e5: - | c4
    c . . .   c . . .
    . c . .   . c h .
    . . c .   . . c .
    . . . c   . . . c

# a combat move
unicorn e5: 1 f5 | c5
    . c . C   . c . h
    c c . .   c c . .
    c . . .   c . . .

# or an action [actions 1]
unicorn e5: 2 | c5
    . c .   . c h
    c c .   c c .
    c . .   c . .

# an enemy diagonally beside her becomes an own piece of the same rank
sylvan_queen e5: d4 | d4
    H . . .   h . . .
    . . . .   . h . .
    . c . c   . c . c
    . . c .   . . c .
    . . c .   . . c .

# not a legendary one, not straight beside her
sylvan_queen e5: | d4
    L H . .   L H . .
    . . . .   . h . .
    . c . c   . c . c
    . . c .   . . c .
    . . c .   . . c .

# an enemy common diagonally beside her becomes an own one
sylvan_princess e5: d4 | d4
    C . .   c . .
    . . .   . h .
    . c .   . c .
    . . c   . . c
    . c .   . c .

# nothing but commons
sylvan_princess e5: | d4
    H . .   H . .
    . . .   . h .
    . c .   . c .
    . . c   . . c
    . c .   . c .

# one common of each colour rises, the own one first
woodland_druid e5: d4 b4 | b4
    C . c . c   H . h . c
    C . . . .   C . . h .
    . . . c .   . . . c .

# no enemy common: only the own one
woodland_druid e5: d4 | d4
    c . c   h . c
    . . .   . h .
    . c .   . c .

# two enemy commons are placed, then as many of that colour fall (ruling T12)
forest_ancient e5: C>c5 C>e6 b5 c5 | b4
    . . . c .   . . . c .
    C . c . c   . . c h c
    . . c . .   . . c C .

# not onto a legendary piece
forest_ancient e5: no | d4
    . c .
    c L c
    c . .

# an extra own card and an extra legend at the end of the turn
forest_mystic e5: | d4
    . c .   . c .
    c . .   c h .
    . . c   . . c

# not onto a legendary piece
forest_mystic e5: no | d4
    . c .
    c L .
    . . c

# the first piece in a diagonal, twice, whatever it is
kiskin_leafsplitter e5: NW SE | c3
    L . . . . .   . . . . . .
    . . c . . .   . . c . . .
    . c . c . .   . c h c . .
    . . c . . .   . . c . . .
    . . . . C .   . . . . . .
    . . . . . C   . . . . . C

# nothing in the diagonals
kiskin_leafsplitter e5: | d3
    . C .   . C .
    . c .   . c .
    c . c   c h c
    . c .   . c .

# combat moves, always ending beside an own piece
kiskin_boughrunner e5: d5 c6 c7 | c5
    . . . .   . . . .
    C c c c   . c c c
    . . c .   h . c .

# or none
kiskin_boughrunner e5: - | d5
    . . .   . h .
    c c c   c c c
    . c .   . c .

# a common rises
tree_shepherd e5: d5 | c5
    C c . c   C h h c
    . . c c   . . c c

# a heroic piece may make a combat move
tree_shepherd e5: e5 d4 | d4
    H C .   h C .
    c . c   c . c
    . c c   . c c

# or it chooses one that does nothing
tree_shepherd e5: e5 - | d5
    c . c   c h c
    . c c   . c c
"""

BLOCKS = blocks(ARENAS)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_beings(block: Block) -> None:
    carry_out(block)


def test_all_of_them_are_here() -> None:
    assert shows_all_of("sylvan", BLOCKS)
