"""Serialization of states: dump to plain JSON data, load with every value checked and compared with the others."""

from collections.abc import Iterator, Sequence

from engine import states
from engine.contract import JSON, BadState, Problem
from engine.states import collect_problems, compare
from games.king_of_12.cards import CARD_COUNT, KNIGHT, PROMO_CARDS
from games.king_of_12.options import MOST_AT_A_TABLE, SEAT_COUNTS
from games.king_of_12.rounds import CROWNS_TO_WIN, POINTS_THAT_END_A_ROUND, count_bonus_points, drop_equal
from games.king_of_12.state import (
    CHOOSE,
    CROWN,
    EFFECTS,
    NOBODY,
    NOTHING,
    OVER,
    THEFT,
    Seats,
    State,
    Trick,
    blank,
    to_mask,
)
from games.king_of_12.trick import GOLEM_ON_TWELVE, GOLEM_VALUE, Plan, effect_choices, find_plan, find_theft

SCHEMA = states.StateSchema(State)
dump = SCHEMA.dump
"""Dump the whole state, including hidden cards."""


def check_row_lengths(name: str, rows: Sequence[Seats], seats: int) -> None:
    """Raise :class:`BadState` unless every row has an entry for each seat."""
    if any(len(row) != seats for row in rows):
        raise BadState(f"{name}: expected an entry for each of {seats} seats in every row")


def check_trick_lengths(trick: Trick, name: str, seats: int) -> None:
    """Raise :class:`BadState` unless a dumped trick has an entry for each of the seats."""
    *_, cards, faces, amounts, values, first, second = trick
    check_row_lengths(name, [cards, faces, amounts, values], seats)
    if max(first, second) >= seats:
        raise BadState(f"{name}: expected seats below {seats}, found {max(first, second)}")


def load(data: JSON) -> State:
    """Load a dumped state; raises :class:`BadState` naming the place."""
    state = read(data)
    states.refuse(find_problems(state))
    return state


def read(data: JSON) -> State:
    """Convert a dumped state, consistent or not; raises :class:`BadState` naming the place where a field is out of
    bounds."""
    found = SCHEMA.read(data)
    seats: int = found.seats
    if not min(SEAT_COUNTS) <= seats <= MOST_AT_A_TABLE:
        raise BadState(f"seats: expected {min(SEAT_COUNTS)} to {MOST_AT_A_TABLE}, found {seats}")
    state = blank(seats, found.cards)
    SCHEMA.take(state, found)
    states.check_steps(state.handicap, seats)
    check_row_lengths("tricks", state.tricks, seats)
    for name in ("amounts", "values"):
        if getattr(state, name):
            check_row_lengths(name, [getattr(state, name)], seats)
    if any(card == NOTHING for row in state.tricks for card in row):
        raise BadState("tricks: expected a card of every seat")
    check_row_lengths("results", [points for points, _ in state.results], seats)
    if any(winner >= seats for _, winner in state.results):
        raise BadState(f"results: expected winners below {seats}")
    for at, (_, *rows) in enumerate(state.course):
        check_row_lengths(f"course[{at}]", rows, seats)
    if state.last is not None:
        check_trick_lengths(state.last, "last", seats)
    return state


# Check that a loaded state, valid field by field, is a position that a game can reach.
#
# Derived values are computed again and compared, so the remaining free values are only those
# that play could have chosen.

CARDS_OF_A_SET = 7
PLAYING = (CHOOSE, EFFECTS, THEFT)


def find_problems(state: State) -> list[Problem]:
    """List the reasons why a state of a game at one table cannot occur in a game."""
    return collect_problems(state, (check_set, _check_seats)) or collect_problems(state, (_check_table,))


def check_set(state: State) -> Iterator[Problem]:
    """Check that the set has seven cards, among them the Knight and at most one promo."""
    promos = sum(state.cards >> card & 1 for card in PROMO_CARDS)
    if state.cards.bit_count() != CARDS_OF_A_SET or not state.cards >> KNIGHT & 1 or promos > 1:
        yield Problem("cards", "card_set")


def _check_seats(state: State) -> Iterator[Problem]:
    """Check cards and tokens of every seat."""
    for seat in range(state.seats):
        yield from check_seat(state, seat, [cards[seat] for cards in state.tricks])


def check_seat(state: State, seat: int, played: list[int]) -> Iterator[Problem]:
    """Check that a seat has every card of the set once: in hand, committed, played this round or as a crown."""
    where = [card for card in range(CARD_COUNT) if state.hands[seat] >> card & 1]
    where += [card for card in range(CARD_COUNT) if state.laid[seat] >> card & 1]
    where += played
    if state.commits[seat] >= 0:
        where.append(state.commits[seat])
    if sum(1 << card for card in where) != state.cards or len(where) != state.cards.bit_count():
        yield Problem(f"hands[{seat}]", "missing")
    if state.points[seat] != state.ones[seat] + 2 * state.twos[seat]:
        yield Problem(f"points[{seat}]", "derived", {"fields": "ones, twos"})


def _check_table(state: State) -> Iterator[Problem]:
    """Check results, crowns, tricks and the pending decision."""
    seats = range(state.seats)
    playing = state.phase in PLAYING
    yield from compare("results", state.round - (1 if playing else 0), len(state.results))
    yield from check_results(state)
    yield from check_crowns(state)
    length = min((state.cards & ~laid).bit_count() for laid in state.laid) - 1
    yield from compare("length", length, state.length)
    most_tokens = 2 * len(state.tricks) + sum(count_bonus_points(state.handicap, state.seats, state.round))
    yield from check_tricks(state, playing, most_tokens)
    yield from check_shown_cards(state)
    yield from _check_last(state, playing)
    yield from _check_course(state)
    if state.phase == CHOOSE:
        yield from compare("picks", [NOTHING] * state.seats, state.picks)
        yield from compare("owing", to_mask([seat for seat in seats if state.commits[seat] == NOTHING]), state.owing)
    elif state.phase in (EFFECTS, THEFT):
        yield from _check_open_cards(state)
    else:
        yield from compare("commits", [NOTHING] * state.seats, state.commits)
        yield from compare("picks", [NOTHING] * state.seats, state.picks)
        yield from compare("owing", 1 << state.results[-1][1] if state.phase == CROWN else 0, state.owing)
    if not state.owing and state.phase != OVER:
        yield Problem("owing", "pending")
    if state.phase != THEFT:
        yield from compare("thief", (NOBODY, NOBODY, (), ()), (state.thief, state.victim, state.amounts, state.values))


def check_results(state: State) -> Iterator[Problem]:
    """Check the winner of every round against its points, and that dropped points are gone."""
    for number, (points, winner) in enumerate(state.results):
        yield from compare(f"results[{number}] winner", drop_equal(points)[0], winner)
    if state.phase in (CROWN, OVER):
        points, winner = state.results[-1]
        if winner == NOBODY:
            yield Problem("results", "derived", {"fields": "points"})
        dropped = drop_equal(points)[1]
        yield from compare(
            "points", [0 if seat in dropped else points[seat] for seat in range(state.seats)], state.points
        )


def check_crowns(state: State) -> Iterator[Problem]:
    """Check that crowns equal rounds won and lie under the die, except the one that ends the game."""
    laid = state.results[:-1] if state.phase == CROWN else state.results
    for seat in range(state.seats):
        crowns = sum(winner == seat for _, winner in laid)
        yield from compare(f"crowns[{seat}]", crowns, state.crowns[seat])
        yield from compare(f"laid[{seat}]", min(crowns, CROWNS_TO_WIN - 1), state.laid[seat].bit_count())
        if (crowns >= CROWNS_TO_WIN) != (state.phase == OVER and seat == state.results[-1][1]):
            yield Problem(f"crowns[{seat}]", "end")
    if state.phase == CROWN and state.crowns[state.results[-1][1]] + 1 >= CROWNS_TO_WIN:
        yield Problem("phase", "end")


def check_tricks(state: State, playing: bool, most_tokens: int, unbound: bool = False) -> Iterator[Problem]:
    """Check the tricks of the current round and its tokens; ``unbound``: 8 points do not end the round (final)."""
    if not playing:
        yield from compare("tricks", (), state.tricks)
        return
    if len(state.tricks) >= state.length:
        yield Problem("tricks", "at_most", {"most": state.length - 1})
    if not unbound and max(state.points) >= POINTS_THAT_END_A_ROUND:
        yield Problem("points", "at_most", {"most": POINTS_THAT_END_A_ROUND - 1})
    if sum(state.ones) + sum(state.twos) > most_tokens:
        yield Problem("ones", "at_most", {"most": most_tokens})


def check_shown_cards(state: State) -> Iterator[Problem]:
    """Check that no card shown since a crown was laid can be that crown."""
    for seat in range(state.seats):
        allowed = state.cards & ~state.laid[seat] if state.laid[seat] else 0
        if state.shown[seat] & ~allowed:
            yield Problem(f"shown[{seat}]", "derived", {"fields": "laid"})


def _check_last(state: State, playing: bool) -> Iterator[Problem]:
    begun = state.round == 1 and playing and not state.tricks
    if (state.last is None) != begun:
        yield Problem("last", "derived", {"fields": "round, tricks"})
    if state.last is None:
        return
    yield from check_trick(state.last, "last", state.cards)
    number, order, cards = state.last[:3]
    yield from compare("last[0]", state.round - (1 if playing and not state.tricks else 0), number)
    if state.tricks:
        yield from compare("last", (len(state.tricks), state.tricks[-1]), (order, cards))
    elif not 1 <= order <= 6:
        yield Problem("last[1]", "derived", {"fields": "tricks"})


def check_trick(trick: Trick, place: str, cards: int) -> Iterator[Problem]:
    """Check a finished trick: cards of the set, values derived from faces and amounts, distinct places."""
    played, faces, amounts, values, first, second = trick[2:]
    if to_mask(played) & ~cards:
        yield Problem(place, "card_set")
    plan = find_plan(played)
    for seat, value in enumerate(values):
        if seat == plan.golem:
            fits = value in (GOLEM_VALUE, GOLEM_ON_TWELVE)
        elif seat == plan.faun:
            fits = value in (faces[seat], faces[seat] + amounts[seat])
        else:
            fits = value == faces[seat] + amounts[seat]
        if not fits:
            yield Problem(place, "derived", {"fields": "faces, amounts"})
    if (first == NOBODY and second != NOBODY) or first == second != NOBODY:
        yield Problem(place, "derived", {"fields": "values"})


def _check_course(state: State) -> Iterator[Problem]:
    """Check the revealed tricks: cards of the set, ascending rounds, and in this round the tricks in the state."""
    if not state.course:
        return  # a save made before this field existed
    rounds = [number for number, *_ in state.course]
    if rounds != sorted(rounds) or rounds[-1] > state.round:
        yield Problem("course", "order")
    if any(to_mask(cards) & ~state.cards for *_, cards in state.course):
        yield Problem("course", "card_set")
    running = [cards for number, *_, cards in state.course if number == state.round]
    wanted = [*state.tricks, *([tuple(state.commits)] if state.phase in (EFFECTS, THEFT) else [])]
    if state.phase in PLAYING and running != wanted[len(wanted) - len(running) :]:
        yield Problem("course", "derived", {"fields": "tricks, commits"})


def _check_open_cards(state: State) -> Iterator[Problem]:
    """Check the phases after the reveal: effect choices, or those of a thief."""
    if NOTHING in state.commits:
        yield Problem("commits", "needed")
    plan = find_plan(tuple(state.commits))
    if state.phase == EFFECTS:
        yield from check_picks(state.picks, plan, state.faces)
        yield from compare("owing", to_mask([seat for seat in plan.asks if state.picks[seat] == NOTHING]), state.owing)
        return
    for seat, pick in enumerate(state.picks):
        if pick != NOTHING and seat not in plan.asks:
            yield Problem(f"picks[{seat}]", "empty")
    if len(state.amounts) != state.seats or len(state.values) != state.seats:
        yield Problem("values", "needed")
    yield from check_values(plan, state.faces, state.amounts, state.values, "values")
    yield from compare("thief", find_theft(plan, state.values), (state.thief, state.victim))
    if not state.points[state.victim]:
        yield Problem("victim", "derived", {"fields": "ones, twos"})
    yield from compare("owing", 1 << state.thief, state.owing)


def check_picks(picks: Sequence[int], plan: Plan, faces: Sequence[int]) -> Iterator[Problem]:
    """Check the effect choices by position: they must be legal, so only players who are asked may have one."""
    for place, pick in enumerate(picks):
        if pick != NOTHING and pick not in effect_choices(plan, place, faces[place]):
            yield Problem("picks", "illegal", {"found": pick})


def check_values(
    plan: Plan, faces: Sequence[int], amounts: Sequence[int], values: Sequence[int], place: str
) -> Iterator[Problem]:
    """Check amounts and values by position, before the comparison."""
    for at, (face, amount, value) in enumerate(zip(faces, amounts, values, strict=True)):
        golem = GOLEM_ON_TWELVE if face == 12 else GOLEM_VALUE
        yield from compare(place, golem if at == plan.golem else face + amount, value)
        fitting = (face, 13 - face) if at == plan.alchemist else (plan.amounts[at],)
        if amount not in fitting:
            yield Problem(place, "derived", {"fields": "commits"})
