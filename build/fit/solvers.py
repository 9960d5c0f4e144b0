"""Weights of features: multinomial logit, ridge regression, and predictions for games that were left out.

numpy; apart from the store of games, which the tests use without it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np


def predict_shares(x: Any, weights: Any, there: Any = True) -> Any:
    """Return the softmax of ``x @ weights`` over sides; ``there``: mask of the sides that a position has."""
    sums = np.where(there, x @ weights, -1e9)
    found = np.exp(sums - sums.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def solve_logit(x: Any, y: Any, pull: Any, towards: Any = None, there: Any = True, counts: Any = None) -> Any:
    """Return weights that maximise the likelihood of shares ``y`` (Newton); ``x``: by position, side, feature.

    ``pull``: penalty matrix that draws the weights to ``towards`` (0 by default); ``counts``: weight of each position;
    ``there``: mask of existing sides.
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
    """Return ridge regression weights, the intercept, the inverse of the matrix; ``held``: penalty of each weight."""
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
