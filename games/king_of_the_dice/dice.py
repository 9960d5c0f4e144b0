"""The six dice: colours of the faces, read from ``dice.json``; symbols.

A *symbol* is a number and a colour, 3 x (number - 1) + colour: 0 red 1 … 17 blue 6. Every face
of a die and every joker is one of the 18.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from engine import schema
from engine.schema import expect

Colour = Literal["red", "green", "blue"]
COLOURS = get_args(Colour)
DICE = 6
SYMBOLS = 18

DICE_FILE = Path(__file__).with_name("dice.json")

Nets = tuple[tuple[int, ...], ...]
"""Per die: symbol of the faces 1 … 6 at the indices 1 … 6; index 0 is unused."""


def symbol(number: int, colour: int) -> int:
    """Return the symbol (0 … 17) of a number 1 … 6 and a colour 0 … 2."""
    return 3 * (number - 1) + colour


def to_number(sign: int) -> int:
    """Return the number 1 … 6 of a symbol."""
    return sign // 3 + 1


def to_colour(sign: int) -> int:
    """Return the colour 0 … 2 of a symbol."""
    return sign % 3


@lru_cache(maxsize=1)
def nets(path: Path = DICE_FILE) -> Nets:
    """Return by die the symbols of its faces 1 … 6 (index 0 is unused), from a file read once; raises ``Misfit``.

    Ruling D1: the printed dice are unavailable; these are replacements, two faces of each colour on
    every die. Owners of the box can replace the file.
    """
    return tuple(
        (0, *(symbol(face, COLOURS.index(name)) for face, name in enumerate(row, 1)))
        for row in schema.read(path, _File).dice
    )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file: colours of the faces 1 to 6 of every die."""

    dice: Annotated[list[list[Colour]], msgspec.Meta(min_length=DICE, max_length=DICE)]

    def __post_init__(self) -> None:
        """Check that every die has two faces of each colour."""
        for number, row in enumerate(self.dice):
            expect(sorted(row) == sorted(2 * COLOURS), f"dice[{number}]", "six colours, each of them twice", row)


# Conditions of citizens: parsed from data, then matched against dice.
#
# Ruling D4: a condition is met if some six or more of the dice meet it. Dice are counted in one packed number, the
# *weight*, which adds up over dice: six fields of six bits for the numbers 1 … 6, three for the colours, three for
# even numbers of each colour. Which symbols are there is a second number, a mask of 18 bits. Every condition depends
# on one of these parts only, so what is met is looked up part by part.

FIELD = 6
NUMBERS, TINTS, EVENS, RUNS = range(4)
"""Parts that a condition can depend on: numbers, colours, even numbers by colour, symbols present."""
NUMBERS_MASK = (1 << 6 * FIELD) - 1
TINTS_SHIFT = 6 * FIELD
THREE_MASK = (1 << 3 * FIELD) - 1
EVENS_SHIFT = 9 * FIELD

WEIGHTS = tuple(
    (1 << FIELD * (to_number(sign) - 1))
    + (1 << TINTS_SHIFT + FIELD * to_colour(sign))
    + (to_number(sign) % 2 == 0) * (1 << EVENS_SHIFT + FIELD * to_colour(sign))
    for sign in range(SYMBOLS)
)
"""Weight of a die, by symbol."""

Counts = tuple[int, ...]
Check = Callable[[Counts], bool]


class BadCondition(ValueError):
    """Invalid condition; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: the part it depends on, the check, and a canonical name (equal conditions share it).

    The check gets the counts of its part (by number, by colour, or of even numbers by colour) or, for coloured runs, 0
    or 1 per symbol. ``wants``: the entry of the data file, for display.
    """

    name: str
    part: int
    check: Check
    wants: Mapping[str, Any] = field(default_factory=dict, compare=False)


def parse(data: Any) -> Condition:
    """Parse an object of the data file; raises :class:`BadCondition`."""
    if not isinstance(data, Mapping) or not data:
        raise BadCondition(f"expected an object with a condition, found {data!r}")
    name = " ".join(f"{key}={data[key]}" for key in sorted(data))
    if set(data) == {"straight", "one_colour"}:
        if data["one_colour"] is not True:
            raise BadCondition(f"one_colour with straight: expected true, found {data['one_colour']!r}")
        return Condition(name, RUNS, _build_coloured_run_check(_whole(data, "straight", 2, 6)), dict(data))
    if len(data) != 1:
        raise BadCondition(f"expected one condition, found {', '.join(sorted(map(str, data)))}")
    key = next(iter(data))
    if key not in _READERS:
        raise BadCondition(f"expected one of {', '.join(_READERS)}, found {key!r}")
    part, reader = _READERS[key]
    return Condition(name, part, reader(data), dict(data))


def _whole(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = data[key]
    if type(value) is not int or not low <= value <= high:
        raise BadCondition(f"{key}: expected a whole number {low} to {high}, found {value!r}")
    return value


def _parse_counts(data: Mapping[str, Any], key: str, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Parse an object {name: count} into pairs (index in ``names``, count)."""
    entry = data[key]
    if not isinstance(entry, Mapping) or not entry or not all(name in names for name in entry):
        raise BadCondition(f"{key}: expected counts for some of {', '.join(names)}, found {entry!r}")
    found = tuple((names.index(name), _whole(entry, name, 1, DICE)) for name in entry)
    if sum(count for _, count in found) > DICE:
        raise BadCondition(f"{key}: expected at most {DICE} dice in all, found {entry!r}")
    return found


def _build_minimum_check(key: str, names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Check]:
    def read(data: Mapping[str, Any]) -> Check:
        wanted = _parse_counts(data, key, names)
        return lambda counts: all(counts[index] >= count for index, count in wanted)

    return read


def _groups(data: Mapping[str, Any]) -> Check:
    sizes = data["groups"]
    fits = isinstance(sizes, list) and sizes and all(type(size) is int and size >= 1 for size in sizes)
    if not fits or sum(sizes) > DICE:
        raise BadCondition(f"groups: expected sizes of at most {DICE} dice in all, found {sizes!r}")
    wanted = sorted(sizes, reverse=True)
    return lambda counts: all(have >= size for have, size in zip(sorted(counts, reverse=True), wanted, strict=False))


def _straight(data: Mapping[str, Any]) -> Check:
    length = _whole(data, "straight", 2, 6)
    return lambda counts: any(all(counts[first : first + length]) for first in range(7 - length))


def _build_coloured_run_check(length: int) -> Check:
    runs = [
        [symbol(number, colour) for number in range(first, first + length)]
        for colour in range(3)
        for first in range(1, 8 - length)
    ]
    return lambda present: any(all(present[sign] for sign in run) for run in runs)


def _one_colour(data: Mapping[str, Any]) -> Check:
    wanted = _whole(data, "one_colour", 1, DICE)
    return lambda counts: max(counts) >= wanted


def _build_all_in_check(data: Mapping[str, Any]) -> Check:
    numbers = data["all_in"]
    fits = isinstance(numbers, list) and numbers and all(type(each) is int and 1 <= each <= 6 for each in numbers)
    if not fits or len(set(numbers)) != len(numbers):
        raise BadCondition(f"all_in: expected different numbers 1 to 6, found {numbers!r}")
    return lambda counts: sum(counts[number - 1] for number in numbers) >= DICE


def _sum_at_least(data: Mapping[str, Any]) -> Check:
    wanted = _whole(data, "sum_at_least", DICE, 6 * DICE)
    return lambda counts: sum(number * count for number, count in enumerate(counts, 1)) >= wanted


def _sum_at_most(data: Mapping[str, Any]) -> Check:
    """Build the check of a sum; of more than six dice the six lowest count (ruling D4)."""
    wanted = _whole(data, "sum_at_most", DICE, 6 * DICE)

    def check(counts: Counts) -> bool:
        left, total = DICE, 0
        for number, count in enumerate(counts, 1):
            taken = min(left, count)
            total += number * taken
            left -= taken
        return total <= wanted

    return check


_FACES = ("1", "2", "3", "4", "5", "6")
_READERS: dict[str, tuple[int, Callable[[Mapping[str, Any]], Check]]] = {
    "numbers": (NUMBERS, _build_minimum_check("numbers", _FACES)),
    "groups": (NUMBERS, _groups),
    "straight": (NUMBERS, _straight),
    "all_in": (NUMBERS, _build_all_in_check),
    "sum_at_least": (NUMBERS, _sum_at_least),
    "sum_at_most": (NUMBERS, _sum_at_most),
    "colours": (TINTS, _build_minimum_check("colours", COLOURS)),
    "one_colour": (TINTS, _one_colour),
    "even_of_colour": (EVENS, _build_minimum_check("even_of_colour", COLOURS)),
}


class _Part(dict[int, int]):
    """Cache: packed counts of one part → mask of the conditions met."""

    def __init__(self, checks: list[tuple[int, Check]], fields: int, bits: int) -> None:
        super().__init__()
        self._checks = checks
        self._fields = fields
        self._bits = bits

    def __missing__(self, packed: int) -> int:
        low = (1 << self._bits) - 1
        counts = tuple(packed >> self._bits * field & low for field in range(self._fields))
        met = sum(1 << number for number, check in self._checks if check(counts))
        self[packed] = met
        return met


class Conditions:
    """A list of conditions that matches dice: bit k of a mask stands for the k-th condition."""

    __slots__ = ("all", "evens", "numbers", "runs", "tints")

    def __init__(self, conditions: Iterable[Condition]) -> None:
        self.all = tuple(conditions)
        checks: list[list[tuple[int, Check]]] = [[], [], [], []]
        for number, condition in enumerate(self.all):
            checks[condition.part].append((number, condition.check))
        self.numbers = _Part(checks[NUMBERS], 6, FIELD)
        self.tints = _Part(checks[TINTS], 3, FIELD)
        self.evens = _Part(checks[EVENS], 3, FIELD)
        self.runs = _Part(checks[RUNS], SYMBOLS, 1)

    def match(self, signs: Iterable[int]) -> int:
        """Return the mask of the conditions that these dice meet, given as symbols; six dice or more."""
        weight = present = 0
        for sign in signs:
            weight += WEIGHTS[sign]
            present |= 1 << sign
        return (
            self.numbers[weight & NUMBERS_MASK]
            | self.tints[weight >> TINTS_SHIFT & THREE_MASK]
            | self.evens[weight >> EVENS_SHIFT & THREE_MASK]
            | self.runs[present]
        )
