"""Puzzle goals: the dice to keep by the exact odds, and the citizen and region with the highest guaranteed gain.

Whether to stop is judged by the exact odds too: each citizen of the market counts what hiring him now would gain for
certain, a turn without a citizen counts nothing.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache

from engine.contract import Message
from engine.goals import Condition, Goal

from . import RULES, actions as act, odds
from .cards import citizens
from .guaranteed_gain import count_certain_gain, draws, lead, least
from .messages import citizen_name, describe as describe_action
from .state import ATTACK, CHECK, ROLLS, TAME, State

HOLD, STOP, TWO, JOKER, BULLY, LAST, POINTS = THEMES = (
    "best_hold", "stop", "two_citizens", "joker", "bully", "last_region", "most_points",
)  # fmt: skip
HOLDS = (HOLD, STOP)
"""Themes that are answered by the dice to keep."""
MARGIN = 5
"""Percentage points between the best hold and every other."""
NEARLY = 15
"""Largest gap of a hold that counts as a near miss, in percentage points."""
NEARLY_POINTS = 2
"""Largest gap of a line that counts as a near miss, in points: the extra worth of a region in the largest
area."""
CLEARLY = 20
"""Hundredths of a point between the best hold and every other, where it is about stopping."""
NEARLY_AS_GOOD = 75
"""Largest gap of a hold that counts as a near miss there, in hundredths of a point."""
QUESTIONS = ()
LUCK_ASIDE = (TWO, JOKER, BULLY, LAST, POINTS)
"""The citizen that replaces a hired one in the market scores for no seat."""


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Return all legal actions."""
    return RULES.legal(state, seat)


def is_over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Whether the line ends: the dice are rolled again, the turn is over, or tiles are drawn."""
    return theme in HOLDS or state.turn != start.turn or state.phase not in (CHECK, TAME, ATTACK)


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """Return the mask of the dice kept; for a turn the map and all holdings, or the action that draws tiles."""
    if theme in HOLDS:
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
    """Return by hold (mask) the exact probability, in percent, to hire the open citizen of a pile this turn."""
    plan = odds.citizens_plan([start.market[pile]])
    return [100 * each for each in plan.holds(start.dice, ROLLS - start.rolls)]


def list_gains(start: State) -> tuple[tuple[int, int], ...]:
    """Return for each reward in the market the mask of its condition and the points that it would gain at least now."""
    found = []
    for pile, card in enumerate(start.market):
        for tier in citizens().cards[card].tiers if card >= 0 else ():
            found.append((1 << tier.condition, max(0, count_certain_gain(start, pile, tier))))
    return tuple(found)


def estimate_gains(start: State) -> list[int]:
    """Return by hold (mask) the exact expected gain of the turn, in hundredths of a point."""
    return list(_expect(list_gains(start), start.dice, ROLLS - start.rolls))


@lru_cache(maxsize=64)
def _expect(gains: tuple[tuple[int, int], ...], dice: tuple[int, ...], rolls_left: int) -> tuple[int, ...]:
    return tuple(round(100 * each) for each in odds.plan_for(gains).holds(dice, rolls_left))


def count_gain(start: State, state: State, actions: Sequence[int]) -> int:
    """Return by how many points the active seat's lead over its best rival has grown, with the worst tiles drawn."""
    seat = start.active
    return (least(start, actions) if draws(actions[-1]) else lead(state, seat)) - lead(start, seat)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Return 0 for the best line, 1 for a near miss, more for others."""
    if theme not in HOLDS:
        missing = goal["points"] - count_gain(start, state, actions)
        return 0 if missing <= 0 else 1 if missing <= NEARLY_POINTS else 2
    if theme == STOP:
        gains = estimate_gains(start)
        less = max(gains) - gains[actions[0]]
        return 0 if less < CLEARLY else 1 if less <= NEARLY_AS_GOOD else 2
    found = chances(start, goal["pile"])
    behind = max(found) - found[actions[0]]
    return 0 if behind < MARGIN else 1 if behind <= NEARLY else 2


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Return the condition: the hold's probability or gain against the best one, or the points gained."""
    reached = not short(start, state, actions, theme, goal)
    if theme not in HOLDS:
        params = {"n": goal["points"], "done": count_gain(start, state, actions)}
        return (Condition(_build_message("drawn" if draws(actions[-1]) else "points", **params), reached),)
    if theme == STOP:
        gains = estimate_gains(start)
        told = {"points": _to_decimal(gains[actions[0]]), "best": _to_decimal(max(gains))}
        return (Condition(_build_message("expected", **told), reached),)
    found = chances(start, goal["pile"])
    params = {"percent": round(found[actions[0]]), "best": round(max(found))}
    return (Condition(_build_message("chance", **params), reached),)


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """Return two hints: number, then faces of the dice kept; for a turn what to compare, then the first step."""
    if theme not in HOLDS:
        first = describe_action(solution[0])
        told = f"king_of_the_dice.puzzle.hint.{theme if theme in (JOKER, BULLY, LAST) else POINTS}"
        return (Message(told), *((first,) if first is not None else ()))
    if theme == STOP:
        return (
            Message("king_of_the_dice.puzzle.hint.stop", {"n": estimate_gains(start)[act.STOP] // 100}),
            Message("king_of_the_dice.puzzle.hint.count", {"n": solution[0].bit_count()}),
        )
    kept = [face for at, face in enumerate(start.dice) if solution[0] >> at & 1]
    numbers = ", ".join(str(face) for face in sorted(kept)) or "–"
    return (
        Message("king_of_the_dice.puzzle.hint.count", {"n": len(kept)}),
        Message("king_of_the_dice.puzzle.hint.numbers", {"numbers": numbers}),
    )


def list_places(theme: str, goal: Goal) -> Sequence[int]:
    """Return (): no goal names a place of the board."""
    return ()


def describe(theme: str, goal: Goal) -> Message:
    """Return the goal as a text."""
    if theme == STOP:
        return Message(f"king_of_the_dice.puzzle.{theme}")
    if theme not in HOLDS:
        return Message(f"king_of_the_dice.puzzle.{theme}", {"n": goal["points"]})
    return Message(f"king_of_the_dice.puzzle.{theme}", {"citizen": citizen_name(goal["pile"])})


def may_ask(state: State, theme: str) -> bool:
    """Whether a position is at a point of the turn for a puzzle of this theme."""
    if theme in HOLDS:
        return 0 < state.rolls < ROLLS
    return state.phase == CHECK and any(act.HIRE <= action < act.ALARM for action in state.choices)


def _to_decimal(hundredths: int) -> str:
    """Return hundredths of a point as points with one decimal, after a point as in the notes of all languages."""
    return f"{hundredths / 100:.1f}"


def _build_message(name: str, **params: object) -> Message:
    return Message(f"king_of_the_dice.puzzle.condition.{name}", params)
