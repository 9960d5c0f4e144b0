"""Every being of the box where it works and where it does nothing or is not allowed, as small arenas.

Before a block stands what is to be seen. Its first line: the card, the square where it is summoned, the choices made
(``no``: it cannot be summoned there), and after the bar the square of the drawing's top left sign. Left the arena
before, right after. For signs and choices see ``table.py``. [actions n]: actions gained.
"""

from __future__ import annotations

import pytest

from games.tash_kalar.cards import LEGENDS

from .blocks import Block, blocks, carry_out
from .table import CARD

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
    shown = [block.card for block in BLOCKS]
    for code, number in CARD.items():
        if number < LEGENDS:
            assert shown.count(code) >= 2, code
