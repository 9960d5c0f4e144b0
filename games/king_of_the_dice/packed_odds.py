"""Chances for wishes that mix numbers and colours: the values of all rolls side by side.

Faces of a die that are alike for the wishes form one *class*. A roll of classes is the digit
string of a lane, die 0 the lowest digit; the lanes of all rolls are worked on at once as one
long integer, and digits are picked out of them as slices of an array. All values are whole
numbers until the last division, so the chances are exact.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from .actions import STOP
from .cards import citizens
from .conditions import EVENS, NUMBERS, RUNS, TINTS
from .dice import DICE, colour_of, nets, number_of
from .outcome_payoffs import Ends, Met, met_by

FACES = 6
OUTCOMES = FACES**DICE
MOST_ROLLS_LEFT = 2

_BYTES = {"Q": 8, "I": array("I").itemsize}
"""Bytes of a lane by the kind of its array."""
_SMALL = 1 << 8 * _BYTES["I"] - 1
_HOLD_BITS = 9
"""Three bits for the number of dice kept, six for the mask: of equal values the greater keeps more."""

Classes = tuple[tuple[int, ...], ...]
"""Per die: the class of its faces 1 … 6 at the places 0 … 5."""


class LanePlan:
    """Best values and holds for wishes of any kind, see :class:`games.king_of_the_dice.odds.Plan`.

    Values of a level are whole numbers over ``6 ** (6 x rolls left)``; a level is worked out
    when it is first asked for, in some milliseconds.
    """

    def __init__(self, ends: Ends) -> None:
        classes = self._classes = classes_for(ends.wanted)
        self._steps = _steps(classes)
        self._bare = array("Q", ends.worths(lambda added: _met_by_roll(classes, added)))
        self._small = max(self._bare) * OUTCOMES < _SMALL
        self._levels: list[array[int]] = []
        self._bests: dict[int, array[int]] = {0: self._bare}

    def _lane(self, dice: Sequence[int]) -> int:
        """The lane of a roll."""
        return sum(step[face] for step, face in zip(self._steps, dice, strict=True))

    def _level(self, rolls_left: int) -> array[int]:
        """Per lane the best value above the hold."""
        while len(self._levels) < rolls_left:
            self._levels.append(_best(self._values(len(self._levels)), self._classes, _hold_codes(self._classes)))
        return self._levels[rolls_left - 1]

    def _values(self, rolls_left: int) -> array[int]:
        """Per lane the best value."""
        if rolls_left not in self._bests:
            self._bests[rolls_left] = self._found(rolls_left)
        return self._bests[rolls_left]

    def _found(self, rolls_left: int) -> array[int]:
        if rolls_left == 1 and self._small and not self._levels:
            # Nobody has asked for the holds: the values alone fit into lanes of half the width.
            return array("Q", _best(array("I", self._bare), self._classes, None))
        lanes = self._level(rolls_left)
        return _array(_number(lanes) >> _HOLD_BITS & _low(len(lanes)), len(lanes), "Q")

    def value(self, dice: Sequence[int], rolls_left: int) -> float:
        lane = self._lane(dice)
        if not rolls_left:
            return float(self._bare[lane])
        return float((self._level(rolls_left)[lane] >> _HOLD_BITS) / OUTCOMES**rolls_left)

    def hold(self, dice: Sequence[int], rolls_left: int) -> int:
        return self._level(rolls_left)[self._lane(dice)] & STOP if rolls_left else STOP

    def keeping(self, dice: Sequence[int], keep: int, rolls_left: int) -> float:
        lanes = self._values(rolls_left - 1)
        for die in range(DICE):
            lanes = self._kept(lanes, die, dice[die]) if keep >> die & 1 else self._rolled(lanes, die)
        return self._share(lanes[0], keep, rolls_left)

    def holds(self, dice: Sequence[int], rolls_left: int) -> list[float]:
        tables = [self._values(rolls_left - 1)]
        for die in range(DICE):
            tables = [self._rolled(lanes, die) for lanes in tables] + [
                self._kept(lanes, die, dice[die]) for lanes in tables
            ]
        return [self._share(lanes[0], keep, rolls_left) for keep, lanes in enumerate(tables)]

    def _kept(self, lanes: array[int], die: int, face: int) -> array[int]:
        """The lanes where this die, whose digit is the lowest, shows this face; the digit goes away."""
        of_die = self._classes[die]
        return lanes[of_die[face - 1] :: max(of_die) + 1]

    def _rolled(self, lanes: array[int], die: int) -> array[int]:
        """The lanes summed over the faces of this die, whose digit is the lowest; the digit goes away."""
        of_die = self._classes[die]
        size = max(of_die) + 1
        count = len(lanes) // size
        return _array(sum(_number(lanes[each::size]) * of_die.count(each) for each in range(size)), count, "Q")

    def _share(self, total: int, keep: int, rolls_left: int) -> float:
        return float(total / OUTCOMES ** (rolls_left - 1) / FACES ** (DICE - keep.bit_count()))

    def start(self) -> float:
        total = 0
        for lane, weight in zip(self._level(MOST_ROLLS_LEFT), _weights(self._classes), strict=True):
            total += (lane >> _HOLD_BITS) * weight
        return float(total / OUTCOMES ** (MOST_ROLLS_LEFT + 1))


def classes_for(wanted: int) -> Classes:
    """Which faces of each die make no difference to these conditions (a mask)."""
    parts = {each.part for number, each in enumerate(citizens().conditions.all) if wanted >> number & 1}

    def key(sign: int) -> tuple[int, ...]:
        number, colour = number_of(sign), colour_of(sign)
        return (
            number if NUMBERS in parts else 0,
            colour if TINTS in parts else 0,
            colour if EVENS in parts and number % 2 == 0 else -1,
            sign if RUNS in parts else 0,
        )

    found = []
    for net in nets():
        keys = [key(sign) for sign in net[1:]]
        order = list(dict.fromkeys(keys))
        found.append(tuple(order.index(each) for each in keys))
    return tuple(found)


def _sizes(classes: Classes) -> list[int]:
    return [max(of_die) + 1 for of_die in classes]


@lru_cache(maxsize=32)
def _steps(classes: Classes) -> tuple[tuple[int, ...], ...]:
    """Per die: what a face 1 … 6 adds to the number of the lane (place 0 is not used)."""
    found, stride = [], 1
    for of_die, size in zip(classes, _sizes(classes), strict=True):
        found.append((0, *(stride * each for each in of_die)))
        stride *= size
    return tuple(found)


@lru_cache(maxsize=32)
def _weights(classes: Classes) -> array[int]:
    """How many rolls of faces a lane stands for."""
    counts = [
        [of_die.count(each) for each in range(size)] for of_die, size in zip(classes, _sizes(classes), strict=True)
    ]
    found = array("Q", [1])
    for of_die in counts:
        found = array("Q", [weight * count for count in of_die for weight in found])
    return found


@lru_cache(maxsize=32)
def _met_by_roll(classes: Classes, added: tuple[int, ...]) -> Met:
    """Masks of the conditions that each roll meets with the added dice, in the order of the lanes.

    Only conditions for which the classes were made are told rightly.
    """
    met = citizens().conditions.met
    signs = [
        [net[1 + of_die.index(each)] for each in range(max(of_die) + 1)]
        for net, of_die in zip(nets(), classes, strict=True)
    ]
    return met_by([met((*roll, *added)) for roll in product(*reversed(signs))])


# --- long integers of lanes ------------------------------------------------------------------------


def _number(lanes: array[int]) -> int:
    return int.from_bytes(lanes.tobytes(), "little")


def _array(lanes: int, count: int, kind: str) -> array[int]:
    return array(kind, lanes.to_bytes(count * _BYTES[kind], "little"))


@lru_cache(maxsize=128)
def _tops(count: int, kind: str) -> int:
    """The highest bit of so many lanes."""
    size = _BYTES[kind]
    return int.from_bytes((1 << 8 * size - 1).to_bytes(size, "little") * count, "little")


@lru_cache(maxsize=32)
def _low(count: int) -> int:
    """All bits but the highest nine of so many lanes."""
    size = _BYTES["Q"]
    return int.from_bytes(((1 << 8 * size - _HOLD_BITS) - 1).to_bytes(size, "little") * count, "little")


@lru_cache(maxsize=32)
def _hold_codes(classes: Classes) -> int:
    """Number of dice kept and mask of them for the lanes of ``_best``."""
    codes = array("Q", [0])
    for die, size in enumerate(_sizes(classes)):
        kept = array("Q", [code + (1 << DICE) + (1 << die) for code in codes])
        codes = kept * size + codes
    return _number(codes)


def _greater(one: int, other: int, count: int, kind: str) -> int:
    """Lane by lane the greater of two; every lane's highest bit must be free."""
    tops = _tops(count, kind)
    # A lane's highest bit stays where one >= other; spread over the lane it chooses the greater.
    wins = ((one | tops) - other) & tops
    choose = wins - (wins >> 8 * _BYTES[kind] - 1) | wins
    return other ^ ((other ^ one) & choose)


def _best(lanes: array[int], classes: Classes, codes: int | None) -> array[int]:
    """For every roll the best value of keeping some dice, times 6 ** 6, and below it that hold if there are ``codes``.

    Die by die the lowest digit becomes the highest one, so that after six steps all are in order
    again. First every digit gains a place for "rolled again" (the sum over its faces), then the
    better of that and of keeping the die takes its place.
    """
    sizes, kind = _sizes(classes), lanes.typecode
    for of_die, size in zip(classes, sizes, strict=True):
        parts = [lanes[each::size] for each in range(size)]
        count = len(parts[0])
        again = sum(_number(part) * of_die.count(each) for each, part in enumerate(parts))
        kept = array(kind)
        for part in parts:
            kept += part
        # Dice that are kept are not summed over, so they count six times.
        lanes = _array(_number(kept) * FACES, count * size, kind) + _array(again, count, kind)
    best = lanes if codes is None else _array((_number(lanes) << _HOLD_BITS) + codes, len(lanes), kind)
    for size in sizes:
        kept = array(kind)
        for each in range(size):
            kept += best[each :: size + 1]
        again_ = best[size :: size + 1] * size
        best = _array(_greater(_number(kept), _number(again_), len(kept), kind), len(kept), kind)
    return best
