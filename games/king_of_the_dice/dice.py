"""The six dice: colours of the faces, read from ``dice.json``; symbols.

A *symbol* is a number and a colour, 3 x (number - 1) + colour: 0 red 1 … 17 blue 6. Every face
of a die and every joker is one of the 18.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, get_args

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


class BadDice(schema.Misfit):
    """Invalid dice data; the text names file, place and expected value."""


def symbol(number: int, colour: int) -> int:
    """Return the symbol of a number 1 … 6 and a colour 0 … 2."""
    return 3 * (number - 1) + colour


def to_number(sign: int) -> int:
    """Return the number 1 … 6 of a symbol."""
    return sign // 3 + 1


def to_colour(sign: int) -> int:
    """Return the colour 0 … 2 of a symbol."""
    return sign % 3


@lru_cache(maxsize=1)
def nets() -> Nets:
    """Return the six dice, read and checked once; raises :class:`BadDice`."""
    return read_nets(DICE_FILE)


def read_nets(path: Path) -> Nets:
    """Read and check a file of dice; raises :class:`BadDice`.

    Ruling D1: the printed dice are unavailable; these are replacements, two faces of each colour on
    every die. Owners of the box can replace the file.
    """
    return tuple(
        (0, *(symbol(face, COLOURS.index(name)) for face, name in enumerate(row, 1)))
        for row in schema.read(path, _File, BadDice).dice
    )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schema of the file: colours of the faces 1 to 6 of every die."""

    dice: Annotated[list[list[Colour]], msgspec.Meta(min_length=DICE, max_length=DICE)]

    def __post_init__(self) -> None:
        """Check that every die has two faces of each colour."""
        for number, row in enumerate(self.dice):
            expect(sorted(row) == sorted(2 * COLOURS), f"dice[{number}]", "six colours, each of them twice", row)
