"""Win probability from weighted features: multinomial logistic regression with weights that depend on progress.

A game extracts a row of feature values for every side. The probabilities are the softmax of the weighted sums. The
weights depend on the *kind* of game (such as the number of seats) and on its *progress* (0 to 1), between whose grid
points they are interpolated. They are read from ``win_probability.json`` in the folder of the game's opponents, which
``build/fit/win_probability.py`` fits to self-play games.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp, log
from operator import mul
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from engine import schema
from engine.contract import View

GRAIN = 64
"""Steps of progress for which interpolated weights are cached."""
STEEPEST = 40.0
"""Differences of sums beyond which a side's probability is 0 (about 10^-17)."""

LEAST = 1e-4
"""Least probability that play-outs give; none of a few is not never."""

Progress = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class BadCoefficients(schema.Misfit):
    """A file of coefficients cannot be used; the text names file, place and what was expected."""


class Coefficients(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of one kind of game: by feature, one weight at each progress (0 to 1) in ``at``. ``games``: number of
    games fitted."""

    games: Annotated[int, msgspec.Meta(ge=0)]
    at: Annotated[tuple[Progress, ...], msgspec.Meta(min_length=1)]
    weights: dict[str, tuple[Weight, ...]]

    def __post_init__(self) -> None:
        """Check that progress is ascending and that every feature has a weight at each grid point."""
        schema.expect(list(self.at) == sorted(set(self.at)), "at", "parts of a game in ascending order", self.at)
        for name, row in self.weights.items():
            schema.expect(len(row) == len(self.at), f"weights.{name}", f"{len(self.at)} numbers", row)

    def interpolate(self, name: str, part: float) -> float:
        """Return the weight of a feature at this progress, by linear interpolation."""
        row, at = self.weights[name], self.at
        if part <= at[0]:
            return row[0]
        for number in range(1, len(at)):
            if part <= at[number]:
                share = (part - at[number - 1]) / (at[number] - at[number - 1])
                return row[number - 1] + share * (row[number] - row[number - 1])
        return row[-1]


class Features(NamedTuple):
    """Features of a state: kind of game, progress 0 to 1, and a row of values for every side."""

    kind: str
    progress: float
    rows: Sequence[Sequence[float]]


class PlayoutMixture(NamedTuple):
    """How play-outs are mixed with the fitted weights: a weighted sum of log-probabilities (logarithmic opinion pool).

    ``estimate``: (state, seed, number of play-outs or 0) to the win probability of each side; ``applies``: whether a
    state can be played out; ``weigh``: the weights of the play-outs and of the features in a state; ``whole``: whether
    whole games can be played out from any turn, not only the next turns or the last ones; ``foresee``: (state, seed) to
    the mean final points by seat of the play-outs, () for states that are not played out; ``adapt``: all positions of a
    game, in order, to play-outs as loose as the play of its seats; ``style``: numbers that describe how these play-outs
    play, the last one 1 if the rest of the game cannot change them; () if they are the same in every game.
    """

    estimate: Callable[[Any, int, int], Sequence[float]]
    applies: Callable[[Any], bool]
    weigh: Callable[[Any], tuple[float, float]]
    whole: bool = True
    foresee: Callable[[Any, int], Sequence[float]] | None = None
    adapt: "Callable[[Sequence[Any]], PlayoutMixture] | None" = None
    style: tuple[float, ...] = ()


class FittedEvaluator:
    """Evaluates unfinished states of one game, with fitted weights.

    A game's opponents module may export one as ``EVALUATOR``; callers use it through ``ai.win_probability`` only.
    *Sides* are the units that win together: seats, or teams in a team game, numbered from 0. ``hides``: whether views
    hide information; if not, one determinization is enough.

    ``worth``: prior weight of each feature, in the order of the rows. ``at``: progress values at which weights are
    fitted. ``kinds``: all kinds that ``look`` may return; the file must have each. ``look``: extracts the features of a
    state. ``offered``: name of a feature and a function that adds what the next turns will bring each side; too slow
    for every call, so only :meth:`evaluate_closely` includes it. ``playouts``: how play-outs are mixed in by
    :meth:`evaluate_by_playouts`. ``unit``: unit of the advice values, or a function of
    the view (:meth:`unit`). The file is read at the first evaluation, which may raise
    :class:`BadCoefficients`.
    """

    def __init__(
        self,
        path: Path,
        worth: Mapping[str, float],
        at: Sequence[float],
        kinds: Sequence[str],
        look: Callable[[Any], Features],
        sides: Callable[[Any], Sequence[int]],
        hides: bool,
        offered: tuple[str, Callable[[Any], Sequence[float]]] | None = None,
        unit: str | Callable[[View], str] = "",
        playouts: PlayoutMixture | None = None,
    ) -> None:
        self.path = path
        self.names = tuple(worth)
        self.worth = worth
        self.at = tuple(at)
        self.kinds = tuple(kinds)
        self.extract = look
        self.sides = sides
        self.hides = hides
        self.offered = offered
        self.playouts = playouts
        self._unit = unit

    @property
    def offers(self) -> bool:
        """Whether :meth:`evaluate_closely` is more precise than :meth:`evaluate_sides`."""
        return self.offered is not None

    @cached_property
    def tables(self) -> dict[str, Coefficients]:
        """Contents of the file by kind; raises :class:`BadCoefficients`."""
        return read_coefficients(self.path, self.names, self.kinds)

    @cached_property
    def _weights(self) -> dict[str, list[list[float]]]:
        steps = [step / GRAIN for step in range(GRAIN + 1)]
        return {
            kind: [[table.interpolate(name, step) for name in self.names] for step in steps]
            for kind, table in self.tables.items()
        }

    def evaluate_sides(self, state: Any) -> list[float]:
        """Return the win probability of each side, adding up to 1; a tie is shared."""
        return _softmax(self._sums(state)[0])

    def evaluate_closely(self, state: Any) -> list[float]:
        """Win probability of each side, including what the next turns can take from the common supply; slower. Equal
        to :meth:`evaluate_sides` without ``offered``."""
        sums, weights = self._sums(state)
        if self.offered is not None:
            name, points = self.offered
            weight = weights[self.names.index(name)]
            sums = [one + weight * more for one, more in zip(sums, points(state), strict=True)]
        return _softmax(sums)

    @property
    def plays_out(self) -> bool:
        """Whether :meth:`evaluate_by_playouts` plays whole games out from any turn, not only from the last."""
        return self.playouts is not None and self.playouts.whole

    def evaluate_by_playouts(
        self, state: Any, seed: int, deals: int = 0, adapted: PlayoutMixture | None = None
    ) -> list[float]:
        """Win probability of each side from play-outs (whole games or the next turns), mixed with
        :meth:`evaluate_sides`; slow.

        ``deals``: number of play-outs, 0 for as many as the game finds affordable; ``adapted``: play-outs that replace
        the evaluator's own. States that are compared get the same seed. Equal to :meth:`evaluate_closely` if the
        evaluator has no play-outs, and to :meth:`evaluate_sides` for states that are not played out.
        """
        playouts = adapted or self.playouts
        if playouts is None:
            return self.evaluate_closely(state)
        quick = self.evaluate_sides(state)
        if not playouts.applies(state):
            return quick
        played = playouts.estimate(state, seed, deals)
        weight, of_features = playouts.weigh(state)
        pairs = zip(played, quick, strict=True)
        return _softmax([weight * log(max(LEAST, a)) + of_features * log(max(LEAST, b)) for a, b in pairs])

    def _sums(self, state: Any) -> tuple[list[float], list[float]]:
        kind, part, rows = self.extract(state)
        weights = self._interpolate_weights(kind, part)
        return [sum(map(mul, weights, row)) for row in rows], weights

    def _interpolate_weights(self, kind: str, part: float) -> list[float]:
        return self._weights[kind][int(part * GRAIN + 0.5)]

    def unit(self, view: View) -> str:
        """Return the unit of ``Considered.value`` at this decision for the level that gives advice: ``CHANCE``, the
        name of a feature that is measured in the same points, or "" if there is none."""
        return self._unit if isinstance(self._unit, str) else self._unit(view)

    def log_odds_per_unit(self, state: Any, term: str) -> float:
        """Return the increase of a side's log-odds per unit of the feature ``term``, in ``state``.

        Never negative: negative weights of points are artefacts of the fit.
        """
        kind, part, _ = self.extract(state)
        return max(0.0, self._interpolate_weights(kind, part)[self.names.index(term)])

    def weigh_features(self, state: Any) -> list[dict[str, float]]:
        """Return, by side, the weighted value of each feature in log-odds; the sums give the win probabilities."""
        kind, part, rows = self.extract(state)
        weights = self._interpolate_weights(kind, part)
        return [dict(zip(self.names, map(mul, weights, row), strict=True)) for row in rows]

    def feature_contributions(self, state: Any) -> list[dict[str, float]]:
        """Contribution of each feature to the log-odds of each side, by side.

        Positive values favour the side. Each is relative to the mean of all sides, so they do not add up to the
        log-odds.
        """
        kind, part, rows = self.extract(state)
        weights = self._interpolate_weights(kind, part)
        said = [list(map(mul, weights, row)) for row in rows]
        means = [sum(column) / len(rows) for column in zip(*said, strict=True)]
        return [{name: one - mean for name, one, mean in zip(self.names, row, means, strict=True)} for row in said]


def _softmax(sums: Sequence[float]) -> list[float]:
    """Softmax of the sums."""
    most = max(sums)
    found = [exp(one - most) if one > most - STEEPEST else 0.0 for one in sums]
    total = sum(found)
    return [one / total for one in found]


def read_coefficients(path: Path, names: Sequence[str], kinds: Sequence[str]) -> dict[str, Coefficients]:
    """Return the checked coefficients of a file by kind; raises :class:`BadCoefficients`. ``names``: of features."""
    tables = schema.read(path, dict[str, Coefficients], BadCoefficients)
    for kind in kinds:
        if kind not in tables:
            raise BadCoefficients(f"{path}: {kind}: missing")
    for kind, table in tables.items():
        for name in names:
            if name not in table.weights:
                raise BadCoefficients(f"{path}: {kind}.weights.{name}: missing")
        for name in table.weights:
            if name not in names:
                raise BadCoefficients(f"{path}: {kind}.weights.{name}: there is no such field")
    return tables
