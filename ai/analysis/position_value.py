"""What a position is worth to every seat: its chance to win, looked at when the turn that is under way is over.

In the middle of a turn a position says little: dice lie on the table that have brought nothing yet. So the turn is
played on, by a plan of the game's own or by a quick level, a few times, and what comes out is judged by
``ai.win_probability``. At the beginning of a turn, and while several owe a decision, the position is judged as it
stands; a finished game is worth its result. For luck and the curve positions are looked at ``closely``
(``ai.evaluator``): what lies there for everybody to take is worth something then. Choices are compared without that,
for there are too many.

Whoever compares two positions gives both the same seeds: what chance does to both alike cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.choose import choose
from ai.opponent_registry import finisher_of
from ai.win_probability import chances
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Rules

PLAYED_ON_BY = "novice"
"""Who plays a turn to its end: a few thousandths of a second for a decision, and no wild moves."""
LONGEST_TURN = 40
"""Decisions of one turn after which it is judged as it stands."""


class Worth:
    """Judges positions of one game; everything comes from its arguments."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rules: Rules[Any] = registry.rules(game)
        self.finish = finisher_of(game)

    def at_once(self, state: Any, closely: bool = False) -> tuple[float, ...]:
        """By seat, as the position stands."""
        return chances(self.game, state, closely)

    def turn_over(self, state: Any, seeds: Sequence[int], closely: bool = False) -> tuple[float, ...]:
        """By seat, when the turn of whoever alone owes a decision is over: the mean over what these seeds give."""
        owing = self.rules.to_act(state)
        if len(owing) != 1:
            return chances(self.game, state, closely)
        return mean([chances(self.game, self._played_on(state, owing[0], seed), closely) for seed in seeds])

    def _played_on(self, state: Any, seat: int, seed: int) -> Any:
        """A position in which the turn of ``seat`` is over."""
        rules = self.rules
        chance = SeededChance(mix(seed, "turn"))
        finished = None if self.finish is None else self.finish(state, chance)
        if finished is not None:
            return finished
        twin = rules.clone(state)
        for number in range(LONGEST_TURN):
            if rules.to_act(twin) != (seat,):
                break
            rules.apply(twin, seat, self._answer(twin, seat, mix(seed, number)), chance)
        return twin

    def _answer(self, state: Any, seat: int, seed: int) -> int:
        """What a quick level does in a position."""
        legal = self.rules.legal(state, seat)
        if len(legal) == 1:
            return int(legal[0])
        return choose(self.game, self.rules.view(state, seat), seat, legal, PLAYED_ON_BY, seed).action


def mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Column by column."""
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def less(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """What the first row is more than the second."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])
