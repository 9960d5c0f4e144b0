"""Course of a tournament: tricks, rounds with a winner per group, crowns, the change of seats, the final."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.contract import Chance, Emit, Event, IllegalAction
from games.king_of_12.actions import LAY
from games.king_of_12.cards import CARD_COUNT
from games.king_of_12.rounds import (
    CROWNS_TO_WIN,
    POINTS_THAT_END_A_ROUND,
    drop_equal,
    emit_round_result,
    give_token,
    hand_sizes,
    list_holdings,
    list_thefts,
    roll_dice,
    steal_token,
    tell_score,
)
from games.king_of_12.state import CARDS_OF, CHOOSE, CROWN, EFFECTS, NOBODY, NOTHING, OVER, THEFT, Seats, Trick
from games.king_of_12.tournament.state import (
    CENTRE,
    FINAL,
    GROUPS,
    TournamentState,
    Worked,
    create_state,
    find_table,
    players,
    rotate_seats,
    sizes_for,
    split_groups,
)
from games.king_of_12.trick import (
    Plan,
    apply_effects,
    compare,
    effect_choices,
    find_plan,
    find_theft,
    open_cards,
    tokens,
)

FINAL_TRICKS = 4
"""Ruling K14: always four tricks, the 8 points do not end the last round."""


def begin_round(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Start a round: return the tokens, roll every die, take all cards except the crowns into the hands."""
    seats = hall.seats
    hall.round += 1
    hall.phase = CHOOSE
    hall.tricks = ()
    hall.hands = [hall.cards & ~laid for laid in hall.laid]
    hall.ones = [0] * seats
    hall.twos = [0] * seats
    hall.points = [0] * seats
    hall.groups = split_groups(hall.order, hall.sizes)
    hall.tables = ()
    hall.stage = FINAL if hall.finalists else GROUPS
    hall.waiting = players(hall)
    hall.length = find_round_length(hall)
    if emit is not None:
        data = {"round": hall.round, "groups": [list(group) for group in hall.groups], "hand_sizes": hand_sizes(hall)}
        emit(Event("round_begins", {**data, "finalists": list(hall.finalists)}))
    roll_dice(hall, hall.waiting, chance, emit)


def find_round_length(hall: TournamentState) -> int:
    """Return the number of tricks until a player has one card left; always four in the final."""
    if hall.finalists:
        return FINAL_TRICKS
    return min((hall.cards & ~laid).bit_count() for laid in hall.laid) - 1


def is_round_over(hall: TournamentState) -> bool:
    """Whether the round ends: in groups for all tables at once by length or points, in the final by length alone."""
    if len(hall.tricks) == hall.length:
        return True
    return not hall.finalists and max(hall.points) >= POINTS_THAT_END_A_ROUND


def end_round(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Compare the points inside each group; every group has its own round winner.

    Ruling K9: a group without a round winner gives no crown.
    """
    points = tuple(hall.points)
    played = hall.tricks
    hall.tricks = ()
    hall.hands = [hall.cards & ~laid for laid in hall.laid]
    hall.shown = tuple(
        shown | sum(1 << cards[seat] for cards in played if cards[seat] != NOTHING) if hall.covered[seat] else 0
        for seat, shown in enumerate(hall.shown)
    )
    tables = (hall.finalists,) if hall.finalists else hall.groups
    if emit is not None:
        _tell_end(hall, points, emit)
    winners: list[int] = []
    for number, table in enumerate(tables):
        winner, dropped = drop_equal(tuple([points[seat] for seat in table]))
        if emit is not None:
            emit(Event("at_table", {"stage": _stage(hall), "group": number, "seats": list(table)}))
            unwon = "round_unwon" if hall.finalists else "group_unwon"
            emit_round_result(hall.round, [points[seat] for seat in table], winner, table, emit, unwon)
        for place in dropped:
            seat = table[place]
            hall.ones[seat] = hall.twos[seat] = hall.points[seat] = 0
        if winner != NOBODY:
            winners.append(table[winner])
    hall.results += ((points, sum(1 << seat for seat in winners)),)
    hall.groups_then += (tables,)
    if hall.finalists:
        _end_final(hall, winners, chance, emit)
    else:
        _award(hall, winners, chance, emit)


def _stage(hall: TournamentState) -> str:
    return "final" if hall.finalists else "groups"


def _tell_end(hall: TournamentState, points: tuple[int, ...], emit: Emit) -> None:
    here = players(hall)
    full = not hall.finalists and max(points) >= POINTS_THAT_END_A_ROUND
    seat = points.index(max(points)) if full else min(here, key=lambda each: hall.hands[each].bit_count())
    cause = "points" if full else "final" if hall.finalists else "cards"
    data = {"round": hall.round, "points": list(points), "seat": seat, "cause": cause}
    emit(Event("round_ends", {**data, "hand_sizes": hand_sizes(hall), "next_trick": len(hall.tricks) + 1}))


def _award(hall: TournamentState, winners: list[int], chance: Chance, emit: Emit | None) -> None:
    """Give crowns to the group winners; a single player who reaches two wins the tournament, several play the final."""
    kings = [seat for seat in winners if hall.crowns[seat] + 1 == CROWNS_TO_WIN]
    if kings:
        # Of the other group winners' crowns only the number still matters.
        crowns = list(hall.crowns)
        for seat in winners:
            crowns[seat] += 1
        hall.crowns = tuple(crowns)
        if emit is not None:
            for seat in winners:
                data = {"seat": seat, "crowns": crowns[seat], "hand_size": hall.hands[seat].bit_count()}
                emit(Event("crown_laid", data))
        if len(kings) == 1:
            _end(hall, kings[0], emit)
            return
        hall.finalists = tuple(sorted(kings, key=hall.order.index))
        if emit is not None:
            emit(Event("final_begins", {"seats": list(hall.finalists)}))
        winners = kings
    if winners:
        hall.phase = CROWN
        hall.waiting = tuple(sorted(winners))
    else:
        _next_round(hall, chance, emit)


def lay_crown(hall: TournamentState, seat: int, card: int, chance: Chance, emit: Emit | None) -> None:
    """Lay a card of a group winner face down under the die; no other player learns which.

    Finalists lay their second crown in secret before the last round; its count is told already.
    """
    if not hall.finalists:
        crowns = list(hall.crowns)
        crowns[seat] += 1
        hall.crowns = tuple(crowns)
    laid = list(hall.laid)
    laid[seat] |= 1 << card
    hall.laid = tuple(laid)
    hall.covered[seat] += 1
    shown = list(hall.shown)
    shown[seat] = 0
    hall.shown = tuple(shown)
    hall.hands[seat] &= ~(1 << card)
    hall.waiting = tuple([each for each in hall.waiting if each != seat])
    if emit is not None:
        if not hall.finalists:
            data = {"seat": seat, "crowns": hall.crowns[seat], "hand_size": hall.hands[seat].bit_count()}
            emit(Event("crown_laid", data))
        emit(Event("crown_card", {"seat": seat, "card": card}, seats=(seat,)))
    if not hall.waiting:
        _next_round(hall, chance, emit)


def _next_round(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Change seats and start a new round; finalists stay at their table."""
    if not hall.finalists:
        was = hall.order
        hall.order = rotate_seats(was, hall.sizes)
        if emit is not None:
            changed = [seat for seat, before in zip(hall.order, was, strict=True) if seat != before]
            groups = [list(group) for group in split_groups(hall.order, hall.sizes)]
            emit(Event("seats_change", {"order": list(hall.order), "seats": changed, "groups": groups}))
    begin_round(hall, chance, emit)


def _end_final(hall: TournamentState, winners: list[int], chance: Chance, emit: Emit | None) -> None:
    """End the final: its winner wins the tournament. Ruling K14: without a winner it is replayed."""
    if winners:
        _end(hall, winners[0], emit)
    else:
        begin_round(hall, chance, emit)


def _end(hall: TournamentState, winner: int, emit: Emit | None) -> None:
    hall.champion = winner
    hall.phase = OVER
    hall.waiting = ()
    if emit is not None:
        emit(Event("game_won", {"seat": winner, "tournament": True}))


# A trick of a tournament: first every group, then the group winners in the centre.


def reveal(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
    """Reveal the cards at every table."""
    if emit is not None:
        emit(Event("revealed", {"cards": [None if card == NOTHING else card for card in hall.commits]}))
    if hall.finalists:
        _begin_stage(hall, FINAL, (hall.finalists,), chance, emit)
    else:
        _begin_stage(hall, GROUPS, hall.groups, chance, emit)


def find_table_plan(hall: TournamentState, table: Seats) -> Plan:
    """Return the plan of the cards laid at a table."""
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
        carry_out_effects(hall, chance, emit)


def _put_back(hall: TournamentState, table: Seats, faces: list[int]) -> None:
    for seat, face in zip(table, faces, strict=True):
        hall.faces[seat] = face


def _tell_table(hall: TournamentState, number: int, emit: Emit) -> None:
    """Emit which table, with which players, the following events are about."""
    stage = ("groups", "centre", "final")[hall.stage]
    emit(Event("at_table", {"stage": stage, "group": number, "seats": list(hall.tables[number])}))


def carry_out_effects(hall: TournamentState, chance: Chance, emit: Emit | None) -> None:
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
        steal_token(hall, thief, victim, hall.picks[thief], emit)
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


# Tournament part of the rules contract, used by the rule set for more than four seats.


def start_tournament(
    seats: int, cards: int, options: dict[str, Any], chance: Chance, emit: Emit | None
) -> TournamentState:
    """Return a tournament at its first decision; ``cards``: mask of the set."""
    hall = create_state(seats, cards, sizes_for(seats, options["twelve"]))
    begin_round(hall, chance, emit)
    return hall


def list_legal(hall: TournamentState, seat: int) -> Sequence[int]:
    """Return the legal actions of a player, ascending; () if nothing is to be decided."""
    if seat not in hall.waiting:
        return ()
    phase = hall.phase
    if phase == CHOOSE:
        return CARDS_OF[hall.hands[seat]]
    if phase == CROWN:
        return tuple(LAY + card for card in CARDS_OF[hall.hands[seat]])
    if phase == EFFECTS:
        number, place = find_table(hall, seat)
        return effect_choices(find_table_plan(hall, hall.tables[number]), place, hall.faces[seat])
    victim = next(victim for thief, victim in hall.thefts if thief == seat)
    return list_thefts(hall, victim)


def apply_action(hall: TournamentState, seat: int, action: int, chance: Chance, emit: Emit | None) -> None:
    """Apply an action; raises :class:`IllegalAction` with the state unchanged."""
    waiting = hall.waiting
    if hall.phase == CHOOSE:
        # The hot path: a commitment only sets ints; the last one turns the cards over.
        if seat not in waiting or not 0 <= action < CARD_COUNT or not hall.hands[seat] >> action & 1:
            raise IllegalAction(f"seat {seat} cannot play {action} now")
        hall.hands[seat] ^= 1 << action
        hall.commits[seat] = action
        place = waiting.index(seat)
        hall.waiting = waiting = waiting[:place] + waiting[place + 1 :]
        if emit is not None:
            emit(Event("committed", {"seat": seat}))
        if not waiting:
            reveal(hall, chance, emit)
        return
    if action not in list_legal(hall, seat):
        raise IllegalAction(f"seat {seat} cannot choose {action} now")
    if hall.phase == CROWN:
        lay_crown(hall, seat, action - LAY, chance, emit)
        return
    hall.picks[seat] = action
    hall.waiting = tuple([each for each in waiting if each != seat])
    if not hall.waiting:
        (carry_out_effects if hall.phase == EFFECTS else steal)(hall, chance, emit)
