"""Pixel operations: masks with smooth edges, gradients, soft shadows. Sizes are pixels.

A *mask* is a white surface whose transparency is the shape; it is coloured by multiplying. White everywhere (also where
nothing shows) keeps edges free of dark fringes when a mask is scaled down.
"""

import io
import math
import struct
from array import array
from collections import Counter
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
NOTHING = (0, 0, 0, 0)
"""A pixel that shows nothing."""


def empty(w: int, h: int) -> pygame.Surface:
    """Return a transparent surface of at least 1 × 1 pixels."""
    return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)


def blank_mask(w: int, h: int) -> pygame.Surface:
    """Return a mask that is empty everywhere."""
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
    """Return a copy of a mask in a colour; ``alpha``: its greatest opacity, 0 … 255."""
    red, green, blue, own = parts(value)
    made = mask.copy()
    made.fill((red, green, blue, own * alpha // 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def fade(surface: pygame.Surface, alpha: int) -> pygame.Surface:
    """Return a copy with its opacity scaled to ``alpha`` of 255."""
    made = surface.copy()
    made.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def clip(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Return the part of a picture inside a mask of the same size."""
    made = native(picture)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def disc_mask(size: int, border: float = 0.0) -> pygame.Surface:
    """Return the mask of a filled disc, or of a ring ``border`` wide, that touches the edges of a square."""
    fine = _FINE if size < 160 else 2
    big = blank_mask(size * fine, size * fine)
    middle = size * fine / 2
    width = max(1, round(border * fine)) if border else 0
    pygame.draw.circle(big, SOLID, (middle, middle), middle, width)
    return pygame.transform.smoothscale(big, (size, size))


def round_rect_mask(w: int, h: int, radius: float, border: int = 0) -> pygame.Surface:
    """Return the mask of a rectangle with round corners, filled or as an outline ``border`` wide."""
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
    """Return the factor by which a polygon in a picture of this size is drawn larger and scaled down."""
    return 4 if w * h < 120_000 else 2


def polygon_mask(w: int, h: int, points: Sequence[Point], fine: int = 0) -> pygame.Surface:
    """Return a mask of a filled polygon (points in pixels), drawn ``fine`` times as large and scaled down."""
    w, h = max(1, w), max(1, h)
    fine = fine or find_fineness(w, h)
    big = blank_mask(w * fine, h * fine)
    pygame.draw.polygon(big, SOLID, [(x * fine, y * fine) for x, y in points])
    return pygame.transform.smoothscale(big, (w, h))


def draw_line(
    target: pygame.Surface, points: Sequence[Point], thick: int, colour: tuple[int, int, int, int] = SOLID, *,
    closed: bool = False, every: int = 1,
) -> None:  # fmt: skip
    """Draw a line with round joints; ``every``: only each second or third of points close together is rounded."""
    pygame.draw.lines(target, colour, closed, points, thick)
    if thick > 2:
        for point in points[::every]:
            pygame.draw.circle(target, colour, point, thick / 2)


def stroke_mask(w: int, h: int, points: Sequence[Point], width: float, closed: bool = False) -> pygame.Surface:
    """Return the mask of a line through points, with round joints."""
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
    """Return a gradient at an angle in degrees as BGRA bytes of a square ``n`` pixels wide."""
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
    """Return a picture of a gradient, cut out by a mask."""
    made = gradient(mask.get_width(), mask.get_height(), stops, angle)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def radial(size: int, value: str | Colour, power: float = 2.0) -> pygame.Surface:
    """Return a round light: full in the middle, nothing at the rim of a square; ``power``: how fast it fades."""
    red, green, blue, _ = parts(value)
    made = pygame.transform.smoothscale(_light(power), (max(1, size), max(1, size)))
    made.fill((red, green, blue, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@cache
def _light(power: float) -> pygame.Surface:
    """Return a small white round light to be scaled; the larger ``power``, the faster it fades outwards."""
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
    """Make soft dark ellipses on a square of six times ``side`` pixels, in steps; ``k``: pixels per unit.

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
    """Return by how many pixels a shape blurred by ``blur`` pixels is larger on each side."""
    q = _coarse(max(1, blur))
    return q * math.ceil(1.8 * max(1, blur) / q)


def soft(surface: pygame.Surface, blur: int, value: str | Colour, alpha: int) -> tuple[pygame.Surface, int]:
    """Return the silhouette of a surface in one colour, blurred by ``blur`` pixels, and its margin in pixels."""
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
    """Make what :func:`soft` returns in steps; blurred at quarter size, which is faster and looks the same."""
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


# Encoder of animated GIF files (89a), because the bundled libraries can only read them.
#
# All frames share one palette. A frame holds only the rectangle in which it differs from the one before. Compression
# takes time, so it is done in small steps: the caller continues it for a few milliseconds in every frame of the
# window.

COLOURS = 256
STEP = 3000
"""Pixels compressed between two pauses."""
_BITS = 8
_FULL = 4096


def build_gif_palette(pictures: Sequence[pygame.Surface]) -> list[tuple[int, int, int]]:
    """Return the most frequent colours of these pictures, at five bits per channel."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for picture in pictures:
        small = pygame.transform.scale(picture, (160, 106)).convert(24)
        data = pygame.image.tobytes(small, "RGB")
        bins = bytes([one & 0xF8 | 4 for one in data])
        seen.update(zip(bins[0::3], bins[1::3], bins[2::3], strict=True))
    found = [colour for colour, _ in seen.most_common(COLOURS)]
    return found + [(0, 0, 0)] * (COLOURS - len(found))


class GifColours:
    """Maps colours to the nearest one of a palette (cached)."""

    def __init__(self, palette: Sequence[tuple[int, int, int]]) -> None:
        self.palette = palette
        self._known: dict[int, int] = {}

    def quantize(self, picture: pygame.Surface) -> bytes:
        """Quantize a picture to palette indices, one byte per pixel."""
        flat = pygame.Surface(picture.get_size(), 0, 16, (0x7C00, 0x3E0, 0x1F, 0))
        flat.blit(picture, (0, 0))
        wide, pitch = picture.get_width(), flat.get_pitch()
        raw = flat.get_buffer().raw
        rows = [raw[row * pitch : row * pitch + 2 * wide] for row in range(picture.get_height())]
        values = array("H", b"".join(rows))
        for value in set(values) - self._known.keys():
            red, green, blue = value >> 10 << 3 | 4, (value >> 5 & 31) << 3 | 4, (value & 31) << 3 | 4
            away = [(red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 for r, g, b in self.palette]
            self._known[value] = away.index(min(away))
        return bytes(map(self._known.__getitem__, values))


def encode_gif_head(size: tuple[int, int], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """Return the header of a file that loops forever."""
    made = b"GIF89a" + struct.pack("<HHBBB", size[0], size[1], 0xF7, 0, 0)
    made += b"".join([bytes(colour) for colour in palette])
    return made + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def encode_gif_frame(pixels: bytes, before: bytes | None, wide: int, hundredths: int) -> Generator[None, None, bytes]:
    """Encode a frame of ``hundredths`` of a second as changes of ``before``; yields at pauses, returns the bytes."""
    high = len(pixels) // wide
    left, top, right, bottom = 0, 0, wide, high
    if before is not None:
        rows = [pixels[at * wide : (at + 1) * wide] for at in range(high)]
        old = [before[at * wide : (at + 1) * wide] for at in range(high)]
        changed = [at for at in range(high) if rows[at] != old[at]]
        if changed:
            top, bottom = changed[0], changed[-1] + 1
            pairs = [(rows[at], old[at]) for at in changed]
            left = min(next(x for x in range(wide) if one[x] != two[x]) for one, two in pairs)
            right = 1 + max(next(x for x in range(wide - 1, -1, -1) if one[x] != two[x]) for one, two in pairs)
        else:
            right, bottom = 1, 1
        pixels = b"".join([row[left:right] for row in rows[top:bottom]])
    control = b"\x21\xf9\x04" + struct.pack("<BHB", 4, hundredths, 0) + b"\x00"
    place = b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0)
    packed = yield from _compress(pixels)
    blocks = b"".join(
        [bytes([len(packed[at : at + 255])]) + packed[at : at + 255] for at in range(0, len(packed), 255)]
    )
    return control + place + bytes([_BITS]) + blocks + b"\x00"


TAIL = b"\x3b"


def _compress(pixels: bytes) -> Generator[None, None, bytes]:
    """Compress pixels by LZW (Welch 1984) with variable code length."""
    clear, end = 1 << _BITS, (1 << _BITS) + 1
    codes = {bytes([one]): one for one in range(clear)}
    length, next_code = _BITS + 1, end + 1
    held, bits = clear, length
    out = bytearray()
    run = b""
    for number, pixel in enumerate(pixels):
        longer = run + bytes((pixel,))
        if longer in codes:
            run = longer
        else:
            held |= codes[run] << bits
            bits += length
            codes[longer] = next_code
            next_code += 1
            if next_code > 1 << length and length < 12:
                length += 1
            if next_code >= _FULL:
                held |= clear << bits
                bits += length
                codes = {bytes([one]): one for one in range(clear)}
                length, next_code = _BITS + 1, end + 1
            while bits >= 8:
                out.append(held & 0xFF)
                held >>= 8
                bits -= 8
            run = bytes((pixel,))
        if number % STEP == STEP - 1:
            yield
    held |= codes[run] << bits
    bits += length
    held |= end << bits
    bits += length
    while bits > 0:
        out.append(held & 0xFF)
        held >>= 8
        bits -= 8
    return bytes(out)


def make_card(
    w: int, h: int, radius: float, k: float, edge: str, frame: tuple[str | Colour, str | Colour]
) -> pygame.Surface:
    """Return an empty card of this size in pixels: dark rim, frame, gold line; ``radius`` in units of ``k`` pixels."""
    made = tint(round_rect_mask(w, h, radius * k), edge)
    rim = max(1, round(1.2 * k))
    made.blit(fill(round_rect_mask(w - 2 * rim, h - 2 * rim, (radius - 1.2) * k), list(enumerate(frame))), (rim, rim))
    inset = round(3.5 * k)
    line = round_rect_mask(w - 2 * inset, h - 2 * inset, (radius - 2.6) * k, max(1, round(1.1 * k)))
    made.blit(tint(line, "base/gold", 235), (inset, inset))
    return made


def mix_colours(a: tuple[int, int, int], b: tuple[int, int, int], t: float) -> tuple[int, int, int]:
    """Return the colour that is ``t`` (0 … 1) of the way from ``a`` to ``b``."""
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return (int(a[0] + (b[0] - a[0]) * t), int(a[1] + (b[1] - a[1]) * t), int(a[2] + (b[2] - a[2]) * t))
