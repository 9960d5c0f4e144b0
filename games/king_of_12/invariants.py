"""Check that a loaded state, valid field by field, is a position that a game can reach.

Derived values are computed again and compared, so the remaining free values are only those
that play could have chosen. Raises :class:`BadState` naming the place.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import BadState

from .actions import TAKE_NOTHING, TAKE_ONE, TAKE_TWO
from .rounds import CROWNS_TO_WIN, POINTS_THAT_END_A_ROUND, drop_equal
from .state import CHOOSE, CROWN, EFFECTS, NOBODY, NOTHING, OVER, THEFT, State, Trick, to_mask
from .trick import GOLEM_ON_TWELVE, GOLEM_VALUE, Plan, effect_choices, find_plan, find_theft

PLAYING = (CHOOSE, EFFECTS, THEFT)


def expect(place: str, wanted: object, found: object) -> None:
    """Raise :class:`BadState` unless a derived value equals the stored one."""
    if wanted != found:
        raise BadState(f"{place}: expected {wanted}, found {found}")


def check(state: State) -> None:
    """Check the state of a game at one table."""
    seats = range(state.seats)
    playing = state.phase in PLAYING
    expect("results", state.round - (1 if playing else 0), len(state.results))
    check_results(state)
    check_crowns(state)
    length = min((state.cards & ~laid).bit_count() for laid in state.laid) - 1
    expect("length", length, state.length)
    check_tricks(state, playing, 2 * len(state.tricks))
    check_shown_cards(state)
    _check_last(state, playing)
    _check_course(state)
    if state.phase == CHOOSE:
        expect("picks", [NOTHING] * state.seats, state.picks)
        expect("owing", to_mask([seat for seat in seats if state.commits[seat] == NOTHING]), state.owing)
    elif state.phase in (EFFECTS, THEFT):
        _check_open_cards(state)
    else:
        expect("commits", [NOTHING] * state.seats, state.commits)
        expect("picks", [NOTHING] * state.seats, state.picks)
        expect("owing", 1 << state.results[-1][1] if state.phase == CROWN else 0, state.owing)
    if not state.owing and state.phase != OVER:
        raise BadState("owing: expected seats that owe a decision until the game is over")
    if state.phase != THEFT:
        expect("thief", (NOBODY, NOBODY, (), ()), (state.thief, state.victim, state.amounts, state.values))


def check_results(state: State) -> None:
    """Check the winner of every round against its points, and that dropped points are gone."""
    for number, (points, winner) in enumerate(state.results):
        expect(f"results[{number}] winner", drop_equal(points)[0], winner)
    if state.phase in (CROWN, OVER):
        points, winner = state.results[-1]
        if winner == NOBODY:
            raise BadState("results: expected a winner of the last round")
        dropped = drop_equal(points)[1]
        expect("points", [0 if seat in dropped else points[seat] for seat in range(state.seats)], state.points)


def check_crowns(state: State) -> None:
    """Check that crowns equal rounds won and lie under the die, except the one that ends the game."""
    laid = state.results[:-1] if state.phase == CROWN else state.results
    for seat in range(state.seats):
        crowns = sum(winner == seat for _, winner in laid)
        expect(f"crowns[{seat}]", crowns, state.crowns[seat])
        expect(f"laid[{seat}]", min(crowns, CROWNS_TO_WIN - 1), state.laid[seat].bit_count())
        if (crowns >= CROWNS_TO_WIN) != (state.phase == OVER and seat == state.results[-1][1]):
            raise BadState(f"crowns[{seat}]: expected the game to be over with the second crown")
    if state.phase == CROWN and state.crowns[state.results[-1][1]] + 1 >= CROWNS_TO_WIN:
        raise BadState("phase: expected no choice of the card for the crown that wins")


def check_tricks(state: State, playing: bool, most_tokens: int, unbound: bool = False) -> None:
    """Check the tricks of the current round and their tokens; ``unbound``: 8 points do not end it (final)."""
    if not playing:
        expect("tricks", (), state.tricks)
        return
    if len(state.tricks) >= state.length:
        raise BadState(f"tricks: expected fewer than {state.length} in a round that goes on")
    if not unbound and max(state.points) >= POINTS_THAT_END_A_ROUND:
        raise BadState(f"points: expected fewer than {POINTS_THAT_END_A_ROUND} in a round that goes on")
    if sum(state.ones) + sum(state.twos) > most_tokens:
        raise BadState(f"ones: expected at most {most_tokens} tokens")


def check_shown_cards(state: State) -> None:
    """Check that no card shown since a crown was laid can be that crown."""
    for seat in range(state.seats):
        allowed = state.cards & ~state.laid[seat] if state.laid[seat] else 0
        if state.shown[seat] & ~allowed:
            raise BadState(f"shown[{seat}]: expected cards of the set that are no crown of this seat")


def _check_last(state: State, playing: bool) -> None:
    begun = state.round == 1 and playing and not state.tricks
    if (state.last is None) != begun:
        raise BadState("last: expected the last finished trick")
    if state.last is None:
        return
    check_trick(state.last, "last", state.cards)
    number, order, cards = state.last[:3]
    expect("last[0]", state.round - (1 if playing and not state.tricks else 0), number)
    if state.tricks:
        expect("last", (len(state.tricks), state.tricks[-1]), (order, cards))
    elif not 1 <= order <= 6:
        raise BadState(f"last[1]: expected the number of a trick, found {order}")


def check_trick(trick: Trick, place: str, cards: int) -> None:
    """Check a finished trick: cards of the set, values derived from faces and amounts, distinct places."""
    played, faces, amounts, values, first, second = trick[2:]
    if to_mask(played) & ~cards:
        raise BadState(f"{place}: expected cards of the set, found {list(played)}")
    plan = find_plan(played)
    for seat, value in enumerate(values):
        if seat == plan.golem:
            fits = value in (GOLEM_VALUE, GOLEM_ON_TWELVE)
        elif seat == plan.faun:
            fits = value in (faces[seat], faces[seat] + amounts[seat])
        else:
            fits = value == faces[seat] + amounts[seat]
        if not fits:
            raise BadState(f"{place}: expected values that follow from faces and amounts, found {list(values)}")
    if (first == NOBODY and second != NOBODY) or first == second != NOBODY:
        raise BadState(f"{place}: expected a winner and another second, found {first} and {second}")


def _check_course(state: State) -> None:
    """Check the revealed tricks: cards of the set, ascending rounds, the tricks of this round as stored."""
    if not state.course:
        return  # a save made before this field existed
    rounds = [number for number, *_ in state.course]
    if rounds != sorted(rounds) or rounds[-1] > state.round:
        raise BadState("course: expected rounds in their order, up to this one")
    if any(to_mask(cards) & ~state.cards for *_, cards in state.course):
        raise BadState("course: expected cards of the set")
    running = [cards for number, *_, cards in state.course if number == state.round]
    wanted = [*state.tricks, *([tuple(state.commits)] if state.phase in (EFFECTS, THEFT) else [])]
    if state.phase in PLAYING and running != wanted[len(wanted) - len(running) :]:
        raise BadState("course: expected the tricks of this round")


def _check_open_cards(state: State) -> None:
    """Check the phases after the reveal: choices for effects, or of a thief."""
    if NOTHING in state.commits:
        raise BadState("commits: expected the card of every seat")
    plan = find_plan(tuple(state.commits))
    if state.phase == EFFECTS:
        check_picks(state.picks, plan, state.faces)
        expect("owing", to_mask([seat for seat in plan.asks if state.picks[seat] == NOTHING]), state.owing)
        return
    for seat, pick in enumerate(state.picks):
        if pick != NOTHING and seat not in plan.asks:
            raise BadState(f"picks[{seat}]: expected nothing, found {pick}")
    if len(state.amounts) != state.seats or len(state.values) != state.seats:
        raise BadState("values: expected an amount and a value of every seat")
    check_values(plan, state.faces, state.amounts, state.values, "values")
    expect("thief", find_theft(plan, state.values), (state.thief, state.victim))
    if not state.points[state.victim]:
        raise BadState("victim: expected a seat with something to take")
    expect("owing", 1 << state.thief, state.owing)


def check_picks(picks: Sequence[int], plan: Plan, faces: Sequence[int]) -> None:
    """Check the effect choices by position: only from players who are asked, only legal ones."""
    for place, pick in enumerate(picks):
        if pick != NOTHING and pick not in effect_choices(plan, place, faces[place]):
            raise BadState(f"picks: expected a choice that there is, found {pick}")


def check_values(plan: Plan, faces: Sequence[int], amounts: Sequence[int], values: Sequence[int], place: str) -> None:
    """Check amounts and values by position, before the comparison."""
    for at, (face, amount, value) in enumerate(zip(faces, amounts, values, strict=True)):
        golem = GOLEM_ON_TWELVE if face == 12 else GOLEM_VALUE
        expect(place, golem if at == plan.golem else face + amount, value)
        fitting = (face, 13 - face) if at == plan.alchemist else (plan.amounts[at],)
        if amount not in fitting:
            raise BadState(f"{place}: expected an amount that the cards give, found {amount}")


def list_thefts(ones: int, twos: int) -> list[int]:
    """List the legal actions of a thief whose victim has these tokens."""
    return [TAKE_NOTHING, *([TAKE_ONE] if ones else []), *([TAKE_TWO] if twos else [])]
