"""Value of a position in an analysis: win probability by seat after the current turn is finished.

In the middle of a turn a position says little, for example when dice have been rolled but not used. The turn is
therefore played out a few times, by the game's turn finisher or a quick level, and the results are evaluated
(``ai.win_probability``). At the start of a turn and during simultaneous decisions the position itself is evaluated; a
finished game counts its result. Luck and the curve use the precise evaluation (``closely``, see ``ai.evaluator``);
comparisons of choices do not, because there are too many.

Positions to be compared get the same seeds (common random numbers). Each decision of a turn has dice and draws of its
own, by its number in the game: a position within a turn and the one after its next decision are then played on alike
wherever the decision is the one that the quick level makes too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.choose import choose
from ai.opponent_registry import find_analysis_profile, find_turn_finisher
from ai.win_probability import adapt_playouts, chances, chances_by_playouts, plays_out
from engine import registry
from engine.chance import SeededChance, mix
from engine.contract import Rules

PLAYED_ON_BY = "novice"
"""Level that finishes turns where a game names no other: a few milliseconds per decision, no random moves."""
LONGEST_TURN = 40
"""Decisions after which an unfinished turn is evaluated as it stands."""


class PositionValue:
    """Evaluates positions of one game; has no state. ``played``: its positions in their order, by which play-outs are
    as loose as its players were."""

    def __init__(self, game: str, played: Sequence[Any] = ()) -> None:
        self.game = game
        self.rules: Rules[Any] = registry.rules(game)
        self.finish = find_turn_finisher(game)
        self.finished_by = find_analysis_profile(game).finished_by or PLAYED_ON_BY
        self.plays_out = plays_out(game)
        self.playouts = adapt_playouts(game, played)

    def evaluate(self, state: Any, closely: bool = False) -> tuple[float, ...]:
        """Win probability by seat for the position itself."""
        return chances(self.game, state, closely)

    def evaluate_finely(self, state: Any, seed: int, deals: int = 0) -> tuple[float, ...]:
        """Win probability by seat by play-outs, where the game has them; positions of one game that are
        compared get the same seed. ``deals``: number of play-outs, 0 for what the game finds affordable."""
        return chances_by_playouts(self.game, state, seed, deals, self.playouts)

    def foresee(self, state: Any, seed: int) -> Sequence[float]:
        """Points by seat with which the game is expected to end; () where it cannot tell."""
        return self.playouts.foresee(state, seed) if self.playouts and self.playouts.foresee else ()

    def evaluate_after_turn(
        self, state: Any, seeds: Sequence[int], closely: bool = False, turn: int = 0
    ) -> tuple[float, ...]:
        """Win probability by seat after the current turn: the mean over ``seeds``. ``turn``: decisions made before."""
        owing = self.rules.to_act(state)
        if len(owing) != 1:
            return chances(self.game, state, closely)
        return mean([chances(self.game, self._finish_turn(state, owing[0], seed, turn), closely) for seed in seeds])

    def _finish_turn(self, state: Any, seat: int, seed: int, turn: int) -> Any:
        """Play the turn of ``seat`` to its end."""
        rules = self.rules
        finished = None if self.finish is None else self.finish(state, draw_chance(seed, turn))
        if finished is not None:
            return finished
        twin = rules.clone(state)
        for number in range(turn, turn + LONGEST_TURN):
            if rules.to_act(twin) != (seat,):
                break
            rules.apply(twin, seat, self._answer(twin, seat, mix(seed, number)), draw_chance(seed, number))
        return twin

    def _answer(self, state: Any, seat: int, seed: int) -> int:
        """Action of the quick level."""
        legal = self.rules.legal(state, seat)
        if len(legal) == 1:
            return int(legal[0])
        return choose(self.game, self.rules.view(state, seat), seat, legal, self.finished_by, seed).action


def draw_chance(seed: int, turn: int) -> SeededChance:
    """Return the dice and draws of the decision after ``turn`` others."""
    return SeededChance(mix(seed, "turn", turn))


def mean(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Mean of the rows, column by column."""
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def less(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Difference of two rows."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])
