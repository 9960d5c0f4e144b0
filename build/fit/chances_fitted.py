"""The arithmetic of ``chances.py``: weights of named terms that make what happened most likely.

For every kind of game a multinomial logit is fitted: the chances of the sides are in the ratio of exp(sum of weight x
number), the weights interpolated between a few parts of the game. What is made most likely is the share of the win of
every side. Weights that the games say little about stay near those of all kinds together, these near what the game
takes its terms to be worth, and all of them near their neighbours in time; so a few hundred games of a kind will do.
Needs numpy.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ai.algorithms.value_function import Coefficients, FittedEvaluator
from ai.opponent_registry import find_evaluator
from ai.win_probability import sum_by_side
from engine import registry

STRENGTHS = (30.0, 200.0, 1000.0, 5000.0)
"""How strongly a weight is held at what its term is worth in points times what a point is worth at that part of the
game, in positions as good as one; the best for games left out is taken."""
SMOOTH = 3.0
"""How strongly the worth of a point is drawn to that at neighbouring parts of the game."""
LOOSELY, OWN = 0.1, 10.0
"""How strongly the worth of a point is held at nothing, and each kind at weighing everything as all together."""
FREE = 0.01
"""How strongly a term that has no weight yet is held at none when weights are fitted again, against the others."""
STEPS = 30
FOLDS = 4
"""To tell how good weights are for games that were not fitted, every fourth game is left out, four times."""


class Data:
    """Positions of one kind: numbers (positions x sides x terms), parts, shares of the win, the game of each.

    ``counts``: how many positions of its game each stands for. Of every game as many are kept; if they counted alike,
    those of short games would count too much, in which the leader has won.
    """

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.parts: list[float] = []
        self.shares: list[Any] = []
        self.games: list[int] = []
        self.counts: list[float] = []

    def arrays(self, at: tuple[float, ...]) -> tuple[Any, Any, Any, Any]:
        """Numbers spread over the parts (sides x terms x parts), shares of the win, which sides there are, counts."""
        most = max(len(row) for row in self.rows)
        terms = len(self.rows[0][0])
        x = np.zeros((len(self.rows), most, terms))
        y = np.zeros((len(self.rows), most))
        there = np.zeros((len(self.rows), most), dtype=bool)
        for number, (row, share) in enumerate(zip(self.rows, self.shares, strict=True)):
            x[number, : len(row)] = row
            y[number, : len(row)] = share
            there[number, : len(row)] = True
        count = np.maximum(1, there.sum(axis=1))[:, None, None]
        x -= x.sum(axis=1, keepdims=True) / count  # only differences between sides count
        x[~there] = 0
        hats = hat_functions(np.array(self.parts), at)
        counts = np.array(self.counts)
        return np.einsum("nst,nk->nstk", x, hats), y, there, counts / counts.mean()


def hat_functions(parts: Any, at: tuple[float, ...]) -> Any:
    """How much of each part's weights counts at these parts: linear in between."""
    found = np.zeros((len(parts), len(at)))
    for number in range(len(at)):
        unit = np.zeros(len(at))
        unit[number] = 1
        found[:, number] = np.interp(parts, at, unit)
    return found


def gather(game: str, games: Iterable[dict[str, Any]]) -> dict[str, Data]:
    """Kind → positions, with what the judge counts in them."""
    judge = find_evaluator(game)
    assert isinstance(judge, FittedEvaluator)
    rules = registry.rules(game)
    found: dict[str, Data] = defaultdict(Data)
    for number, one in enumerate(games):
        stands_for = (one["decisions"] - one["wild"]) / max(1, len(one["positions"]))
        for _, dumped in one["positions"]:
            state = rules.load(dumped)
            kind, part, rows = judge.extract(state)
            data = found[kind]
            data.rows.append(np.array(rows, dtype=float))
            data.parts.append(part)
            data.shares.append(sum_by_side(game, state, one["shares"]))
            data.games.append(number)
            data.counts.append(stands_for)
    return found


def logit(x: Any, y: Any, there: Any, counts: Any, towards: Any, pull: Any) -> Any:
    """Weights by Newton's method; ``x`` goes by position, side, number; ``pull`` is a matrix that holds them at
    ``towards``."""
    w = towards.copy()
    for _ in range(STEPS):
        p = likely(x, there, w)
        mean = np.einsum("ns,nsf->nf", p, x) * np.sqrt(counts)[:, None]
        gradient = np.einsum("n,ns,nsf->f", counts, p - y, x, optimize=True) + pull @ (w - towards)
        flat = (x * np.sqrt(counts[:, None] * p)[:, :, None]).reshape(-1, x.shape[2])
        step = np.linalg.solve(flat.T @ flat - mean.T @ mean + pull, gradient)
        w = w - np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-6:
            break
    return w


def scale(x: Any, y: Any, there: Any, counts: Any, w: Any, near: float, hold: float) -> Any:
    """Weights (terms x parts), all of them at a part times the same number, held ``near`` it."""
    parts = w.shape[1]
    sums = np.einsum("nstk,tk->nsk", x, w)
    size = float(np.mean(sums.sum(axis=2)[there] ** 2))
    pull = size * (SMOOTH * smoothness(parts) + hold * np.eye(parts))
    return w * logit(sums, y, there, counts, np.full(parts, near), pull)


def likely(x: Any, there: Any, w: Any) -> Any:
    """Win probability of each side with these weights."""
    z = np.where(there, x @ w, -1e9)
    z -= z.max(axis=1, keepdims=True)
    p = np.exp(z)
    return p / p.sum(axis=1, keepdims=True)


def smoothness(parts: int) -> Any:
    """Squares of differences between neighbours, as a matrix."""
    found = np.zeros((parts, parts))
    for number in range(parts - 1):
        found[number : number + 2, number : number + 2] += [[1, -1], [-1, 1]]
    return found


class Fit:
    """All positions of a game, and weights for them."""

    def __init__(self, judge: FittedEvaluator, data: dict[str, Data], refit: bool = False) -> None:
        self.judge = judge
        self.refit = refit
        """Whether weights are held near those of the file, which few new games do not outweigh."""
        self.at = judge.at
        self.prior = np.array(list(judge.worth.values()))
        self.kinds = list(data)
        self.arrays = {kind: one.arrays(self.at) for kind, one in data.items()}
        self.games = {kind: np.array(one.games) for kind, one in data.items()}
        numbers = np.concatenate([x.sum(axis=3)[there] for x, _, there, _ in self.arrays.values()])
        self.weight = np.maximum(np.mean(numbers**2, axis=0), 1e-4)
        """A weight counts by what it does to the sums."""

    def weights(self, keep: Any, strength: float) -> dict[str, Any]:
        """Kind → weights (terms x parts), fitted from the games that ``keep`` is true for."""
        parts = len(self.at)
        if self.refit:
            return self._refit(keep, strength)
        chosen = {kind: keep(self.games[kind]) for kind in self.kinds}
        kept = {kind: [each[chosen[kind]] for each in self.arrays[kind]] for kind in self.kinds if chosen[kind].any()}
        most = max(each[0].shape[1] for each in kept.values())
        x, y, there = (np.concatenate([pad(each[at], most) for each in kept.values()]) for at in range(3))
        counts = np.concatenate([each[3] for each in kept.values()])
        # What a point is worth at every part of the game, by all kinds together.
        start = scale(x, y, there, counts, np.outer(self.prior, np.ones(parts)), 0.0, LOOSELY).reshape(-1)
        # Nearer to what every term says by itself; then every kind, first as a whole.
        pull = strength * np.kron(np.diag(self.weight), np.eye(parts) + smoothness(parts))
        together = logit(x.reshape(*x.shape[:2], -1), y, there, counts, start, pull)
        found = {}
        for kind in self.judge.kinds:
            found[kind] = together
            if kind in kept:
                x, y, there, counts = kept[kind]
                start = scale(x, y, there, counts, together.reshape(-1, parts), 1.0, OWN).reshape(-1)
                found[kind] = logit(x.reshape(*x.shape[:2], -1), y, there, counts, start, pull)
        return {kind: w.reshape(len(self.judge.names), parts) for kind, w in found.items()}

    def _refit(self, keep: Any, strength: float) -> dict[str, Any]:
        """Kind → weights, each kind by itself, held near those that it has."""
        parts = len(self.at)
        found = {}
        for kind in self.judge.kinds:
            table = self.judge.tables[kind]
            start = np.array([[table.interpolate(name, part) for part in self.at] for name in self.judge.names])
            found[kind] = start
            if kind in self.kinds:
                held = self.weight * np.where(start.any(axis=1), 1.0, FREE)
                pull = strength * np.kron(np.diag(held), np.eye(parts) + smoothness(parts))
                chosen = keep(self.games[kind])
                x, y, there, counts = (each[chosen] for each in self.arrays[kind])
                flat = logit(x.reshape(*x.shape[:2], -1), y, there, counts, start.reshape(-1), pull)
                found[kind] = flat.reshape(start.shape)
        return found

    def cross_validate(self, strength: float) -> dict[str, tuple[float, float]]:
        """Kind → the mean of squared errors for games that were not fitted, and that of the equal share."""
        sums: dict[str, list[float]] = {kind: [0.0, 0.0, 0.0] for kind in self.kinds}
        for fold in range(FOLDS):
            found = self.weights(lambda games, fold=fold: games % FOLDS != fold, strength)
            for kind, (x, y, there, counts) in self.arrays.items():
                out = self.games[kind] % FOLDS == fold
                if out.any():
                    p = likely(x[out].reshape(out.sum(), x.shape[1], -1), there[out], found[kind].reshape(-1))
                    equal = there[out] / there[out].sum(axis=1, keepdims=True)
                    sums[kind][0] += float(counts[out] @ ((p - y[out]) ** 2).sum(axis=1))
                    sums[kind][1] += float(counts[out] @ ((equal - y[out]) ** 2).sum(axis=1))
                    sums[kind][2] += float(counts[out].sum())
        return {kind: (made / max(1, count), equal / max(1, count)) for kind, (made, equal, count) in sums.items()}


def pad(array: Any, most: int) -> Any:
    """Return arrays with room for this number of sides."""
    room = np.zeros((array.shape[0], most - array.shape[1], *array.shape[2:]), dtype=array.dtype)
    return np.concatenate([array, room], axis=1)


def fit_and_write(game: str, store: Any, strengths: Sequence[float] = STRENGTHS, refit: bool = False) -> None:
    """Fit, say how good it is with games left out, and write the file; the best of ``strengths`` is taken. ``refit``:
    start from the weights of the file and stay near them; the games that they come from still count."""
    judge = find_evaluator(game)
    assert isinstance(judge, FittedEvaluator)
    data = gather(game, store.games())
    fit = Fit(judge, data, refit)
    tried = {}
    for strength in strengths:
        told = fit.cross_validate(strength)
        tried[strength] = sum(made / equal for made, equal in told.values())
        said = ", ".join(f"{kind} {1 - made / equal:.3f}" for kind, (made, equal) in told.items())
        print(f"held by {strength:g}: explained of games left out: {said}", flush=True)
    best = min(tried, key=tried.__getitem__)
    found = fit.weights(lambda games: games >= 0, best)
    # What nobody has played keeps the numbers that it has.
    there = json.loads(judge.path.read_text("utf-8")) if judge.path.exists() else {}
    tables = {
        kind: msgspec.convert(there[kind], Coefficients)
        if kind in there and kind not in data
        else Coefficients(
            games=(len(set(data[kind].games)) if kind in data else 0) + (there[kind]["games"] if refit else 0),
            at=fit.at,
            weights={
                name: tuple(round(float(one), 4) for one in row) for name, row in zip(judge.names, w, strict=True)
            },
        )
        for kind, w in found.items()
    }
    write(judge.path, tables)
    print({kind: table.games for kind, table in tables.items()})


def write(path: Path, tables: dict[str, Coefficients]) -> None:
    """The file, a line for every term."""
    lines = []
    for kind, table in tables.items():
        rows = ",\n".join(f"   {json.dumps(name)}: {json.dumps(row)}" for name, row in table.weights.items())
        lines.append(
            f' {json.dumps(kind)}: {{\n  "games": {table.games},\n  "at": {json.dumps(table.at)},\n'
            f'  "weights": {{\n{rows}\n  }}\n }}'
        )
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
