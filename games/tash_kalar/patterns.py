"""Patterns on bitboards: the eight orientations of a card, and the squares where it fits.

An arena is one int. Whether a piece of the pattern stands dx, dy from the summoning square is tested for all
squares at once: own pieces are shifted by dy * WIDTH + dx and combined. ``RAISE`` makes
every shift a shift to the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from .maps import BOARD, DIRECTIONS, REACH, WIDTH

RAISE = REACH * WIDTH + REACH
ORIENTATIONS = 8

Offset = tuple[int, int]
Piece = tuple[int, int, int]
"""Offset dx, dy from the summoning square and least rank (0 common, 1 heroic, 2 legendary)."""


def rotate(offset: Offset, orientation: int) -> Offset:
    """Rotate an offset of the pattern: mirrored for 4 … 7, then turned by quarters."""
    dx, dy = offset
    if orientation >= 4:
        dx = -dx
    for _ in range(orientation % 4):
        dx, dy = -dy, dx
    return dx, dy


@dataclass(frozen=True, slots=True)
class Orientation:
    """An orientation of a card.

    ``shifts``  per piece of the pattern: how far to shift the raised own pieces, and which ranks of them
    ``pieces``, ``marks``  the same places as offsets of bits from the summoning square
    ``directions``  mask of the indicated directions
    """

    number: int
    shifts: tuple[tuple[int, int], ...]
    pieces: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    directions: int


def orientations(pieces: tuple[Piece, ...], marks: tuple[Offset, ...], directions: int) -> tuple[Orientation, ...]:
    """Return the orientations that differ in pieces, marked squares or directions; the first of each."""
    found: dict[object, Orientation] = {}
    for number in range(ORIENTATIONS):
        placed = []
        for dx, dy, rank in pieces:
            x, y = rotate((dx, dy), number)
            placed.append((y * WIDTH + x, rank))
        marked = tuple(sorted(rotate(mark, number) for mark in marks))
        ways = 0
        for direction in range(8):
            if directions >> direction & 1:
                ways |= 1 << DIRECTIONS.index(rotate(DIRECTIONS[direction], number))
        key = (tuple(sorted(placed)), marked, ways)
        if key not in found:
            found[key] = Orientation(
                number,
                # The rarest pieces first: most searches end there.
                tuple((offset + RAISE, rank) for offset, rank in sorted(placed, key=lambda each: -each[1])),
                tuple(offset for offset, _ in placed),
                marked,
                ways,
            )
    return tuple(found.values())


def fits(ways: tuple[Orientation, ...], own: tuple[int, int, int], targets: int) -> int:
    """Return the mask of summoning squares among ``targets`` where the pattern fits in any orientation.

    ``own`` are the raised own pieces (see :func:`shift_ranks`) of at least each rank.
    """
    found = 0
    for way in ways:
        here = targets
        for shift, rank in way.shifts:
            here &= own[rank] >> shift
            if not here:
                break
        else:
            found |= here
    return found


def fits_with_one(
    ways: tuple[Orientation, ...], own: tuple[int, int, int], other: tuple[int, int, int], targets: int
) -> int:
    """Return the mask of squares where the pattern fits when exactly one of its pieces is one of ``other``."""
    found = 0
    for way in ways:
        whole, lacking = targets, 0
        for shift, rank in way.shifts:
            lacking = lacking & own[rank] >> shift | whole & other[rank] >> shift
            whole &= own[rank] >> shift
        found |= lacking
    return found


def fits_with_several(
    ways: tuple[Orientation, ...], own: tuple[int, int, int], other: tuple[int, int, int], targets: int, most: int
) -> int:
    """Return the mask of squares where the pattern fits when 1 to ``most`` of its pieces are of ``other``."""
    found = 0
    for way in ways:
        layers = [targets, *(0 for _ in range(most))]
        for shift, rank in way.shifts:
            have, lent = own[rank] >> shift, other[rank] >> shift
            for number in range(most, 0, -1):
                layers[number] = layers[number] & have | layers[number - 1] & lent
            layers[0] &= have
        for layer in layers[1:]:
            found |= layer
    return found


def shift_ranks(common: int, heroic: int, legendary: int) -> tuple[int, int, int]:
    """Return the masks of pieces of at least each rank, raised for shifting."""
    upgraded = heroic | legendary
    return (common | upgraded) << RAISE, upgraded << RAISE, legendary << RAISE


def find_marks(way: Orientation, square: int) -> int:
    """Return the mask of marked squares of an orientation at this summoning square."""
    y, x = divmod(square, WIDTH)
    found = 0
    for dx, dy in way.marks:
        if 0 <= x + dx < WIDTH and y + dy >= 0:
            found |= 1 << (y + dy) * WIDTH + x + dx
    return found & BOARD
