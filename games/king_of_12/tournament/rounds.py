"""Rounds of a tournament: a winner per group, crowns, the change of seats, the final."""

from __future__ import annotations

from engine.contract import Chance, Emit, Event
from games.king_of_12.rounds import CROWNS_TO_WIN, POINTS_THAT_END_A_ROUND, drop_equal, emit_round_result, hand_sizes
from games.king_of_12.state import CHOOSE, CROWN, NOBODY, NOTHING, OVER

from .groups import rotate_seats, split_groups
from .state import FINAL, GROUPS, TournamentState, players

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
    for seat in hall.waiting:
        was = hall.faces[seat]
        hall.faces[seat] = chance.die(12)
        if emit is not None:
            emit(Event("rolled", {"seat": seat, "face": hall.faces[seat], "cause": "round", "was": was}))


def find_round_length(hall: TournamentState) -> int:
    """Tricks until a player has one card left; always four in the final."""
    if hall.finalists:
        return FINAL_TRICKS
    return min((hall.cards & ~laid).bit_count() for laid in hall.laid) - 1


def is_round_over(hall: TournamentState) -> bool:
    """Whether the round ends: for all tables together by the usual two conditions, the final after its tricks."""
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
    hall.results += ((points, _to_mask(winners)),)
    hall.groups_then += (tables,)
    if hall.finalists:
        _end_final(hall, winners, chance, emit)
    else:
        _award(hall, winners, chance, emit)


def _stage(hall: TournamentState) -> str:
    return "final" if hall.finalists else "groups"


def _to_mask(winners: list[int]) -> int:
    return sum(1 << seat for seat in winners)


def _tell_end(hall: TournamentState, points: tuple[int, ...], emit: Emit) -> None:
    here = players(hall)
    full = not hall.finalists and max(points) >= POINTS_THAT_END_A_ROUND
    seat = points.index(max(points)) if full else min(here, key=lambda each: hall.hands[each].bit_count())
    cause = "points" if full else "final" if hall.finalists else "cards"
    data = {"round": hall.round, "points": list(points), "seat": seat, "cause": cause}
    emit(Event("round_ends", {**data, "hand_sizes": hand_sizes(hall), "next_trick": len(hall.tricks) + 1}))


def _award(hall: TournamentState, winners: list[int], chance: Chance, emit: Emit | None) -> None:
    """Give crowns to the group winners; a player who alone reaches two wins the tournament."""
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
