"""Drawing of the crystal die: in full detail at rest (cached), simplified while it moves."""

import math
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

import pygame

from sprites.base import dodecahedron, raster, shapes, theme
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.dodecahedron import CENTRES, CORNERS, HEADS, INNER, NORMALS, RINGS, SIDES, Quat
from sprites.base.raster import mix_colours
from sprites.base.theme import colour as colour_of, rgb

_ROOM = 1.12
"""Ratio of the picture's width to the die's."""
HIGHEST = 4
"""Steps of its height above the table at which the shadow of a die differs."""
_FULL_NUMERAL, _SIDE_NUMERAL, _CHOICE_NUMERAL = 0.345, 0.27, 0.36


@cache
def _numerals(kind: str) -> dict[int, list[list[tuple[float, float]]]]:
    """Return the outlines of the numbers. Falls back to a plain bar when their file is missing."""
    return {n: [list(outline) for outline in dodecahedron.list_numeral_outlines(n, kind)] for n in range(1, 13)}


class Crystal(NamedTuple):
    """Colours of a die, by name."""

    deep: str = "king_of_12/ice.deep"
    mid: str = "king_of_12/ice"
    high: str = "king_of_12/ice.hi"
    edge: str = "king_of_12/ice.edge"
    glow: str = "king_of_12/ice.glow"
    ink: str = "king_of_12/ice.ink"
    top: str = "king_of_12/ice.top"


ICE = Crystal()
"""The usual die."""


@cache
def find_crystal(player: int, palette: str) -> Crystal:
    """Return the colours of a die that belongs to a player."""
    look = theme.player(player, palette)
    edge, top = (theme.mix(look.high, "base/white", share) for share in (0.6, 0.75))
    return Crystal(look.low, look.base, look.high, edge, look.high, look.low, top)


def _find_tones(crystal: Crystal) -> list[tuple[int, int, int]]:
    """Return the colours of a crystal from deep to light in 64 steps."""
    return _mix_tones(rgb(crystal.deep), rgb(crystal.mid), rgb(crystal.high))


@cache
def _mix_tones(
    deep: tuple[int, int, int], mid: tuple[int, int, int], high: tuple[int, int, int]
) -> list[tuple[int, int, int]]:
    made = []
    for k in range(64):
        t = k / 63
        made.append(mix_colours(deep, mid, t / 0.45) if t < 0.45 else mix_colours(mid, high, (t - 0.45) / 0.55))
    return made


@cache
def _facets() -> dict[int, list[tuple[tuple[float, float, float], float]]]:
    """Return, by face, for its five triangles the direction of the outer edge and a small fixed difference in tone."""
    order = (1, 4, 6, 2, 3, 5, 11, 10, 8, 12, 9, 7)
    made = {}
    for face, ring in RINGS.items():
        i = order.index(face)
        entries = []
        for j in range(5):
            a, b = CORNERS[ring[j]], CORNERS[ring[(j + 1) % 5]]
            entries.append(
                (dodecahedron.unit((a[0] + b[0], a[1] + b[1], a[2] + b[2])), 0.055 * math.sin(i * 3.3 + j * 2.5))
            )
        made[face] = entries
    return made


@cache
def _edges() -> tuple[tuple[int, int, int, int], ...]:
    """Return all thirty edges as (corner, corner, face, face)."""
    found = []
    for face, ring in RINGS.items():
        for j in range(5):
            a, b = ring[j], ring[(j + 1) % 5]
            other = next(f for f, r in RINGS.items() if f != face and a in r and b in r)
            if face < other:
                found.append((a, b, face, other))
    return tuple(found)


class _Seen:
    """A rotated die in pixels of a square picture: corners and visible faces."""

    __slots__ = ("bend", "half", "light", "points", "rows", "scale", "shown", "top")

    def __init__(self, quat: Quat, radius: float, side: float, spread: float = 0.0) -> None:
        rows = dodecahedron.matrix(quat)
        (a, b, c), (d, e, f), (g, h, i) = rows
        self.rows = rows
        self.half = half = side / 2
        bend, zoom = dodecahedron.lens(spread)
        self.bend = bend
        self.scale = scale = radius * zoom
        points: list[tuple[float, float]] = []
        self.points = points
        for x, y, z in CORNERS:
            k = scale / (1 - bend * (g * x + h * y + i * z))
            points.append((half + (a * x + b * y + c * z) * k, half - (d * x + e * y + f * z) * k))
        self.shown: list[tuple[float, int]] = []
        least = INNER * bend
        for face, (x, y, z) in NORMALS.items():
            away = g * x + h * y + i * z
            if away > least:
                self.shown.append((away, face))
        self.shown.sort()
        self.top = self.shown[-1][1]
        # The light in the die's axes, so that the brightness of a face needs no rotation.
        lx, ly, lz = dodecahedron.LIGHT
        self.light = (a * lx + d * ly + g * lz, b * lx + e * ly + h * lz, c * lx + f * ly + i * lz)

    def centre(self, face: int) -> tuple[float, float]:
        """Return the middle of a face in pixels."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        x, y, z = CENTRES[face]
        k = self.scale / (1 - self.bend * (g * x + h * y + i * z))
        return self.half + (a * x + b * y + c * z) * k, self.half - (d * x + e * y + f * z) * k

    def numeral(self, face: int, reach: float, kind: str) -> list[list[tuple[float, float]]]:
        """Return the outlines of a face's number in perspective, in pixels; ``reach``: half the size of its square."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        bent = self.bend * reach
        x, y, z = CENTRES[face]
        cx, cy, cz = a * x + b * y + c * z, d * x + e * y + f * z, 1 - self.bend * (g * x + h * y + i * z)
        x, y, z = SIDES[face]
        sx, sy, sz = (a * x + b * y + c * z) * reach, (d * x + e * y + f * z) * reach, (g * x + h * y + i * z) * bent
        x, y, z = HEADS[face]
        hx, hy, hz = (a * x + b * y + c * z) * reach, (d * x + e * y + f * z) * reach, (g * x + h * y + i * z) * bent
        half, scale = self.half, self.scale
        made = []
        for outline in _numerals(kind)[face]:
            shape = []
            for u, v in outline:
                k = scale / (cz - sz * u - hz * v)
                shape.append((half + (cx + sx * u + hx * v) * k, half - (cy + sy * u + hy * v) * k))
            made.append(shape)
        return made


# ------------------------------------------------------------------ at rest


def _full(
    c: Canvas, px: int, quat: Quat, highlight: tuple[tuple[int, str], ...], spread: float, crystal: Crystal
) -> Steps:
    """Render in full detail, ``px`` pixels in diameter."""
    q = 3 if px < 150 else 2
    side = round(px * _ROOM) * q
    seen = _Seen(quat, px * q / 2, side, spread)
    marked = dict(highlight)
    lx, ly, lz = seen.light
    facets, tones = _facets(), _find_tones(crystal)
    deep, high = rgb(crystal.deep), rgb(crystal.high)

    outline = raster.blank_mask(side, side)
    for _, face in seen.shown:
        pygame.draw.polygon(outline, raster.SOLID, [seen.points[k] for k in RINGS[face]])

    yield
    made = raster.empty(side, side)
    made.fill((*deep, 0))
    hidden = [face for face in RINGS if face not in {f for _, f in seen.shown}]
    order = {face: k for k, face in enumerate((1, 4, 6, 2, 3, 5, 11, 10, 8, 12, 9, 7))}
    for _, face in seen.shown:
        pygame.draw.polygon(made, (*deep, 255), [seen.points[k] for k in RINGS[face]])
    yield
    back = raster.empty(side, side)
    back.fill((*deep, 0))
    for face in hidden:
        n = NORMALS[face]
        lit = max(0.0, -(n[0] * lx + n[1] * ly + n[2] * lz))
        ring = [(x * 0.9 + side * 0.05, y * 0.9 + side * 0.05) for x, y in (seen.points[k] for k in RINGS[face])]
        middle = (sum(p[0] for p in ring) / 5, sum(p[1] for p in ring) / 5)
        for j in range(5):
            t = max(0.0, min(1.0, 0.30 + 0.75 * lit + 0.30 * math.sin(order[face] * 2.1 + j * 1.7)))
            pygame.draw.polygon(back, (*mix_colours(deep, high, t), 255), [middle, ring[j], ring[(j + 1) % 5]])
    yield
    back.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(back, (0, 0))
    yield
    front = raster.empty(side, side)
    for _, face in seen.shown:
        n = NORMALS[face]
        lit = max(0.0, n[0] * lx + n[1] * ly + n[2] * lz)
        ring = [seen.points[k] for k in RINGS[face]]
        middle = seen.centre(face)
        for j, (edge, odd) in enumerate(facets[face]):
            t = 0.10 + 0.74 * lit + 0.10 * (edge[0] * lx + edge[1] * ly + edge[2] * lz) + odd
            colour = tones[max(0, min(63, round(t * 63)))]
            pygame.draw.polygon(front, (*colour, 178), [middle, ring[j], ring[(j + 1) % 5]])
    made.blit(front, (0, 0))
    yield
    yield from _add_inner_light(c, made, outline, side, crystal)
    yield
    for face, name in marked.items():
        if any(f == face for _, f in seen.shown):
            _mark_face(made, [seen.points[k] for k in RINGS[face]], name, side)
    _full_edges(made, seen, px, q, crystal)
    yield
    for face, name in marked.items():
        if any(f == face for _, f in seen.shown):
            _mark_rim(made, [seen.points[k] for k in RINGS[face]], name, px * q)
    yield from _full_numerals(made, seen, side, set(marked), crystal)
    yield
    if not marked:
        _glints(made, seen, side)
        yield
    small = round(px * _ROOM)
    return pygame.transform.smoothscale(made, (small, small))


def _dim(picture: pygame.Surface) -> pygame.Surface:
    """Return a die that is out of the trick."""
    made = picture.copy()
    made.fill(rgb("king_of_12/die.dimmed"), special_flags=pygame.BLEND_RGBA_MULT)
    made.fill(colour_of("king_of_12/die.dimmed.light", 0), special_flags=pygame.BLEND_RGBA_ADD)
    return made


def _add_inner_light(
    c: Canvas, made: pygame.Surface, outline: pygame.Surface, side: int, crystal: Crystal
) -> Iterator[None]:
    """Add, in steps, light away from the lamp, gloss near it and dark cheeks; only to colours, so the outline stays."""
    key = ("d12 light", side, crystal)
    layer = c.cache.find(key)
    if layer is None:
        layer = raster.empty(side, side)
        for x, y, r, name, alpha in (
            (0.66, 0.82, 0.44, crystal.glow, 190),
            (0.28, 0.18, 0.46, crystal.top, 150),
            (0.97, 0.50, 0.36, crystal.deep, 170),
            (0.06, 0.78, 0.34, crystal.deep, 150),
            (0.52, 0.60, 0.20, crystal.top, 60),
        ):
            light = raster.fade(raster.radial(round(2 * r * side), name, 1.8), alpha)
            layer.blit(light, (round((x - r) * side), round((y - r) * side)))
            yield
        c.cache.put(key, layer)
    light = layer.copy()
    light.blit(outline, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(light, (0, 0))


def _mark_face(made: pygame.Surface, ring: list[tuple[float, float]], name: str, side: int) -> None:
    """Brighten a face: light is added, so that the crystal stays blue."""
    layer = pygame.Surface((side, side))
    red, green, blue = rgb(name)
    pygame.draw.polygon(layer, (red * 20 // 100, green * 20 // 100, blue * 20 // 100), ring)
    made.blit(layer, (0, 0), special_flags=pygame.BLEND_RGB_ADD)


def _mark_rim(made: pygame.Surface, ring: list[tuple[float, float]], name: str, px: float) -> None:
    middle = (sum(p[0] for p in ring) / 5, sum(p[1] for p in ring) / 5)
    inner = [(x * 0.95 + middle[0] * 0.05, y * 0.95 + middle[1] * 0.05) for x, y in ring]
    thick = max(2, round(px * 0.016))
    for a, b in zip(inner, inner[1:] + inner[:1], strict=True):
        pygame.draw.line(made, rgb(name), a, b, thick)
        pygame.draw.circle(made, rgb(name), b, thick / 2)


def _full_edges(made: pygame.Surface, seen: _Seen, px: int, q: int, crystal: Crystal) -> None:
    layer = raster.empty(*made.get_size())
    shown = {face for _, face in seen.shown}
    mid, edge = rgb(crystal.mid), rgb(crystal.edge)
    lx, ly, lz = seen.light
    thick = max(2, round(px * 0.011 * q))
    lines = []
    for a, b, f, g in _edges():
        inside = (f in shown) + (g in shown)
        if inside:
            x, y, z = dodecahedron.unit(tuple(CORNERS[a][k] + CORNERS[b][k] for k in range(3)))  # type: ignore[arg-type]
            lines.append((max(0.0, x * lx + y * ly + z * lz), inside, a, b))
    for lit, inside, a, b in sorted(lines):
        alpha = int(70 + 165 * lit) if inside == 2 else int(60 + 110 * lit)
        colour = (*mix_colours(mid, edge, 0.35 + 0.65 * lit), alpha)
        pygame.draw.line(layer, colour, seen.points[a], seen.points[b], thick)
        for k in (a, b):
            pygame.draw.circle(layer, colour, seen.points[k], thick / 2)
    made.blit(layer, (0, 0))


def _full_numerals(made: pygame.Surface, seen: _Seen, side: int, marked: set[int], crystal: Crystal) -> Iterator[None]:
    ink, white = rgb(crystal.ink), rgb("base/white")
    dark, light = raster.empty(side, side), raster.empty(side, side)
    dark.fill((*ink, 0))
    light.fill((*white, 0))
    off = side * 0.0055
    for facing, face in seen.shown:
        top, choice = face == seen.top, face in marked
        reach = _FULL_NUMERAL if top else _CHOICE_NUMERAL if choice else _SIDE_NUMERAL
        strong = 255 if top or choice else round(255 * (0.30 + 0.55 * max(0.0, facing)))
        for shape in seen.numeral(face, reach, "fine"):
            under = round(255 * 0.85 * min(1.0, 0.35 + facing))
            pygame.draw.polygon(dark, (*ink, under), [(x + off * 1.2, y + off * 1.6) for x, y in shape])
            if top or choice:
                pygame.draw.polygon(dark, (*ink, 150), [(x - off * 0.5, y - off * 0.5) for x, y in shape])
                pygame.draw.polygon(dark, (*ink, under), [(x + off * 1.2, y + off * 1.6) for x, y in shape])
            pygame.draw.polygon(light, (*white, strong), shape)
    yield
    made.blit(dark, (0, 0))
    yield
    made.blit(light, (0, 0))


def _glints(made: pygame.Surface, seen: _Seen, side: int) -> None:
    """Add a sheen over a quarter of the top face, and two sparks at its corners."""
    ring = [seen.points[k] for k in RINGS[seen.top]]
    cx, cy = seen.centre(seen.top)
    j = min(range(5), key=lambda k: ring[k][0] + ring[k][1])
    a, b, z = ring[j], ring[(j + 1) % 5], ring[j - 1]

    def part(p: tuple[float, float], k: float) -> tuple[float, float]:
        return p[0] + (cx - p[0]) * k, p[1] + (cy - p[1]) * k

    sheen = raster.empty(side, side)
    pygame.draw.polygon(
        sheen, colour_of("base/white", 54), [part(a, 0.04), part(b, 0.04), part(b, 0.42), part(z, 0.42), part(z, 0.04)]
    )
    made.blit(sheen, (0, 0))
    for point, r in ((a, 0.075), (b, 0.05)):
        spark = raster.radial(round(side * r * 2), "base/white")
        made.blit(spark, (point[0] - spark.get_width() / 2, point[1] - spark.get_height() / 2))


# ------------------------------------------------------------------ moving


def _moving(c: Canvas, px: int, quat: Quat, spread: float = 0.0, crystal: Crystal = ICE) -> pygame.Surface:
    """Render a die in motion as a new surface, at twice its size and scaled down, except large ones, whose edges are
    fine enough."""
    small = round(px * _ROOM)
    fine = 2 if px <= 230 else 1
    side = small * fine
    seen = _Seen(quat, px * fine / 2, side, spread)
    big = c.cache.get(("d12 scratch", side), lambda: raster.empty(side, side))
    deep, mid, edge, white = rgb(crystal.deep), rgb(crystal.mid), rgb(crystal.edge), rgb("base/white")
    big.fill((*mid, 0))
    lx, ly, lz = seen.light
    tones, facets, points = _find_tones(crystal), _facets(), seen.points
    polygon, line = pygame.draw.polygon, pygame.draw.line
    thick = max(2, round(px * 0.011 * fine))
    for facing, face in seen.shown:
        n = NORMALS[face]
        lit = n[0] * lx + n[1] * ly + n[2] * lz
        ring = [points[k] for k in RINGS[face]]
        middle = seen.centre(face)
        base = 0.17 + 0.60 * (lit if lit > 0 else 0.0)
        for j, (out, odd) in enumerate(facets[face]):
            t = base + 0.13 * (out[0] * lx + out[1] * ly + out[2] * lz) + 1.5 * odd
            colour = tones[0 if t < 0 else 63 if t > 1 else int(t * 63)]
            polygon(big, colour, (middle, ring[j], ring[j - 4]))
        top = face == seen.top
        ink = mix_colours(deep, mid, 0.2)
        pale = white if top else mix_colours(tones[min(63, int(base * 63))], white, 0.28 + 0.5 * facing)
        for shape in seen.numeral(face, _FULL_NUMERAL if top else _SIDE_NUMERAL, "coarse"):
            if top:
                off = side * 0.008
                polygon(big, ink, [(x + off, y + off) for x, y in shape])
            polygon(big, pale, shape)
    shown = {face for _, face in seen.shown}
    for a, b, f, g in _edges():
        if f in shown or g in shown:
            x, y, z = CORNERS[a]
            lit = x * lx + y * ly + z * lz
            line(big, mix_colours(mid, edge, 0.2 + 0.45 * lit if lit > 0 else 0.2), points[a], points[b], thick)
    made = pygame.transform.smoothscale(big, (small, small)) if fine > 1 else big.copy()
    dark, light = _moving_light(c, small, crystal)
    made.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    made.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return made


def _moving_light(c: Canvas, side: int, crystal: Crystal) -> tuple[pygame.Surface, pygame.Surface]:
    def dark() -> pygame.Surface:
        layer = pygame.Surface((side, side))
        layer.fill((255, 255, 255))
        for x, y, r, alpha in ((0.97, 0.50, 0.36, 120), (0.06, 0.78, 0.34, 105)):
            shade = raster.fade(raster.radial(round(2 * r * side), crystal.deep, 1.8), alpha)
            layer.blit(shade, (round((x - r) * side), round((y - r) * side)))
        return layer.convert(raster.empty(1, 1))

    def light() -> pygame.Surface:
        layer = pygame.Surface((side, side))
        for x, y, r, name, alpha in (
            (0.66, 0.82, 0.44, crystal.glow, 110),
            (0.28, 0.18, 0.46, crystal.top, 80),
        ):
            shine = raster.fade(raster.radial(round(2 * r * side), name, 1.8), alpha)
            layer.blit(shine, (round((x - r) * side), round((y - r) * side)))
        return layer.convert(raster.empty(1, 1))

    return c.cache.get(("d12 dark", side, crystal), dark), c.cache.get(("d12 gloss", side, crystal), light)


# ------------------------------------------------------------------ the door


def picture(
    c: Canvas,
    size: float,
    quat: Quat,
    *,
    dim: bool = False,
    highlight: Mapping[int, str] | None = None,
    spread: float = 0.0,
    crystal: Crystal = ICE,
) -> pygame.Surface:
    """Return the die alone at rest, in the middle of a square 1.12 times its diameter; kept in the cache."""
    key = _key(c, size, quat, highlight, spread, crystal)
    if dim:
        return c.cache.get(
            ("dim", key), lambda: _dim(picture(c, size, quat, highlight=highlight, spread=spread, crystal=crystal))
        )
    marks = tuple(sorted(highlight.items())) if highlight else ()
    return c.cache.get(key, lambda: make_whole(_full(c, c.px(size), quat, marks, spread, crystal)))


def _key(
    c: Canvas, size: float, quat: Quat, highlight: Mapping[int, str] | None = None, spread: float = 0.0,
    crystal: Crystal = ICE,
) -> tuple[object, ...]:  # fmt: skip
    rounded = (round(quat[0], 3), round(quat[1], 3), round(quat[2], 3), round(quat[3], 3))
    return ("d12", c.px(size), rounded, tuple(sorted(highlight.items())) if highlight else (), spread, crystal)


def is_ready(c: Canvas, size: float, quat: Quat, crystal: Crystal = ICE) -> bool:
    """Whether the picture of a die at rest is cached; rendering one takes longer than a frame allows."""
    return c.cache.find(_key(c, size, quat, crystal=crystal)) is not None


def plan(c: Canvas, size: float, quat: Quat, crystal: Crystal = ICE) -> None:
    """Plan to render the picture of a die that will rest in this pose before it is needed."""
    key = _key(c, size, quat, crystal=crystal)
    c.cache.plan_steps(key, lambda: _full(c, c.px(size), quat, (), 0.0, crystal), at_once=True)


def moving_picture(c: Canvas, size: float, quat: Quat, crystal: Crystal = ICE) -> pygame.Surface:
    """Return the simplified picture of a small die in motion, as a new surface."""
    return _moving(c, c.px(size), quat, crystal=crystal)


def draw(
    c: Canvas,
    cx: float,
    cy: float,
    size: float,
    quat: Quat,
    *,
    dim: float = 0.0,
    highlight: Mapping[int, str] | None = None,
    fast: bool = False,
    lift: float = 0.0,
    shadow: bool = True,
    spread: float = 0.0,
    crystal: Crystal = ICE,
) -> None:
    """Draw a die of diameter ``size`` whose place on the table is ``cx, cy``, raised by ``lift`` units.

    ``fast`` while it moves; ``highlight`` marks faces by colour; ``dim`` (0 … 1) of a die that is out of the trick.
    ``spread`` (0 … 1) opens the neighbours of the top face for choosing; use it with ``pose(face, tilt=0)``.
    """
    if shadow:
        _ground(c, cx, cy, size, lift, None if dim >= 0.5 or fast else crystal)
    if fast:
        made = _moving(c, c.px(size), quat, spread, crystal)
    else:
        made = picture(c, size, quat, dim=dim >= 1, highlight=highlight, spread=spread, crystal=crystal)
    half = made.get_width() // 2
    spot = c.x(cx) - half, c.y(cy - lift) - half
    c.surface.blit(made, spot)
    if 0 < dim < 1 and not fast:
        dark = picture(c, size, quat, dim=True, highlight=highlight, spread=spread, crystal=crystal)
        dark.set_alpha(int(255 * dim))
        c.surface.blit(dark, spot)
        dark.set_alpha(255)


def _ground(c: Canvas, cx: float, cy: float, size: float, lift: float, crystal: Crystal | None) -> None:
    """Draw contact shadow, body shadow, and the light that the crystal throws on the table (None: no light)."""
    px = c.px(size)
    step = min(HIGHEST, int(lift / 16 + 0.5))
    made = c.cache.get(("d12 ground", px, step), lambda: make_whole(_shade_ground(px, step)))
    c.blit_centred(made, cx, cy)
    if crystal is not None and lift == 0:
        shapes.glow(c, cx + size * 0.36, cy + size * 0.46, size * 0.42, crystal.glow, 95, sx=1.35, sy=0.62, add=True)


def plan_grounds(c: Canvas, size: float) -> None:
    """Plan to render the shadows of a die at all heights before it is rolled."""
    px = c.px(size)
    for step in range(HIGHEST + 1):
        c.cache.plan_steps(("d12 ground", px, step), partial(_shade_ground, px, step))


def _shade_ground(px: int, step: int) -> Steps:
    """Make both shadows."""
    weak, spread, k = 1 / (1 + 0.4 * step), 1 + 0.1 * step, px / 6
    spots = (
        (-0.36 - 0.05 * step, 0.17, spread, 0.5 * spread, 0.10 + 0.04 * step, 215 * weak),
        (-0.38, -0.34, 0.94, 0.94, 0.13 + 0.04 * step, 120 * weak),
    )
    return raster.shade_ellipses(round(k * (1.72 + 0.12 * step)), k, spots)


def find_face(cx: float, cy: float, size: float, quat: Quat, x: float, y: float, *, spread: float = 0.0) -> int | None:
    """Return the number of the face seen at the logical point ``x, y`` of a die drawn with these values, or None."""
    return dodecahedron.find_face(quat, (x - cx) / (size / 2), (y - cy) / (size / 2), spread)
