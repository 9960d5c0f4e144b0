"""Last turns of Legends, and last but one, that one card, and one way to use it, wins."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ai.puzzles.making import Setting
from ai.puzzles.proving import Lines
from engine.chance import SeededChance, mix
from engine.goals import Goal
from games.legends.cards import MOVE_ARMIES, cards
from games.legends.last_card_reply import last_but_one
from games.legends.puzzles import LAST_CARD, LAST_TWO, last_turn, lead
from games.legends.state import TAKE_CARD, State, complete, copied

SETTINGS = tuple(Setting({}, seats) for seats in (2, 3, 4))
LEVEL = "novice"
MOST_POSITIONS = 2_500
FEWEST_NEAR = {LAST_CARD: 3, LAST_TWO: 3}


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """At the last card of a game, and at the last but one, with a row after which all can be gone through."""
    if state.phase == TAKE_CARD and last_turn(state):
        yield LAST_CARD, {"seat": state.active, "lead": 0}, state
    if state.phase == TAKE_CARD and last_but_one(state):
        yield LAST_TWO, {"seat": state.active}, shorten_row(state)


def shorten_row(state: State) -> State:
    """The same position, but a seat with a card that moves no army has taken the one of the row that does."""
    twin = copied(state)
    lot = SeededChance(mix(*state.row, *state.coins))
    for place, wild in enumerate(twin.row):
        others = [
            (seat, at) for seat, taken in enumerate(twin.taken) for at, card in enumerate(taken) if not _moves(card)
        ]
        if _moves(wild) and others:
            seat, at = others[lot.below(len(others))]
            taken = list(twin.taken[seat])
            twin.row = (*twin.row[:place], taken[at], *twin.row[place + 1 :])
            taken[at] = wild
            twin.taken[seat] = tuple(taken)
    complete(twin)
    return twin


def _moves(card: int) -> bool:
    return any(kind == MOVE_ARMIES for kind, _ in cards()[card].actions)


def look(state: State) -> Hashable:
    """One turn of a game is like no other."""
    return tuple(state.armies)


def thoughts(start: State, theme: str, solution: tuple[int, ...]) -> int:
    """Number of thoughts that a solution takes: one for each step."""
    return len(solution)


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """The best end of all, when it wins; before the last card what was asked."""
    if theme == LAST_TWO:
        yield theme, goal, found.start
        return
    best = max((lead(state, found.seat) for _, state in found.ends.values()), default=-1)
    if best >= 0:
        yield theme, {"seat": found.seat, "lead": best}, found.start
