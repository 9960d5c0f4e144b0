"""Geometry of the six-sided die: faces, poses, projection, throws. No drawing.

Axes as in ``dodecahedron``: x to the right, y up on the screen, z towards the eye. Half an edge is 1;
opposite faces add up to 7.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

from sprites.base.dodecahedron import Matrix, Quat, Vector, about, cross, dot, from_matrix, matrix, multiply, slerp

EYE = 6.5
ZOOM = 0.92
TILT = 0.5
"""The usual angle between the line of sight and the vertical, in radians."""
ROUND = 0.26
"""Radius of the rounded corners."""

NORMALS: dict[int, Vector] = {
    1: (0.0, 0.0, 1.0), 6: (0.0, 0.0, -1.0), 2: (0.0, -1.0, 0.0),
    5: (0.0, 1.0, 0.0), 3: (1.0, 0.0, 0.0), 4: (-1.0, 0.0, 0.0),
}  # fmt: skip
HEADS: dict[int, Vector] = {
    1: (0.0, 1.0, 0.0), 6: (0.0, 1.0, 0.0), 2: (0.0, 0.0, 1.0),
    5: (0.0, 0.0, 1.0), 3: (0.0, 0.0, 1.0), 4: (0.0, 0.0, 1.0),
}  # fmt: skip
"""The direction of the head of each numeral, within its face."""
SIDES: dict[int, Vector] = {face: cross(HEADS[face], NORMALS[face]) for face in NORMALS}
"""The reading direction of each numeral, within its face."""
_INNER = 1.0 - ROUND
CORNERS: tuple[Vector, ...] = tuple(
    (x * _INNER, y * _INNER, z * _INNER) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)
)
"""The centres of the eight spheres that round the corners."""

Point = tuple[float, float]


@cache
def _flat(face: int) -> Quat:
    """Return the rotation that turns a face towards the eye with its numeral upright."""
    return from_matrix((SIDES[face], HEADS[face], NORMALS[face]))


def pose(face: int, spin: float = 0.0, tilt: float = TILT) -> Quat:
    """Return the resting pose with ``face`` (1 … 6) on top, its numeral turned by ``spin`` radians."""
    return multiply(about((1.0, 0.0, 0.0), -tilt), multiply(about((0.0, 0.0, 1.0), spin), _flat(face)))


def top_face(quat: Quat) -> int:
    """Return the number that faces the eye most."""
    row = matrix(quat)[2]
    return max(NORMALS, key=lambda face: dot(row, NORMALS[face]))


def visible(rows: Matrix) -> list[tuple[float, int]]:
    """Return the faces turned towards the eye as (facing, number), the nearest last."""
    seen = []
    for face, normal in NORMALS.items():
        away = dot(rows[2], normal)
        if away * EYE > 1.0:
            seen.append((away, face))
    seen.sort()
    return seen


def hull(points: list[Point]) -> list[Point]:
    """Return the convex hull of points, in order."""
    points = sorted(points)

    def half(order: list[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in order:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2], found[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return half(points) + half(points[::-1])


def roll_path(
    seed: int, start: Quat, face: int, spin: float, come_from: Point
) -> Callable[[float], tuple[Quat, float, float, float]]:
    """A throw of 900 ms that ends on ``face``: t (0 … 1) → (pose, lift, dx, dy) in logical units; 0, 0, 0 at the end.

    The die flies in from the offset ``come_from`` in an arc, tumbles two to three times about a level axis, bounces
    twice and settles. The result is known before the throw; ``seed`` picks the turns.
    """
    rng = random.Random(seed)
    out_x, out_y = come_from
    direction = math.atan2(out_y, -out_x) + rng.uniform(-0.25, 0.25)
    end = pose(face, spin)
    axis = (-math.sin(direction), math.cos(direction), 0.0)
    turns = 2 * math.pi * rng.uniform(1.9, 2.7)
    twist = rng.choice((-1, 1)) * rng.uniform(0.4, 1.4)
    high = rng.uniform(40, 62)

    def interpolate(t: float) -> tuple[Quat, float, float, float]:
        t = max(0.0, min(1.0, t))
        ms = t * 900
        left = (1 - t) ** 2.1
        quat = multiply(about(axis, turns * left), multiply(about((0.0, 0.0, 1.0), -twist * left), end))
        share = (1 - t) ** 2.4
        if ms < 120:
            k = ms / 120
            return slerp(start, quat, k), 24 * math.sin(k * math.pi / 2), out_x * share, out_y * share
        if ms < 620:
            k = (ms - 120) / 500
            lift = 24 * (1 - k) + high * math.sin(math.pi * k)
        elif ms < 780:
            lift = 16 * math.sin(math.pi * (ms - 620) / 160)
        else:
            lift = 5 * math.sin(math.pi * (ms - 780) / 120)
        return quat, max(0.0, lift), out_x * share, out_y * share

    return interpolate
