"""Weights of features: multinomial logit, ridge regression, and predictions for games that were left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def predict_shares(x: Any, weights: Any, there: Any = True) -> Any:
    """Softmax of the weighted sums; ``there``: which sides a position has."""
    sums = np.where(there, x @ weights, -1e9)
    found = np.exp(sums - sums.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def solve_logit(x: Any, y: Any, pull: Any, towards: Any = None, there: Any = True, counts: Any = None) -> Any:
    """Weights by Newton's method for which the shares ``y`` are likeliest; ``x`` goes by position, side, feature.

    ``pull``: matrix that holds the weights at ``towards`` (nought); ``counts``: how much each position counts.
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
    """Weights, a constant, and the inverse of the matrix; ``held``: how strongly each weight is held at nought."""
    rows = np.hstack([x, np.ones((len(y), 1))])
    matrix = rows.T @ rows + np.diag([*held, 1e-6])
    found = np.linalg.solve(matrix, rows.T @ y)
    return found[:-1], float(found[-1]), np.linalg.inv(matrix)


def find_spread(numbers: Any) -> Any:
    """Standard deviation of every feature; what never varies has a huge one, so that it weighs nothing."""
    spread = numbers.std(axis=0)
    return np.where(spread < 1e-7, 1e9, spread)


def cross_validate(games: Any, folds: int, shape: tuple[int, ...], predict: Callable[[Any, Any], Any]) -> Any:
    """Predictions for the positions of ``games``; ``predict``: (positions to fit to, those left out)."""
    found = np.zeros(shape)
    for fold in range(folds):
        out = games % folds == fold
        found[out] = predict(~out, out)
    return found
