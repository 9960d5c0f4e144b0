"""How a seat pictures its table: a position with what the view hides drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.contract import Chance, View
from games.king_of_12 import RULES
from games.king_of_12.state import OVER, State

from .lookahead import Evaluator
from .position import Position, make_position
from .tournament_model import RIVAL_SETS, determinize_table, is_group_stage, is_tournament, list_table_players
from .tournament_model import evaluate_actions as tried_in_hall


@dataclass(frozen=True, slots=True)
class Determinizer:
    """How a seat pictures its table: its place there, who sits where, and the positions it can be in.

    At a table of its own that is the whole game; in a tournament it is the group of the seat.
    """

    view: View
    seat: int
    place: int
    group: Sequence[int]

    def sample(self, chance: Chance, guesses: int = RIVAL_SETS) -> Position:
        """A position that fits the view, with hidden cards drawn; ``guesses`` at the centre of a tournament."""
        if not is_tournament(self.view):
            return make_position(RULES.determinize(self.view, chance))
        state, prize = determinize_table(self.view, self.seat, chance, guesses)
        return make_position(state, prize)

    @property
    def in_group(self) -> bool:
        """Whether this is a group of a tournament, whose winner goes on to the centre."""
        return is_group_stage(self.view)

    @property
    def seats(self) -> int:
        """How many sit at this table."""
        return len(self.group)

    def evaluate_actions(
        self,
        legal: Sequence[int],
        chance: Chance,
        judge_from: Callable[[Position], Evaluator],
        tries: int,
        guesses: int = RIVAL_SETS,
    ) -> list[float]:
        """The worth of each action for an effect or a theft; ``guesses`` at the centre of a tournament."""
        if is_tournament(self.view):
            return tried_in_hall(self.view, self.seat, legal, chance, judge_from, tries, guesses)
        return _evaluate_actions(self.view, self.seat, legal, chance, judge_from, tries)


def make_determinizer(view: View, seat: int) -> Determinizer:
    """Position of the seat's own table."""
    if is_tournament(view):
        group = list_table_players(view, seat)
        return Determinizer(view, seat, group.index(seat), group)
    return Determinizer(view, seat, seat, range(view["seats"]))


def _evaluate_actions(
    view: View,
    seat: int,
    legal: Sequence[int],
    chance: Chance,
    judge_from: Callable[[Position], Evaluator],
    tries: int,
) -> list[float]:
    """The worth of each action, carried out by the rules themselves; hidden choices drawn at random."""
    sums = [0.0] * len(legal)
    for _ in range(tries):
        start = RULES.determinize(view, chance)
        judge = judge_from(make_position(start))
        for index, action in enumerate(legal):
            sums[index] += _apply_and_evaluate(start, seat, action, chance, judge)[seat]
    return [value / tries for value in sums]


def _apply_and_evaluate(start: State, seat: int, action: int, chance: Chance, judge: Evaluator) -> Sequence[float]:
    """Carry an action out, with choices others still owe drawn at random, and judge what comes."""
    state = RULES.clone(start)
    rounds = len(state.results)
    RULES.apply(state, seat, action, chance)
    phase = start.phase
    while state.phase == phase and state.owing and len(state.tricks) == len(start.tricks):
        other = RULES.to_act(state)[0]
        RULES.apply(state, other, chance.draw(RULES.legal(state, other)), chance)
    if len(state.results) == rounds and state.phase != OVER:
        return judge(make_position(state))
    points = state.results[-1][0]
    ended = Position(state.faces, [*points], [0] * state.seats, [0] * state.seats, 0, start.crowns)
    return judge(ended)
