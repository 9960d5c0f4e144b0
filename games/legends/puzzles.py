"""Goals of puzzles: the last turn of a game, with all cards open and nothing left to be drawn that matters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES
from .scoring import control
from .state import OVER, State, turns_in
from .texts import card_name
from .texts import describe as describe_action

LAST_CARD = "last_card"
THEMES = (LAST_CARD,)


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Everything that may be done."""
    return RULES.legal(state, seat)


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """The turn is over, and with it the game."""
    return state.turns != start.turns or state.phase == OVER


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The card, and who controls what: more armies where they change nothing are the same end."""
    return (tuple(state.taken), tuple(control(state)))


def lead(state: State, seat: int) -> int:
    """By how many points a seat is ahead of its best rival at the end of the game."""
    points = [each[0] for each in state.totals[-1]]
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Points that are missing to be so far ahead; one, when all that is missing is a tie broken."""
    seat = goal["seat"]
    missing = goal["lead"] - lead(state, seat)
    places = RULES.result(state)
    won = places[seat] == 1 and places.count(1) == 1
    return max(missing, int(not won), 0)


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Whether the game is won, and by how many points."""
    ahead = lead(state, goal["seat"])
    reached = not short(start, state, actions, theme, goal)
    name = "ahead" if ahead > 0 or reached else "tied" if not ahead else "behind"
    return (Condition(Message(f"legends.puzzle.condition.{name}", {"n": abs(ahead)}), reached),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """The card; then what is done first with it."""
    told = [Message("legends.puzzle.hint.card", {"card": card_name(start.row[solution[0]])})]
    done = describe_action(solution[1]) if len(solution) > 1 else None
    return (*told, *((done,) if done is not None else ()))


def describe(theme: str, goal: Goal) -> Message:
    """The goal in words."""
    if not goal["lead"]:
        return Message(f"legends.puzzle.{theme}.tie")
    return Message(f"legends.puzzle.{theme}", {"n": goal["lead"]})


def last_turn(state: State) -> bool:
    """Whether the last turn of a single game begins."""
    return state.turns == turns_in(state.seats) - 1
