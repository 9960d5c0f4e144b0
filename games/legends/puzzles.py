"""Goals of puzzles: the last turn of a game, and the last but one, with all cards open and nothing left to be drawn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES
from .last_card_reply import ahead, answer
from .messages import card_name
from .messages import describe as describe_action
from .scoring import control
from .state import NOTHING, OVER, State, turns_in

LAST_CARD, LAST_TWO = THEMES = ("last_card", "last_two")
QUESTIONS = ()
LUCK_ASIDE = ()


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Everything that may be done."""
    return RULES.legal(state, seat)


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """The turn is over."""
    return state.turns != start.turns or state.phase == OVER


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The card, and who controls what: more armies where they change nothing are the same end.

    Before the last card they may change what can be done against it: that is another end.
    """
    seat = (state.active - 1) % state.seats
    safe = theme == LAST_TWO and answer(state, seat) == NOTHING
    return (tuple(state.taken), tuple(control(state)), safe)


def lead(state: State, seat: int) -> int:
    """By how many points a seat is ahead of its best rival at the end of the game."""
    points = [each[0] for each in state.totals[-1]]
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Points that are missing to be so far ahead; one, when all that is missing is a tie broken.

    Before the last card one, when it is ahead as things stand, but not for certain.
    """
    seat = goal["seat"]
    if theme == LAST_TWO:
        return (answer(state, seat) != NOTHING) + (not ahead(state, seat))
    missing = goal["lead"] - lead(state, seat)
    places = RULES.result(state)
    won = places[seat] == 1 and places.count(1) == 1
    return max(missing, int(not won), 0)


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Whether the game is won, and by how many points; before the last card, whether nothing can be done against it."""
    if theme == LAST_TWO:
        return _of_two(state, goal["seat"])
    points = lead(state, goal["seat"])
    reached = not short(start, state, actions, theme, goal)
    name = "ahead" if points > 0 or reached else "tied" if not points else "behind"
    return (Condition(_said(name, n=abs(points)), reached),)


def _of_two(state: State, seat: int) -> tuple[Condition, ...]:
    against = answer(state, seat)
    safe = (
        Condition(_said("safe"), True)
        if against == NOTHING
        else Condition(_said("answered", card=card_name(against)), False)
    )
    return (Condition(_said("as_it_stands"), ahead(state, seat)), safe)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """The card; then what is done first with it."""
    told = [Message("legends.puzzle.hint.card", {"card": card_name(start.row[solution[0]])})]
    done = describe_action(solution[1]) if len(solution) > 1 else None
    return (*told, *((done,) if done is not None else ()))


def describe(theme: str, goal: Goal) -> Message:
    """The goal in words."""
    if theme == LAST_TWO:
        return Message(f"legends.puzzle.{theme}")
    if not goal["lead"]:
        return Message(f"legends.puzzle.{theme}.tie")
    return Message(f"legends.puzzle.{theme}", {"n": goal["lead"]})


def last_turn(state: State) -> bool:
    """Whether the last turn of a single game begins."""
    return state.turns == turns_in(state.seats) - 1


def _said(name: str, **params: object) -> Message:
    return Message(f"legends.puzzle.condition.{name}", params)
