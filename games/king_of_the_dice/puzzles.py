"""Goals of puzzles: the dice to keep by the exact odds, and a turn without luck that brings most."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES, odds
from . import actions as act
from .scoring import parts
from .state import CHECK, ROLLS, State
from .texts import citizen_name
from .texts import describe as describe_action

HOLD, POINTS = THEMES = ("best_hold", "most_points")
MARGIN = 5
"""Points of percent by which the best hold is ahead of every other."""
NEARLY = 15
"""A hold that is no further behind is a tempting one."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Everything that may be done."""
    return RULES.legal(state, seat)


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """The dice are rolled again, or the turn is over."""
    return theme == HOLD or state.turn != start.turn


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The dice kept; of a whole turn what lies on the map and before everybody."""
    if theme == HOLD:
        return actions[0]
    return (
        tuple(state.marks),
        state.flames,
        tuple(state.open),
        tuple(state.tamed),
        tuple(state.golds),
        tuple(state.whites),
    )


def chances(start: State, pile: int) -> list[float]:
    """Per hold the exact chance, in percent, to be able to hire the open citizen of a pile this turn."""
    plan = odds.citizens_plan([start.market[pile]])
    return [100 * each for each in plan.holds(start.dice, ROLLS - start.rolls)]


def gained(start: State, state: State, seat: int) -> int:
    """Points that a seat has gained, and its best rival lost."""
    return _lead(state, seat) - _lead(start, seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Points that are missing; of a hold that is not the best 1 when it is a tempting one, else more."""
    if theme == POINTS:
        return max(0, goal["points"] - gained(start, state, start.active))
    found = chances(start, goal["pile"])
    behind = max(found) - found[actions[0]]
    return 0 if behind < MARGIN else 1 if behind <= NEARLY else 2


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """The chance of the dice kept beside the best, or the points made."""
    reached = not short(start, state, actions, theme, goal)
    if theme == POINTS:
        params = {"n": goal["points"], "done": gained(start, state, start.active)}
        return (Condition(_said("points", **params), reached),)
    found = chances(start, goal["pile"])
    params = {"percent": round(found[actions[0]]), "best": round(max(found))}
    return (Condition(_said("chance", **params), reached),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """How many dice are kept; then which numbers they show."""
    if theme == POINTS:
        first = describe_action(solution[0])
        return (Message("king_of_the_dice.puzzle.hint.most_points"), *((first,) if first is not None else ()))
    kept = [face for at, face in enumerate(start.dice) if solution[0] >> at & 1]
    numbers = ", ".join(str(face) for face in sorted(kept)) or "–"
    return (
        Message("king_of_the_dice.puzzle.hint.count", {"n": len(kept)}),
        Message("king_of_the_dice.puzzle.hint.numbers", {"numbers": numbers}),
    )


def describe(theme: str, goal: Goal) -> Message:
    """The goal in words."""
    if theme == POINTS:
        return Message(f"king_of_the_dice.puzzle.{theme}", {"n": goal["points"]})
    return Message(f"king_of_the_dice.puzzle.{theme}", {"citizen": citizen_name(goal["pile"])})


def may_ask(state: State, theme: str) -> bool:
    """Whether a goal of this theme can be asked for in a position."""
    if theme == HOLD:
        return 0 < state.rolls < ROLLS
    return state.phase == CHECK and any(act.HIRE <= action < act.ALARM for action in state.choices)


def _lead(state: State, seat: int) -> int:
    totals = [parts(state, each)["total"] for each in range(state.seats)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def _said(name: str, **params: object) -> Message:
    return Message(f"king_of_the_dice.puzzle.condition.{name}", params)
