"""Check that a loaded state is a position that a tournament can reach, see ``games.king_of_12.invariants``."""

from __future__ import annotations

from engine.contract import BadState
from games.king_of_12.invariants import (
    PLAYING,
    check_picks,
    check_shown_cards,
    check_trick,
    check_tricks,
    check_values,
    expect,
    list_thefts,
)
from games.king_of_12.rounds import CROWNS_TO_WIN, drop_equal
from games.king_of_12.state import CHOOSE, CROWN, EFFECTS, NOBODY, NOTHING, OVER, THEFT, Seats, Trick, to_mask
from games.king_of_12.trick import find_theft

from .groups import split_groups
from .rounds import find_round_length
from .stages import find_table_plan
from .state import CENTRE, FINAL, GROUPS, TournamentState, players

Told = tuple[tuple[Seats, Trick], ...]


def check(hall: TournamentState) -> None:
    """Check a tournament; raises :class:`BadState` naming the place."""
    playing = hall.phase in PLAYING
    expect("groups", split_groups(hall.order, hall.sizes), hall.groups)
    _check_finalists(hall)
    expect("results", hall.round - (1 if playing else 0), len(hall.results))
    expect("groups_then", len(hall.results), len(hall.groups_then))
    _check_results(hall)
    _check_crowns(hall)
    check_shown_cards(hall)
    if playing:
        expect("length", find_round_length(hall), hall.length)
    # One point for the second of every group, two in the centre; a trick's groups precede its centre.
    tokens = (len(hall.sizes) + 2) * len(hall.tricks) + (len(hall.sizes) if hall.half else 0)
    check_tricks(hall, playing, tokens, bool(hall.finalists or hall.half))
    here = players(hall)
    for row in hall.tricks:
        expect("tricks", list(here), [seat for seat in range(hall.seats) if row[seat] != NOTHING])
    _check_phase(hall, here)
    _check_last_tricks(hall, playing)


def _check_finalists(hall: TournamentState) -> None:
    finalists = hall.finalists
    if finalists and (len(finalists) < 2 or tuple(sorted(finalists, key=hall.order.index)) != finalists):
        raise BadState("finalists: expected at least two, in the order of the hall")
    if len(finalists) > len(hall.sizes):
        raise BadState("finalists: expected at most one of each group")


def _check_results(hall: TournamentState) -> None:
    """Check the winners of every round against its points, and that dropped points are gone."""
    final = False
    for number, ((points, winners), tables) in enumerate(zip(hall.results, hall.groups_then, strict=True)):
        of_final = bool(hall.finalists) and tables == (hall.finalists,)
        if final and not of_final:
            raise BadState(f"groups_then[{number}]: expected the finalists")
        final = of_final
        seated = sorted(seat for table in tables for seat in table)
        if not of_final and (tuple(map(len, tables)) != hall.sizes or seated != list(range(hall.seats))):
            raise BadState(f"groups_then[{number}]: expected groups of all players")
        if any(points[seat] for seat in range(hall.seats) if seat not in seated):
            raise BadState(f"results[{number}]: expected no points of those who do not play")
        expect(f"results[{number}] winners", _winners(points, tables)[0], winners)
    if hall.phase in (CROWN, OVER) and hall.results:
        points = hall.results[-1][0]
        gone = _winners(points, hall.groups_then[-1])[1]
        expect("points", [0 if gone >> seat & 1 else points[seat] for seat in range(hall.seats)], hall.points)
    if hall.finalists and not hall.results:
        raise BadState("finalists: expected none before the first round is over")


def _winners(points: Seats, tables: tuple[Seats, ...]) -> tuple[int, int]:
    """Masks of the winners of all tables and of those who drop points."""
    won, gone = [], []
    for table in tables:
        winner, dropped = drop_equal([points[seat] for seat in table])
        won += [table[winner]] if winner != NOBODY else []
        gone += [table[place] for place in dropped]
    return to_mask(won), to_mask(gone)


def _check_crowns(hall: TournamentState) -> None:
    """Check that crowns equal rounds won; two crowns end the rounds in groups."""
    groups = [each for each, then in zip(hall.results, hall.groups_then, strict=True) if then != (hall.finalists,)]
    last = hall.results[-1][1] if hall.results else 0
    choosing = hall.phase == CROWN and not hall.finalists
    if choosing and (not hall.waiting or any(not last >> seat & 1 for seat in hall.waiting)):
        raise BadState("waiting: expected winners of the last round")
    kings = []
    for seat in range(hall.seats):
        won = sum(winners >> seat & 1 for _, winners in groups)
        late = choosing and seat in hall.waiting
        expect(f"crowns[{seat}]", won - late, hall.crowns[seat])
        if won >= CROWNS_TO_WIN:
            kings.append(seat)
        king = seat in hall.finalists
        laying = king and hall.phase == CROWN and seat in hall.waiting
        least = won - late if not (hall.finalists or hall.phase == OVER) else min(won, 1) if king else 0
        most = won - late if not king else won - laying
        if king and not laying and hall.phase != OVER:
            least = won
        if not least <= hall.covered[seat] <= most:
            raise BadState(f"covered[{seat}]: expected the crowns that were laid, found {hall.covered[seat]}")
    if hall.finalists:
        expect("finalists", kings, sorted(hall.finalists))
    elif kings and not (hall.phase == OVER and kings == [hall.champion]):
        raise BadState("crowns: expected the rounds in groups to be over with a second crown")
    if hall.phase != OVER:
        expect("champion", NOTHING, hall.champion)
    elif hall.finalists:
        expect("champion", last, 1 << hall.champion if hall.champion >= 0 else 0)
        if hall.groups_then[-1] != (hall.finalists,):
            raise BadState("champion: expected the winner of the final")
    elif not kings:
        raise BadState("champion: expected a player with two crowns")


def _check_phase(hall: TournamentState, here: Seats) -> None:
    """Check that exactly the fields of the phase are set."""
    open_ = hall.phase in (EFFECTS, THEFT)
    for seat in range(hall.seats):
        if hall.commits[seat] == NOTHING if open_ and seat in here else False:
            raise BadState(f"commits[{seat}]: expected the card of every player")
        if hall.commits[seat] != NOTHING and (seat not in here or hall.phase in (CROWN, OVER)):
            raise BadState(f"commits[{seat}]: expected no card")
    if hall.phase == CHOOSE:
        expect("stage", FINAL if hall.finalists else GROUPS, hall.stage)
        expect("waiting", tuple(seat for seat in here if hall.commits[seat] == NOTHING), hall.waiting)
    if hall.phase == CROWN and hall.finalists:
        if any(seat not in hall.finalists for seat in hall.waiting):
            raise BadState("waiting: expected finalists")
        if hall.groups_then[-1] == (hall.finalists,):
            raise BadState("phase: expected no crown to lay after the final")
    if not open_:
        expect("tables", ((), (), ()), (hall.tables, hall.worked, hall.thefts))
        expect("half", (), hall.half)
        expect("picks", [NOTHING] * hall.seats, hall.picks)
        return
    _check_stage(hall)
    asked: list[int] = []
    if hall.phase == EFFECTS:
        expect("worked", ((), ()), (hall.worked, hall.thefts))
        for table in hall.tables:
            plan = find_table_plan(hall, table)
            check_picks([hall.picks[seat] for seat in table], plan, [hall.faces[seat] for seat in table])
            asked += [table[place] for place in plan.asks]
    else:
        asked = _check_thefts(hall)
    for seat in range(hall.seats):
        if hall.picks[seat] != NOTHING and seat not in asked:
            raise BadState(f"picks[{seat}]: expected nothing, found {hall.picks[seat]}")
    expect("waiting", tuple(seat for seat in sorted(asked) if hall.picks[seat] == NOTHING), hall.waiting)


def _check_stage(hall: TournamentState) -> None:
    """Check who plays at which table in this stage."""
    if hall.finalists:
        expect("stage", (FINAL, (hall.finalists,), ()), (hall.stage, hall.tables, hall.half))
    elif hall.half:
        expect("stage", CENTRE, hall.stage)
        _check_groups(hall, hall.half, "half", hall.groups)
        expect("tables", (_centre(hall.half),), hall.tables)
        for table, trick in hall.half:
            expect("half", (hall.round, len(hall.tricks) + 1), trick[:2])
            expect("half", tuple(hall.commits[seat] for seat in table), trick[2])
        if not hall.tables[0]:
            raise BadState("tables: expected winners of groups in the centre")
    else:
        expect("stage", (GROUPS, hall.groups), (hall.stage, hall.tables))


def _check_thefts(hall: TournamentState) -> list[int]:
    """Check the thefts, and amounts and values against the cards."""
    expect("worked", len(hall.tables), len(hall.worked))
    thefts = []
    for table, (amounts, values) in zip(hall.tables, hall.worked, strict=True):
        if len(amounts) != len(table) or len(values) != len(table):
            raise BadState("worked: expected an amount and a value for each player of a table")
        plan = find_table_plan(hall, table)
        check_values(plan, [hall.faces[seat] for seat in table], amounts, values, "worked")
        pair = find_theft(plan, values) if plan.ladies else None
        if pair is not None and hall.points[table[pair[1]]]:
            thefts.append((table[pair[0]], table[pair[1]]))
    expect("thefts", tuple(thefts), hall.thefts)
    for thief, victim in thefts:
        offered = list_thefts(hall.ones[victim], hall.twos[victim])
        if hall.picks[thief] != NOTHING and hall.picks[thief] not in offered:
            raise BadState(f"picks[{thief}]: expected something to take, found {hall.picks[thief]}")
    return [thief for thief, _ in thefts]


def _centre(told: Told) -> Seats:
    """Return the group winners in the order of the hall."""
    return tuple(table[trick[6]] for table, trick in told if trick[6] != NOBODY)


def _check_groups(hall: TournamentState, told: Told, place: str, tables: tuple[Seats, ...]) -> None:
    """Check finished comparisons of these tables."""
    expect(place, tables, tuple(table for table, _ in told))
    for _, trick in told:
        check_trick(trick, place, hall.cards)
    if len({trick[:2] for _, trick in told}) > 1:
        raise BadState(f"{place}: expected one trick at all tables")


def _check_last_tricks(hall: TournamentState, playing: bool) -> None:
    """Check the last finished trick of all tables."""
    begun = hall.round == 1 and playing and not hall.tricks
    if bool(hall.done) == begun:
        raise BadState("done: expected the last finished trick")
    if begun:
        return
    number, order = hall.done[0][1][:2]
    expect("done", hall.round - (1 if playing and not hall.tricks else 0), number)
    if hall.tricks:
        expect("done", len(hall.tricks), order)
    elif not 1 <= order <= 6:
        raise BadState(f"done: expected the number of a trick, found {order}")
    tables = hall.groups_then[number - 1] if number <= len(hall.groups_then) else hall.groups
    if hall.finalists and (tables == (hall.finalists,) or number > len(hall.groups_then)):
        _check_groups(hall, hall.done, "done", (hall.finalists,))
        return
    groups = hall.done[: len(tables)]
    _check_groups(hall, groups, "done", tables)
    rest = hall.done[len(tables) :]
    centre = _centre(groups)
    if centre:
        _check_groups(hall, rest, "done", (centre,))
        expect("done", (number, order), rest[0][1][:2])
        cards = {seat: card for table, trick in groups for seat, card in zip(table, trick[2], strict=True)}
        expect("done", tuple(cards[seat] for seat in centre), rest[0][1][2])
    elif rest:
        raise BadState("done: expected no centre without winners of groups")
