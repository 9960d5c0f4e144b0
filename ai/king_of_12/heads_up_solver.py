"""A round of King of 12 between two, solved: what each card is worth when both play as well as can be.

With two seats a round is a game of opposites: who does not win it loses it, and a round without a winner counts half to
both (``rounds won``, from the first seat's side). So every trick is a table of pay-offs with an exact answer
(``ai.algorithms.zero_sum``), worked out backwards from the end of the round, each position once: points that come to
the same are one (``standing``), and so is a position with the seats exchanged. An Oracle is averaged over its twelve
faces; a seat with a choice for an effect takes what is best for itself. What one trick does to dice and tokens depends
on cards, faces and twists alone and is worked out by the rules' own functions, once for all positions.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ai.algorithms.heartbeat import beat
from ai.algorithms.zero_sum import Matrix, find_value
from ai.king_of_12.evaluate import Position
from engine.chance import ConstantChance
from games.king_of_12.cards import CARD_COUNT, COLLECTOR, LADY
from games.king_of_12.options import FRESH
from games.king_of_12.rounds import POINTS_THAT_END_A_ROUND, apply_twists
from games.king_of_12.state import CARDS_OF
from games.king_of_12.trick import (
    NONE,
    apply_effects,
    compare,
    effect_choices,
    find_plan,
    find_theft,
    open_cards,
    tokens,
)

# What the points of two seats can still lead to in a round.
#
# Many points are worth the same: who has 7 to 5 with two tricks left wins whether it wins or loses the next trick,
# and 2 to 1 with four left is as good as 4 to 3 where no trick can end the round earlier. A ``Standing`` stands for
# all of them: it is told apart by where every outcome of the tricks to come would lead, and by nothing else. So a
# position is worked out once for all points that come to the same, and a round that is decided is known to be before
# its end.

HALF = 0.5
"""What a round without a winner is worth to both."""
LADIES, COLLECTOR_HELD = 1, 2
"""Flags: both have their Lady, so that a token may be stolen; a player has the Collector, who scores where nobody does.
Whatever the flag allows is as good as possible, whichever player has the card."""
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
    """Class of equivalent points: ``worth`` (rounds won by the first seat) once decided, ``tokens`` of one member.

    ``even``: expected share of the round if both won tricks equally often.
    """

    __slots__ = ("even", "tokens", "worth")

    def __init__(self, worth: float | None, even: float) -> None:
        self.worth = worth
        self.even = even
        self.tokens = NO_TOKENS


_CERTAIN = {worth: Standing(worth, worth) for worth in (0.0, HALF, 1.0)}
"""The classes of rounds that are decided, by their worth."""


def standing(tokens: Tokens, left: int, flags: int) -> Standing:
    """Return the class of these points with ``left`` tricks left; ``flags``: see :func:`find_flags`."""
    if flags & LADIES:
        one, two, own_twos, their_twos = tokens
        return _standing((one, two, min(own_twos, 1), min(their_twos, 1)), left, flags)
    return _standing((*tokens[:2], 0, 0), left, flags)


@cache
def following(now: Standing, branch: int, left: int, flags: int) -> Standing:
    """Return the class of points after outcome ``branch`` of a trick; ``left`` and ``flags`` are those after it."""
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
        return _CERTAIN[1.0 if one > two else 0.0 if two > one else HALF]
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
def _combine(found: tuple[Standing, ...], flags: int) -> Standing:
    level, won, lost = found[: len(PLAIN)]
    return Standing(None, LEVEL * level.even + (1 - LEVEL) * (won.even + lost.even) / 2)


FACES = range(1, 13)
Two = tuple[int, int]
Change = tuple[Two, Two, int]
"""Faces afterwards, points gained by each, and who robs the other (-1 nobody)."""
Choices = tuple[int, tuple[tuple[Change, ...], ...]]
"""Who chooses (-1: nobody), and by choice what can come of it, all equally likely."""
Place = tuple[int, int, int, int, int, int, int, int]
"""A position: faces, points, tokens worth two, hands as masks; of the first seat and the second each."""

BOTH = (0, 1)
SIXTEEN = 16
"""Two dice are packed as 16 x the first face + the second."""
DICE = SIXTEEN * SIXTEEN
TURNED = [packed % SIXTEEN * SIXTEEN + packed // SIXTEEN for packed in range(DICE)]
"""The same two dice seen by the other seat."""
ONE_BRANCH, NOT_YET = 8, 1 << 20
"""Where a pair of cards leaves nothing to choose or throw, it is told as the branch shifted by this + dice."""
UNKNOWN = -1.0
_LADY, _COLLECTOR = 1 << LADY, 1 << COLLECTOR


def trick(cards: Two, faces: Two, twists: int = 0, throws: Sequence[int] = FACES) -> Choices:
    """Return the choices at a pair of cards with these faces, and all that can come of each; twists included.

    ``throws``: faces tried for an Oracle's die.
    """
    plan = find_plan(cards)
    now = list(faces)
    open_cards(plan, now, BOTH, None)
    chooser = plan.asks[0] if plan.asks else -1
    actions = effect_choices(plan, chooser, now[chooser]) if chooser >= 0 else (-1,)
    thrown = throws if plan.oracle >= 0 else (1,)
    found = []
    for action in actions:
        picks = [action if place == chooser else -1 for place in BOTH]
        found.append(tuple(one for face in thrown for one in _changes(cards, now, picks, face, twists)))
    return chooser, tuple(found)


def _changes(cards: Two, faces: list[int], picks: list[int], face: int, twists: int) -> list[Change]:
    plan = find_plan(cards)
    after = faces[:]
    amounts, values = apply_effects(plan, after, picks, ConstantChance(face), BOTH, None)
    robber = -1
    if plan.ladies:
        pair = find_theft(plan, values)
        robber = pair[0] if pair is not None else -1
    first, second = compare(plan, after, amounts, values, BOTH, None)
    gained = [0, 0]
    most, least = tokens(plan)
    if first != NONE:
        gained[first] = most
    if second != NONE:
        gained[second] = least
    found: list[Change] = []
    for new in FACES if twists & FRESH and first != NONE else (1,):
        dice = after[:]
        apply_twists(dice, twists, plan, first, ConstantChance(new), None)
        found.append(((dice[0], dice[1]), (gained[0], gained[1]), robber))
    return found


Outcome = tuple[int, tuple[tuple[int, tuple[tuple[int, tuple[int, ...]], ...]], ...]]
"""Who chooses, and by choice: how many throws, and by what comes of it (``BRANCHES``) the dice afterwards."""


@cache
def outcome(code: int, faces: int, twists: int, throws: Sequence[int]) -> Outcome:
    """Return what can come of a pair of cards (``code``) with these ``faces``, grouped by the effect on the points."""
    chooser, choices = trick(divmod(code, CARD_COUNT), divmod(faces, SIXTEEN), twists, throws)
    found = []
    for choice in choices:
        by: dict[int, list[int]] = {}
        for (face, other), gained, robber in choice:
            by.setdefault(BRANCHES[gained, robber], []).append(face * SIXTEEN + other)
        found.append((len(choice), tuple([(branch, tuple(dice)) for branch, dice in by.items()])))
    return chooser, tuple(found)


def find_flags(own: int, theirs: int) -> int:
    """Flags for side effects these hands (masks) allow: theft by a Lady, Collector."""
    return (LADIES if own & theirs & _LADY else 0) | (COLLECTOR_HELD if (own | theirs) & _COLLECTOR else 0)


def make_place(position: Position, seat: int) -> Place:
    """Return the position with the values of ``seat`` first, as the solver needs it."""
    other = 1 - seat
    faces, points, twos, hands = position.faces, position.points, position.twos, position.hands
    return (
        faces[seat], faces[other], int(points[seat]), int(points[other]), twos[seat], twos[other],
        hands[seat], hands[other],
    )  # fmt: skip


class _Pair:
    """What two cards do, by dice (``at``): branch and dice where there is nothing to choose or throw, else the number,
    below nought, of one of the ``outcomes``."""

    __slots__ = ("at", "code", "outcomes", "throws", "twists")

    def __init__(self, code: int, twists: int, throws: Sequence[int]) -> None:
        self.code = code
        self.throws = throws
        self.twists = twists
        self.at = [NOT_YET] * DICE
        self.outcomes: dict[int, Outcome] = {}

    def learnt(self, faces: int) -> int:
        """Compute and store the entry of ``at`` for faces that occur for the first time; return it."""
        found = outcome(self.code, faces, self.twists, self.throws)
        if found[0] < 0 and found[1][0][0] == 1:
            branch, dice = found[1][0][1][0]
            code = branch << ONE_BRANCH | dice[0]
        else:
            code = next((known for known, one in self.outcomes.items() if one == found), -1 - len(self.outcomes))
            self.outcomes[code] = found
        self.at[faces] = code
        return code


class _Cell:
    """Two cards to be played: what they do, the hands afterwards, and where in lists of a spot their branches stand."""

    __slots__ = ("first", "flags", "mine", "pair", "yours")

    def __init__(self, pair: _Pair, mine: int, yours: int, first: int) -> None:
        self.pair = pair
        self.mine = mine
        self.yours = yours
        self.flags = find_flags(mine, yours)
        self.first = first


_Rows = list[list[tuple[list[int], int, _Cell]]]
"""By card of the first seat and of the second: ``_Pair.at``, ``_Cell.first`` and the cell."""


class _Spot:
    """All of a position but its dice, by which ``known`` holds its values (UNKNOWN: none yet).

    ``next``: where every branch of every cell leads; ``thrown``: what outcomes of cells were worth. There are few
    lists, for many small ones would keep Python's garbage collector busy for longer than the solving takes.
    """

    __slots__ = ("known", "left", "mirror", "next", "now", "own", "rows", "theirs", "thrown")

    def __init__(self, now: Standing, own: int, theirs: int, left: int) -> None:
        self.now = now
        self.own = own
        self.theirs = theirs
        self.left = left
        self.known = array("d", [UNKNOWN if now.worth is None else now.worth]) * DICE
        self.rows: _Rows | None = None
        self.next: list[_Spot | None] = []
        self.thrown: dict[int, float] = {}
        self.mirror: _Spot | None = None


class Round:
    """Solver of a round; caches its results.

    ``estimate``: evaluates positions below the search depth, in rounds won by the first seat. ``twists``: bits of the
    twists that change the dice between two tricks. ``throws``: faces tried for an Oracle's die; fewer are quicker, and
    precise enough with an estimate at the leaves. ``worth``: value of a pay-off table, by default under optimal play of
    both.
    """

    __slots__ = ("_pairs", "_rows", "_spots", "estimate", "throws", "twists", "worked", "worth")

    def __init__(
        self,
        estimate: Callable[[Place, int], float],
        twists: int = 0,
        throws: Sequence[int] = FACES,
        worth: Callable[[Matrix], float] = find_value,
    ) -> None:
        self.throws = throws
        self.estimate = estimate
        self.worth = worth
        self.twists = twists
        self._spots: dict[tuple[Standing, int, int, int], _Spot] = {}
        self._pairs: dict[int, _Pair] = {}
        self._rows: dict[tuple[int, int], _Rows] = {}
        self.worked = 0
        """Positions worked out so far."""

    def value(self, place: Place, left: int, depth: int) -> float:
        """Return the rounds won by the first seat (0 to 1) with ``left`` tricks left, by a search ``depth`` tricks
        deep."""
        spot, faces = self._place(place, left, depth)
        known = spot.known[faces]
        return known if known >= 0 else self._work(spot, faces, left - depth)

    def table(self, place: Place, left: int, depth: int) -> list[list[float]]:
        """Return the rounds won by the first seat for each of its cards (rows) against each of the second (columns)."""
        spot, faces = self._place(place, left, depth)
        if spot.now.worth is not None:
            return [[spot.now.worth] * place[7].bit_count() for _ in CARDS_OF[place[6]]]
        return self._table(spot, faces, left - depth)

    def iterate_positions(self) -> Iterator[tuple[int, Place, float]]:
        """Yield (tricks left, position, rounds won by the first seat) for all positions evaluated so far."""
        for spot in self._spots.values():
            if spot.now.worth is None:
                for faces, value in enumerate(spot.known):
                    if value >= 0:
                        yield spot.left, (*divmod(faces, SIXTEEN), *spot.now.tokens, spot.own, spot.theirs), value

    def _place(self, place: Place, left: int, depth: int) -> tuple[_Spot, int]:
        own, theirs = place[6:]
        now = standing(place[2:6], left, find_flags(own, theirs))
        return self._spot(now, own, theirs, left, left - depth), place[0] * SIXTEEN + place[1]

    def _spot(self, now: Standing, own: int, theirs: int, left: int, end: int) -> _Spot:
        if now.worth is not None:
            own = theirs = 0
        key = now, own, theirs, end
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = _Spot(now, own, theirs, left)
        return found

    def _work(self, spot: _Spot, faces: int, end: int) -> float:
        if spot.left <= end:
            found = self.estimate((faces >> 4, faces & 15, *spot.now.tokens, spot.own, spot.theirs), spot.left)
        else:
            found = min(max(self.worth(self._table(spot, faces, end)), 0.0), 1.0)
            self.worked += 1
        spot.known[faces] = found
        mirror = spot.mirror or self._mirror(spot, end)
        mirror.known[TURNED[faces]] = 1 - found
        return found

    def _mirror(self, spot: _Spot, end: int) -> _Spot:
        one, two, own_twos, their_twos = spot.now.tokens
        now = standing((two, one, their_twos, own_twos), spot.left, find_flags(spot.own, spot.theirs))
        found = self._spot(now, spot.theirs, spot.own, spot.left, end)
        spot.mirror, found.mirror = found, spot
        return found

    def _find_rows(self, spot: _Spot) -> _Rows:
        hands = spot.own, spot.theirs
        rows = self._rows.get(hands)
        if rows is None:
            rows = self._rows[hands] = []
            first = 0
            for one in CARDS_OF[spot.own]:
                row = []
                for two in CARDS_OF[spot.theirs]:
                    code = one * CARD_COUNT + two
                    pair = self._pairs.get(code)
                    if pair is None:
                        pair = self._pairs[code] = _Pair(code, self.twists, self.throws)
                    row.append((pair.at, first, _Cell(pair, spot.own & ~(1 << one), spot.theirs & ~(1 << two), first)))
                    first += len(BRANCHES)
                rows.append(row)
        spot.rows = rows
        spot.next = [None] * (len(rows) * len(rows[0]) * len(BRANCHES))
        return rows

    def _next(self, spot: _Spot, cell: _Cell, branch: int, end: int) -> _Spot:
        then = following(spot.now, branch, spot.left - 1, cell.flags)
        found = spot.next[cell.first + branch] = self._spot(then, cell.mine, cell.yours, spot.left - 1, end)
        return found

    def _table(self, spot: _Spot, faces: int, end: int) -> list[list[float]]:
        beat()
        found = []
        rows = spot.rows or self._find_rows(spot)
        nexts, thrown = spot.next, spot.thrown
        for row in rows:
            line = []
            for at, first, cell in row:
                code = at[faces]
                if code == NOT_YET:
                    code = cell.pair.learnt(faces)
                if code >= 0:
                    then = nexts[first + (code >> ONE_BRANCH)] or self._next(spot, cell, code >> ONE_BRANCH, end)
                    dice = code & DICE - 1
                    value = then.known[dice]
                    line.append(value if value >= 0 else self._work(then, dice, end))
                else:
                    key = first * DICE - code
                    value = thrown.get(key, UNKNOWN)
                    if value < 0:
                        value = thrown[key] = self._evaluate_cell(spot, cell, code, end)
                    line.append(value)
            found.append(line)
        return found

    def _evaluate_cell(self, spot: _Spot, cell: _Cell, code: int, end: int) -> float:
        """A cell with something to choose or to throw."""
        chooser, choices = cell.pair.outcomes[code]
        nexts, first = spot.next, cell.first
        best = UNKNOWN
        sure = 0.0 if chooser == 1 else 1.0
        for count, branches in choices:
            total = 0.0
            for branch, dice in branches:
                then = nexts[first + branch] or self._next(spot, cell, branch, end)
                if then.now.worth is not None:
                    total += then.now.worth * len(dice)
                    continue
                known = then.known
                for each in dice:
                    value = known[each]
                    total += value if value >= 0 else self._work(then, each, end)
            if count > 1:
                total /= count
            if total == sure:
                return sure
            if best < 0 or (total < best if chooser == 1 else total > best):
                best = total
        return best
