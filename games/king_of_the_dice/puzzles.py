"""Puzzle goals: the dice to keep by the exact odds, and the citizen and region with the highest guaranteed gain."""

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
"""Percentage points between the best hold and every other."""
NEARLY = 15
"""Largest gap of a hold that counts as a near miss, in percentage points."""
NEARLY_POINTS = 2
"""Largest gap of a line that counts as a near miss, in points: the extra worth of a region in the largest
area."""
QUESTIONS = ()
LUCK_ASIDE = (POINTS,)
"""The citizen that replaces a hired one in the market scores for no seat."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Return all legal actions."""
    return RULES.legal(state, seat)


def is_over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Whether the line ends: the dice are rolled again, the turn is over, or tiles are drawn."""
    return theme == HOLD or state.turn != start.turn or state.phase not in (CHECK, TAME, ATTACK)


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """Return the dice kept; for a turn the map and all holdings, or the citizen hired to draw tiles."""
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
    """Return per hold the exact probability, in percent, to hire the open citizen of a pile this turn."""
    plan = odds.citizens_plan([start.market[pile]])
    return [100 * each for each in plan.holds(start.dice, ROLLS - start.rolls)]


def count_gain(start: State, state: State, actions: Sequence[int]) -> int:
    """Return the guaranteed change of the active seat's lead over its best rival, in points."""
    seat = start.active
    return (least(start, actions) if draws(actions[-1]) else lead(state, seat)) - lead(start, seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Return 0 for the best line, 1 for a near miss, more for others."""
    if theme == POINTS:
        missing = goal["points"] - count_gain(start, state, actions)
        return 0 if missing <= 0 else 1 if missing <= NEARLY_POINTS else 2
    found = chances(start, goal["pile"])
    behind = max(found) - found[actions[0]]
    return 0 if behind < MARGIN else 1 if behind <= NEARLY else 2


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Describe the probability of the hold against the best one, or the points gained."""
    reached = not short(start, state, actions, theme, goal)
    if theme == POINTS:
        params = {"n": goal["points"], "done": count_gain(start, state, actions)}
        return (Condition(_build_message("drawn" if draws(actions[-1]) else "points", **params), reached),)
    found = chances(start, goal["pile"])
    params = {"percent": round(found[actions[0]]), "best": round(max(found))}
    return (Condition(_build_message("chance", **params), reached),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """Two hints: how many dice are kept; then which numbers they show."""
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
    """Describe the goal."""
    if theme == POINTS:
        return Message(f"king_of_the_dice.puzzle.{theme}", {"n": goal["points"]})
    return Message(f"king_of_the_dice.puzzle.{theme}", {"citizen": citizen_name(goal["pile"])})


def may_ask(state: State, theme: str) -> bool:
    """Whether a position allows a puzzle of this theme."""
    if theme == HOLD:
        return 0 < state.rolls < ROLLS
    return state.phase == CHECK and any(act.HIRE <= action < act.ALARM for action in state.choices)


def _build_message(name: str, **params: object) -> Message:
    return Message(f"king_of_the_dice.puzzle.condition.{name}", params)
