"""Geometry of the twelve-sided die: the opposite face and the five neighbours of each face."""

from __future__ import annotations

FACES = range(1, 13)

NEIGHBOURS: dict[int, tuple[int, int, int, int, int]] = {
    1: (2, 4, 6, 5, 10),
    2: (1, 4, 8, 7, 10),
    3: (4, 6, 11, 12, 8),
    4: (1, 2, 8, 3, 6),
    5: (1, 6, 11, 9, 10),
    6: (1, 4, 3, 11, 5),
    7: (2, 8, 12, 9, 10),
    8: (2, 4, 3, 12, 7),
    9: (5, 10, 7, 12, 11),
    10: (1, 2, 7, 9, 5),
    11: (3, 6, 5, 9, 12),
    12: (3, 8, 7, 9, 11),
}
"""Neighbours of each face in cyclic order (either mirror image is a legal die)."""


def opposite(face: int) -> int:
    """Return the opposite face; opposite faces add to 13."""
    return 13 - face
