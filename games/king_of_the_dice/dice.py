"""The six dice: which colour each face has, read from ``dice.json``; symbols and sums of dice.

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
"""Per die: symbol of the faces 1 … 6 at the places 1 … 6; place 0 is not used."""


class BadDice(schema.Misfit):
    """The dice data cannot be used; the text names file, place and what was expected."""


def symbol(number: int, colour: int) -> int:
    """The symbol of a number 1 … 6 and a colour 0 … 2."""
    return 3 * (number - 1) + colour


def number_of(sign: int) -> int:
    """The number 1 … 6 of a symbol."""
    return sign // 3 + 1


def colour_of(sign: int) -> int:
    """The colour 0 … 2 of a symbol."""
    return sign % 3


@lru_cache(maxsize=1)
def nets() -> Nets:
    """The six dice, read and checked once; raises :class:`BadDice`."""
    return read_nets(DICE_FILE)


def read_nets(path: Path) -> Nets:
    """Read and check a file of dice; raises :class:`BadDice`.

    Ruling D1: the printed dice are lost to us; these are our own, two faces of each colour on
    every die. Whoever has the box can replace the file.
    """
    return tuple(
        (0, *(symbol(face, COLOURS.index(name)) for face, name in enumerate(row, 1)))
        for row in schema.read(path, _File, BadDice).dice
    )


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of the faces 1 to 6 of every die."""

    dice: Annotated[list[list[Colour]], msgspec.Meta(min_length=DICE, max_length=DICE)]

    def __post_init__(self) -> None:
        """Two faces of each colour."""
        for number, row in enumerate(self.dice):
            expect(sorted(row) == sorted(2 * COLOURS), f"dice[{number}]", "six colours, each of them twice", row)
