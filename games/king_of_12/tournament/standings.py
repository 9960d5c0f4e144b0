"""Who stands where in a tournament, and what its rounds have given so far."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.king_of_12.rounds import drop_equal, totals
from games.king_of_12.state import CARDS_OF, Seats

from .state import Hall


class Round(NamedTuple):
    """A finished round: who dropped equal points, everybody's crowns after it, and whether it was the final."""

    dropped: Seats
    crowns: Seats
    final: bool


def places(hall: Hall, points: list[int]) -> Seats:
    """The place of every player by these ``totals``: the champion first, the others by crowns, then by points (K16).

    The rulebook names the champion only. With one crown or none for nearly everybody, crowns alone
    would leave half a hall on one place.
    """
    keys = [(seat == hall.champion, crowns, of) for seat, (crowns, of) in enumerate(zip(hall.crowns, points))]  # noqa: B905
    found: dict[tuple[bool, int, int], int] = {}
    for better, key in enumerate(sorted(keys, reverse=True)):
        found.setdefault(key, better + 1)
    return tuple([found[key] for key in keys])


def standing(hall: Hall) -> Seats:
    """The place of every player now; when the tournament is over, its result."""
    return places(hall, totals(hall))


@lru_cache(maxsize=64)
def past_rounds(
    results: tuple[tuple[Seats, int], ...], groups_then: tuple[tuple[Seats, ...], ...]
) -> tuple[Round, ...]:
    """What came of each finished round, by the ``results`` and ``groups_then`` of a hall; the final gives no crown."""
    found = []
    crowns = [0] * (len(results[0][0]) if results else 0)
    for (points, winners), tables in zip(results, groups_then, strict=True):
        final = len(tables) == 1
        if not final:
            for seat in CARDS_OF[winners]:
                crowns[seat] += 1
        dropped = [table[at] for table in tables for at in drop_equal([points[seat] for seat in table])[1]]
        found.append(Round(tuple(dropped), tuple(crowns), final))
    return tuple(found)
