"""Rounds: the roll at the start, the end of a trick, the end of a round, crowns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.contract import Chance, Emit, Event
from games.king_of_12.actions import TAKE_NOTHING, TAKE_ONE, TAKE_TWO
from games.king_of_12.cards import opposite
from games.king_of_12.options import DULL, FRESH, PASSING, TURNING
from games.king_of_12.state import CHOOSE, CROWN, NOBODY, NOTHING, OVER, State
from games.king_of_12.trick import Plan, tokens

# Handicap of a seat: points ahead at the start of a round. Not part of the rulebook; tournaments have none.

POINTS = ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3))
"""Step → points (tokens of 1) with which a seat begins the first round, and each further round."""


def count_bonus_points(steps: Sequence[int], seats: int, number: int) -> list[int]:
    """Return the handicap points with which each seat begins the round of this number (from 1)."""
    return [POINTS[step][min(number, 2) - 1] for step in steps] or [0] * seats


# Twists that turn dice between two tricks of a round.

DULLED = 1
"""Face of a die that lost its value to equal cards."""


def apply_twists(faces: list[int], twists: int, plan: Plan, winner: int, chance: Chance, emit: Emit | None) -> None:
    """Turn dice in place by the active twists (mask), in the order of the set-up screen. ``winner`` of the trick or
    NOBODY."""
    if twists & DULL:
        for seat, equal in enumerate(plan.cancelled):
            if equal and faces[seat] != DULLED:
                _turn(faces, seat, DULLED, "dull", emit)
    if twists & TURNING:
        for seat, face in enumerate(faces):
            _turn(faces, seat, opposite(face), "turning", emit)
    if twists & FRESH and winner >= 0:
        was = faces[winner]
        faces[winner] = chance.die(12)
        if emit is not None:
            emit(Event("rolled", {"seat": winner, "face": faces[winner], "cause": "fresh", "was": was}))
    if twists & PASSING:
        before = faces[:]
        faces.insert(0, faces.pop())
        if emit is not None:
            seats = list(range(len(faces)))
            data = {"by": None, "was": before, "faces": faces[:], "to": [*seats[1:], seats[0]]}
            emit(Event("dice_passed", data))


def _turn(faces: list[int], seat: int, face: int, cause: str, emit: Emit | None) -> None:
    """Turn a die to a face, caused by no card."""
    was = faces[seat]
    faces[seat] = face
    if emit is not None:
        emit(Event("turned", {"seat": seat, "was": was, "face": face, "cause": cause, "by": None}))


POINTS_THAT_END_A_ROUND = 8
CROWNS_TO_WIN = 2


def begin_round(state: State, chance: Chance, emit: Emit | None) -> None:
    """Start a round: return the tokens, roll every die, take all cards except the crowns into the hands."""
    seats = state.seats
    state.round += 1
    state.phase = CHOOSE
    state.owing = (1 << seats) - 1
    state.tricks = ()
    state.hands = [state.cards & ~laid for laid in state.laid]
    state.length = min(hand.bit_count() for hand in state.hands) - 1
    state.ones = count_bonus_points(state.handicap, seats, state.round)
    state.twos = [0] * seats
    state.points = state.ones[:]
    if emit is not None:
        ahead = {"ahead": state.ones[:]} if state.handicap else {}
        emit(Event("round_begins", {"round": state.round, "hand_sizes": hand_sizes(state), **ahead}))
    roll_dice(state, range(seats), chance, emit)


def roll_dice(state: State, seats: Iterable[int], chance: Chance, emit: Emit | None) -> None:
    """Roll the dice of these seats at the beginning of a round."""
    for seat in seats:
        was = state.faces[seat]
        state.faces[seat] = chance.die(12)
        if emit is not None:
            emit(Event("rolled", {"seat": seat, "face": state.faces[seat], "cause": "round", "was": was}))


def hand_sizes(state: State) -> list[int]:
    """Return the number of cards in hand by seat (public)."""
    return [hand.bit_count() for hand in state.hands]


def list_holdings(state: State, seat: int) -> dict[str, Any]:
    """Return the public holdings of a seat as event data: number of tokens of 1 and of 2, and their sum."""
    return {"tokens": [state.ones[seat], state.twos[seat]], "points": state.points[seat]}


def give_token(state: State, seat: int, worth: int) -> None:
    """Give a seat a token worth 1 or 2. Ruling K6: tokens are not limited."""
    if worth == 2:
        state.twos[seat] += 1
    else:
        state.ones[seat] += 1
    state.points[seat] += worth


def list_thefts(state: State, victim: int) -> tuple[int, ...]:
    """Return the actions of a thief, ascending: take nothing (ruling K3), or a token that the victim has."""
    taking = [TAKE_NOTHING]
    if state.ones[victim]:
        taking.append(TAKE_ONE)
    if state.twos[victim]:
        taking.append(TAKE_TWO)
    return tuple(taking)


def steal_token(state: State, thief: int, victim: int, action: int, emit: Emit | None) -> None:
    """Move one token from the victim to the thief, or none, as the action says."""
    data = {"thief": thief, "victim": victim}
    worth = action - TAKE_NOTHING
    if not worth:
        if emit is not None:
            emit(Event("theft_declined", data))
        return
    if worth == 2:
        state.twos[victim] -= 1
    else:
        state.ones[victim] -= 1
    state.points[victim] -= worth
    give_token(state, thief, worth)
    if emit is not None:
        now = {"thief_held": list_holdings(state, thief), "victim_held": list_holdings(state, victim)}
        emit(Event("theft", {**data, "token": worth, **now}))


def end_trick(
    state: State, plan: Plan, amounts: tuple[int, ...], values: list[int], first: int, second: int,
    chance: Chance, emit: Emit | None,
) -> None:  # fmt: skip
    """Carry out steps 5 and 6 of a trick: hand out the tokens, discard, and end the round if it is over.

    Rulebook "End of the round": it ends when a player has one card in hand or 8 points.
    """
    winner_token, second_token = tokens(plan)
    if first >= 0:
        give_token(state, first, winner_token)
        if second >= 0:
            give_token(state, second, second_token)
    if emit is not None:
        tell_score(plan, values, first, second, emit, range(state.seats), partial(list_holdings, state))
    number = len(state.tricks) + 1
    over = number == state.length or max(state.points) >= POINTS_THAT_END_A_ROUND
    if emit is not None:
        emit(Event("discarded", {"cards": list(plan.cards), "next_trick": None if over else number + 1}))
    state.last = (
        state.round, number, plan.cards, tuple(state.faces), amounts, tuple(values), first, second,
    )  # fmt: skip
    state.tricks += (plan.cards,)
    if over:
        _end_round(state, chance, emit)
    else:
        if state.twists:
            apply_twists(state.faces, state.twists, plan, first, chance, emit)
        state.phase = CHOOSE
        state.owing = (1 << state.seats) - 1


def tell_score(
    plan: Plan,
    values: list[int],
    first: int,
    second: int,
    emit: Emit,
    seats: Sequence[int],
    held_by: Callable[[int], dict[str, Any]],
    to_centre: bool = False,
) -> None:
    """Emit the scores of a trick; ``how`` is highest, lowest, collector or pushed.

    ``values`` by position; ``first`` and ``second`` are positions, ``seats`` the seats there; ``held_by`` returns the
    holdings of a seat after the tokens are handed out. ``to_centre``: the winner of a tournament's group goes on to the
    centre instead of taking a token.
    """
    if first < 0:
        emit(Event("no_winner"))
        return
    winner_token, second_token = tokens(plan)
    collected = first == plan.collector and values.count(values[first]) > 1
    order = "lowest" if plan.knight >= 0 else "highest"
    for place, rank, worth in ((first, 1, winner_token), (second, 2, second_token)):
        if place < 0:
            continue
        how = order if not collected else ("collector", "pushed")[rank - 1]
        if to_centre and rank == 1:
            emit(Event("to_centre", {"seat": seats[place], "value": values[place], "how": how}))
        else:
            data = {"seat": seats[place], "place": rank, "points": worth, "value": values[place], "how": how}
            emit(Event("scored", {**data, "held": held_by(seats[place])}))
    if second < 0:
        emit(Event("no_second"))


def _end_round(state: State, chance: Chance, emit: Emit | None) -> None:
    """Compare the points and let the winner lay a crown.

    Equal points are dropped; the most of what remains wins. Ruling K7: a round cannot be
    won with 0 points: after 6, 6, 0 the two drop theirs, nobody has most, there is no round
    winner, and a new round starts at once.

    The second crown wins at once; no card need be chosen for it.
    """
    points = tuple(state.points)
    played = state.tricks
    state.tricks = ()
    state.hands = [state.cards & ~laid for laid in state.laid]
    state.shown = tuple(
        shown | sum(1 << cards[seat] for cards in played) if crowns else 0
        for seat, (shown, crowns) in enumerate(zip(state.shown, state.crowns, strict=True))
    )
    winner, dropped = drop_equal(points)
    for seat in dropped:
        state.ones[seat] = state.twos[seat] = state.points[seat] = 0
    state.results += ((points, winner),)
    if emit is not None:
        _tell_round(state, points, winner, emit)
    if winner == NOBODY:
        begin_round(state, chance, emit)
        return
    if state.crowns[winner] + 1 == CROWNS_TO_WIN:
        _give_crown(state, winner)
        state.phase = OVER
        state.owing = 0
        if emit is not None:
            data = {"seat": winner, "crowns": CROWNS_TO_WIN, "hand_size": state.hands[winner].bit_count()}
            emit(Event("crown_laid", data))
            emit(Event("game_won", {"seat": winner}))
        return
    state.phase = CROWN
    state.owing = 1 << winner


def totals(state: State) -> list[int]:
    """Return the points of all rounds by seat, those of the round in progress too; each round counts once.

    While the crown of a finished round is to be laid, its points are both in ``results`` and on the table.
    """
    ended = [points for points, _ in state.results]
    if len(ended) < state.round:
        ended.append(tuple(state.points))
    return [*map(sum, zip(*ended))]  # noqa: B905 (views are made often, same length)


def _tell_round(state: State, points: tuple[int, ...], winner: int, emit: Emit) -> None:
    full = max(points) >= POINTS_THAT_END_A_ROUND
    if full:
        seat = points.index(max(points))
    else:
        sizes = [hand.bit_count() for hand in state.hands]
        seat = sizes.index(min(sizes))
    data = {"round": state.round, "points": list(points), "seat": seat, "cause": "points" if full else "cards"}
    emit(Event("round_ends", {**data, "hand_sizes": hand_sizes(state), "next_trick": len(state.tricks) + 1}))
    crowns = 0 if winner == NOBODY else state.crowns[winner] + 1
    won = {"crowns": crowns, "wins": crowns == CROWNS_TO_WIN}
    emit_round_result(state.round, points, winner, range(state.seats), emit, won=won)


def drop_equal(points: Sequence[int]) -> tuple[int, list[int]]:
    """Return the position of the round winner, or NOBODY, and the positions that drop their points.

    Ruling K7: a round cannot be won with 0 points.
    """
    alone = [value for value in points if value > 0 and points.count(value) == 1]
    dropped = [place for place, value in enumerate(points) if points.count(value) > 1]
    return (points.index(max(alone)) if alone else NOBODY), dropped


def emit_round_result(
    number: int,
    points: Sequence[int],
    winner: int,
    seats: Sequence[int],
    emit: Emit,
    unwon: str = "round_unwon",
    won: Mapping[str, Any] | None = None,
) -> None:
    """Emit who drops equal points and who wins the round.

    ``points`` and ``seats`` go by position, ``winner`` is a position or NOBODY. ``unwon``: kind of the event for no
    winner; ``won``: further data of the event for a winner.
    """
    for value in sorted({value for value in points if value > 0 and points.count(value) > 1}):
        alike = [seat for seat, other in zip(seats, points, strict=True) if other == value]
        emit(Event("points_dropped", {"points": value, "seats": alike}))
    if winner == NOBODY:
        emit(Event(unwon, {"round": number, "seats": list(seats)}))
    else:
        data = {"seat": seats[winner], "points": points[winner], "round": number}
        emit(Event("round_won", {**data, **(won or {})}))


def _give_crown(state: State, seat: int) -> None:
    crowns = list(state.crowns)
    crowns[seat] += 1
    state.crowns = tuple(crowns)


def lay_crown(state: State, seat: int, card: int, chance: Chance, emit: Emit | None) -> None:
    """Lay a card of the round winner face down under the die, hidden from all others, and begin the next round."""
    _give_crown(state, seat)
    laid = list(state.laid)
    laid[seat] |= 1 << card
    state.laid = tuple(laid)
    shown = list(state.shown)
    shown[seat] = 0
    state.shown = tuple(shown)
    if emit is not None:
        left = (state.cards & ~state.laid[seat]).bit_count()
        emit(Event("crown_laid", {"seat": seat, "crowns": state.crowns[seat], "hand_size": left}))
        emit(Event("crown_card", {"seat": seat, "card": card}, seats=(seat,)))
    begin_round(state, chance, emit)


def clear_table(state: State) -> None:
    """Reset the fields of the finished trick."""
    seats = state.seats
    state.commits = [NOTHING] * seats
    state.picks = [NOTHING] * seats
