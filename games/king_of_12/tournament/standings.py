"""Standings of a tournament and the results of its rounds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.king_of_12.rounds import drop_equal, totals
from games.king_of_12.state import CARDS_OF, Seats

from .state import TournamentState


class Round(NamedTuple):
    """Finished round: who dropped equal points, all crowns after it, whether it was the final."""

    dropped: Seats
    crowns: Seats
    final: bool


def places(hall: TournamentState, points: list[int]) -> Seats:
    """Return the place of every player: the champion first, the others by crowns, then by ``totals`` (K16).

    The rulebook names only the champion. As nearly all players have at most one crown, crowns alone
    would leave half of them on one place.
    """
    keys = [(seat == hall.champion, crowns, of) for seat, (crowns, of) in enumerate(zip(hall.crowns, points))]  # noqa: B905
    found: dict[tuple[bool, int, int], int] = {}
    for better, key in enumerate(sorted(keys, reverse=True)):
        found.setdefault(key, better + 1)
    return tuple([found[key] for key in keys])


def standing(hall: TournamentState) -> Seats:
    """Return the current place of every player; the result when the tournament is over."""
    return places(hall, totals(hall))


@lru_cache(maxsize=64)
def past_rounds(
    results: tuple[tuple[Seats, int], ...], groups_then: tuple[tuple[Seats, ...], ...]
) -> tuple[Round, ...]:
    """List the finished rounds from ``results`` and ``groups_then``; the final gives no crown."""
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
