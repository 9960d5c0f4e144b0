"""The arena: squares as bits of one int, neighbours, rays and coloured squares.

A square is ``(y - 1) * WIDTH + (x - 1)``, x and y 1 … 9. Rows are WIDTH = 13 bits wide, so that a
pattern reaching up to 4 squares sideways never runs into the next row when a whole arena is shifted.
"""

from dataclasses import dataclass
from functools import lru_cache

WIDTH = 13
SIZE = 9
REACH = 4
"""Largest distance of a pattern's squares from its summoning square."""
SQUARES_END = SIZE * WIDTH
DIRECTIONS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Names of the eight directions; the index is the direction."""


RED_SQUARES = ((4, 2), (5, 5), (8, 6), (3, 8))
GREEN_SQUARES = ((3, 3), (7, 3), (9, 4), (1, 5), (6, 8))
DUEL_MARKS = ((3, 5), (7, 5))
"""Marks where the second player of a Duel lays a piece of each colour."""
WALL_SQUARES = ((4, 3), (5, 3), (6, 3), (4, 7), (5, 7), (6, 7))
"""Walls of the twist: above and below the middle, none on a coloured square or a mark."""
MELEE_MARKS = (((6, 2), (7, 2)), ((2, 7), (3, 7)), ((7, 6), (7, 7)))
"""Squares adjacent to each of the three marks of a Melee."""


def to_square(x: int, y: int) -> int:
    """Return the square (bit number) in column x and row y, both 1 … 9."""
    return (y - 1) * WIDTH + x - 1


def to_column_row(square: int) -> tuple[int, int]:
    """Return column and row, both 1 … 9, of a square."""
    y, x = divmod(square, WIDTH)
    return x + 1, y + 1


def format_square(square: int) -> str:
    """Return a square as text: column a … i, row 1 … 9 from the top."""
    x, y = to_column_row(square)
    return f"{'abcdefghi'[x - 1]}{y}"


def bits(mask: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    return [*_bits(mask)]


_BYTES = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if value >> bit & 1) for value in range(256)) for place in range(16)
)
"""Numbers of the set bits by place of a byte in a mask and its value."""


@lru_cache(maxsize=4096)  # high hit rate: hands, piles and pieces change gradually
def _bits(mask: int) -> tuple[int, ...]:
    found: list[int] = []
    for row, value in zip(_BYTES, mask.to_bytes(16, "little"), strict=True):
        if value:
            found += row[value]
    return tuple(found)


def _mask(places: tuple[tuple[int, int], ...]) -> int:
    return sum(1 << to_square(x, y) for x, y in places)


BOARD = _mask(
    tuple(
        (x, y)
        for x in range(1, SIZE + 1)
        for y in range(1, SIZE + 1)
        if 4 <= x + y <= 2 * SIZE - 2 and abs(x - y) <= SIZE - 3
    )
)
"""Mask of the 69 squares: 9 by 9 without three in each corner."""
RED, GREEN = _mask(RED_SQUARES), _mask(GREEN_SQUARES)
CENTRAL = _mask(tuple((x, y) for x in (4, 5, 6) for y in (4, 5, 6)))
COLOURED = RED | GREEN
WALL = _mask(WALL_SQUARES)
WALLED = BOARD & ~WALL
"""Mask of the squares without walls, for the twist with walls."""
MIDDLE = 1 << to_square(5, 5)
DUEL_START = tuple(to_square(x, y) for x, y in DUEL_MARKS)
MELEE_START = tuple(tuple(to_square(x, y) for x, y in mark) for mark in MELEE_MARKS)


def _step(square: int, direction: int) -> int:
    """Return the next square in a direction, or -1 beyond the edge."""
    x, y = to_column_row(square)
    dx, dy = DIRECTIONS[direction]
    x, y = x + dx, y + dy
    return to_square(x, y) if 1 <= x <= SIZE and 1 <= y <= SIZE and BOARD >> to_square(x, y) & 1 else -1


def _ray(square: int, direction: int) -> tuple[int, ...]:
    found: list[int] = []
    while (square := _step(square, direction)) >= 0:
        found.append(square)
    return tuple(found)


RAYS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_ray(square, direction) if BOARD >> square & 1 else () for direction in range(8))
    for square in range(SQUARES_END)
)
"""Square → direction → the squares to the edge, the nearest first."""


def _around(square: int, low: int, high: int) -> int:
    x, y = to_column_row(square)
    found = 0
    for other in bits(BOARD):
        column, row = to_column_row(other)
        if low <= max(abs(column - x), abs(row - y)) <= high:
            found |= 1 << other
    return found


def _towards(square: int, directions: tuple[int, ...]) -> int:
    return sum(1 << RAYS[square][each][0] for each in directions if RAYS[square][each])


_ON = [bool(BOARD >> square & 1) for square in range(SQUARES_END)]
NEAR = tuple(_around(square, 1, 1) if on else 0 for square, on in enumerate(_ON))
"""Square → mask of the squares adjacent to it."""
STRAIGHT = tuple(_towards(square, (0, 2, 4, 6)) if on else 0 for square, on in enumerate(_ON))
DIAGONAL = tuple(_towards(square, (1, 3, 5, 7)) if on else 0 for square, on in enumerate(_ON))
WITHIN_2 = tuple(_around(square, 1, 2) if on else 0 for square, on in enumerate(_ON))
WITHIN_3 = tuple(_around(square, 1, 3) if on else 0 for square, on in enumerate(_ON))
AT_2 = tuple(_around(square, 2, 2) if on else 0 for square, on in enumerate(_ON))


def find_neighbours(mask: int) -> int:
    """Return the mask of squares adjacent to a square of the mask."""
    middle = mask | mask << 1 | mask >> 1
    return (mask << 1 | mask >> 1 | middle << WIDTH | middle >> WIDTH) & BOARD


BESIDE_GREEN = find_neighbours(GREEN)
NEAR_RED = find_neighbours(RED) | RED
NEAR_GREEN = BESIDE_GREEN | GREEN


def measure_distance(one: int, other: int) -> int:
    """Return the larger difference of columns and rows of two squares."""
    (x, y), (column, row) = to_column_row(one), to_column_row(other)
    return max(abs(column - x), abs(row - y))


def heading(origin: int, target: int) -> int:
    """Return the direction (0 to 7) from a square to an adjacent one; -1 if they are not adjacent."""
    for direction in range(8):
        ray = RAYS[origin][direction]
        if ray and ray[0] == target:
            return direction
    return -1


# Patterns on bitboards: the eight orientations of a card, and the squares where it fits.
#
# An arena is one int. Whether a piece of the pattern stands dx, dy from the summoning square is tested for all
# squares at once: own pieces are shifted by dy * WIDTH + dx and combined. ``RAISE`` makes every shift a shift to the
# right.

RAISE = REACH * WIDTH + REACH
ORIENTATIONS = 8

Offset = tuple[int, int]
Piece = tuple[int, int, int]
"""Offset dx, dy from the summoning square and least rank (0 common, 1 heroic, 2 legendary)."""


def rotate(offset: Offset, orientation: int) -> Offset:
    """Return a pattern's offset in an orientation: mirrored for 4 … 7, then turned by ``orientation`` % 4 quarters."""
    dx, dy = offset
    if orientation >= 4:
        dx = -dx
    for _ in range(orientation % 4):
        dx, dy = -dy, dx
    return dx, dy


@dataclass(frozen=True, slots=True)
class Orientation:
    """An orientation of a card.

    ``shifts``  per piece of the pattern: how far to shift the raised own pieces, and its least rank
    ``pieces``, ``marks``  the same places as offsets of bits from the summoning square
    ``directions``  mask of the indicated directions
    """

    number: int
    shifts: tuple[tuple[int, int], ...]
    pieces: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    directions: int


def orientations(pieces: tuple[Piece, ...], marks: tuple[Offset, ...], directions: int) -> tuple[Orientation, ...]:
    """Return the orientations of a pattern that differ in pieces, marked squares or directions (mask)."""
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

    ``own``: own pieces as returned by :func:`shift_ranks`.
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
    """Return the mask of squares in ``targets`` where the pattern fits if exactly one piece of it is of ``other``."""
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
    """Return the mask of squares among ``targets`` where the pattern fits if 1 to ``most`` pieces are of ``other``."""
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
    """Return the masks of pieces of at least each rank, shifted left by ``RAISE``."""
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
