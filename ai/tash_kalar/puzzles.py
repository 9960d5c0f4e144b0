"""Positions of Tash-Kalar in which one turn alone does something remarkable.

All lines of a position are searched once, whatever the goal; then every goal is tried on their ends. Which tasks lie
open is up to the puzzle: they are dealt anew, so that the two that one turn alone fulfils lie there.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ai.puzzles.making import Lines, Setting
from engine.chance import SeededChance, mix
from engine.contract import Message
from engine.goals import Goal
from games.tash_kalar import RULES, actions as act, puzzles as goals
from games.tash_kalar.cards import LEGENDS
from games.tash_kalar.maps import bits
from games.tash_kalar.puzzle_themes import (
    DESTROYED,
    StrikeTheme,
    count_destroyed_pieces,
    count_strike,
    find_added_theme,
    list_added_themes,
)
from games.tash_kalar.scoring import fulfils
from games.tash_kalar.state import ALL_TASKS, DUEL, HIGH, MAIN, NOTHING, State, copied, count_sides, get_side

from .pattern_distance import Ground, steps_lacking

End = tuple[tuple[int, ...], Any]
"""A line, and the position it ends in."""
OPEN_TASKS = 3
SETTINGS = (
    *(Setting({"form": form, "surrender": False}, 2) for form in ("high", "high", "duel")),
    *(
        Setting({"form": "duel", "surrender": False, "deck_1": one.code, "deck_2": one.code}, 2)
        for one in list_added_themes()
    ),
)
"""Games that positions are taken from: the High Form and the Duel between two, and a Duel with each expansion."""
LEVEL = "novice"
MOST_POSITIONS = 9_000
FEWEST_NEAR = dict.fromkeys(goals.THEMES, 3)
FEWEST_PIECES = 8
SHORTEST = 3
"""Steps of a solution: less than a placed piece and a being is no puzzle."""
FEWEST_DESTROYED, MOST_DESTROYED = 2, 6
FEWEST_POINTS = 3
FEWEST_HEROES = 2
LAST_ACTION = 1
"""Actions of a puzzle with the theme of an expansion: with two and a thaw there are too many lines."""


def fit_to_begin(state: State, actions: int = 2) -> bool:
    """Whether a puzzle may begin here: ``actions`` left, enough pieces, a flare in hand that cannot be played."""
    if state.phase != MAIN or state.actions != actions or state.discarded or not state.flares[state.active]:
        return False
    if any(act.FLARE <= action < act.RECALL for action in RULES.legal(state, state.active)):
        return False
    return state.final < 0 and sum(mask.bit_count() for mask in state.men) >= FEWEST_PIECES


def propose_goals(state: State) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, position): tasks or points, legends in hand that lack one piece, expansions' themes."""
    if fit_to_begin(state, LAST_ACTION):
        for one in list_added_themes():
            if one.can_begin(state):
                yield one.name, {}, state
    if not fit_to_begin(state):
        return
    yield (goals.TWO_TASKS if state.form == HIGH else goals.POINTS), {}, state
    for legend in bits(state.legends[state.active]):
        if steps_lacking(state.book.card(LEGENDS + legend), Ground(state, get_side(state, state.active))) == 1:
            yield goals.LEGEND, {"card": LEGENDS + legend}, state


def list_wishes(state: State) -> Iterator[tuple[str, Goal, int]]:
    """Yield (theme, goal, seat): what one turn may achieve with tasks, legends in hand, points and rivals' pieces."""
    seat = state.active
    if state.phase != MAIN:
        return
    tasks = [task for task in state.tasks if not fulfils(state, task)]
    for one, other in combinations(tasks, 2):
        yield goals.TWO_TASKS, {"one": one, "other": other}, seat
    for task in tasks:
        yield goals.TASK_AND_DESTROY, {"task": task, "destroyed": FEWEST_DESTROYED}, seat
    for legend in bits(state.legends[seat]):
        yield goals.LEGEND, {"card": LEGENDS + legend}, seat
    if state.form == DUEL:
        yield goals.POINTS, {"points": FEWEST_POINTS}, seat
    if count_sides(state) == 2 and goals.heroes(state):
        yield goals.NO_HEROES, {}, seat
    for theme in list_added_themes():
        if theme.can_begin(state):
            yield theme.name, {DESTROYED: FEWEST_DESTROYED}, seat


def tell_lacking(state: State) -> Message | None:
    """Return a message on what positions must have for a question."""
    return Message("tash_kalar.maker.lacking")


def look(state: State) -> Hashable:
    """Return a constant key: puzzles with the same goal and steps count as duplicates in any position."""
    return ()


def candidates(found: Lines, theme: str, goal: Goal) -> Iterator[tuple[str, Goal, Any]]:
    """Yield (theme, goal, start) for goals that just one end reaches, by a line long enough; a legend's goal as it
    is."""
    start: State = found.start
    ends = list(found.ends.values())
    added = find_added_theme(theme)
    if added is not None:
        yield from _propose_strikes(added, start, ends)
        return
    if theme == goals.LEGEND:
        yield theme, goal, start
        return
    if start.form == HIGH:
        yield from _propose_task_goals(start, ends)
    else:
        most = max((goals.count_points(start, state) for _, state in ends), default=0)
        if most >= FEWEST_POINTS:
            yield from _if_long(
                ends, lambda state: goals.count_points(start, state) == most, goals.POINTS, {"points": most}, start
            )
    if goals.heroes(start) >= FEWEST_HEROES:
        yield from _if_long(ends, lambda state: not goals.heroes(state), goals.NO_HEROES, {}, start)


def _propose_strikes(theme: StrikeTheme, start: State, ends: Sequence[End]) -> Iterator[tuple[str, Goal, Any]]:
    """Yield goals of an expansion's theme: a number of destroyed pieces that exactly one end reaches."""
    done = [(line, state) for line, state in ends if theme.is_done(start, state, line)]
    for wanted in range(FEWEST_DESTROYED, MOST_DESTROYED + 1):
        reached = [line for line, state in done if count_strike(start, state) >= wanted]
        if len(reached) == 1 and len(reached[0]) >= SHORTEST:
            yield theme.name, {DESTROYED: wanted}, start


def _propose_task_goals(start: State, ends: Sequence[End]) -> Iterator[tuple[str, Goal, Any]]:
    closed = {task for claimed in start.claimed for task in claimed} | set(start.task_bottom)
    tasks = [task for task in bits(ALL_TASKS) if task not in closed and not fulfils(start, task)]
    fulfilled = [frozenset(task for task in tasks if fulfils(state, task)) for _, state in ends]
    destroyed = [count_destroyed_pieces(state) for _, state in ends]
    for one, other in combinations(tasks, 2):
        both = [at for at, each in enumerate(fulfilled) if one in each and other in each]
        if len(both) == 1 and len(ends[both[0]][0]) >= SHORTEST:
            yield goals.TWO_TASKS, {"one": one, "other": other}, open_tasks(start, (one, other))
    for task in tasks:
        for wanted in range(FEWEST_DESTROYED, MOST_DESTROYED + 1):
            both = [at for at, each in enumerate(fulfilled) if task in each and destroyed[at] >= wanted]
            if len(both) == 1 and len(ends[both[0]][0]) >= SHORTEST:
                yield goals.TASK_AND_DESTROY, {"task": task, "destroyed": wanted}, open_tasks(start, (task,))


def _if_long(
    ends: Sequence[End], reached: Callable[[State], bool], theme: str, goal: Goal, start: State
) -> Iterator[tuple[str, Goal, Any]]:
    found = [line for line, state in ends if reached(state)]
    if len(found) == 1 and len(found[0]) >= SHORTEST:
        yield theme, goal, start


def open_tasks(state: State, wanted: tuple[int, ...]) -> State:
    """Return the position with the tasks ``wanted`` open, and others that are not met yet in the other places."""
    twin = copied(state)
    twin.choices = None
    closed = {task for claimed in twin.claimed for task in claimed} | set(twin.task_bottom)
    lot = SeededChance(mix(*wanted, *twin.men))
    left = [task for task in bits(ALL_TASKS) if task not in closed and task not in wanted and not fulfils(twin, task)]
    others: list[int] = []
    while len(others) < OPEN_TASKS - len(wanted):
        others.append(left.pop(lot.below(len(left))))
    twin.tasks = tuple(sorted((*wanted, *others)))
    twin.next_task = left.pop(lot.below(len(left))) if left else NOTHING
    shown = {*twin.tasks, twin.next_task}
    twin.task_pool = sum(1 << task for task in bits(ALL_TASKS) if task not in closed and task not in shown)
    return twin
