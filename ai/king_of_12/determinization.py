"""How a seat pictures its table: a position with what the view hides drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.contract import Chance, View
from games.king_of_12 import RULES
from games.king_of_12.state import OVER, State

from .lookahead import Evaluator
from .position import Position, position_of
from .tournament_model import RIVAL_SETS, in_group, in_hall, pictured, table_of
from .tournament_model import tried as tried_in_hall


@dataclass(frozen=True, slots=True)
class Picture:
    """How a seat pictures its table: its place there, who sits where, and the positions it can be in.

    At a table of its own that is the whole game; in a tournament it is the own group.
    """

    view: View
    seat: int
    place: int
    group: Sequence[int]

    def drawn(self, chance: Chance, guesses: int = RIVAL_SETS) -> Position:
        """A position that fits the view, with hidden cards drawn; ``guesses`` at the centre of a tournament."""
        if not in_hall(self.view):
            return position_of(RULES.determinize(self.view, chance))
        state, prize = pictured(self.view, self.seat, chance, guesses)
        return position_of(state, prize)

    @property
    def in_group(self) -> bool:
        """Whether this is a group of a tournament, whose winner goes on to the centre."""
        return in_group(self.view)

    @property
    def seats(self) -> int:
        """How many sit at this table."""
        return len(self.group)

    def tried(
        self,
        legal: Sequence[int],
        chance: Chance,
        judge_from: Callable[[Position], Evaluator],
        tries: int,
        guesses: int = RIVAL_SETS,
    ) -> list[float]:
        """The worth of each action for an effect or a theft; ``guesses`` at the centre of a tournament."""
        if in_hall(self.view):
            return tried_in_hall(self.view, self.seat, legal, chance, judge_from, tries, guesses)
        return _tried(self.view, self.seat, legal, chance, judge_from, tries)


def picture_of(view: View, seat: int) -> Picture:
    """The own table."""
    if in_hall(view):
        group = table_of(view, seat)
        return Picture(view, seat, group.index(seat), group)
    return Picture(view, seat, seat, range(view["seats"]))


def _tried(
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
        judge = judge_from(position_of(start))
        for index, action in enumerate(legal):
            sums[index] += _after(start, seat, action, chance, judge)[seat]
    return [value / tries for value in sums]


def _after(start: State, seat: int, action: int, chance: Chance, judge: Evaluator) -> Sequence[float]:
    """Carry an action out, with choices others still owe drawn at random, and judge what comes."""
    state = RULES.clone(start)
    rounds = len(state.results)
    RULES.apply(state, seat, action, chance)
    phase = start.phase
    while state.phase == phase and state.owing and len(state.tricks) == len(start.tricks):
        other = RULES.to_act(state)[0]
        RULES.apply(state, other, chance.draw(RULES.legal(state, other)), chance)
    if len(state.results) == rounds and state.phase != OVER:
        return judge(position_of(state))
    points = state.results[-1][0]
    ended = Position(state.faces, [*points], [0] * state.seats, [0] * state.seats, 0, start.crowns)
    return judge(ended)
