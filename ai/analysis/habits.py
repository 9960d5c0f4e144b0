"""What a person keeps doing: choices of one kind that come back over many games, and what they cost.

Each game rates how much of every term an action has (``STYLE_BIAS``, the terms of ``ai.character``). A decision is a
chance for a habit where its actions differ in a term; the habit is there when the person takes the one with the most,
or the least, of it. How often usual players do that is measured (``habits.json``, ``python3 -m ai.lab.habits``); a
habit is what a person does clearly more often, in five games at least, and what costs for certain: the losses of such
choices, without the part that falls on them by chance, summed up for each game, have an interval that leaves out zero.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ai.algorithms.confidence_intervals import mean_and_error
from ai.character import BLUFF, TERMS
from ai.decision import Decision, is_mixed
from ai.opponent_registry import find_opponents
from ai.win_probability import chances, find_value_adder
from engine import registry, schema
from engine.contract import View
from engine.history import History

LEAST_GAMES = 5
"""Games in which a habit has to come at least."""
MOST_TOLD = 3
SPREAD = 0.3
"""Least difference in a term between the actions of a decision that makes it a chance for a habit."""
EXTREME = 0.2
"""Part of that difference by which a choice may miss the extreme."""
CLEAR = 3.3
"""Standard deviations above usual players at which a share is a habit: 48 are looked at for each person."""
LEAST_NOISE = 0.02
"""Standard deviation that is assumed at least."""
SURE = 2.0
"""Standard errors of the cost of a game that its interval has to each side."""
GONE_AFTER, GONE_SHARE = 10, 1 / 3
"""Chances after which a habit is gone, and the part of its first share below which it has to be."""


class Habit(NamedTuple):
    """A kind of choice in a game: actions with about the most (``more``) or the least of a term that is legal."""

    game: str
    term: str
    more: bool

    @property
    def key(self) -> str:
        """Key of the habit in files and texts."""
        return f"{self.game}.{self.term}.{'more' if self.more else 'less'}"


class Chance(NamedTuple):
    """A decision in which a habit could show: number of decisions before it, whether the choice followed the habit, and
    the loss of win probability by the choice."""

    turn: int
    habit: Habit
    done: bool
    loss: float


class HabitGame(NamedTuple):
    """A person's chances for habits in one game; ``id``: of the game, ``seat``: where the person sat."""

    id: str
    seat: int
    chances: tuple[Chance, ...]


class FoundHabit(NamedTuple):
    """A habit of a person: how often it was followed in how many chances; by game (oldest first), whether it showed
    there; loss of win probability a game, with the bounds of its interval; and the places, newest first, as (game id,
    seat, turn, loss)."""

    habit: Habit
    done: int
    chances: int
    games: tuple[bool, ...]
    cost: float
    low: float
    high: float
    places: tuple[tuple[str, int, int, float], ...]


class Usual(msgspec.Struct, frozen=True):
    """How often Casual players follow a habit: mean share of chances, and its standard deviation among players."""

    share: float
    spread: float


def list_chances(game: str, course: History, seat: int, losses: Mapping[int, float]) -> tuple[Chance, ...]:
    """Return all chances of a seat in a game for any habit; ``losses``: by number of decisions before the choice."""
    found: list[Chance] = []
    begun = course.base
    for at, entry in enumerate(course.entries):
        before = course.positions[at]
        if not before.hidden:
            begun = course.base + at
        if entry.seat != seat:
            continue
        legal = list(course.rules.legal(before.state, seat))
        if len(legal) < 2 or entry.action not in legal:
            continue
        loss = losses.get(begun, 0.0)
        for term, ends in find_extremes(game, course.rules.view(before.state, seat), seat, legal).items():
            for more in (True, False):
                found.append(Chance(course.base + at, Habit(game, term, more), entry.action in ends[more], loss))
    return tuple(found)


def find_extremes(game: str, view: View, seat: int, legal: Sequence[int]) -> dict[str, tuple[set[int], set[int]]]:
    """Return, by term in which legal actions differ, the actions with about the least and about the most of it."""
    leans, found = find_opponents(game).style_bias, dict[str, tuple[set[int], set[int]]]()
    rows = [] if leans is None else leans.amounts(view, seat, legal)
    for term in TERMS:
        amounts = [row.get(term, 0.0) for row in rows]
        least, most = min(amounts, default=0.0), max(amounts, default=0.0)
        if term != BLUFF and most - least >= SPREAD:
            near = EXTREME * (most - least)
            low = {action for action, own in zip(legal, amounts, strict=True) if own <= least + near}
            found[term] = low, {action for action, own in zip(legal, amounts, strict=True) if own >= most - near}
    return found


def find_loss(game: str, state: Any, seat: int, decision: Decision, action: int) -> float | None:
    """Return the loss of win probability of an action against ``decision``, made by a player who sees the same view;
    None where that player has not considered the action."""
    values = {one.action: one.value for one in decision.considered}
    if action not in values:
        return None
    counted = sum(one.weight * one.value for one in decision.considered)
    behind = (counted if is_mixed(decision) else max(values.values())) - values[action]
    now, add_value = chances(game, state)[seat], find_value_adder(game, registry.rules(game).view(state, seat), state)
    return max(0.0, behind if add_value is None else now - add_value(now, -behind))


def load_usual() -> dict[str, Usual]:
    """Return how often Casual players follow each habit, by the key of the habit."""
    return schema.decode(Path(__file__).with_name("habits.json").read_bytes(), dict[str, Usual])


def find_habits(games: Sequence[HabitGame], usual: Mapping[str, Usual]) -> list[FoundHabit]:
    """Return the habits that the games (oldest first) prove, the most costly first, three at most; each place is listed
    for one of them only."""
    every = {one.habit for game in games for one in game.chances}
    found = [one for habit in sorted(every) if (one := _measure(habit, games, usual)) is not None]
    found.sort(key=lambda one: -one.cost)
    told: list[FoundHabit] = []
    for one in found:
        places = {place[:3] for other in told if other.habit.game == one.habit.game for place in other.places}
        if len(told) < MOST_TOLD and 2 * len(places & {place[:3] for place in one.places}) <= len(one.places):
            told.append(one)
    return told


def _measure(habit: Habit, games: Sequence[HabitGame], usual: Mapping[str, Usual]) -> FoundHabit | None:
    """Return a habit with its figures; None if it is not clearly above usual, or its cost is not certain."""
    known = usual.get(habit.key)
    of_game = [(game, [one for one in game.chances if one.habit == habit]) for game in games]
    of_game = [(game, chances) for game, chances in of_game if chances]
    every = [one for _, chances in of_game for one in chances]
    done = sum(one.done for one in every)
    came = [any(one.done for one in chances) for _, chances in of_game]
    if known is None or sum(came) < LEAST_GAMES:
        return None
    noise = sqrt(known.spread**2 + known.share * (1 - known.share) / len(every))
    if done / len(every) - known.share < CLEAR * max(noise, LEAST_NOISE):
        return None
    costs = [
        sum(one.loss for one in chances if one.done) - known.share * sum(one.loss for one in chances)
        for _, chances in of_game
    ]
    cost, error = mean_and_error(costs)
    if cost - SURE * error <= 0:
        return None
    places = [(game.id, game.seat, one.turn, one.loss) for game, chances in reversed(of_game) for one in chances
              if one.done]  # fmt: skip
    return FoundHabit(
        habit, done, len(every), tuple(came), cost, cost - SURE * error, cost + SURE * error, tuple(places)
    )


def is_gone(chances: Iterable[Chance], first_share: float) -> bool:
    """Whether a habit is gone: followed in the last ten chances less than a third as often as ``first_share`` says."""
    last = list(chances)[-GONE_AFTER:]
    return len(last) == GONE_AFTER and sum(one.done for one in last) / len(last) < GONE_SHARE * first_share
