"""Serialization of tournaments: dump to plain JSON data, load with every value checked."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from engine import states
from engine.contract import JSON, BadState, Problem
from engine.states import collect_problems, compare
from games.king_of_12.actions import TAKE_NOTHING, TAKE_ONE, TAKE_TWO
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.rounds import CROWNS_TO_WIN, drop_equal
from games.king_of_12.serialization import (
    PLAYING,
    check_picks,
    check_row_lengths,
    check_seat,
    check_set,
    check_shown_cards,
    check_trick,
    check_trick_lengths,
    check_tricks,
    check_values,
)
from games.king_of_12.state import CHOOSE, CROWN, EFFECTS, NOBODY, NOTHING, OVER, THEFT, Seats, to_mask
from games.king_of_12.tournament.rounds import find_round_length, find_table_plan
from games.king_of_12.tournament.state import (
    CENTRE,
    FINAL,
    GROUPS,
    SIZES,
    TWELVE_IN_THREES,
    Told,
    TournamentState,
    create_state,
    players,
    split_groups,
)
from games.king_of_12.trick import find_theft

# Check that a loaded state is a position that a tournament can reach, see ``games.king_of_12.serialization``.


def find_problems(hall: TournamentState) -> list[Problem]:
    """List the reasons why a state cannot occur in a tournament."""
    return collect_problems(hall, (check_set, _check_players)) or collect_problems(hall, (_check_hall,))


def _check_players(hall: TournamentState) -> Iterator[Problem]:
    """Check that every player has the whole set once and that a decision is pending unless the tournament is over."""
    for seat in range(hall.seats):
        yield from check_seat(hall, seat, [cards[seat] for cards in hall.tricks if cards[seat] != NOTHING])
        if hall.covered[seat] != hall.laid[seat].bit_count():
            yield Problem(f"covered[{seat}]", "derived", {"fields": "laid"})
    if bool(hall.waiting) == (hall.phase == OVER):
        yield Problem("waiting", "pending")
    if not set(hall.waiting) <= set(players(hall)):
        yield Problem("waiting", "derived", {"fields": "finalists"})


def _check_hall(hall: TournamentState) -> Iterator[Problem]:
    """Check groups, results, crowns, tricks and the pending decision."""
    playing = hall.phase in PLAYING
    yield from compare("groups", split_groups(hall.order, hall.sizes), hall.groups)
    yield from _check_finalists(hall)
    yield from compare("results", hall.round - (1 if playing else 0), len(hall.results))
    yield from compare("groups_then", len(hall.results), len(hall.groups_then))
    yield from _check_results(hall)
    yield from _check_crowns(hall)
    yield from check_shown_cards(hall)
    if playing:
        yield from compare("length", find_round_length(hall), hall.length)
    # One point for the second of every group, two in the centre; a trick's groups precede its centre.
    tokens = (len(hall.sizes) + 2) * len(hall.tricks) + (len(hall.sizes) if hall.half else 0)
    yield from check_tricks(hall, playing, tokens, bool(hall.finalists or hall.half))
    here = players(hall)
    for row in hall.tricks:
        yield from compare("tricks", list(here), [seat for seat in range(hall.seats) if row[seat] != NOTHING])
    yield from _check_phase(hall, here)
    yield from _check_last_tricks(hall, playing)


def _check_finalists(hall: TournamentState) -> Iterator[Problem]:
    finalists = hall.finalists
    if finalists and (len(finalists) < 2 or tuple(sorted(finalists, key=hall.order.index)) != finalists):
        yield Problem("finalists", "order")
    if len(finalists) > len(hall.sizes):
        yield Problem("finalists", "at_most", {"most": len(hall.sizes)})


def _check_results(hall: TournamentState) -> Iterator[Problem]:
    """Check the winners of every round against its points, and that dropped points are gone."""
    final = False
    for number, ((points, winners), tables) in enumerate(zip(hall.results, hall.groups_then, strict=True)):
        of_final = bool(hall.finalists) and tables == (hall.finalists,)
        if final and not of_final:
            yield Problem(f"groups_then[{number}]", "derived", {"fields": "finalists"})
        final = of_final
        seated = sorted(seat for table in tables for seat in table)
        if not of_final and (tuple(map(len, tables)) != hall.sizes or seated != list(range(hall.seats))):
            yield Problem(f"groups_then[{number}]", "missing")
        if any(points[seat] for seat in range(hall.seats) if seat not in seated):
            yield Problem(f"results[{number}]", "empty")
        yield from compare(f"results[{number}] winners", _winners(points, tables)[0], winners)
        if of_final and winners and hall.phase != OVER:
            yield Problem(f"results[{number}]", "end")
    if hall.phase in (CROWN, OVER) and hall.results:
        points = hall.results[-1][0]
        gone = _winners(points, hall.groups_then[-1])[1]
        yield from compare(
            "points", [0 if gone >> seat & 1 else points[seat] for seat in range(hall.seats)], hall.points
        )
    if hall.finalists and not hall.results:
        yield Problem("finalists", "empty")


def _winners(points: Seats, tables: tuple[Seats, ...]) -> tuple[int, int]:
    """Return the mask of the winners of all tables, and the mask of those who drop points."""
    won, gone = [], []
    for table in tables:
        winner, dropped = drop_equal([points[seat] for seat in table])
        won += [table[winner]] if winner != NOBODY else []
        gone += [table[place] for place in dropped]
    return to_mask(won), to_mask(gone)


def _check_crowns(hall: TournamentState) -> Iterator[Problem]:
    """Check that crowns equal rounds won; two crowns end the rounds in groups."""
    groups = [each for each, then in zip(hall.results, hall.groups_then, strict=True) if then != (hall.finalists,)]
    last = hall.results[-1][1] if hall.results else 0
    choosing = hall.phase == CROWN and not hall.finalists
    if choosing and (not hall.waiting or any(not last >> seat & 1 for seat in hall.waiting)):
        yield Problem("waiting", "derived", {"fields": "results"})
    kings = []
    for seat in range(hall.seats):
        won = sum(winners >> seat & 1 for _, winners in groups)
        late = choosing and seat in hall.waiting
        yield from compare(f"crowns[{seat}]", won - late, hall.crowns[seat])
        if won >= CROWNS_TO_WIN:
            kings.append(seat)
        king = seat in hall.finalists
        laying = king and hall.phase == CROWN and seat in hall.waiting
        least = won - late if not (hall.finalists or hall.phase == OVER) else min(won, 1) if king else 0
        most = won - late if not king else won - laying
        if king and not laying and hall.phase != OVER:
            least = won
        if not least <= hall.covered[seat] <= most:
            yield Problem(f"covered[{seat}]", "derived", {"fields": "results"})
    if hall.finalists:
        yield from compare("finalists", kings, sorted(hall.finalists))
    elif kings and not (hall.phase == OVER and kings == [hall.champion]):
        yield Problem("crowns", "end")
    if hall.phase != OVER:
        yield from compare("champion", NOTHING, hall.champion)
    elif hall.finalists:
        yield from compare("champion", last, 1 << hall.champion if hall.champion >= 0 else 0)
        if hall.groups_then[-1] != (hall.finalists,):
            yield Problem("champion", "derived", {"fields": "results"})
    elif not kings:
        yield Problem("champion", "derived", {"fields": "crowns"})


def _check_phase(hall: TournamentState, here: Seats) -> Iterator[Problem]:
    """Check that exactly the fields of the phase are set."""
    open_ = hall.phase in (EFFECTS, THEFT)
    for seat in range(hall.seats):
        if hall.commits[seat] == NOTHING if open_ and seat in here else False:
            yield Problem(f"commits[{seat}]", "needed")
        if hall.commits[seat] != NOTHING and (seat not in here or hall.phase in (CROWN, OVER)):
            yield Problem(f"commits[{seat}]", "empty")
    if hall.phase == CHOOSE:
        yield from compare("stage", FINAL if hall.finalists else GROUPS, hall.stage)
        yield from compare("waiting", tuple(seat for seat in here if hall.commits[seat] == NOTHING), hall.waiting)
    if hall.phase == CROWN and hall.finalists:
        if any(seat not in hall.finalists for seat in hall.waiting):
            yield Problem("waiting", "derived", {"fields": "finalists"})
        if hall.groups_then[-1] == (hall.finalists,):
            yield Problem("phase", "end")
    if not open_:
        yield from compare("tables", ((), (), ()), (hall.tables, hall.worked, hall.thefts))
        yield from compare("half", (), hall.half)
        yield from compare("picks", [NOTHING] * hall.seats, hall.picks)
        return
    yield from _check_stage(hall)
    asked: list[int] = []
    if hall.phase == EFFECTS:
        yield from compare("worked", ((), ()), (hall.worked, hall.thefts))
        for table in hall.tables:
            plan = find_table_plan(hall, table)
            yield from check_picks([hall.picks[seat] for seat in table], plan, [hall.faces[seat] for seat in table])
            asked += [table[place] for place in plan.asks]
    else:
        asked = yield from _check_thefts(hall)
    for seat in range(hall.seats):
        if hall.picks[seat] != NOTHING and seat not in asked:
            yield Problem(f"picks[{seat}]", "empty")
    yield from compare("waiting", tuple(seat for seat in sorted(asked) if hall.picks[seat] == NOTHING), hall.waiting)


def _check_stage(hall: TournamentState) -> Iterator[Problem]:
    """Check who plays at which table in this stage."""
    if hall.finalists:
        yield from compare("stage", (FINAL, (hall.finalists,), ()), (hall.stage, hall.tables, hall.half))
    elif hall.half:
        yield from compare("stage", CENTRE, hall.stage)
        yield from _check_groups(hall, hall.half, "half", hall.groups)
        yield from compare("tables", (_centre(hall.half),), hall.tables)
        for table, trick in hall.half:
            yield from compare("half", (hall.round, len(hall.tricks) + 1), trick[:2])
            yield from compare("half", tuple(hall.commits[seat] for seat in table), trick[2])
        if not hall.tables[0]:
            yield Problem("tables", "derived", {"fields": "half"})
    else:
        yield from compare("stage", (GROUPS, hall.groups), (hall.stage, hall.tables))


def _check_thefts(hall: TournamentState) -> Generator[Problem, None, list[int]]:
    """Check the thefts, and amounts and values against the cards; returns the thieves."""
    yield from compare("worked", len(hall.tables), len(hall.worked))
    thefts = []
    for table, (amounts, values) in zip(hall.tables, hall.worked, strict=True):
        if len(amounts) != len(table) or len(values) != len(table):
            yield Problem("worked", "needed")
        plan = find_table_plan(hall, table)
        yield from check_values(plan, [hall.faces[seat] for seat in table], amounts, values, "worked")
        pair = find_theft(plan, values) if plan.ladies else None
        if pair is not None and hall.points[table[pair[1]]]:
            thefts.append((table[pair[0]], table[pair[1]]))
    yield from compare("thefts", tuple(thefts), hall.thefts)
    for thief, victim in thefts:
        offered = [TAKE_NOTHING, *([TAKE_ONE] if hall.ones[victim] else []), *([TAKE_TWO] if hall.twos[victim] else [])]
        if hall.picks[thief] != NOTHING and hall.picks[thief] not in offered:
            yield Problem(f"picks[{thief}]", "illegal", {"found": hall.picks[thief]})
    return [thief for thief, _ in thefts]


def _centre(told: Told) -> Seats:
    """Return the group winners in the order of the hall."""
    return tuple(table[trick[6]] for table, trick in told if trick[6] != NOBODY)


def _check_groups(hall: TournamentState, told: Told, place: str, tables: tuple[Seats, ...]) -> Iterator[Problem]:
    """Check finished comparisons of these tables."""
    yield from compare(place, tables, tuple(table for table, _ in told))
    for _, trick in told:
        yield from check_trick(trick, place, hall.cards)
    if len({trick[:2] for _, trick in told}) > 1:
        yield Problem(place, "derived", {"fields": "tricks"})


def _check_last_tricks(hall: TournamentState, playing: bool) -> Iterator[Problem]:
    """Check the last finished trick of all tables."""
    begun = hall.round == 1 and playing and not hall.tricks
    if bool(hall.done) == begun:
        yield Problem("done", "derived", {"fields": "round, tricks"})
    if begun:
        return
    number, order = hall.done[0][1][:2]
    yield from compare("done", hall.round - (1 if playing and not hall.tricks else 0), number)
    if hall.tricks:
        yield from compare("done", len(hall.tricks), order)
    elif not 1 <= order <= 6:
        yield Problem("done", "derived", {"fields": "tricks"})
    tables = hall.groups_then[number - 1] if number <= len(hall.groups_then) else hall.groups
    if hall.finalists and (tables == (hall.finalists,) or number > len(hall.groups_then)):
        yield from _check_groups(hall, hall.done, "done", (hall.finalists,))
        return
    groups = hall.done[: len(tables)]
    yield from _check_groups(hall, groups, "done", tables)
    rest = hall.done[len(tables) :]
    centre = _centre(groups)
    if centre:
        yield from _check_groups(hall, rest, "done", (centre,))
        yield from compare("done", (number, order), rest[0][1][:2])
        cards = {seat: card for table, trick in groups for seat, card in zip(table, trick[2], strict=True)}
        yield from compare("done", tuple(cards[seat] for seat in centre), rest[0][1][2])
    elif rest:
        yield Problem("done", "derived", {"fields": "done"})


_AT_A_TABLE = ("twists", "owing", "thief", "victim", "amounts", "values", "last", "course", "handicap")
"""Fields of a single table, which tournaments do not use."""
SCHEMA = states.StateSchema(TournamentState, _AT_A_TABLE)
dump_tournament = SCHEMA.dump
"""Dump the whole state, including hidden cards. Pending decisions follow from ``waiting``."""


def load_tournament(data: dict[str, Any]) -> TournamentState:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    hall = read_tournament(data)
    states.refuse(find_problems(hall))
    return hall


def read_tournament(data: JSON) -> TournamentState:
    """Convert a dumped state, consistent or not; raises :class:`BadState` naming the place where a field is out of
    bounds."""
    found = SCHEMA.read(data)
    seats, sizes = found.seats, found.sizes
    if seats not in SIZES or not MOST_AT_A_TABLE < seats <= max(SEAT_COUNTS):
        raise BadState(f"seats: expected {MOST_AT_A_TABLE + 1} to {max(SEAT_COUNTS)}, found {seats}")
    if sizes != SIZES[seats] and not (seats == 12 and sizes == TWELVE_IN_THREES):
        raise BadState(f"sizes: expected the groups of {seats} players, found {list(sizes)}")
    hall = create_state(seats, found.cards, sizes)
    # Dice of players outside the first round are unset; all are set afterwards.
    SCHEMA.take(hall, found)
    check_row_lengths("tricks", hall.tricks, seats)
    if sorted(hall.order) != list(range(seats)):
        raise BadState(f"order: expected every player once, found {list(hall.order)}")
    _once("waiting", [hall.waiting], seats)
    if list(hall.waiting) != sorted(hall.waiting):
        raise BadState(f"waiting: expected players in ascending order, found {list(hall.waiting)}")
    _once("finalists", [hall.finalists], seats)
    _once("groups", hall.groups, seats)
    _once("tables", hall.tables, seats)
    for then in hall.groups_then:
        _once("groups_then", then, seats)
    _check_seats("champion", [hall.champion], seats)
    _check_seats("thefts", [seat for pair in hall.thefts for seat in pair], seats)
    if hall.worked and len(hall.worked) != len(hall.tables):
        raise BadState(f"worked: expected one entry for each table, found {len(hall.worked)}")
    if any(len(amounts) != len(values) for amounts, values in hall.worked):
        raise BadState("worked: expected as many amounts as values")
    check_row_lengths("results", [points for points, _ in hall.results], seats)
    for name, told in (("half", hall.half), ("done", hall.done)):
        for table, trick in told:
            _once(name, [table], seats)
            check_trick_lengths(trick, name, len(table))
    return hall


def _check_seats(name: str, row: list[int], seats: int) -> None:
    if any(seat >= seats for seat in row):
        raise BadState(f"{name}: expected players below {seats}, found {row}")


def _once(name: str, tables: Sequence[Seats], seats: int) -> None:
    """Check that no player sits at two tables."""
    row = [seat for table in tables for seat in table]
    _check_seats(name, row, seats)
    if len(set(row)) != len(row):
        raise BadState(f"{name}: expected different players, found {row}")
