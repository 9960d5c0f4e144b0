"""Serialization of tournaments: dump to plain JSON data, load with every value checked."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine import states
from engine.contract import JSON, BadState
from games.king_of_12 import state_schema
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.state import NOTHING, Seats, Trick
from games.king_of_12.state_schema import Amount, Common, Finished, Points, Seat, Value

from . import invariants
from .groups import SIZES, TWELVE_IN_THREES
from .state import STAGES, TournamentState, create_state

_Told = tuple[list[Seat], Finished]
"""The players of a table and their finished trick."""


class Dumped(Common, kw_only=True):
    """Schema of a dumped tournament; fields as in ``TournamentState``. Pending decisions follow from ``waiting``."""

    stage: Annotated[int, msgspec.Meta(ge=0, lt=len(STAGES))]
    champion: Annotated[int, msgspec.Meta(ge=NOTHING, lt=max(SEAT_COUNTS))]
    covered: list[Annotated[int, msgspec.Meta(ge=0, le=2)]]
    order: list[Seat]
    sizes: list[Annotated[int, msgspec.Meta(ge=2, le=MOST_AT_A_TABLE)]]
    waiting: list[Seat]
    finalists: list[Seat]
    groups: list[list[Seat]]
    tables: list[list[Seat]]
    thefts: list[tuple[Seat, Seat]]
    worked: list[tuple[list[Amount], list[Value]]]
    half: list[_Told]
    done: list[_Told]
    results: list[tuple[list[Points], Annotated[int, msgspec.Meta(ge=0, lt=1 << max(SEAT_COUNTS))]]]
    groups_then: list[list[list[Seat]]]


_FIELDS = Dumped.__struct_fields__
_TAKEN = (
    "stage", "champion", "order", "sizes", "waiting", "finalists", "groups", "tables", "thefts", "worked", "results",
    "groups_then",
)  # fmt: skip


def dump_tournament(hall: TournamentState) -> JSON:
    """Dump the whole state, including hidden cards."""
    return states.plain(hall, _FIELDS)


def load_tournament(data: dict[str, Any]) -> TournamentState:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    hall = read_tournament(data)
    states.refuse(invariants.find_problems(hall))
    return hall


def read_tournament(data: JSON) -> TournamentState:
    """Convert a dumped state whose fields are within their bounds, whether the rest agrees or not; raises
    :class:`BadState` naming the place."""
    found = states.read(data, Dumped)
    seats, sizes = found.seats, tuple(found.sizes)
    if seats not in SIZES or not MOST_AT_A_TABLE < seats <= max(SEAT_COUNTS):
        raise BadState(f"seats: expected {MOST_AT_A_TABLE + 1} to {max(SEAT_COUNTS)}, found {seats}")
    if sizes != SIZES[seats] and not (seats == 12 and sizes == TWELVE_IN_THREES):
        raise BadState(f"sizes: expected the groups of {seats} players, found {list(sizes)}")
    hall = create_state(seats, found.cards, sizes)
    # Dice of players outside the first round are unset; all are set afterwards.
    state_schema.take(hall, found)
    states.take(hall, found, ("covered",), seats=seats)
    if sorted(found.order) != list(range(seats)):
        raise BadState(f"order: expected every player once, found {found.order}")
    _once("waiting", [found.waiting], seats)
    if found.waiting != sorted(found.waiting):
        raise BadState(f"waiting: expected players in ascending order, found {found.waiting}")
    _once("finalists", [found.finalists], seats)
    for name in ("groups", "tables"):
        _once(name, getattr(found, name), seats)
    for then in found.groups_then:
        _once("groups_then", then, seats)
    _check_seats("champion", [found.champion], seats)
    _check_seats("thefts", [seat for pair in found.thefts for seat in pair], seats)
    if found.worked and len(found.worked) != len(found.tables):
        raise BadState(f"worked: expected one entry for each table, found {len(found.worked)}")
    if any(len(amounts) != len(values) for amounts, values in found.worked):
        raise BadState("worked: expected as many amounts as values")
    state_schema.check_row_lengths("results", [points for points, _ in found.results], seats)
    states.take(hall, found, _TAKEN)
    hall.half = _load_last_tricks("half", found.half, seats)
    hall.done = _load_last_tricks("done", found.done, seats)
    return hall


def _check_seats(name: str, row: list[int], seats: int) -> None:
    if any(seat >= seats for seat in row):
        raise BadState(f"{name}: expected players below {seats}, found {row}")


def _once(name: str, tables: list[list[int]], seats: int) -> None:
    """Check that no player sits at two tables."""
    row = [seat for table in tables for seat in table]
    _check_seats(name, row, seats)
    if len(set(row)) != len(row):
        raise BadState(f"{name}: expected different players, found {row}")


def _load_last_tricks(name: str, rows: list[_Told], seats: int) -> tuple[tuple[Seats, Trick], ...]:
    for table, _ in rows:
        _once(name, [table], seats)
    return tuple((tuple(table), state_schema.trick(trick, name, len(table))) for table, trick in rows)
