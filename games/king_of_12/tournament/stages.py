"""A trick of a tournament: first every group, then the group winners in the centre."""

from __future__ import annotations

from functools import partial

from engine.contract import Chance, Emit, Event
from games.king_of_12.actions import TAKE_NOTHING
from games.king_of_12.rounds import give_token, list_holdings, take_token, tell_score
from games.king_of_12.state import CHOOSE, EFFECTS, NOTHING, THEFT, Seats, Trick
from games.king_of_12.trick import Plan, apply_effects, compare, find_plan, find_theft, open_cards, tokens

from .rounds import end_round, is_round_over
from .state import CENTRE, FINAL, GROUPS, TournamentState, Worked, players


def reveal(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Reveal the cards at every table."""
    if emit is not None:
        emit(Event("revealed", {"cards": [None if card == NOTHING else card for card in hall.commits]}))
    if hall.finalists:
        _begin_stage(hall, FINAL, (hall.finalists,), chance, emit)
    else:
        _begin_stage(hall, GROUPS, hall.groups, chance, emit)


def find_table_plan(hall: TournamentState, table: Seats) -> Plan:
    """Return the plan of the cards at a table."""
    commits = hall.commits
    return find_plan(tuple([commits[seat] for seat in table]))


def _begin_stage(
    hall: TournamentState, stage: int, tables: tuple[Seats, ...], chance: Chance, emit: Emit | None
) -> None:
    """Cancel equal cards and pass dice at every table; ask for effect choices."""
    hall.stage = stage
    hall.tables = tables
    asked: list[int] = []
    for number, table in enumerate(tables):
        plan = find_table_plan(hall, table)
        if emit is not None:
            _tell_table(hall, number, emit)
        if emit is not None or plan.merchants >= 0:
            faces = [hall.faces[seat] for seat in table]
            open_cards(plan, faces, table, emit)
            _put_back(hall, table, faces)
        asked += [table[place] for place in plan.asks]
    if asked:
        hall.phase = EFFECTS
        hall.waiting = tuple(sorted(asked))
        hall.picks = [NOTHING] * hall.seats
    else:
        effects(hall, chance, emit)


def _put_back(hall: TournamentState, table: Seats, faces: list[int]) -> None:
    for seat, face in zip(table, faces, strict=True):
        hall.faces[seat] = face


def _tell_table(hall: TournamentState, number: int, emit: Emit) -> None:
    """Emit the table of the following events: their positions mean these players."""
    stage = ("groups", "centre", "final")[hall.stage]
    emit(Event("at_table", {"stage": stage, "group": number, "seats": list(hall.tables[number])}))


def effects(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Compute the values at every table; stop where cancelled Ladies can steal."""
    worked: list[Worked] = []
    thefts: list[tuple[int, int]] = []
    for number, table in enumerate(hall.tables):
        plan = find_table_plan(hall, table)
        faces = [hall.faces[seat] for seat in table]
        picks = [hall.picks[seat] for seat in table]
        if emit is not None:
            _tell_table(hall, number, emit)
        amounts, values = apply_effects(plan, faces, picks, chance, table, emit)
        _put_back(hall, table, faces)
        worked.append((amounts, tuple(values)))
        if plan.ladies:
            pair = find_theft(plan, values)
            if pair is not None and hall.points[table[pair[1]]]:
                thefts.append((table[pair[0]], table[pair[1]]))
            elif emit is not None:
                emit(Event("theft_void", {"reason": "equal" if pair is None else "nothing"}))
    hall.worked = tuple(worked)
    if thefts:
        hall.phase = THEFT
        hall.thefts = tuple(thefts)
        hall.picks = [NOTHING] * hall.seats
        hall.waiting = tuple(sorted(thief for thief, _ in thefts))
    else:
        _finish_stage(hall, chance, emit)


def steal(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Apply the thefts once all thieves have decided (ruling K3: a theft is optional); then compare."""
    for thief, victim in hall.thefts:
        action = hall.picks[thief]
        data = {"thief": thief, "victim": victim}
        if action == TAKE_NOTHING:
            if emit is not None:
                emit(Event("theft_declined", data))
            continue
        take_token(hall, thief, victim, action - TAKE_NOTHING)
        if emit is not None:
            now = {"thief_held": list_holdings(hall, thief), "victim_held": list_holdings(hall, victim)}
            emit(Event("theft", {**data, "token": action - TAKE_NOTHING, **now}))
    hall.thefts = ()
    _finish_stage(hall, chance, emit)


def _finish_stage(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Compare and score at every table; the group winners go to the centre.

    Ruling K13: a group without a winner sends nobody; one player alone in the centre takes 2
    (1 under an own live Gambler); in the group stage second place takes its token now, 1, or 2
    under a live Gambler.
    """
    grouped = hall.stage == GROUPS
    winners: list[int] = []
    told: list[tuple[Seats, Trick]] = []
    for number, table in enumerate(hall.tables):
        plan = find_table_plan(hall, table)
        amounts, before = hall.worked[number]
        values = list(before)
        faces = [hall.faces[seat] for seat in table]
        if emit is not None:
            _tell_table(hall, number, emit)
        first, second = compare(plan, faces, amounts, values, table, emit)
        _put_back(hall, table, faces)
        winner_token, second_token = tokens(plan)
        if first >= 0:
            if grouped:
                winners.append(table[first])
            else:
                give_token(hall, table[first], winner_token)
            if second >= 0:
                give_token(hall, table[second], second_token)
        if emit is not None:
            held_by = partial(list_holdings, hall)
            tell_score(plan, values, first, second, emit, table, held_by, to_centre=grouped)
        trick = (hall.round, len(hall.tricks) + 1, plan.cards, tuple(faces), amounts, tuple(values), first, second)
        told.append((table, trick))
    hall.worked = ()
    if winners:
        hall.half = tuple(told)
        # The group winners sit in the order of the hall.
        centre = tuple(sorted(winners, key=hall.order.index))
        if emit is not None:
            emit(Event("centre_meets", {"seats": list(centre), "cards": [hall.commits[seat] for seat in centre]}))
        _begin_stage(hall, CENTRE, (centre,), chance, emit)
        return
    hall.done = (*hall.half, *told)
    hall.half = ()
    _end_trick(hall, chance, emit)


def _end_trick(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Discard all cards; a round ends for all tables together."""
    hall.tricks += (tuple(hall.commits),)
    over = is_round_over(hall)
    if emit is not None:
        cards = [None if card == NOTHING else card for card in hall.commits]
        emit(Event("discarded", {"cards": cards, "next_trick": None if over else len(hall.tricks) + 1}))
    hall.commits = [NOTHING] * hall.seats
    hall.picks = [NOTHING] * hall.seats
    hall.tables = ()
    if over:
        end_round(hall, chance, emit)
    else:
        hall.phase = CHOOSE
        hall.stage = FINAL if hall.finalists else GROUPS
        hall.waiting = players(hall)
