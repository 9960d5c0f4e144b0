"""Groups of a tournament, and the change of seats before a new round."""

from __future__ import annotations

from games.king_of_12.state import Seats

SIZES: dict[int, tuple[int, ...]] = {
    5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (3, 3, 3), 10: (3, 3, 4), 11: (3, 4, 4), 12: (4, 4, 4),
    13: (3, 3, 3, 4), 14: (3, 3, 4, 4), 15: (3, 4, 4, 4), 16: (4, 4, 4, 4),
}  # fmt: skip
"""Group sizes by number of seats (rulebook, table of the tournament)."""
TWELVE_IN_THREES = (3, 3, 3, 3)
MOVER = 3
"""Every third player changes seats."""


def sizes_for(seats: int, twelve: str) -> tuple[int, ...]:
    """Return the group sizes; ``twelve`` ("fours" or "threes") decides for 12 seats."""
    return TWELVE_IN_THREES if seats == 12 and twelve == "threes" else SIZES[seats]


def split_groups(order: Seats, sizes: tuple[int, ...]) -> tuple[Seats, ...]:
    """Split the seating order of the hall into groups."""
    groups, start = [], 0
    for size in sizes:
        groups.append(order[start : start + size])
        start += size
    return tuple(groups)


def rotate_seats(order: Seats, sizes: tuple[int, ...]) -> Seats:
    """Return the seating order of the next round.

    Ruling K8: seats are numbered round the hall; the players on seats 3, 6, 9 … move on to the
    next of those seats, cyclically; if that leaves the groups as they were (5 seats), the seat-3
    player swaps with seat 1.
    """
    after = list(order)
    places = range(MOVER - 1, len(order), MOVER)
    for place, following in zip(places, (*places[1:], places[0]), strict=True):
        after[following] = order[place]
    if _together(tuple(after), sizes) == _together(order, sizes):
        after = list(order)
        after[0], after[MOVER - 1] = after[MOVER - 1], after[0]
    return tuple(after)


def _together(order: Seats, sizes: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(group) for group in split_groups(order, sizes)}
