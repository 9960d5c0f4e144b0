"""State of a tournament: the state of a game plus the groups of the hall; change of seats, and standings."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple

from engine.states import keep, make_bounds, make_copier, make_starter
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.rounds import drop_equal, totals
from games.king_of_12.state import CARDS_OF, NOTHING, Amount, Points, Seat, Seats, State, Trick, Value

GROUPS, CENTRE, FINAL = range(3)
STAGES = ("groups", "centre", "final")
"""Stage names in views; the index is the stage number."""

Worked = tuple[tuple[Amount, ...], tuple[Value, ...]]
"""Amounts and values at a table, by position."""
Told = tuple[tuple[Seats, Trick], ...]
"""The players of each table and their finished trick."""


@dataclass(slots=True, init=False, repr=False, eq=False)
class TournamentState(State):
    """A tournament. Lists that :class:`State` keeps by seat are by player here, wherever they sit.

    ``order``   who sits on each seat of the hall, from seat 1 on; ``sizes`` of the groups
    ``groups``  the players of each group, in the order of the hall
    ``stage``   groups, centre or final; ``tables`` whose cards are compared now, by groups
    ``waiting`` players that owe a decision, ascending
    ``worked``  per table amounts and values while thefts are decided, else ()
    ``thefts``  pairs of thief and victim of the tables of this stage
    ``half``    what the groups of this trick gave, while the centre plays, else ()
    ``done``    the last finished trick: per table its players and the trick; the centre's comes last
    ``finalists`` players with two crowns that play the last round, else ()
    ``covered`` how many cards lie under each die (the crown that wins at once is not laid)
    ``groups_then`` the groups of each finished round
    """

    stage: Annotated[int, make_bounds(0, len(STAGES) - 1)] = keep(GROUPS)
    champion: Annotated[int, make_bounds(NOTHING, max(SEAT_COUNTS) - 1)] = keep(NOTHING)
    covered: list[Annotated[int, make_bounds(0, 2)]] = keep(0, per_seat=1)
    order: Seats = keep(())
    sizes: tuple[Annotated[int, make_bounds(2, MOST_AT_A_TABLE)], ...] = keep(())
    waiting: Seats = keep(())
    finalists: Seats = keep(())
    groups: tuple[Seats, ...] = keep(())
    tables: tuple[Seats, ...] = keep(())
    thefts: tuple[tuple[Seat, Seat], ...] = keep(())
    worked: tuple[Worked, ...] = keep(())
    half: Told = keep(())
    done: Told = keep(())
    results: tuple[tuple[tuple[Points, ...], Annotated[int, make_bounds(0, (1 << max(SEAT_COUNTS)) - 1)]], ...] = keep(
        ()
    )
    groups_then: tuple[tuple[Seats, ...], ...] = keep(())


_begin = make_starter(TournamentState)


def create_state(seats: int, cards: int, sizes: tuple[int, ...]) -> TournamentState:
    """Return a tournament before its first round. ``cards``: mask of the set; ``sizes`` of the groups."""
    hall = TournamentState()
    _begin(hall, seats, 0)
    hall.seats, hall.cards, hall.sizes = seats, cards, sizes
    hall.hands = [cards] * seats
    hall.order = tuple(range(seats))
    return hall


copied_hall = make_copier(TournamentState)
"""Return an independent copy."""


def players(hall: TournamentState) -> Seats:
    """Return the players of this round, ascending: all, or the finalists."""
    return tuple(sorted(hall.finalists)) if hall.finalists else tuple(range(hall.seats))


def find_table(hall: TournamentState, seat: int) -> tuple[int, int]:
    """Return the number of a player's current table and the position at it; raises :class:`LookupError`."""
    for number, table in enumerate(hall.tables):
        if seat in table:
            return number, table.index(seat)
    raise LookupError(seat)


# Groups of a tournament, and the change of seats before a new round.

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


# Standings of a tournament and the results of its rounds.


class Round(NamedTuple):
    """Finished round: players who dropped equal points, crowns of all players after it, whether it was the final."""

    dropped: Seats
    crowns: Seats
    final: bool


def places(hall: TournamentState, points: list[int]) -> Seats:
    """Return the place of every player: the champion first, the others by crowns, then by ``points`` (K16).

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
    """Return the finished rounds from ``results`` and ``groups_then``; the final gives no crown."""
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
