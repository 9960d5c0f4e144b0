"""Odds for wishes that mix numbers and colours: the values of all rolls packed into one integer.

Faces of a die that are equal for the wishes form one *class*. A roll of classes is the digit
string of a lane, die 0 the lowest digit; the lanes of all rolls are worked on at once as one
long integer, and digits are picked out of them as slices of an array. All values are whole
numbers until the last division, so the odds are exact.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from games.king_of_the_dice.actions import STOP
from games.king_of_the_dice.cards import citizens
from games.king_of_the_dice.dice import DICE, EVENS, NUMBERS, RUNS, TINTS, nets, to_colour, to_number

# Worth of a final roll: the most valuable wish that it meets, with dice that jokers can add for a price.

Wishes = tuple[tuple[int, int], ...]
"""Pairs of a mask of conditions (one of them suffices) and the worth of meeting it."""
Offer = tuple[tuple[int, ...], int]
"""Symbols of dice that jokers can add after the rolls, and their price."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Wishes, with dice ``added`` to every result and ``offers`` of further ones for a price; ``otherwise``: worth of a
    result that meets no wish."""

    wishes: Wishes
    added: tuple[int, ...] = ()
    otherwise: int = 0
    offers: tuple[Offer, ...] = ()

    @property
    def conditions(self) -> int:
        """Mask of the conditions of all wishes."""
        found = 0
        for conditions, _ in self.wishes:
            found |= conditions
        return found

    def worths(self, met_with: "Callable[[tuple[int, ...]], Met]") -> list[int]:
        """Return the worth of every roll; ``met_with``: added dice → conditions that each roll meets with them."""
        found = self._worths(met_with(self.added), self.otherwise)
        for signs, price in self.offers:
            with_dice = self._worths(met_with(tuple(sorted((*self.added, *signs)))), 0)
            found = [
                bare if bare + price >= joined else joined - price
                for bare, joined in zip(found, with_dice, strict=True)
            ]
        return found

    def _worths(self, met: "Met", otherwise: int) -> list[int]:
        wanted = self.conditions
        masks = {each & wanted for each in met.masks}
        worths = {mask: max((one for each, one in self.wishes if each & mask), default=otherwise) for mask in masks}
        return list(map([worths[each & wanted] for each in met.masks].__getitem__, met.rolls))


@dataclass(frozen=True, slots=True)
class Met:
    """Conditions met by many rolls: the distinct masks, and for each roll the index of its mask."""

    masks: Sequence[int]
    rolls: Sequence[int]


def group_rolls(masks: Iterable[int]) -> Met:
    """Group the masks of rolls so that each distinct mask is stored once."""
    numbers: dict[int, int] = {}
    rolls = [numbers.setdefault(mask, len(numbers)) for mask in masks]
    return Met(tuple(numbers), rolls)


FACES = 6
OUTCOMES = FACES**DICE
MOST_ROLLS_LEFT = 2

_BYTES = {"Q": 8, "I": array("I").itemsize}
"""Bytes of a lane by array type code."""
_SMALL = 1 << 8 * _BYTES["I"] - 1
_HOLD_BITS = 9
"""Three bits for the number of dice kept, six for the mask, so that ties go to the hold that keeps more."""

Classes = tuple[tuple[int, ...], ...]
"""Per die: the class of its faces 1 … 6 at the indices 0 … 5."""


class LanePlan:
    """Best values and holds for wishes of any kind, see :class:`games.king_of_the_dice.odds.Plan`.

    A lane is the entry of one class of rolls. Values of a level are integers over ``6 ** (6 x rolls left)``; a level is
    computed on first use.
    """

    def __init__(self, ends: Ends) -> None:
        classes = self._classes = classes_for(ends.conditions)
        self._steps = _steps(classes)
        self._bare = array("Q", ends.worths(lambda added: _list_met_conditions(classes, added)))
        self._small = max(self._bare) * OUTCOMES < _SMALL
        self._levels: list[array[int]] = []
        self._bests: dict[int, array[int]] = {0: self._bare}

    def _lane(self, dice: Sequence[int]) -> int:
        """Return the lane of a roll."""
        return sum(step[face] for step, face in zip(self._steps, dice, strict=True))

    def _level(self, rolls_left: int) -> "array[int]":
        """Return by lane the best value, shifted left by ``_HOLD_BITS``, and the hold in the low bits."""
        while len(self._levels) < rolls_left:
            self._levels.append(_best(self._values(len(self._levels)), self._classes, _hold_codes(self._classes)))
        return self._levels[rolls_left - 1]

    def _values(self, rolls_left: int) -> "array[int]":
        """Return the best value per lane."""
        if rolls_left not in self._bests:
            self._bests[rolls_left] = self._compute_lanes(rolls_left)
        return self._bests[rolls_left]

    def _compute_lanes(self, rolls_left: int) -> "array[int]":
        if rolls_left == 1 and self._small and not self._levels:
            # Without holds the values fit into lanes of half the width.
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
            lanes = self._select_lanes(lanes, die, dice[die]) if keep >> die & 1 else self._sum_over_faces(lanes, die)
        return self._share(lanes[0], keep, rolls_left)

    def holds(self, dice: Sequence[int], rolls_left: int) -> list[float]:
        tables = [self._values(rolls_left - 1)]
        for die in range(DICE):
            tables = [self._sum_over_faces(lanes, die) for lanes in tables] + [
                self._select_lanes(lanes, die, dice[die]) for lanes in tables
            ]
        return [self._share(lanes[0], keep, rolls_left) for keep, lanes in enumerate(tables)]

    def _select_lanes(self, lanes: "array[int]", die: int, face: int) -> "array[int]":
        """Return the lanes where this die, the lowest digit of the lane number, shows this face; drops the digit."""
        of_die = self._classes[die]
        return lanes[of_die[face - 1] :: max(of_die) + 1]

    def _sum_over_faces(self, lanes: "array[int]", die: int) -> "array[int]":
        """Return the lanes summed over the faces of this die, the lowest digit of the number; drops the digit."""
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
    """Group the faces of each die into classes that are equal for these conditions (a mask)."""
    parts = {each.part for number, each in enumerate(citizens().conditions.all) if wanted >> number & 1}

    def key(sign: int) -> tuple[int, ...]:
        number, colour = to_number(sign), to_colour(sign)
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
    """Return per die what each face 1 … 6 adds to the number of the lane (index 0 is unused)."""
    found, stride = [], 1
    for of_die, size in zip(classes, _sizes(classes), strict=True):
        found.append((0, *(stride * each for each in of_die)))
        stride *= size
    return tuple(found)


@lru_cache(maxsize=32)
def _weights(classes: Classes) -> "array[int]":
    """Number of rolls that each lane stands for."""
    counts = [
        [of_die.count(each) for each in range(size)] for of_die, size in zip(classes, _sizes(classes), strict=True)
    ]
    found = array("Q", [1])
    for of_die in counts:
        found = array("Q", [weight * count for count in of_die for weight in found])
    return found


@lru_cache(maxsize=32)
def _list_met_conditions(classes: Classes, added: tuple[int, ...]) -> Met:
    """Return the masks of the conditions that each roll meets together with the added dice, in lane order.

    Correct only for the conditions for which the classes were built.
    """
    met = citizens().conditions.match
    signs = [
        [net[1 + of_die.index(each)] for each in range(max(of_die) + 1)]
        for net, of_die in zip(nets(), classes, strict=True)
    ]
    return group_rolls([met((*roll, *added)) for roll in product(*reversed(signs))])


# --- long integers of lanes ------------------------------------------------------------------------


def _number(lanes: "array[int]") -> int:
    return int.from_bytes(lanes.tobytes(), "little")


def _array(lanes: int, count: int, kind: str) -> "array[int]":
    return array(kind, lanes.to_bytes(count * _BYTES[kind], "little"))


@lru_cache(maxsize=128)
def _tops(count: int, kind: str) -> int:
    """Mask of the highest bit of ``count`` lanes."""
    size = _BYTES[kind]
    return int.from_bytes((1 << 8 * size - 1).to_bytes(size, "little") * count, "little")


@lru_cache(maxsize=32)
def _low(count: int) -> int:
    """Mask of all bits but the highest nine of ``count`` lanes."""
    size = _BYTES["Q"]
    return int.from_bytes(((1 << 8 * size - _HOLD_BITS) - 1).to_bytes(size, "little") * count, "little")


@lru_cache(maxsize=32)
def _hold_codes(classes: Classes) -> int:
    """Return, packed, the code of the hold (number and mask of the dice kept) of every lane in ``_best``."""
    codes = array("Q", [0])
    for die, size in enumerate(_sizes(classes)):
        kept = array("Q", [code + (1 << DICE) + (1 << die) for code in codes])
        codes = kept * size + codes
    return _number(codes)


def _greater(one: int, other: int, count: int, kind: str) -> int:
    """Return the maximum of each lane of two packed integers; the highest bit of every lane must be free."""
    tops = _tops(count, kind)
    # The highest bit of a lane stays set where one >= other; spread over the lane it selects the maximum.
    wins = ((one | tops) - other) & tops
    choose = wins - (wins >> 8 * _BYTES[kind] - 1) | wins
    return other ^ ((other ^ one) & choose)


def _best(lanes: "array[int]", classes: Classes, codes: int | None) -> "array[int]":
    """Return for every roll the best value of a hold, times 6 ** 6, with the hold in the low bits if ``codes`` is
    given.

    Die by die the lowest digit is moved to the top, so that after six steps all are in order
    again. First every digit gets a value for "rolled again" (the sum over its faces), then the
    maximum of that and of keeping the die replaces it.
    """
    sizes, kind = _sizes(classes), lanes.typecode
    for of_die, size in zip(classes, sizes, strict=True):
        parts = [lanes[each::size] for each in range(size)]
        count = len(parts[0])
        again = sum(_number(part) * of_die.count(each) for each, part in enumerate(parts))
        kept = array(kind)
        for part in parts:
            kept += part
        # Kept dice are not summed over, so they are multiplied by six.
        lanes = _array(_number(kept) * FACES, count * size, kind) + _array(again, count, kind)
    best = lanes if codes is None else _array((_number(lanes) << _HOLD_BITS) + codes, len(lanes), kind)
    for size in sizes:
        kept = array(kind)
        for each in range(size):
            kept += best[each :: size + 1]
        again_ = best[size :: size + 1] * size
        best = _array(_greater(_number(kept), _number(again_), len(kept), kind), len(kept), kind)
    return best
