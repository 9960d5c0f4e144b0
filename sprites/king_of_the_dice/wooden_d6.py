"""Drawing of the wooden die: rounded, lit and soft at rest (cached), simplified while it tumbles.

Every face shows its number on a plate whose shape and colour are those of the face: red diamond, green disc, blue
square. Colours are numbers 0 … 2 for each of the faces 1 … 6, in that order.
"""

import math
import random
from collections.abc import Callable, Iterator
from functools import cache

import pygame

from sprites.base import dodecahedron, raster, shapes
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.dodecahedron import Matrix, Quat, Vector, about, cross, dot, multiply, slerp
from sprites.base.raster import mix_colours
from sprites.base.theme import mix, rgb
from sprites.king_of_the_dice.card_art import DieLook, looks

# Geometry of the six-sided die: faces, poses, projection, throws. No drawing.
#
# Axes as in ``dodecahedron``: x to the right, y up on the screen, z towards the eye. Half an edge is 1; opposite
# faces add up to 7.

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


def pose(face: int, spin: float = 0.0, tilt: float = TILT) -> Quat:
    """Return the resting pose with ``face`` (1 … 6) on top, its numeral turned by ``spin`` radians."""
    return dodecahedron.lay((SIDES[face], HEADS[face], NORMALS[face]), spin, tilt)


def visible(rows: Matrix) -> list[tuple[float, int]]:
    """Return the faces turned towards the viewer as pairs (cosine of the angle to the viewer, number), nearest last."""
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
    """Return a throw of 900 ms that ends on ``face``: t (0 … 1) → (pose, lift, dx, dy) in logical units; 0, 0, 0 at the
    end.

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
        now = slerp(start, quat, ms / 120) if ms < 120 else quat
        return now, dodecahedron.find_lift(ms, high), out_x * share, out_y * share

    return interpolate


Colours = tuple[int, ...]
Shape = list[tuple[float, float]]

_ROOM = 1.5
"""Ratio of the picture's width to the die's."""
_NUMERAL = 0.68
_LOW, _HIGH = "king_of_the_dice/wood.low", "king_of_the_dice/wood.high"
NAMES = ("red", "green", "blue")


def look(colour: int) -> DieLook:
    """Return the colours and the shape that go with a colour (number) of the dice."""
    return looks().dice[NAMES[colour]]


@cache
def _plate(shape: str, points_of_disc: int = 24) -> tuple[tuple[float, float], ...]:
    """Return the outline of the plate with a shape on a face that reaches from -1 to 1."""
    if shape == "diamond":
        return ((0.0, 0.78), (0.78, 0.0), (0.0, -0.78), (-0.78, 0.0))
    if shape == "circle":
        n = points_of_disc
        return tuple((0.68 * math.cos(2 * math.pi * k / n), 0.68 * math.sin(2 * math.pi * k / n)) for k in range(n))
    side, r = 0.66, 0.13
    points = []
    for x, y, first in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in (0, 30, 60, 90):
            a = math.radians(first + step)
            points.append((x * (side - r) + r * math.cos(a), y * (side - r) + r * math.sin(a)))
    return tuple(points)


@cache
def _panel(turn: float = 22.5) -> tuple[tuple[float, float], ...]:
    """Return the outline of a face's flat part; its round corners have a point every ``turn`` degrees."""
    side, r = 0.86, 0.30
    points = []
    for x, y, first in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(round(90 / turn) + 1):
            a = math.radians(first + step * turn)
            points.append((x * (side - r) + r * math.cos(a), y * (side - r) + r * math.sin(a)))
    return tuple(points)


@cache
def _numeral(number: int, kind: str) -> tuple[tuple[float, float], ...]:
    """Return the outline of a number; a plain bar when the file of numerals is missing."""
    return dodecahedron.list_numeral_outlines(number, kind)[0]


class _Seen:
    """A rotated die in pixels of a square picture."""

    __slots__ = ("half", "rows", "scale", "shown")

    def __init__(self, quat: Quat, radius: float, side: float) -> None:
        self.rows = dodecahedron.matrix(quat)
        self.half = side / 2
        self.scale = radius * ZOOM
        self.shown = visible(self.rows)

    def _project_corners(self) -> Iterator[tuple[float, float, float]]:
        """Yield x and y at which the middle of each corner's sphere is seen, and pixels per unit there."""
        for corner in CORNERS:
            x, y, z = dodecahedron.apply(self.rows, corner)
            k = self.scale * EYE / (EYE - z)
            yield self.half + x * k, self.half - y * k, k

    def outline(self, steps: int) -> Shape:
        """Return the rounded outline: the hull of the spheres at the corners."""
        ring = [
            (math.cos(2 * math.pi * k / steps) * ROUND, math.sin(2 * math.pi * k / steps) * ROUND) for k in range(steps)
        ]
        return hull([(x + u * k, y + v * k) for x, y, k in self._project_corners() for u, v in ring])

    def body(self, target: pygame.Surface, colour: tuple[int, int, int]) -> None:
        """Draw the rounded body quickly: the hull of the corners with thick round edges."""
        ring = hull([(x, y) for x, y, _ in self._project_corners()])
        r = self.scale * ROUND * 1.06
        wide: Shape = []
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            share = r / (math.hypot(bx - ax, by - ay) or 1.0)
            out_x, out_y = (by - ay) * share, (ax - bx) * share
            wide += [(ax + out_x, ay + out_y), (bx + out_x, by + out_y)]
            pygame.draw.circle(target, colour, (bx, by), r)
        pygame.draw.polygon(target, colour, wide)

    def on_face(self, face: int, outline: tuple[tuple[float, float], ...], reach: float = 1.0) -> Shape:
        """Return an outline drawn on a face, in true perspective."""
        cx, cy, cz = dodecahedron.apply(self.rows, NORMALS[face])
        sx, sy, sz = (part * reach for part in dodecahedron.apply(self.rows, SIDES[face]))
        hx, hy, hz = (part * reach for part in dodecahedron.apply(self.rows, HEADS[face]))
        half, scale, eye = self.half, self.scale * EYE, EYE
        made = []
        for u, v in outline:
            k = scale / (eye - cz - sz * u - hz * v)
            made.append((half + (cx + sx * u + hx * v) * k, half - (cy + sy * u + hy * v) * k))
        return made

    def light(self, face: int) -> float:
        """Return how brightly a face is lit, 0 … 1."""
        return max(0.0, dodecahedron.dot(dodecahedron.apply(self.rows, NORMALS[face]), dodecahedron.LIGHT))


# ------------------------------------------------------------------ at rest


def _full(c: Canvas, px: int, quat: Quat, colours: Colours) -> Steps:
    q = 3 if px < 70 else 2
    small = round(px * _ROOM)
    side = small * q
    seen = _Seen(quat, px * q / 2, side)
    low, high = rgb(_LOW), rgb(_HIGH)
    outline = raster.blank_mask(side, side)
    pygame.draw.polygon(outline, raster.SOLID, seen.outline(40))
    made = raster.tint(outline, mix(_LOW, _HIGH, 0.62))
    yield
    body = raster.empty(side, side)
    body.fill((*mix_colours(low, high, 0.62), 0))
    for _, face in seen.shown:
        colour = mix_colours(low, high, 0.18 + 0.86 * seen.light(face))
        pygame.draw.polygon(body, (*colour, 255), seen.on_face(face, _panel()))
    yield
    half = pygame.transform.gaussian_blur(
        pygame.transform.smoothscale(body, (side // 2, side // 2)), max(1, round(side * 0.006))
    )
    yield
    body = pygame.transform.smoothscale(half, (side, side))
    body.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(body, (0, 0))
    yield
    light = raster.empty(side, side)
    for x, y, r, name, alpha in (
        (0.32, 0.26, 0.34, "king_of_the_dice/route.light", 110),
        (0.74, 0.86, 0.40, "king_of_the_dice/wood.knot", 120),
    ):
        spot = raster.fade(raster.radial(round(2 * r * side), name, 1.5), alpha)
        light.blit(spot, (round((x - r) * side), round((y - r) * side)))
    light.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(light, (0, 0))
    yield
    for facing, face in seen.shown:
        shade = 1.0 if facing > 0.5 else 0.62 + 0.46 * seen.light(face)
        _face(made, seen, face, colours[face - 1], shade, side * 0.008, "fine")
    return pygame.transform.smoothscale(made, (small, small))


def _face(made: pygame.Surface, seen: _Seen, face: int, colour: int, shade: float, drop: float, kind: str) -> None:
    """Plate and number of one face."""
    entry = look(colour)
    dark = rgb("base/black")
    base, low, ink = rgb(entry.base), rgb(entry.low), rgb("king_of_the_dice/die.pip")
    rim = tuple((u * 1.06, v * 1.06) for u, v in _plate(entry.shape))
    pygame.draw.polygon(made, mix_colours(dark, low, shade), seen.on_face(face, rim))
    pygame.draw.polygon(made, mix_colours(dark, base, shade), seen.on_face(face, _plate(entry.shape)))
    number = seen.on_face(face, _numeral(face, kind), _NUMERAL)
    pygame.draw.polygon(made, mix_colours(dark, low, shade), [(x + drop, y + drop * 1.4) for x, y in number])
    pygame.draw.polygon(made, mix_colours(dark, ink, shade), number)


def _quick_face(made: pygame.Surface, seen: _Seen, face: int, colour: int, shade: float) -> None:
    """Plate and number of one face while the die moves."""
    entry = look(colour)
    base, low, ink, shape = rgb(entry.base), rgb(entry.low), rgb("king_of_the_dice/die.pip"), entry.shape
    dark = rgb("base/black")
    plate = seen.on_face(face, _plate(shape, 14))
    pygame.draw.polygon(made, mix_colours(dark, base, shade), plate)
    pygame.draw.lines(made, mix_colours(dark, low, shade), True, plate, 2)
    pygame.draw.polygon(made, mix_colours(dark, ink, shade), seen.on_face(face, _numeral(face, "coarse"), _NUMERAL))


# ------------------------------------------------------------------ moving


def _moving(c: Canvas, px: int, quat: Quat, colours: Colours) -> pygame.Surface:
    """Render one frame of motion as a new surface."""
    small = round(px * _ROOM)
    fine = 2 if px <= 230 else 1
    side = small * fine
    seen = _Seen(quat, px * fine / 2, side)
    low, high = rgb(_LOW), rgb(_HIGH)
    edge = mix_colours(low, high, 0.62)
    big = c.cache.get(("d6 scratch", side), lambda: raster.empty(side, side))
    big.fill((*edge, 0))
    seen.body(big, edge)
    for _, face in seen.shown:
        lit = seen.light(face)
        pygame.draw.polygon(big, mix_colours(low, high, 0.18 + 0.86 * lit), seen.on_face(face, _panel(45.0)))
        _quick_face(big, seen, face, colours[face - 1], min(1.0, 0.66 + 0.4 * lit))
    return pygame.transform.smoothscale(big, (small, small)) if fine > 1 else big.copy()


# ------------------------------------------------------------------ the door


def _key(c: Canvas, size: float, quat: Quat, colours: Colours) -> tuple[object, ...]:
    rounded = (round(quat[0], 3), round(quat[1], 3), round(quat[2], 3), round(quat[3], 3))
    return "d6", c.px(size), rounded, colours


def ready(c: Canvas, size: float, quat: Quat, colours: Colours) -> bool:
    """Whether the picture of this die at rest is cached; rendering takes longer than a frame allows."""
    return c.cache.find(_key(c, size, quat, colours)) is not None


def picture(c: Canvas, size: float, quat: Quat, colours: Colours) -> pygame.Surface:
    """Return the die alone at rest, in the middle of a square 1.5 times as wide; kept in the cache."""
    return c.cache.get(_key(c, size, quat, colours), lambda: make_whole(_full(c, c.px(size), quat, colours)))


def plan(c: Canvas, size: float, quat: Quat, colours: Colours) -> None:
    """Plan to render the picture of a die that will rest in this pose before it is needed."""
    c.cache.plan_steps(_key(c, size, quat, colours), lambda: _full(c, c.px(size), quat, colours), at_once=True)


def draw(
    c: Canvas,
    cx: float,
    cy: float,
    size: float,
    quat: Quat,
    colours: Colours,
    *,
    fast: bool = False,
    lift: float = 0.0,
    glow: float = 0.0,
    dim: bool = False,
) -> None:
    """Draw a die of edge ``size`` whose place is ``cx, cy``, raised by ``lift`` units; ``fast`` while it moves."""
    _ground(c, cx, cy, size, lift)
    if glow > 0.02:
        w = size * 1.38
        shapes.glow_box(
            c, cx - w / 2, cy - lift - w / 2, w, w, size * 0.24, strength=int(255 * glow), reach=size * 0.15
        )
        if glow > 0.7:
            shapes.round_rect(c, cx - w / 2, cy - lift - w / 2, w, w, size * 0.24, "glow", border=3)
    made = _moving(c, c.px(size), quat, colours) if fast else picture(c, size, quat, colours)
    if dim and not fast:
        made = c.cache.get(("d6 dim", c.px(size), tuple(round(q, 3) for q in quat), colours), lambda: _dim(made))
    half = made.get_width() // 2
    c.surface.blit(made, (c.x(cx) - half, c.y(cy - lift) - half))


def _dim(made: pygame.Surface) -> pygame.Surface:
    copy = made.copy()
    copy.fill(rgb("king_of_the_dice/die.dimmed"), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def _ground(c: Canvas, cx: float, cy: float, size: float, lift: float) -> None:
    """Draw contact shadow and body shadow; both spread and fade as the die rises."""
    px = -(-c.px(size) // 6) * 6  # one picture serves all sizes on the way between felt and ledge
    step = min(4, int(lift / 16 + 0.5))

    def make() -> pygame.Surface:
        weak, spread, k = 1 / (1 + 0.4 * step), 1 + 0.1 * step, px / 6
        spots = (
            (-0.40 - 0.05 * step, 0.17, 0.9 * spread, 0.5 * spread, 0.09 + 0.04 * step, 200 * weak),
            (-0.42, -0.32, 0.98, 0.98, 0.10 + 0.04 * step, 110 * weak),
        )
        return make_whole(raster.shade_ellipses(max(4, round(k * (1.9 + 0.12 * step))), k, spots))

    made = c.cache.get(("d6 ground", px, step), make)
    c.blit_centred(made, cx, cy)
