"""What the points of two seats can still lead to in a round.

Many points are worth the same: who has 7 to 5 with two tricks left wins whether it wins or loses the next trick, and
2 to 1 with four left is as good as 4 to 3 where no trick can end the round earlier. A ``Standing`` stands for all of
them: it is told apart by where every outcome of the tricks to come would lead, and by nothing else. So a position is
worked out once for all points that come to the same, and a round that is decided is known to be before its end.
"""

from __future__ import annotations

from functools import cache

from games.king_of_12.rounds import POINTS_THAT_END_A_ROUND

HALF = 0.5
"""What a round without a winner is worth to both."""
LADIES, COLLECTOR_HELD = 1, 2
"""Flags: both have their Lady, so that a token may be stolen; somebody has the Collector, who scores where nobody does.
Whatever the flag allows is as good as possible, whoever has the card."""
PLAIN = ((0, 0), (2, 1), (1, 2))
ALONE = ((2, 0), (0, 2), (1, 0), (0, 1))
"""Points of the two after a trick: always possible, and with a Collector."""
GAINS = (*PLAIN, *ALONE)
BRANCHES = {(gained, robber): at for at, (gained, robber) in enumerate(
    [(gained, -1) for gained in GAINS] + [(gained, robber) for robber in (0, 1) for gained in PLAIN]
)}  # fmt: skip
"""Number of what comes of a trick: points gained, and who robs the other (-1 nobody)."""
OUTCOMES = tuple(BRANCHES)
LEVEL = 0.06
"""How often a trick ends level."""
Tokens = tuple[int, int, int, int]
"""Points of the first and the second seat, and tokens worth two (for thefts alone: 0 or 1 is enough)."""
NO_TOKENS: Tokens = (-1, 0, 0, 0)


class Standing:
    """All points that come to the same: ``worth`` once it is decided, ``tokens`` of one of them.

    ``even``: the share of the round if tricks were won as often by the one as by the other.
    """

    __slots__ = ("even", "tokens", "worth")

    def __init__(self, worth: float | None, even: float) -> None:
        self.worth = worth
        self.even = even
        self.tokens = NO_TOKENS


def standing(tokens: Tokens, left: int, flags: int) -> Standing:
    """Class of these points with ``left`` tricks left."""
    if flags & LADIES:
        one, two, own_twos, their_twos = tokens
        return _standing((one, two, min(own_twos, 1), min(their_twos, 1)), left, flags)
    return _standing((*tokens[:2], 0, 0), left, flags)


@cache
def following(now: Standing, branch: int, left: int, flags: int) -> Standing:
    """Class after a trick, with ``left`` tricks left then and these flags."""
    return standing(_add_tokens(now.tokens, branch), left, flags)


def _add_tokens(tokens: Tokens, branch: int) -> Tokens:
    (more, most), robber = OUTCOMES[branch]
    one, two, own_twos, their_twos = tokens
    if robber >= 0 and (one if robber else two):
        # A thief takes the best there is.
        token = 2 if (own_twos if robber else their_twos) else 1
        moved = -token if robber else token
        one, two = one + moved, two - moved
        if token == 2:
            moved = -1 if robber else 1
            own_twos, their_twos = own_twos + moved, their_twos - moved
    return one + more, two + most, own_twos + (more == 2), their_twos + (most == 2)


@cache
def _standing(tokens: Tokens, left: int, flags: int) -> Standing:
    one, two = tokens[:2]
    if not left or one >= POINTS_THAT_END_A_ROUND or two >= POINTS_THAT_END_A_ROUND:
        return _make_certain(1.0 if one > two else 0.0 if two > one else HALF)
    found = tuple([standing(_add_tokens(tokens, branch), left - 1, after) for branch, after in _possible(flags)])
    if found[0].worth is not None and found.count(found[0]) == len(found):
        return found[0]
    same = _combine(found, flags)
    if same.tokens == NO_TOKENS:
        same.tokens = tokens
    return same


@cache
def _possible(flags: int) -> tuple[tuple[int, int], ...]:
    """Numbers of what can come of a trick, and the flags afterwards; without a Collector or a theft first."""
    gains = GAINS if flags & COLLECTOR_HELD else PLAIN
    found = [(BRANCHES[gained, -1], flags) for gained in gains]
    if flags & LADIES:
        found += [(BRANCHES[gained, robber], flags & ~LADIES) for gained in PLAIN for robber in (0, 1)]
    return tuple(found)


@cache
def _make_certain(worth: float) -> Standing:
    return Standing(worth, worth)


@cache
def _combine(found: tuple[Standing, ...], flags: int) -> Standing:
    level, won, lost = found[: len(PLAIN)]
    return Standing(None, LEVEL * level.even + (1 - LEVEL) * (won.even + lost.even) / 2)
