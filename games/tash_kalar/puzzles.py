"""Goals of puzzles: what can be done in one own turn, both actions and every effect.

A line ends when both actions are used, before the turn itself does: what is claimed and scored then follows from the
position (rulings T1, T8). A puzzle's position has a flare in hand, so that its turn waits for a word (ruling T15).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal

from . import actions as act
from .cards import LEGENDS
from .messages import card_name, task_name
from .messages import describe as describe_action
from .scoring import destroyed_points
from .state import MAIN, RETURNING, State, side_of, sides_of
from .tasks import met
from .turns import choices as legal

TWO_TASKS, TASK_AND_DESTROY, LEGEND, POINTS, NO_HEROES = THEMES = (
    "two_tasks", "task_and_destroy", "legend", "points", "no_heroes",
)  # fmt: skip
QUESTIONS = ()
LUCK_ASIDE = ()


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Everything but what ends the turn or gives the game up, and what only changes the hand after a discard."""
    found = legal(state)
    if state.phase == RETURNING:
        return (act.DONE,)
    return tuple([action for action in found if action not in (act.END, act.HAND_OVER, act.SURRENDER)])


def over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Both actions are used and no effect is under way; a legend counts as soon as it stands."""
    if theme == LEGEND and _stands(start, state, goal["card"]):
        return True
    return state.turn != start.turn or (state.phase == MAIN and not state.actions)


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """The pieces in the arena."""
    return tuple(state.men)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Tasks not fulfilled, pieces not destroyed or left standing, points not made."""
    if theme == TASK_AND_DESTROY:
        return max(0, goal["destroyed"] - destroyed(state)) + (not met(state, goal["task"]))
    if theme == POINTS:
        return max(0, goal["points"] - made(start, state))
    if theme == NO_HEROES:
        return heroes(state)
    return sum(not one.holds for one in _ASKED[theme](start, state, goal))


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """What holds at the end of a line."""
    return tuple(_ASKED[theme](start, state, goal))


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """The card that is summoned; then the first step."""
    cards = [action - act.SUMMON for action in solution if act.SUMMON <= action < act.DISCARD]
    first = describe_action(solution[0])
    told = Message("tash_kalar.puzzle.hint.card", {"cards": {"list": [card_name(card) for card in cards]}})
    return (told,) if first is None else (told, first)


def describe(theme: str, goal: Goal) -> Message:
    """The goal in words."""
    name = f"tash_kalar.puzzle.{theme}"
    if theme == TWO_TASKS:
        return Message(name, {"one": task_name(goal["one"]), "other": task_name(goal["other"])})
    if theme == TASK_AND_DESTROY:
        return Message(name, {"task": task_name(goal["task"]), "n": goal["destroyed"]})
    if theme == LEGEND:
        return Message(name, {"card": card_name(goal["card"])})
    return Message(name, {"n": goal["points"]} if theme == POINTS else {})


def destroyed(state: State) -> int:
    """Enemy pieces destroyed this turn."""
    own = side_of(state, state.active)
    return sum(count for man, count in enumerate(state.tally) if man // 3 != own)


def made(start: State, state: State) -> int:
    """Points of a Duel that a turn has made, those for what it has destroyed counted."""
    own = side_of(state, state.active)
    of_pieces = sum(destroyed_points(state, colour) for colour in range(sides_of(state)) if colour != own)
    return state.points[4 * own + own] - start.points[4 * own + own] + of_pieces


def heroes(state: State) -> int:
    """Heroic pieces of the other side."""
    return state.men[3 * (1 - side_of(state, state.active)) + 1].bit_count()


def _stands(start: State, state: State, card: int) -> bool:
    """A legend of the hand has been summoned this turn."""
    seat = start.active
    return bool(start.legends[seat] & ~state.legends[seat] & 1 << card - LEGENDS)


def _two_tasks(start: State, state: State, goal: Goal) -> list[Condition]:
    return [_task_holds(state, goal["one"]), _task_holds(state, goal["other"])]


def _task_and_destroy(start: State, state: State, goal: Goal) -> list[Condition]:
    wanted = goal["destroyed"]
    enough = Condition(_said("destroyed", n=wanted, done=destroyed(state)), destroyed(state) >= wanted)
    return [_task_holds(state, goal["task"]), enough]


def _legend(start: State, state: State, goal: Goal) -> list[Condition]:
    return [Condition(_said("legend_stands"), _stands(start, state, goal["card"]))]


def _points(start: State, state: State, goal: Goal) -> list[Condition]:
    done = made(start, state)
    return [Condition(_said("points_made", n=goal["points"], done=done), done >= goal["points"])]


def _no_heroes(start: State, state: State, goal: Goal) -> list[Condition]:
    return [Condition(_said("heroes_left", n=heroes(state)), not heroes(state))]


def _task_holds(state: State, task: int) -> Condition:
    return Condition(_said("task", task=task_name(task)), met(state, task))


def _said(name: str, **params: object) -> Message:
    return Message(f"tash_kalar.puzzle.condition.{name}", params)


_ASKED: Mapping[str, Callable[[State, State, Goal], list[Condition]]] = {
    TWO_TASKS: _two_tasks, TASK_AND_DESTROY: _task_and_destroy, LEGEND: _legend, POINTS: _points, NO_HEROES: _no_heroes,
}  # fmt: skip
