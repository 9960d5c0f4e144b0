"""Puzzle goals: results reachable in one turn, with both actions and all effects.

A line ends when both actions are used, before the end of the turn: claims and scores then follow from the
position (rulings T1, T8). A puzzle's position has a flare in hand, so that its turn waits for a word (ruling T15).
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from engine.contract import Message
from engine.goals import Condition, Goal
from games.tash_kalar import actions as act
from games.tash_kalar.cards import LEGENDS
from games.tash_kalar.messages import card_name, describe as describe_action, task_name
from games.tash_kalar.puzzle_themes import count_destroyed_pieces, find_added_theme, list_added_themes
from games.tash_kalar.scoring import count_destruction_points, fulfils
from games.tash_kalar.state import MAIN, RETURNING, State, count_sides, get_side
from games.tash_kalar.turns import choices as legal

TWO_TASKS, TASK_AND_DESTROY, LEGEND, POINTS, NO_HEROES = OWN_THEMES = (
    "two_tasks", "task_and_destroy", "legend", "points", "no_heroes",
)  # fmt: skip
THEMES = (*OWN_THEMES, *(one.name for one in list_added_themes()))
TEXTS = {one.name: one.code for one in list_added_themes()}
"""Theme of an expansion → catalogue of its texts."""
QUESTIONS = ()
LUCK_ASIDE = ()


def choices(state: State, seat: int, theme: str) -> Sequence[int]:
    """Return the legal actions without ending the turn, surrender, and returning cards after a discard."""
    found = legal(state)
    if state.phase == RETURNING:
        return (act.DONE,)
    return tuple([action for action in found if action not in (act.END, act.HAND_OVER, act.SURRENDER)])


def is_over(start: State, state: State, theme: str, goal: Goal) -> bool:
    """Whether no action is left and no effect is pending, or the legend of the goal has been summoned."""
    if theme == LEGEND and _stands(start, state, goal["card"]):
        return True
    return state.turn != start.turn or (state.phase == MAIN and not state.actions)


def end(state: State, actions: Sequence[int], theme: str) -> Hashable:
    """Return the pieces in the arena; in the theme of an expansion also whether its own condition holds."""
    added = find_added_theme(theme)
    return (*state.men, added.is_done(state, state, actions)) if added is not None else tuple(state.men)


def short(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> int:
    """Return how many tasks, pieces, points or conditions are missing to the goal."""
    added = find_added_theme(theme)
    if added is not None:
        return added.count_lacks(start, state, actions, goal)
    if theme == TASK_AND_DESTROY:
        return max(0, goal["destroyed"] - count_destroyed_pieces(state)) + (not fulfils(state, goal["task"]))
    if theme == POINTS:
        return max(0, goal["points"] - count_points(start, state))
    if theme == NO_HEROES:
        return heroes(state)
    return sum(not one.holds for one in _ASKED[theme](start, state, goal))


def conditions(start: State, state: State, actions: Sequence[int], theme: str, goal: Goal) -> tuple[Condition, ...]:
    """Return the conditions of the goal, each with whether it holds at the end of a line."""
    added = find_added_theme(theme)
    if added is not None:
        return tuple(added.list_conditions(start, state, actions, goal))
    return tuple(_ASKED[theme](start, state, goal))


def hints(start: State, theme: str, goal: Goal, solution: Sequence[int]) -> tuple[Message, ...]:
    """Return two hints: the cards to summon; then the first action."""
    cards = [action - act.SUMMON for action in solution if act.SUMMON <= action < act.DISCARD]
    first = describe_action(solution[0])
    told = Message("tash_kalar.puzzle.hint.card", {"cards": {"list": [card_name(card) for card in cards]}})
    return (told,) if first is None else (told, first)


def list_places(theme: str, goal: Goal) -> Sequence[int]:
    """Return (): no goal names a place of the board."""
    return ()


def describe(theme: str, goal: Goal) -> Message:
    """Return the goal as a text."""
    added = find_added_theme(theme)
    if added is not None:
        return added.describe(goal)
    name = f"tash_kalar.puzzle.{theme}"
    if theme == TWO_TASKS:
        return Message(name, {"one": task_name(goal["one"]), "other": task_name(goal["other"])})
    if theme == TASK_AND_DESTROY:
        return Message(name, {"task": task_name(goal["task"]), "n": goal["destroyed"]})
    if theme == LEGEND:
        return Message(name, {"card": card_name(goal["card"])})
    return Message(name, {"n": goal["points"]} if theme == POINTS else {})


def count_points(start: State, state: State) -> int:
    """Return the points of a turn in a Duel, including those for pieces destroyed so far."""
    own = get_side(state, state.active)
    of_pieces = sum(count_destruction_points(state, colour) for colour in range(count_sides(state)) if colour != own)
    return state.points[4 * own + own] - start.points[4 * own + own] + of_pieces


def heroes(state: State) -> int:
    """Return the number of the rival's heroic pieces, in a game of two sides."""
    return state.men[3 * (1 - get_side(state, state.active)) + 1].bit_count()


def _stands(start: State, state: State, card: int) -> bool:
    """Whether a legend of the hand was summoned this turn."""
    seat = start.active
    return bool(start.legends[seat] & ~state.legends[seat] & 1 << card - LEGENDS)


def _two_tasks(start: State, state: State, goal: Goal) -> list[Condition]:
    return [_task_holds(state, goal["one"]), _task_holds(state, goal["other"])]


def _task_and_destroy(start: State, state: State, goal: Goal) -> list[Condition]:
    wanted = goal["destroyed"]
    enough = Condition(
        _build_message("destroyed", n=wanted, done=count_destroyed_pieces(state)),
        count_destroyed_pieces(state) >= wanted,
    )
    return [_task_holds(state, goal["task"]), enough]


def _legend(start: State, state: State, goal: Goal) -> list[Condition]:
    return [Condition(_build_message("legend_stands"), _stands(start, state, goal["card"]))]


def _points(start: State, state: State, goal: Goal) -> list[Condition]:
    done = count_points(start, state)
    return [Condition(_build_message("points_made", n=goal["points"], done=done), done >= goal["points"])]


def _no_heroes(start: State, state: State, goal: Goal) -> list[Condition]:
    return [Condition(_build_message("heroes_left", n=heroes(state)), not heroes(state))]


def _task_holds(state: State, task: int) -> Condition:
    return Condition(_build_message("task", task=task_name(task)), fulfils(state, task))


def _build_message(name: str, **params: object) -> Message:
    return Message(f"tash_kalar.puzzle.condition.{name}", params)


_ASKED: Mapping[str, Callable[[State, State, Goal], list[Condition]]] = {
    TWO_TASKS: _two_tasks, TASK_AND_DESTROY: _task_and_destroy, LEGEND: _legend, POINTS: _points, NO_HEROES: _no_heroes,
}  # fmt: skip
