"""A whole tournament as plain JSON data and back, with every value checked on the way in."""

from __future__ import annotations

from typing import Any

from engine.contract import JSON, BadState
from games.king_of_12 import fields
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.dumps import LISTS, TUPLES
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.state import NOTHING, OVER, Seats, Trick

from . import meaning
from .groups import SIZES, TWELVE_IN_THREES
from .hall import STAGES, Hall, Worked, empty_hall, players

_BOUNDS = fields.BOUNDS
_MASK = (1 << max(SEAT_COUNTS)) - 1


def dump_hall(hall: Hall) -> JSON:
    """The whole state, hidden cards included."""
    data: dict[str, JSON] = {"seats": hall.seats, "cards": hall.cards}
    for name in ("round", "phase", "length", "stage", "champion"):
        data[name] = getattr(hall, name)
    for name in (*LISTS, *TUPLES, "covered", "order", "sizes", "waiting", "finalists"):
        data[name] = list(getattr(hall, name))
    for name in ("groups", "tables", "thefts", "tricks"):
        data[name] = [list(row) for row in getattr(hall, name)]
    data["worked"] = [[list(amounts), list(values)] for amounts, values in hall.worked]
    for name in ("half", "done"):
        data[name] = [
            [list(seats), [list(part) if isinstance(part, tuple) else part for part in trick]]
            for seats, trick in getattr(hall, name)
        ]
    data["results"] = [[list(points), winners] for points, winners in hall.results]
    data["groups_then"] = [[list(group) for group in then] for then in hall.groups_then]
    return data


def load_hall(data: dict[str, Any]) -> Hall:
    """The state that was dumped; raises :class:`BadState` naming the place."""
    seats = fields.number(data, "seats", MOST_AT_A_TABLE + 1, max(SEAT_COUNTS))
    cards = fields.card_set(data)
    sizes = tuple(_row(data, "sizes", 2, MOST_AT_A_TABLE))
    if sizes != SIZES[seats] and not (seats == 12 and sizes == TWELVE_IN_THREES):
        raise BadState(f"sizes: expected the groups of {seats} players, found {list(sizes)}")
    hall = empty_hall(seats, cards, sizes)
    for name in ("round", "phase", "length"):
        setattr(hall, name, fields.number(data, name, *_BOUNDS[name]))
    hall.stage = fields.number(data, "stage", 0, len(STAGES) - 1)
    hall.champion = fields.number(data, "champion", NOTHING, seats - 1)
    for name in LISTS:
        # Nobody has rolled for those who do not play yet; everybody has from the first round on.
        setattr(hall, name, fields.numbers(data, name, seats, *_BOUNDS[name]))
    for name in TUPLES:
        setattr(hall, name, tuple(fields.numbers(data, name, seats, *_BOUNDS[name])))
    hall.covered = fields.numbers(data, "covered", seats, 0, 2)
    hall.order = tuple(_row(data, "order", 0, seats - 1))
    if sorted(hall.order) != list(range(seats)):
        raise BadState(f"order: expected every player once, found {list(hall.order)}")
    hall.waiting = _players(data, "waiting", seats)
    hall.finalists = _players(data, "finalists", seats, ascending=False)
    hall.groups = _tables(data, "groups", seats)
    hall.tables = _tables(data, "tables", seats)
    hall.thefts = tuple(_pair(row, seats) for row in fields.rows(data, "thefts"))
    hall.tricks = tuple(
        tuple(fields.numbers({"tricks": row}, "tricks", seats, NOTHING, CARD_COUNT - 1))
        for row in fields.rows(data, "tricks")
    )
    hall.worked = tuple(_worked(row) for row in fields.rows(data, "worked"))
    if hall.worked and len(hall.worked) != len(hall.tables):
        raise BadState(f"worked: expected one entry for each table, found {len(hall.worked)}")
    hall.half = tuple(_told(row, "half", seats) for row in fields.rows(data, "half"))
    hall.done = tuple(_told(row, "done", seats) for row in fields.rows(data, "done"))
    hall.results = tuple(_result(row, seats) for row in fields.rows(data, "results"))
    hall.groups_then = tuple(
        _tables({"groups_then": then}, "groups_then", seats) for then in fields.rows(data, "groups_then")
    )
    _check(hall)
    meaning.check(hall)
    return hall


def _row(data: dict[str, Any], name: str, low: int, high: int) -> list[int]:
    row = fields.rows(data, name)
    return [fields.whole(value, f"{name}[{index}]", low, high) for index, value in enumerate(row)]


def _players(data: dict[str, Any], name: str, seats: int, ascending: bool = True) -> Seats:
    row = tuple(_row(data, name, 0, seats - 1))
    if len(set(row)) != len(row) or (ascending and list(row) != sorted(row)):
        raise BadState(f"{name}: expected different players, found {list(row)}")
    return row


def _tables(data: dict[str, Any], name: str, seats: int) -> tuple[Seats, ...]:
    found = []
    for row in fields.rows(data, name):
        found.append(_players({name: row}, name, seats, ascending=False))
    if len({seat for each in found for seat in each}) != sum(map(len, found)):
        raise BadState(f"{name}: expected nobody at two tables")
    return tuple(found)


def _pair(row: Any, seats: int) -> tuple[int, int]:
    thief, victim = fields.numbers({"thefts": row}, "thefts", 2, 0, seats - 1)
    return thief, victim


def _worked(row: Any) -> Worked:
    if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], list):
        raise BadState(f"worked: expected [amounts, values], found {row!r}")
    count = len(row[0])
    amounts = fields.numbers({"worked": row[0]}, "worked", count, *_BOUNDS["amounts"])
    return tuple(amounts), tuple(fields.numbers({"worked": row[1]}, "worked", count, *_BOUNDS["values"]))


def _told(row: Any, name: str, seats: int) -> tuple[Seats, Trick]:
    if not isinstance(row, list) or len(row) != 2:
        raise BadState(f"{name}: expected [players, trick], found {row!r}")
    here = _players({name: row[0]}, name, seats, ascending=False)
    return here, fields.trick(row[1], name, len(here))


def _result(row: Any, seats: int) -> tuple[tuple[int, ...], int]:
    if not isinstance(row, list) or len(row) != 2:
        raise BadState(f"results: expected [points, winners], found {row!r}")
    points = fields.numbers({"results": row[0]}, "results", seats, *_BOUNDS["points"])
    return tuple(points), fields.whole(row[1], "results winners", 0, _MASK)


def _check(hall: Hall) -> None:
    """Every player has the whole set once, and somebody is asked unless the tournament is over."""
    for seat in range(hall.seats):
        fields.check_seat(hall, seat, [cards[seat] for cards in hall.tricks if cards[seat] != NOTHING])
        if hall.covered[seat] != hall.laid[seat].bit_count():
            raise BadState(f"covered[{seat}]: expected the number of cards under the die")
    if bool(hall.waiting) == (hall.phase == OVER):
        raise BadState("waiting: expected players who owe a decision until the tournament is over")
    if not set(hall.waiting) <= set(players(hall)):
        raise BadState("waiting: expected players of this round")
