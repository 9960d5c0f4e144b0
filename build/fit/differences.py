"""Weights by temporal differences: a position is worth what the next one is, as nearly as few numbers can say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Equations = tuple[Any, Any]
"""Of a game: a matrix, and what it is to give when it is multiplied by the weights."""


def solve_weights(
    equations: Sequence[Equations], terms: Sequence[str], known: Mapping[str, float], held: float
) -> list[float]:
    """The weights for which the equations of all games hold best: two for each of the ``terms``, then any others.

    ``known``: terms whose first weight is given; ``held``: how strongly the others are kept near nought.
    """
    matrix, right = sum(one for one, _ in equations), sum(two for _, two in equations)
    found = np.zeros(len(right))
    for name, number in known.items():
        found[2 * terms.index(name)] = number
    free = np.array([not number for number in found])
    open_ = matrix[free][:, free] + held * np.eye(int(free.sum()))
    found[free] = np.linalg.solve(open_, (right - matrix @ found)[free])
    return [round(float(number), 3) for number in found]
