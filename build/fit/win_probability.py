"""Win probability of a game (``win_probability.json``): a multinomial logit for every kind of game.

All seats of a game are of one level, so that the label is about the position; levels differ from game to game
(``--level``, one may be named more than once). Half of the games have the usual options, the others any; one in three
begins with a wild stretch (see ``ai.lab.self_play``). What a game is like depends on its number and ``--seed`` alone.

The chances of the sides are in the ratio of exp(sum of weight x feature), the weights interpolated between a few points
of progress. What is made most likely is the share of the win of every side. Weights that the games say little about
stay near those of all kinds together, these near what the game takes its features to be worth, and all of them near
their neighbours in time; so a few hundred games of a kind will do. Games of skilled players take a second or two
(Tash-Kalar: several), a fit a minute.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from model import Game, Key, Model, list_keys
from solvers import predict_shares, solve_logit

from ai.algorithms.value_function import FittedEvaluator
from ai.lab.self_play import has_usual_options, make_key, play_labelled_game
from ai.opponent_registry import find_evaluator
from ai.win_probability import sum_by_side
from engine import registry

STRENGTHS = (30.0, 200.0, 1000.0, 5000.0)
"""How strongly a weight is held at what its feature is worth in points times what a point is worth at that progress, in
positions as good as one; the best for games left out is taken."""
SMOOTH = 3.0
"""How strongly the worth of a point is drawn to that at neighbouring points of progress."""
LOOSELY, OWN = 0.1, 10.0
"""How strongly the worth of a point is held at nothing, and each kind at weighing everything as all together."""
FREE = 0.01
"""How strongly a feature that has no weight yet is held at none when weights are fitted again, against the others."""
FOLDS = 4
"""To tell how good weights are for games that were not fitted, every fourth game is left out, four times."""


# --- games ----------------------------------------------------------------------------------------------------------


def list_game_keys(given: argparse.Namespace) -> list[Key]:
    """Return the keys of the games that the arguments ask for."""
    wanted = json.loads(given.options)
    return [
        make_key(key["seats"], wanted, key["number"], given.seed, given.level)
        for key in list_keys(given)
        if not given.usual or has_usual_options(key["number"])
    ]


# --- positions ------------------------------------------------------------------------------------------------------


class Data:
    """Positions of one kind.

    ``x``: features spread over the points of progress (position, side, feature, point); ``y``: shares of the win;
    ``there``: mask of existing sides; ``games``: number of each position's game; ``counts``: how many positions of its
    game each stands for. The same number is kept of every game: with equal counts short games, which the leader wins,
    would weigh too much.
    """

    def __init__(self, rows: Sequence[tuple[Any, ...]], at: Sequence[float]) -> None:
        sides = max(len(features) for features, *_ in rows)
        x = np.zeros((len(rows), sides, len(rows[0][0][0])))
        self.y = np.zeros((len(rows), sides))
        self.there = np.zeros((len(rows), sides), dtype=bool)
        for number, (features, _, shares, _, _) in enumerate(rows):
            x[number, : len(features)] = features
            self.y[number, : len(features)] = shares
            self.there[number, : len(features)] = True
        x -= x.sum(axis=1, keepdims=True) / np.maximum(1, self.there.sum(axis=1))[:, None, None]
        x[~self.there] = 0  # only differences between sides count
        hats = np.array([[np.interp(row[1], at, unit) for unit in np.eye(len(at))] for row in rows])
        self.x = np.einsum("nst,nk->nstk", x, hats)
        self.games = np.array([row[3] for row in rows])
        counts = np.array([row[4] for row in rows])
        self.counts = counts / counts.mean()

    def choose(self, chosen: Any, sides: int = 0) -> tuple[Any, ...]:
        """Return features, shares, mask of sides and counts of the positions ``chosen``, padded to ``sides`` sides."""
        more = (0, max(0, sides - self.y.shape[1]))
        x, y, there = self.x[chosen], self.y[chosen], self.there[chosen]
        return (
            np.pad(x, ((0, 0), more, (0, 0), (0, 0))),
            *(np.pad(one, ((0, 0), more)) for one in (y, there)),
            (self.counts[chosen]),
        )


def gather(game: str, judge: FittedEvaluator, games: Sequence[Game]) -> dict[str, Data]:
    """Return, by kind, the stored positions of the games with the evaluator's features."""
    rules = registry.rules(game)
    found: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for number, one in enumerate(games):
        stands_for = (one["decisions"] - one["wild"]) / max(1, len(one["positions"]))
        for _, dumped in one["positions"]:
            state = rules.load(dumped)
            kind, progress, rows = judge.extract(state)
            found[kind].append((rows, progress, sum_by_side(game, state, one["shares"]), number, stands_for))
    return {kind: Data(rows, judge.at) for kind, rows in found.items()}


# --- weights --------------------------------------------------------------------------------------------------------


def smoothness(parts: int) -> Any:
    """Return the penalty matrix of squared differences between neighbouring points of progress."""
    steps = np.diff(np.eye(parts), axis=0)
    return steps.T @ steps


def scale(data: tuple[Any, ...], weights: Any, near: float, hold: float) -> Any:
    """Return weights (features x points, flattened): those given times one factor for each point, drawn to ``near`` by
    the penalty ``hold``."""
    x, y, there, counts = data
    parts = weights.shape[1]
    sums = np.einsum("nstk,tk->nsk", x, weights)
    size = float(np.mean(sums.sum(axis=2)[there] ** 2))
    pull = size * (SMOOTH * smoothness(parts) + hold * np.eye(parts))
    return (weights * solve_logit(sums, y, pull, np.full(parts, near), there, counts)).reshape(-1)


def solve(data: tuple[Any, ...], start: Any, pull: Any) -> Any:
    """Return weights (flattened) fitted to the data, drawn to ``start`` by the penalty matrix ``pull``."""
    x, y, there, counts = data
    return solve_logit(x.reshape(*x.shape[:2], -1), y, pull, start, there, counts)


class Fit:
    """Fits weights to all positions of a game; ``refit``: draw them to those of the file, so that few new games change
    little."""

    def __init__(self, judge: FittedEvaluator, data: dict[str, Data], refit: bool) -> None:
        self.judge, self.data, self.refit = judge, data, refit
        self.parts = len(judge.at)
        numbers = np.concatenate([each.x.sum(axis=3)[each.there] for each in data.values()])
        self.weight = np.maximum(np.mean(numbers**2, axis=0), 1e-4)
        """A weight counts by what it does to the sums."""

    def weights(self, fold: int, strength: float) -> dict[str, Any]:
        """Return weights (features x points) by kind, fitted to all games except those of a fold (-1: to all games)."""
        chosen = {kind: each.games % FOLDS != fold for kind, each in self.data.items()}
        find = self._adjust_weights if self.refit else self._build_up
        found = find({kind: kept for kind, kept in chosen.items() if kept.any()}, strength)
        return {kind: flat.reshape(len(self.judge.names), self.parts) for kind, flat in found.items()}

    def _pull(self, held: Any, strength: float) -> Any:
        return strength * np.kron(np.diag(held), np.eye(self.parts) + smoothness(self.parts))

    def _build_up(self, chosen: dict[str, Any], strength: float) -> dict[str, Any]:
        sides = max(self.data[kind].y.shape[1] for kind in chosen)
        columns = zip(*(self.data[kind].choose(kept, sides) for kind, kept in chosen.items()), strict=True)
        everything = tuple(np.concatenate(column) for column in columns)
        # What a point is worth at every progress, by all kinds together.
        prior = np.outer(list(self.judge.worth.values()), np.ones(self.parts))
        # Nearer to what every feature says by itself; then every kind, first as a whole.
        pull = self._pull(self.weight, strength)
        together = solve(everything, scale(everything, prior, 0.0, LOOSELY), pull)
        found = dict.fromkeys(self.judge.kinds, together)
        for kind, kept in chosen.items():
            data = self.data[kind].choose(kept)
            found[kind] = solve(data, scale(data, together.reshape(-1, self.parts), 1.0, OWN), pull)
        return found

    def _adjust_weights(self, chosen: dict[str, Any], strength: float) -> dict[str, Any]:
        found = {}
        for kind in self.judge.kinds:
            table = self.judge.tables[kind]
            known = np.array([[table.interpolate(name, part) for part in self.judge.at] for name in self.judge.names])
            found[kind] = known.reshape(-1)
            if kind in chosen:
                pull = self._pull(self.weight * np.where(known.any(axis=1), 1.0, FREE), strength)
                found[kind] = solve(self.data[kind].choose(chosen[kind]), found[kind], pull)
        return found

    def cross_validate(self, strength: float) -> dict[str, float]:
        """Return, by kind, the cross-validated mean squared error as a part of that of equal chances."""
        sums = {kind: np.zeros(2) for kind in self.data}
        for fold in range(FOLDS):
            found = self.weights(fold, strength)
            for kind, each in self.data.items():
                if (out := each.games % FOLDS == fold).any():
                    x, y, there, counts = each.choose(out)
                    shares = predict_shares(x.reshape(*x.shape[:2], -1), found[kind].reshape(-1), there)
                    equal = there / there.sum(axis=1, keepdims=True)
                    sums[kind] += [counts @ ((one - y) ** 2).sum(axis=1) for one in (shares, equal)]
        return {kind: float(made / equal) for kind, (made, equal) in sums.items()}


def fit(game: str, games: Sequence[Game], given: argparse.Namespace) -> dict[Path, Any]:
    """Return the file's new contents; print the quality on games left out. Kinds without games keep their weights."""
    judge = find_evaluator(game)
    assert isinstance(judge, FittedEvaluator)
    data = gather(game, judge, [one for one in games if not given.usual or has_usual_options(one["number"])])
    found = Fit(judge, data, given.refit)
    tried = {}
    for strength in (given.held,) if given.held else STRENGTHS:
        left = found.cross_validate(strength)
        tried[strength] = sum(left.values())
        said = ", ".join(f"{kind} {1 - share:.3f}" for kind, share in left.items())
        print(f"held by {strength:g}: explained of games left out: {said}", flush=True)
    known = json.loads(judge.path.read_text("utf-8")) if judge.path.exists() else {}
    tables = {}
    for kind, weights in found.weights(-1, min(tried, key=tried.__getitem__)).items():
        if kind in data or kind not in known:
            played = len(set(data[kind].games.tolist())) if kind in data else 0
            named = zip(judge.names, weights, strict=True)
            tables[kind] = {
                "games": played + (known[kind]["games"] if given.refit else 0),
                "at": judge.at,
                "weights": {name: [round(float(one), 4) for one in row] for name, row in named},
            }
    print({kind: table["games"] for kind, table in tables.items()})
    return {judge.path: tables}


def make_model(game: str) -> Model:
    """Return the model of the win probability of a game."""
    return Model(
        partial(fit, game),
        partial(play_labelled_game, game),
        list_game_keys,
        lines=3,
        games=500,
        options={
            "--seed": {"type": int, "default": 1},
            "--options": {"default": "{}", "help": "options that all games of this run have, as JSON"},
            "--held": {"type": float, "help": "how strongly weights are held at their worth (what fits best)"},
            "--refit": {"action": "store_true", "help": "hold weights near those of the file, for few new games"},
            "--usual": {"action": "store_true", "help": "only games with the usual options, to play and to fit"},
        },
    )
