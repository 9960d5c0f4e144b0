"""State of a tournament: the state of a game plus the groups of the hall."""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine.states import make_copier
from games.king_of_12.state import NOTHING, Seats, State, Trick, blank

GROUPS, CENTRE, FINAL = range(3)
STAGES = ("groups", "centre", "final")
"""Stage names in views; the index is the stage number."""

Worked = tuple[tuple[int, ...], tuple[int, ...]]
"""Amounts and values at a table, by position."""


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

    champion: int
    covered: list[int]
    done: tuple[tuple[Seats, Trick], ...]
    finalists: Seats
    groups: tuple[Seats, ...]
    groups_then: tuple[tuple[Seats, ...], ...]
    half: tuple[tuple[Seats, Trick], ...]
    order: Seats
    sizes: tuple[int, ...]
    stage: int
    tables: tuple[Seats, ...]
    thefts: tuple[tuple[int, int], ...]
    waiting: Seats
    worked: tuple[Worked, ...]


def create_state(seats: int, cards: int, sizes: tuple[int, ...]) -> TournamentState:
    """Create a tournament before its first round: all players seated, nothing rolled."""
    hall = TournamentState()
    fill(hall, blank(seats, cards))
    hall.champion = NOTHING
    hall.covered = [0] * seats
    hall.order = tuple(range(seats))
    hall.sizes = sizes
    hall.groups = hall.tables = ()
    hall.groups_then = ()
    hall.stage = GROUPS
    hall.waiting = hall.finalists = ()
    hall.worked = ()
    hall.thefts = ()
    hall.half = hall.done = ()
    return hall


def fill(hall: TournamentState, state: State) -> None:
    """Copy the fields shared with every game."""
    for field in fields(State):
        setattr(hall, field.name, getattr(state, field.name))


copied_hall = make_copier(TournamentState)
"""Return an independent copy."""


def players(hall: TournamentState) -> Seats:
    """Return the players of this round, ascending: all, or the finalists."""
    return tuple(sorted(hall.finalists)) if hall.finalists else tuple(range(hall.seats))


def find_table(hall: TournamentState, seat: int) -> tuple[int, int]:
    """Return number and position of a player's table; raises :class:`LookupError`."""
    for number, table in enumerate(hall.tables):
        if seat in table:
            return number, table.index(seat)
    raise LookupError(seat)
