"""The six dice: which colour each face has, read from ``dice.json``; symbols and sums of dice.

A *symbol* is a number and a colour, 3 x (number - 1) + colour: 0 red 1 … 17 blue 6. Every face
of a die and every joker is one of the 18.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

COLOURS = ("red", "green", "blue")
DICE = 6
SYMBOLS = 18

DICE_FILE = Path(__file__).with_name("dice.json")

Nets = tuple[tuple[int, ...], ...]
"""Per die: symbol of the faces 1 … 6 at the places 1 … 6; place 0 is not used."""


class BadDice(ValueError):
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
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadDice(f"{path}: cannot be read: {error}") from error
    rows = data.get("dice") if isinstance(data, dict) else None
    if not isinstance(rows, list) or len(rows) != DICE:
        raise BadDice(f"{path}: dice: expected a list of {DICE} dice")
    return tuple(_net(f"{path}: dice[{die}]", row) for die, row in enumerate(rows))


def _net(place: str, row: Any) -> tuple[int, ...]:
    twice_each = sorted(2 * COLOURS)
    if not isinstance(row, list) or not all(type(each) is str for each in row) or sorted(row) != twice_each:
        raise BadDice(f"{place}: expected the colours of the faces 1 to 6, each colour twice, found {row!r}")
    return (0, *(symbol(face, COLOURS.index(name)) for face, name in enumerate(row, 1)))
