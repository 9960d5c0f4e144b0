"""Pixel operations: masks with smooth edges, gradients, soft shadows. Sizes are pixels.

A *mask* is a white surface whose transparency is the shape; it is coloured by multiplying. White everywhere (also where
nothing shows) keeps edges free of dark fringes when a mask is scaled down.
"""

from __future__ import annotations

import io
import math
from collections.abc import Generator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import pygame

from sprites.base.theme import Colour, colour

Stops = Sequence[tuple[float, str | Colour]]
Point = tuple[float, float]
Spot = tuple[float, float, float, float, float, float]
"""A soft ellipse: left and upper edge from the middle, width, height and blur in units, and its alpha."""

_FINE = 4
SOLID, CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)
"""Inside and outside of a mask."""
OPAQUE = (0, 0, 0, 255)
"""Added to a pixel that shows a little of what lies below, it hides that."""
NOTHING = (0, 0, 0, 0)
"""A pixel that shows nothing."""


def empty(w: int, h: int) -> pygame.Surface:
    """Return a transparent surface, at least 1 × 1."""
    return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)


def blank_mask(w: int, h: int) -> pygame.Surface:
    """Return an empty mask."""
    made = empty(w, h)
    made.fill(CLEAR)
    return made


def native(surface: pygame.Surface) -> pygame.Surface:
    """Convert a picture to the pixel format that blits fastest, with alpha."""
    made = empty(*surface.get_size())
    if surface.get_flags() & pygame.SRCALPHA:
        return surface.convert(made)
    made.blit(surface, (0, 0))
    return made


def png(surface: pygame.Surface) -> bytes:
    """Encode a picture as PNG."""
    out = io.BytesIO()
    pygame.image.save(surface, out, ".png")
    return out.getvalue()


def parts(value: str | Colour) -> tuple[int, int, int, int]:
    """Return red, green, blue, alpha of a colour name or tuple."""
    c = colour(value) if isinstance(value, str) else value
    return (c[0], c[1], c[2], c[3] if len(c) == 4 else 255)


def tint(mask: pygame.Surface, value: str | Colour, alpha: int = 255) -> pygame.Surface:
    """Return a coloured copy of a mask."""
    red, green, blue, own = parts(value)
    made = mask.copy()
    made.fill((red, green, blue, own * alpha // 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def fade(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return a more transparent copy."""
    made = surface.copy()
    made.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def clip(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Return the part of a picture inside a mask of the same size."""
    made = native(picture)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def disc_mask(size: int, border: float = 0.0) -> pygame.Surface:
    """Return a filled disc, or a ring ``border`` wide, that touches the edges of a square."""
    fine = _FINE if size < 160 else 2
    big = blank_mask(size * fine, size * fine)
    middle = size * fine / 2
    width = max(1, round(border * fine)) if border else 0
    pygame.draw.circle(big, SOLID, (middle, middle), middle, width)
    return pygame.transform.smoothscale(big, (size, size))


def round_rect_mask(w: int, h: int, radius: float, border: int = 0) -> pygame.Surface:
    """Return a rectangle with round corners, filled or as an outline ``border`` wide."""
    w, h = max(1, w), max(1, h)
    r = int(max(0, min(radius, w // 2, h // 2)))
    made = blank_mask(w, h)
    if border:
        b = min(border, w, h)
        made.fill(SOLID, (r, 0, w - 2 * r, b))
        made.fill(SOLID, (r, h - b, w - 2 * r, b))
        made.fill(SOLID, (0, r, b, h - 2 * r))
        made.fill(SOLID, (w - b, r, b, h - 2 * r))
    else:
        made.fill(SOLID, (r, 0, w - 2 * r, h))
        made.fill(SOLID, (0, r, r, h - 2 * r))
        made.fill(SOLID, (w - r, r, r, h - 2 * r))
    if r:
        fine = _FINE if r < 100 else 2
        big = blank_mask(r * fine, r * fine)
        pygame.draw.circle(big, SOLID, (r * fine, r * fine), r * fine, min(border, r) * fine if border else 0)
        corner = pygame.transform.smoothscale(big, (r, r))
        for x, y, left, up in (
            (0, 0, False, False),
            (w - r, 0, True, False),
            (0, h - r, False, True),
            (w - r, h - r, True, True),
        ):
            made.blit(pygame.transform.flip(corner, left, up), (x, y), special_flags=pygame.BLEND_RGBA_ADD)
    return made


def find_fineness(w: int, h: int) -> int:
    """Return how many times as large a polygon in a picture of this size is drawn."""
    return 4 if w * h < 120_000 else 2


def polygon_mask(w: int, h: int, points: Sequence[Point], fine: int = 0) -> pygame.Surface:
    """Return a filled polygon, its points in pixels, drawn ``fine`` times as large and scaled down."""
    w, h = max(1, w), max(1, h)
    fine = fine or find_fineness(w, h)
    big = blank_mask(w * fine, h * fine)
    pygame.draw.polygon(big, SOLID, [(x * fine, y * fine) for x, y in points])
    return pygame.transform.smoothscale(big, (w, h))


def stroke_mask(w: int, h: int, points: Sequence[Point], width: float, closed: bool = False) -> pygame.Surface:
    """Return a line through points, with round joints."""
    fine = 4 if w * h < 120_000 else 2
    big = blank_mask(w * fine, h * fine)
    thick = max(1, round(width * fine))
    path = [(x * fine, y * fine) for x, y in points]
    for a, b in zip(path, path[1:] + (path[:1] if closed else []), strict=False):
        pygame.draw.line(big, SOLID, a, b, thick)
        pygame.draw.circle(big, SOLID, b, thick / 2)
    return pygame.transform.smoothscale(big, (max(1, w), max(1, h)))


def _ramp(stops: list[tuple[float, tuple[int, int, int, int]]], steps: int) -> list[bytes]:
    """Return the colours of ``steps`` + 1 places from 0 to 1, each as four bytes: blue, green, red, alpha."""
    made: list[bytes] = []
    for (t0, a), (t1, b) in pairwise([(-1.0, stops[0][1]), *stops, (2.0, stops[-1][1])]):
        span = t1 - t0
        while len(made) <= steps and len(made) <= t1 * steps:
            k = (len(made) / steps - t0) / span if span > 0 else 1.0
            made.append(bytes([round(a[n] + (b[n] - a[n]) * k) for n in (2, 1, 0, 3)]))
    return made


def _slanting(stops: list[tuple[float, tuple[int, int, int, int]]], angle: float, n: int) -> bytes:
    """Return a small square of a gradient at an angle, ``n`` pixels wide."""
    s, c = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    span = abs(s) + abs(c)
    steps = n * 2 - 2
    table = _ramp(stops, steps)
    raw = bytearray()
    for row in range(n):
        start = (row / (n - 1) - 0.5) * c / span + 0.5 - 0.5 * s / span
        rise = s / span / (n - 1)
        for column in range(n):
            raw += table[max(0, min(steps, round((start + column * rise) * steps)))]
    return bytes(raw)


def gradient(w: int, h: int, stops: Stops, angle: float = 0.0) -> pygame.Surface:
    """Return a linear gradient; angle 0 runs from top to bottom, 90 from left to right."""
    w, h = max(1, w), max(1, h)
    along = min(max(2, h if angle % 180 == 0 else w), 96)
    small = _small_gradient(tuple((t, parts(c)) for t, c in stops), angle % 360, along if angle % 90 == 0 else 0)
    return native(pygame.transform.smoothscale(small, (w, h)))


@lru_cache(maxsize=1024)
def _small_gradient(
    stops: tuple[tuple[float, tuple[int, int, int, int]], ...], angle: float, along: int
) -> pygame.Surface:
    """Return a small gradient to be scaled (cached, as the same colours recur at other sizes)."""
    fixed = list(stops)
    if along:
        line = _ramp(fixed, along - 1)[:: 1 if angle < 180 else -1]
        across, down = (2, along) if angle % 180 == 0 else (along, 2)
        raw = b"".join(one * 2 for one in line) if across == 2 else b"".join(line) * 2
    else:
        across, down = 18, 18
        raw = _slanting(fixed, angle, across)
    return pygame.image.frombytes(raw, (across, down), "BGRA")


def fill(mask: pygame.Surface, stops: Stops, angle: float = 0.0) -> pygame.Surface:
    """Return a mask filled with a gradient."""
    made = gradient(mask.get_width(), mask.get_height(), stops, angle)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def radial(size: int, value: str | Colour, power: float = 2.0) -> pygame.Surface:
    """Return a round light: full in the middle, nothing at the rim of a square of ``size`` pixels."""
    red, green, blue, _ = parts(value)
    made = pygame.transform.smoothscale(_light(power), (max(1, size), max(1, size)))
    made.fill((red, green, blue, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@cache
def _light(power: float) -> pygame.Surface:
    """Return a small white light to be scaled; fading by ``power``."""
    n = 64
    half = n // 2
    raw = bytearray(b"\xff" * (4 * n * n))
    for row in range(half):
        for column in range(half):  # the other three quarters are the same
            away = math.hypot(column - (n - 1) / 2, row - (n - 1) / 2) / half
            alpha = round(255 * max(0.0, 1 - away) ** power)
            for y in (row, n - 1 - row):
                raw[4 * (y * n + column) + 3] = raw[4 * (y * n + n - 1 - column) + 3] = alpha
    return native(pygame.image.frombytes(bytes(raw), (n, n), "BGRA"))


def rotate(surface: pygame.Surface, angle: float, scale: float = 1.0, *, fine: bool = False) -> pygame.Surface:
    """Rotate a picture by ``angle`` degrees counter-clockwise, with smooth edges.

    ``fine`` rotates at twice the size and scales down: four times the work, slightly softer.
    """
    pad = 2
    wide = empty(surface.get_width() + 2 * pad, surface.get_height() + 2 * pad)
    wide.blit(surface, (pad, pad))
    if not fine:
        return pygame.transform.rotozoom(wide, angle, scale)
    large = pygame.transform.rotozoom(wide, angle, scale * 2)
    return pygame.transform.smoothscale(large, (max(1, large.get_width() // 2), max(1, large.get_height() // 2)))


def shade_ellipses(side: int, k: float, spots: Sequence[Spot]) -> Generator[None, None, pygame.Surface]:
    """Make soft dark ellipses on a square of six times ``side`` pixels, in pieces of work; ``k``: pixels in a unit.

    Drawn at a sixth of the size: all of it is blurred anyway.
    """
    layer = empty(side, side)
    for x, y, w, h, blur, alpha in spots:
        shade = empty(side, side)
        box = pygame.Rect(0, 0, round(k * w), round(k * h))
        box.topleft = (round(side / 2 + k * x), round(side / 2 + k * y))
        pygame.draw.ellipse(shade, (0, 0, 0, round(alpha)), box)
        layer.blit(pygame.transform.gaussian_blur(shade, max(1, round(k * blur))), (0, 0))
        yield
    return pygame.transform.smoothscale(layer, (side * 6, side * 6))


def _coarse(blur: int) -> int:
    """Return the downscale factor before blurring."""
    return 4 if blur >= 8 else 2 if blur >= 4 else 1


def reach(blur: int) -> int:
    """Return the margin in pixels of a shape blurred by ``blur``."""
    q = _coarse(max(1, blur))
    return q * math.ceil(1.8 * max(1, blur) / q)


def soft(surface: pygame.Surface, blur: int, value: str | Colour, alpha: int) -> tuple[pygame.Surface, int]:
    """Return the blurred silhouette of a surface in one colour, and its margin in pixels."""
    steps = soft_in_steps(surface, blur, value, alpha)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: tuple[pygame.Surface, int] = end.value
            return made


def soft_in_steps(
    surface: pygame.Surface, blur: int, value: str | Colour, alpha: int
) -> Generator[None, None, tuple[pygame.Surface, int]]:
    """Make what ``soft`` returns in pieces of work; blurred at quarter size, which is faster and looks the same."""
    blur = max(1, blur)
    q, pad = _coarse(blur), reach(blur)
    w, h = surface.get_size()
    edge = pad // q
    inner = (max(1, round(w / q)), max(1, round(h / q)))
    shape = native(pygame.transform.smoothscale(surface, inner) if q > 1 else surface)
    yield
    shape.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    small = empty(inner[0] + 2 * edge, inner[1] + 2 * edge)
    small.blit(shape, (edge, edge))
    small = pygame.transform.gaussian_blur(small, max(1, blur // q))
    yield
    red, green, blue, _ = parts(value)
    small.fill((0, 0, 0, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    small.fill((red, green, blue, 0), special_flags=pygame.BLEND_RGBA_ADD)
    yield
    return (pygame.transform.smoothscale(small, (w + 2 * pad, h + 2 * pad)) if q > 1 else small), pad
