"""Protocol of evaluators: win probability of a state, and the features it is based on.

A game's opponents module may export one as ``EVALUATOR`` (see ``ai.opponent_registry``); callers use it through
``ai.win_probability`` only. *Sides* are the units that win together: seats, or teams in a team game, numbered from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.contract import View

if TYPE_CHECKING:
    from ai.algorithms.value_function import PlayoutMixture

CHANCE = "chance"
"""Unit of values that are win probabilities themselves."""


class Evaluator(Protocol):
    """Evaluates unfinished states of one game."""

    hides: bool
    """Whether views hide information; if not, one determinization is enough."""
    playouts: PlayoutMixture | None
    """The play-outs of :meth:`evaluate_by_playouts`, if it has any."""

    @property
    def offers(self) -> bool:
        """Whether :meth:`evaluate_closely` is more precise than :meth:`evaluate_sides`."""
        ...

    def sides(self, state: Any) -> Sequence[int]:
        """Side of each seat."""
        ...

    def evaluate_sides(self, state: Any) -> Sequence[float]:
        """Win probability of each side, adding up to 1; ties are shared."""
        ...

    def evaluate_closely(self, state: Any) -> Sequence[float]:
        """Win probability of each side, including what the next turns can take from the common supply; slower. Equal
        to :meth:`evaluate_sides` for evaluators without this extension."""
        ...

    @property
    def plays_out(self) -> bool:
        """Whether :meth:`evaluate_by_playouts` plays games to their end from any turn, not just from the last ones."""
        ...

    def evaluate_by_playouts(
        self, state: Any, seed: int, deals: int = 0, adapted: PlayoutMixture | None = None
    ) -> Sequence[float]:
        """Win probability of each side from play-outs, to the end or for the next turns, mixed with
        :meth:`evaluate_sides`; slow.

        ``deals``: how many of them, 0 for as many as the game finds affordable; ``adapted``: play-outs in the place of
        its own. States that are compared get the same seed. Equal to :meth:`evaluate_closely` for evaluators without
        play-outs, and to :meth:`evaluate_sides` for states that are not played out.
        """
        ...

    def unit(self, view: View) -> str:
        """Unit of ``Considered.value`` at this decision for the level that gives advice: ``CHANCE``, the name of the
        feature measured in the same points, or "" if there is none."""
        ...

    def log_odds_per_unit(self, state: Any, term: str) -> float:
        """Increase of a side's log-odds per unit of a feature."""
        ...

    def feature_contributions(self, state: Any) -> Sequence[Mapping[str, float]]:
        """Contribution of each feature to the log-odds of each side, by side.

        Positive values favour the side. Each is relative to the mean of all sides, so they do not add up to the
        log-odds.
        """
        ...
