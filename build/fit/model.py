"""What the fitter must be told of the data files it fits, and the store of the games that they are fitted to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ai.lab.jsonl import append_line, read_lines

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

Game = dict[str, Any]
"""What is stored of a game, beginning with its key."""
Key = dict[str, Any]
"""By what a game is known; it determines the game."""


def list_keys(given: argparse.Namespace) -> list[Key]:
    """Return keys by number of the game and number of seats."""
    numbers = range(given.first, given.first + given.games)
    return [{"seats": seats, "number": number} for number in numbers for seats in given.seats]


@dataclass(frozen=True)
class Model:
    """How one data file is fitted.

    ``fit``: (games, arguments) to the new contents of files, whose other top-level entries stay; ``play``: plays and
    describes the game of a key; None where others have stored the games; ``keys``: the games that the arguments ask
    for; ``lines``: how many levels of objects are written one entry a line, 0 for all lists and objects; ``games`` and
    ``seats``: defaults; ``options``: arguments of this model alone; ``start``: what the files hold before the first
    round.
    """

    fit: Callable[[Sequence[Game], argparse.Namespace], Mapping[Path, Any]]
    play: Callable[[Key], Game] | None = None
    keys: Callable[[argparse.Namespace], Iterable[Key]] = list_keys
    lines: int = 0
    games: int = 600
    seats: Sequence[int] = (2, 3, 4)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    start: Callable[[], Mapping[Path, Any]] | None = None


class Store:
    """A file of games, one JSON object a line, written when a game is over: an interrupted run is resumed."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.games: list[Game] = read_lines(path, msgspec.json.Decoder(Game).decode, "build/fit")

    def add(self, game: Game) -> None:
        """Store one more game."""
        self.games.append(game)
        append_line(self.path, game)

    def play(self, keys: Iterable[Key], play: Callable[[Key], Game]) -> list[Game]:
        """Play the wanted games that are not stored; return all wanted ones."""
        known: set[str] | None = None
        for number, key in enumerate(keys):
            if known is None:
                known = {_identify(game, key) for game in self.games}
            if _identify(key, key) not in known:
                self.add(json.loads(msgspec.json.encode({**key, **play(key)})))
                if number % 20 == 19:
                    print(f"{len(self.games)} games", flush=True)
        return self.games


def _identify(game: Game, key: Key) -> str:
    return json.dumps([game.get(name) for name in key], sort_keys=True)


def write(path: Path, data: Mapping[str, Any], lines: int) -> None:
    """Write these entries of a file; see :class:`Model`."""
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    found = {**known, **data}
    path.write_text((_format(found, lines) if lines else json.dumps(found, indent=1)) + "\n", encoding="utf-8")


def _format(data: Any, lines: int, depth: int = 0) -> str:
    if not isinstance(data, dict) or depth == lines:
        return json.dumps(data)
    margin = "\n" + " " * depth
    entries = [f"{margin} {json.dumps(name)}: {_format(one, lines, depth + 1)}" for name, one in data.items()]
    return "{" + ",".join(entries) + margin + "}"


# Weights of features: multinomial logit, ridge regression, and predictions for games that were left out.


def predict_shares(x: Any, weights: Any, there: Any = True) -> Any:
    """Return the softmax of the weighted sums; ``there``: mask of the sides that a position has."""
    sums = np.where(there, x @ weights, -1e9)
    found = np.exp(sums - sums.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def solve_logit(x: Any, y: Any, pull: Any, towards: Any = None, there: Any = True, counts: Any = None) -> Any:
    """Fit weights by Newton's method that maximise the likelihood of the shares ``y``; ``x``: by position, side,
    feature.

    ``pull``: penalty matrix that draws the weights to ``towards`` (0); ``counts``: weight of each position.
    """
    weights = np.zeros(x.shape[2]) if towards is None else towards.copy()
    middle = weights.copy()
    counts = np.ones(len(x)) if counts is None else counts
    for _ in range(30):
        shares = predict_shares(x, weights, there)
        mean = np.einsum("ns,nsf->nf", shares, x) * np.sqrt(counts)[:, None]
        gradient = np.einsum("n,ns,nsf->f", counts, shares - y, x, optimize=True) + pull @ (weights - middle)
        flat = (x * np.sqrt(counts[:, None] * shares)[:, :, None]).reshape(-1, x.shape[2])
        step = np.linalg.solve(flat.T @ flat - mean.T @ mean + pull, gradient)
        weights -= np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-6:
            break
    return weights


def solve_ridge(x: Any, y: Any, held: Any) -> tuple[Any, float, Any]:
    """Return ridge regression weights, the intercept, and the inverse matrix; ``held``: penalty of each weight."""
    rows = np.hstack([x, np.ones((len(y), 1))])
    matrix = rows.T @ rows + np.diag([*held, 1e-6])
    found = np.linalg.solve(matrix, rows.T @ y)
    return found[:-1], float(found[-1]), np.linalg.inv(matrix)


def find_spread(numbers: Any) -> Any:
    """Return the standard deviation of every feature; a huge one for a constant feature, so that it has no effect."""
    spread = numbers.std(axis=0)
    return np.where(spread < 1e-7, 1e9, spread)


def cross_validate(games: Any, folds: int, shape: tuple[int, ...], predict: Callable[[Any, Any], Any]) -> Any:
    """Return cross-validated predictions for the positions of ``games``; ``predict``: (positions to fit to, those left
    out)."""
    found = np.zeros(shape)
    for fold in range(folds):
        out = games % folds == fold
        found[out] = predict(~out, out)
    return found
