"""Positions of King of 12 in which one card is right whatever the others do, or one seat alone must hold the Knight."""

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Lines, Setting
from engine.contract import Message
from engine.goals import Goal
from games.king_of_12.cards import KNIGHT
from games.king_of_12.options import MOST_AT_A_TABLE
from games.king_of_12.puzzles import HOLDER, ROUND, UNBEATEN, possible_hands
from games.king_of_12.state import CHOOSE, State

SETTINGS = tuple(Setting({"set": cards}, seats) for seats in (2, 2, 3, 4) for cards in ("random", "first"))
LEVEL = "novice"
MOST_POSITIONS = 1_000
FEWEST_NEAR = {UNBEATEN: 3, ROUND: 2, HOLDER: 3}
"""Of the last two tricks there are three cards only."""
TRICKS_OF_A_ROUND = (2, 3)
SEATS_OF_A_QUESTION = 4
FEWEST_PLAYED = 2
"""Tricks of a round before anybody is asked who holds the Knight."""


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, position) at the beginning of a trick: at a table of four who holds the Knight; else, before
    the first crown, questions for the one seat that the dice determine."""
    if state.phase != CHOOSE or state.owing != (1 << state.seats) - 1:
        return
    if state.seats == SEATS_OF_A_QUESTION:
        yield from _whose_knight(state)
        return
    if any(state.crowns):
        return
    left = state.length - len(state.tricks)
    seat = sum(state.faces) % state.seats
    if left > TRICKS_OF_A_ROUND[0]:
        yield UNBEATEN, {"seat": seat}, state
    if left in TRICKS_OF_A_ROUND:
        yield ROUND, {"seat": seat}, state


def _whose_knight(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """Yield the question who holds the Knight, for a seat that has it neither in hand nor under the die, when another
    seat's crown may be it."""
    if len(state.tricks) < FEWEST_PLAYED:
        return
    for seat in range(state.seats):
        others = [other for other in range(state.seats) if other != seat and state.crowns[other]]
        in_doubt = [any(not hand >> KNIGHT & 1 for hand in possible_hands(state, seat, other)) for other in others]
        if not (state.hands[seat] | state.laid[seat]) >> KNIGHT & 1 and any(in_doubt) and not all(in_doubt):
            yield HOLDER, {"seat": seat}, state
            return


def list_wishes(state: State) -> Iterator[tuple[str, Goal, int]]:
    """Yield (theme, goal, seat) at the beginning of a trick, for every seat: once crowns are laid, who holds the
    Knight; before that, the card that nobody beats, and late in a round the card that wins it."""
    if state.phase != CHOOSE or state.owing != (1 << state.seats) - 1:
        return
    left = state.length - len(state.tricks)
    for seat in range(state.seats):
        if any(state.crowns):
            yield HOLDER, {"seat": seat}, seat
            continue
        yield UNBEATEN, {"seat": seat}, seat
        if left <= max(TRICKS_OF_A_ROUND):
            yield ROUND, {"seat": seat}, seat


def tell_lacking(state: State) -> Message | None:
    """Return a message that a tournament has no questions; None at a single table."""
    return Message("king_of_12.maker.tournament") if state.seats > MOST_AT_A_TABLE else None


def look(state: State) -> Hashable:
    """Return a key of a position's appearance, by which puzzles differ: dice and hands."""
    return tuple(state.faces), tuple(state.hands)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, start position) as they are given."""
    yield theme, goal, found.start


def count_thoughts(start: State, theme: str, solution: tuple[int, ...]) -> int:
    """Return the number of considerations in a solution: 1 for a card; for the Knight the number of crowns."""
    return sum(map(bool, start.crowns)) if theme == HOLDER else len(solution)
