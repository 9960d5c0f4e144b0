"""Goals of puzzles: the dice to keep by the exact odds, and the citizen and the region that bring most for certain."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES, odds
from . import actions as act
from .guaranteed_gain import draws, lead, least
from .messages import citizen_name
from .messages import describe as describe_action
from .state import ATTACK, CHECK, ROLLS, TAME, State

HOLD, POINTS = THEMES = ("best_hold", "most_points")
MARGIN = 5
"""Points of percent by which the best hold is ahead of every other."""
NEARLY = 15
"""A hold that is no further behind is a tempting one."""
NEARLY_POINTS = 2
"""A line that makes no fewer points than that too few is a tempting one: so much more is a region worth in the largest
area than another."""
QUESTIONS = ()
LUCK_ASIDE = (POINTS,)
"""The citizen who comes into the market for a hired one is nobody's points."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Everything that may be done."""
    return RULES.legal(state, seat)


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """The dice are rolled again, the turn is over, or it goes on with tiles that are drawn."""
    return theme == HOLD or state.turn != start.turn or state.phase not in (CHECK, TAME, ATTACK)


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The dice kept; of a turn what lies on the map and before everybody, or whom it hires to draw tiles."""
    if theme == HOLD:
        return actions[0]
    cards = (tuple(state.open), tuple(state.down))
    if draws(actions[-1]):
        return (actions[-1], *cards)
    return (
        *cards,
        tuple(state.marks),
        state.flames,
        tuple(state.tamed),
        tuple(state.golds),
        tuple(state.whites),
    )


def chances(start: State, pile: int) -> list[float]:
    """Per hold the exact chance, in percent, to be able to hire the open citizen of a pile this turn."""
    plan = odds.citizens_plan([start.market[pile]])
    return [100 * each for each in plan.holds(start.dice, ROLLS - start.rolls)]


def gained(start: State, state: State, actions: Sequence[int]) -> int:
    """Points that the active seat has gained for certain, and its best rival lost."""
    seat = start.active
    return (least(start, actions) if draws(actions[-1]) else lead(state, seat)) - lead(start, seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """0 for the best, 1 for a tempting hold or turn, more for others."""
    if theme == POINTS:
        missing = goal["points"] - gained(start, state, actions)
        return 0 if missing <= 0 else 1 if missing <= NEARLY_POINTS else 2
    found = chances(start, goal["pile"])
    behind = max(found) - found[actions[0]]
    return 0 if behind < MARGIN else 1 if behind <= NEARLY else 2


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """The chance of the dice kept beside the best, or the points made."""
    reached = not short(start, state, actions, theme, goal)
    if theme == POINTS:
        params = {"n": goal["points"], "done": gained(start, state, actions)}
        return (Condition(_said("drawn" if draws(actions[-1]) else "points", **params), reached),)
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


def _said(name: str, **params: object) -> Message:
    return Message(f"king_of_the_dice.puzzle.condition.{name}", params)
