"""What all baked pictures are made of: noise, colour ramps, light, lit reliefs of icons, and saving (build time only).

Arrays are (height, width[, 3]) of float32; colours run 0 … 255.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image

Array: TypeAlias = NDArray[np.float32]
ART = Path(__file__).resolve().parents[2] / "sprites" / "art"
ICONS = Path(__file__).resolve().parents[2] / "sprites" / "art" / "icons"


def rgb(text: str) -> Array:
    """Convert ``#rrggbb`` to three floats, 0 to 255."""
    return np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)], np.float32)


def blend(a: Array, b: Array, share: float) -> Array:
    """Return the colour ``share`` of the way from a to b."""
    return a * (1 - share) + b * share


def value_noise(h: int, w: int, sy: float, sx: float, rng: np.random.Generator) -> Array:
    """Return smooth random values 0 … 1, h × w, with cells of sy × sx pixels."""
    grid = rng.random((int(h / sy) + 3, int(w / sx) + 3), dtype=np.float32)
    y = np.arange(h, dtype=np.float32) / sy
    x = np.arange(w, dtype=np.float32) / sx
    yi, xi = y.astype(int), x.astype(int)
    fy, fx = y - yi, x - xi
    fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None]
    a, b = grid[np.ix_(yi, xi)], grid[np.ix_(yi, xi + 1)]
    c, d = grid[np.ix_(yi + 1, xi)], grid[np.ix_(yi + 1, xi + 1)]
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy


def fbm(h: int, w: int, sy: float, sx: float | None = None, octaves: int = 4, seed: int = 1) -> Array:
    """Return fractal noise 0 … 1, h × w: layers of value noise, each half as large and strong as the one before."""
    across = sx or sy
    rng = np.random.default_rng(seed)
    total = np.zeros((h, w), np.float32)
    amplitude, weight = 1.0, 0.0
    for _ in range(octaves):
        total += amplitude * value_noise(h, w, max(1.2, sy), max(1.2, across), rng)
        weight += amplitude
        amplitude /= 2
        sy, across = sy / 2, across / 2
    return total / weight


def ramp(t: Array, colours: Sequence[str]) -> Array:
    """Return colours (added last axis) for values from 0, the first colour, to 1, the last."""
    table = np.array([rgb(c) for c in colours])
    at = np.linspace(0, 1, len(colours))
    return np.stack([np.interp(t, at, table[:, k]) for k in range(3)], -1).astype(np.float32)


def lamp(
    a: Array,
    cx: float = 0.5,
    cy: float = 0.42,
    r: float = 0.95,
    low: float = 0.34,
    high: float = 1.12,
    warm: tuple[float, float, float] = (1.05, 1.0, 0.93),
    power: float = 1.5,
) -> Array:
    """Return a picture lit by a lamp at parts cx, cy of its size: brightness ``high`` there, falling to ``low``."""
    h, w = a.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    away = np.hypot((xx / w - cx) * 1.15, yy / h - cy) / (r * 0.75)
    m = high - (high - low) * np.clip(away, 0, 1) ** power
    return a * m[..., None] * np.array(warm, np.float32)


def save(a: Array, name: str, quality: int = 79) -> None:
    """Write a picture below sprites/art (JPEG, or PNG by its name)."""
    image = Image.fromarray(np.clip(a, 0, 255).astype(np.uint8))
    path = ART / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".jpg"):
        image.save(path, quality=quality, subsampling=0, optimize=True)
    else:
        image.save(path, optimize=True)
    print(f"{name}: {image.size[0]} x {image.size[1]}, {path.stat().st_size // 1024} KB")


def mask(name: str, px: int) -> Array:
    """Return the shape of an icon as coverage 0 … 1, px × px."""
    drawn = pygame.image.load_sized_svg(str(ICONS / f"{name}.svg"), (px, px))
    return pygame.surfarray.array_alpha(drawn).T.astype(np.float32) / 255


def blur(shape: Array, radius: float) -> Array:
    """Return a Gaussian blur of an array; ``radius``: standard deviation in pixels."""
    h, w = shape.shape
    fy, fx = np.fft.fftfreq(h)[:, None], np.fft.rfftfreq(w)[None]
    bell = np.exp(-2 * (np.pi * radius) ** 2 * (fy * fy + fx * fx))
    return np.clip(np.fft.irfft2(np.fft.rfft2(shape) * bell, s=(h, w)), 0, None).astype(np.float32)


def grow(shape: Array, radius: float) -> Array:
    """Return the shape with a rim of ``radius`` pixels added."""
    h, w = shape.shape
    reach = int(np.ceil(radius)) + 1
    wide = np.pad(shape, reach)
    out = wide.copy()
    for k in range(28):
        dx, dy = radius * np.cos(k * np.pi / 14), radius * np.sin(k * np.pi / 14)
        out = np.maximum(out, np.roll(wide, (round(dy), round(dx)), (0, 1)))
    return out[reach : reach + h, reach : reach + w]


def relief(shape: Array, top: Array, low: Array) -> Array:
    """Return colours for a shape as a rounded relief lit from the upper left; they go from ``top`` to ``low`` down the
    shape."""
    px = shape.shape[0]
    pad = max(4, px // 12)
    wide = np.pad(shape, pad)
    height = np.zeros_like(wide)
    for radius, weight in ((px / 90, 0.35), (px / 36, 0.9), (px / 16, 1.5)):
        height = height + weight * blur(wide, max(0.7, radius * 0.62))
    height = height[pad : pad + px, pad : pad + px]
    step = max(1, px // 170)
    for _ in range(3):
        around = (
            np.roll(height, step, 0) + np.roll(height, -step, 0) + np.roll(height, step, 1) + np.roll(height, -step, 1)
        )
        height = (height * 2 + around) / 6
    gy, gx = np.gradient(height * px * 0.052)
    light = (-gx * 0.62 - gy * 0.70 + 0.75) / np.sqrt(gx * gx + gy * gy + 1)
    down = np.linspace(0, 1, px, dtype=np.float32)[:, None, None]
    base = top * (1 - down) + low * down
    k = np.clip(light - 0.75, -0.75, 0.6)[..., None]
    return np.clip(np.where(k > 0, base + (255 - base) * k * 1.15, base * (1 + k * 0.92)), 0, 255).astype(np.float32)


def paste(target: Array, colours: Array, shape: Array, cx: float, cy: float, alpha: float = 1.0) -> None:
    """Lay colours (an array like the shape, or one colour) over ``target`` in place, centred at pixel cx, cy."""
    h, w = shape.shape
    x0, y0 = round(cx - w / 2), round(cy - h / 2)
    ax, ay = max(0, -x0), max(0, -y0)
    bx, by = min(w, target.shape[1] - x0), min(h, target.shape[0] - y0)
    if bx <= ax or by <= ay:
        return
    part = target[y0 + ay : y0 + by, x0 + ax : x0 + bx]
    cover = (shape[ay:by, ax:bx] * alpha)[..., None]
    shown = colours[ay:by, ax:bx] if colours.ndim == 3 else colours
    part += (shown - part) * cover


def light_disc(
    target: Array, cx: float, cy: float, radius: float, colour: Array, alpha: float, add: bool = False
) -> None:
    """Paint a soft round light onto ``target`` at pixel cx, cy; ``add``: add its colour, do not cover with it."""
    h, w = target.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t = np.clip(1 - np.hypot(xx - cx, yy - cy) / radius, 0, 1) ** 2 * alpha
    target += colour * t[..., None] if add else (colour - target) * t[..., None]


def emblem(
    target: Array,
    name: str,
    cx: float,
    cy: float,
    px: int,
    top: Array,
    low: Array,
    outline: Array,
    *,
    rim: float | None = None,
) -> None:
    """Draw an icon onto ``target`` in place, as a relief with a dark outline and a shadow below, ``px`` pixels wide."""
    room = px // 5
    shape = np.pad(mask(name, px), room)
    paste(target, np.zeros(3, np.float32), blur(shape, px * 0.032), cx, cy + px * 0.05, 0.75)
    paste(target, outline, grow(shape, rim if rim is not None else max(1.4, px * 0.014)), cx, cy)
    inner = shape[room : room + px, room : room + px]
    paste(target, relief(inner, top, low), inner, cx, cy)
