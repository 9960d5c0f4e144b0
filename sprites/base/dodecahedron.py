"""Geometry of the twelve-sided die: corners, faces, numbering, rotation, projection. No drawing.

Axes of the view: x to the right, y up on the screen, z towards the eye. The die has radius 1; the eye is 4.6 radii
away. Opposite faces add up to 13 and every face has the neighbours of the rules, so the faces around the
top face are the Sorcerer's choices.
"""

import math
import random
from collections.abc import Callable
from functools import cache

from sprites.base import assets

Quat = tuple[float, float, float, float]
"""Rotation as unit quaternion (w, x, y, z)."""
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

EYE = 4.6
ZOOM = 0.985 * 0.93
"""How large the solid is drawn: a corner at the height of the centre lies this far from the middle of a unit disc."""
TILT = 0.42
"""The usual angle between the line of sight and the vertical, in radians."""

_PHI = (1 + 5**0.5) / 2
_SIZE = 3**-0.5


def _corners() -> tuple[Vector, ...]:
    signs = (-1, 1)
    found: list[Vector] = [(a, b, c) for a in signs for b in signs for c in signs]
    for a in signs:
        for b in signs:
            found += [(0, a / _PHI, b * _PHI), (a / _PHI, b * _PHI, 0), (a * _PHI, 0, b / _PHI)]
    return tuple((x * _SIZE, y * _SIZE, z * _SIZE) for x, y, z in found)


CORNERS: tuple[Vector, ...] = _corners()

RINGS: dict[int, tuple[int, int, int, int, int]] = {
    1: (15, 9, 0, 8, 4),
    4: (13, 10, 0, 9, 1),
    6: (14, 8, 0, 10, 2),
    2: (5, 11, 1, 9, 15),
    3: (10, 13, 3, 12, 2),
    5: (8, 14, 6, 16, 4),
    11: (6, 14, 2, 12, 18),
    10: (16, 19, 5, 15, 4),
    8: (3, 13, 1, 11, 17),
    12: (18, 12, 3, 17, 7),
    9: (19, 16, 6, 18, 7),
    7: (5, 19, 7, 17, 11),
}
"""The five corners of each numbered face, in order round it; the head of the numeral points to the first."""


def _centre(ring: tuple[int, ...]) -> Vector:
    n = len(ring)
    return (
        sum(CORNERS[k][0] for k in ring) / n,
        sum(CORNERS[k][1] for k in ring) / n,
        sum(CORNERS[k][2] for k in ring) / n,
    )


def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a: Vector) -> Vector:
    """Return the unit vector of a direction."""
    n = math.sqrt(dot(a, a)) or 1.0
    return (a[0] / n, a[1] / n, a[2] / n)


CENTRES: dict[int, Vector] = {face: _centre(ring) for face, ring in RINGS.items()}
NORMALS: dict[int, Vector] = {face: unit(centre) for face, centre in CENTRES.items()}
HEADS: dict[int, Vector] = {
    face: unit(
        (
            CORNERS[ring[0]][0] - CENTRES[face][0],
            CORNERS[ring[0]][1] - CENTRES[face][1],
            CORNERS[ring[0]][2] - CENTRES[face][2],
        )
    )
    for face, ring in RINGS.items()
}
"""The direction of the head of each numeral, within its face."""
SIDES: dict[int, Vector] = {face: cross(HEADS[face], NORMALS[face]) for face in RINGS}
"""The reading direction of each numeral, within its face."""
INNER = math.sqrt(dot(CENTRES[1], CENTRES[1]))
"""The distance of a face from the centre."""


@cache
def neighbours(face: int) -> tuple[int, ...]:
    """Return the five faces that share an edge with ``face``, ascending."""
    mine = set(RINGS[face])
    return tuple(sorted(other for other, ring in RINGS.items() if len(mine & set(ring)) == 2))


# ------------------------------------------------------------------ turning


def multiply(a: Quat, b: Quat) -> Quat:
    """Return the rotation b followed by a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def about(axis: Vector, angle: float) -> Quat:
    """Return the rotation by ``angle`` radians about a unit axis, counter-clockwise when the axis points to the eye."""
    s = math.sin(angle / 2)
    return (math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s)


def matrix(q: Quat) -> Matrix:
    """Return the rotation matrix as three rows."""
    w, x, y, z = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def apply(rows: Matrix, v: Vector) -> Vector:
    """Rotate a vector."""
    return (dot(rows[0], v), dot(rows[1], v), dot(rows[2], v))


@cache
def from_matrix(m: Matrix) -> Quat:
    (a, b, c), (d, e, f), (g, h, i) = m
    trace = a + e + i
    if trace > 0:
        s = 2 * math.sqrt(trace + 1)
        q = (s / 4, (h - f) / s, (c - g) / s, (d - b) / s)
    elif a > e and a > i:
        s = 2 * math.sqrt(1 + a - e - i)
        q = ((h - f) / s, s / 4, (b + d) / s, (c + g) / s)
    elif e > i:
        s = 2 * math.sqrt(1 + e - a - i)
        q = ((c - g) / s, (b + d) / s, s / 4, (f + h) / s)
    else:
        s = 2 * math.sqrt(1 + i - a - e)
        q = ((d - b) / s, (c + g) / s, (f + h) / s, s / 4)
    return _normal(q)


def _normal(q: Quat) -> Quat:
    n = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) or 1.0
    return (q[0] / n, q[1] / n, q[2] / n, q[3] / n)


def pose(face: int, spin: float = 0.0, tilt: float = TILT) -> Quat:
    """Return the resting pose with ``face`` (1 … 12) on top, its numeral turned by ``spin`` radians.

    ``tilt`` 0 looks straight down: then all five neighbours of the top face are seen alike.
    """
    return lay((SIDES[face], HEADS[face], NORMALS[face]), spin, tilt)


def lay(axes: Matrix, spin: float, tilt: float) -> Quat:
    """Return the pose in which a die rests: ``axes`` are reading direction, head and normal of its upper face; angles
    in radians."""
    return multiply(about((1.0, 0.0, 0.0), -tilt), multiply(about((0.0, 0.0, 1.0), spin), from_matrix(axes)))


LIGHT = unit((-0.52, 0.60, 0.61))
"""Where the light on dice comes from."""


def slerp(a: Quat, b: Quat, t: float) -> Quat:
    """Return the pose at ``t`` (0 … 1) on the shortest way from a to b, at constant speed."""
    cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    if cosine < 0:
        b, cosine = (-b[0], -b[1], -b[2], -b[3]), -cosine
    if cosine > 0.9995:
        return _normal(
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t, a[3] + (b[3] - a[3]) * t)
        )
    angle = math.acos(min(1.0, cosine))
    s = math.sin(angle)
    ka, kb = math.sin((1 - t) * angle) / s, math.sin(t * angle) / s
    return (a[0] * ka + b[0] * kb, a[1] * ka + b[1] * kb, a[2] * ka + b[2] * kb, a[3] * ka + b[3] * kb)


# ------------------------------------------------------------------ motion


def _ease(t: float) -> float:
    return 4 * t * t * t if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def find_lift(ms: float, high: float) -> float:
    """Return the height of a die ``ms`` milliseconds after it was lifted: an arc of height ``high``, two bounces."""
    if ms < 120:
        return 24 * math.sin(ms / 120 * math.pi / 2)
    if ms < 620:
        k = (ms - 120) / 500
        return 24 * (1 - k) + high * math.sin(math.pi * k)
    bounce = 16 * math.sin(math.pi * (ms - 620) / 160) if ms < 780 else 5 * math.sin(math.pi * (ms - 780) / 120)
    return max(0.0, bounce)


def roll_path(
    seed: int, face_from: int, face_to: int, spin: float = 0.0, spin_from: float | None = None
) -> Callable[[float], tuple[Quat, float, float, float]]:
    """Return a roll of 900 ms that ends on ``face_to``: t (0 … 1) → (pose, lift, dx, dy) in logical units; 0, 0, 0 at
    the end.

    Lifted, thrown in an arc with two and a half turns about a level axis, two bounces, settling. ``seed`` picks
    direction and speed; the result is known before the roll starts.
    """
    rng = random.Random(seed)
    direction = rng.uniform(0, 2 * math.pi)
    far = rng.uniform(46, 74)
    out_x, out_y = -far * math.cos(direction), far * 0.6 * math.sin(direction)
    start, end = pose(face_from, spin if spin_from is None else spin_from), pose(face_to, spin)
    axis = (-math.sin(direction), math.cos(direction), 0.0)
    turns = 2 * math.pi * rng.uniform(2.2, 2.8)
    twist = rng.choice((-1, 1)) * rng.uniform(0.6, 1.6)

    def interpolate(t: float) -> tuple[Quat, float, float, float]:
        t = max(0.0, min(1.0, t))
        ms = t * 900
        left = (1 - t) ** 2.1
        q = multiply(about(axis, -turns * left), multiply(about((0.0, 0.0, 1.0), -twist * left), end))
        lift = find_lift(ms, 46)
        if ms < 120:
            k = ms / 120
            share = 1 - (1 - k) ** 2
            return slerp(start, q, k * k), lift, out_x * share, out_y * share
        k = min(1.0, (ms - 120) / 500)
        share = (1 - k) * (1 - 0.25 * k)
        return q, lift, out_x * share, out_y * share

    return interpolate


def turn_path(face_from: int, face_to: int, spin: float = 0.0, tilt: float = TILT) -> Callable[[float], Quat]:
    """Return a turn of 420 ms from one resting pose to another: t (0 … 1) → pose.

    To a neighbour the die rolls over the shared edge; to the opposite face it rolls two quarters about one level axis.
    """
    start, end = pose(face_from, spin, tilt), pose(face_to, spin, tilt)
    if face_from == face_to:
        return lambda t: end
    rows = matrix(start)
    up, goal = apply(rows, NORMALS[face_from]), apply(rows, NORMALS[face_to])
    if dot(up, goal) < -0.99:
        axis = unit(cross(up, apply(rows, NORMALS[neighbours(face_from)[0]])))
        angle = math.pi
    else:
        axis = unit(cross(goal, up))
        angle = math.acos(max(-1.0, min(1.0, dot(up, goal))))
    opposite = angle > 3.0
    rolled = multiply(about(axis, angle), start)
    # What is left after rolling is a twist about the vertical that sets the numeral upright.
    rest = multiply(end, (rolled[0], -rolled[1], -rolled[2], -rolled[3]))
    twist = 2 * math.atan2(rest[1] * up[0] + rest[2] * up[1] + rest[3] * up[2], rest[0])
    twist = (twist + math.pi) % (2 * math.pi) - math.pi

    def interpolate(t: float) -> Quat:
        t = max(0.0, min(1.0, t))
        if t >= 1:
            return end
        even = _ease(t)
        done = (_ease(2 * t) / 2 if t < 0.5 else 0.5 + _ease(2 * t - 1) / 2) if opposite else even
        return multiply(about(up, twist * even), multiply(about(axis, angle * done), start))

    return interpolate


# ------------------------------------------------------------------ seeing


def lens(spread: float) -> tuple[float, float]:
    """Return bend and zoom of the perspective: a point at depth z is seen ``zoom / (1 - bend * z)`` times as large.

    ``spread`` 0 is the natural view; towards 1 the near face shrinks and its neighbours open like a flower, so that
    their numbers can be read and clicked (made for a die seen straight from above).
    """
    return 1 / EYE - (1 / EYE + 0.5) * spread, ZOOM * (1 - 0.055 * spread)


def project(v: Vector, spread: float = 0.0) -> tuple[float, float]:
    """Project a rotated point onto a disc of radius 1 (y down)."""
    bend, zoom = lens(spread)
    k = zoom / (1 - bend * v[2])
    return v[0] * k, -v[1] * k


def visible_faces(quat: Quat, spread: float = 0.0) -> list[tuple[int, list[tuple[float, float]], float]]:
    """Return the faces turned towards the viewer as (number, polygon on the unit disc, cosine 0 … 1), nearest last."""
    rows = matrix(quat)
    least = INNER * lens(spread)[0]
    seen = []
    for face, ring in RINGS.items():
        away = dot(rows[2], NORMALS[face])
        if away > least:
            seen.append((face, [project(apply(rows, CORNERS[k]), spread) for k in ring], away))
    seen.sort(key=lambda entry: entry[2])
    return seen


def find_face(quat: Quat, x: float, y: float, spread: float = 0.0) -> int | None:
    """Return the face at a point of the unit disc, or None outside the die."""
    for face, polygon, _ in visible_faces(quat, spread):
        inside = False
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
        if inside:
            return face
    return None


# Outlines of the numbers on dice: ``art/numerals.json``, baked from a font.

Point = tuple[float, float]
Outline = tuple[Point, ...]

_BAR: tuple[Outline, ...] = (((-0.1, -0.4), (0.1, -0.4), (0.1, 0.4), (-0.1, 0.4)),)
"""Substitute for a missing outline."""


@cache
def list_numeral_outlines(number: int, kind: str) -> tuple[Outline, ...]:
    """Return the outlines of a number, about one unit high; ``kind`` is fine or coarse. A plain bar when missing."""
    try:
        table = assets.data("art/numerals.json", dict[str, dict[str, tuple[Outline, ...]]])
        return table[str(number)][kind]
    except assets.AssetError as error:
        assets.miss(error)
    except KeyError as error:
        assets.miss(assets.AssetError(f"art/numerals.json: no {error}"))
    return _BAR
