"""Value noise, colour ramps, light, and saving: the stuff all baked pictures are made of (numpy; build time only).

Arrays are (height, width[, 3]) of float32; colours run 0 … 255.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Array: TypeAlias = NDArray[np.float32]
ART = Path(__file__).resolve().parents[2] / "sprites" / "art"


def rgb(text: str) -> Array:
    """``#rrggbb`` as three floats."""
    return np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)], np.float32)


def blend(a: Array, b: Array, share: float) -> Array:
    """The colour ``share`` of the way from a to b."""
    return a * (1 - share) + b * share


def value_noise(h: int, w: int, sy: float, sx: float, rng: np.random.Generator) -> Array:
    """Smooth random values 0 … 1 with cells of sy × sx pixels."""
    grid = rng.random((int(h / sy) + 3, int(w / sx) + 3), dtype=np.float32)
    y = np.arange(h, dtype=np.float32) / sy
    x = np.arange(w, dtype=np.float32) / sx
    yi, xi = y.astype(int), x.astype(int)
    fy, fx = y - yi, x - xi
    fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None]
    a, b = grid[np.ix_(yi, xi)], grid[np.ix_(yi, xi + 1)]
    c, d = grid[np.ix_(yi + 1, xi)], grid[np.ix_(yi + 1, xi + 1)]
    return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy


def fbm(
    h: int, w: int, sy: float, sx: float | None = None, octaves: int = 4, seed: int = 1, gain: float = 0.5
) -> Array:
    """Several layers of value noise, each half as large and strong as the one before; 0 … 1."""
    across = sx or sy
    rng = np.random.default_rng(seed)
    total = np.zeros((h, w), np.float32)
    amplitude, weight = 1.0, 0.0
    for _ in range(octaves):
        total += amplitude * value_noise(h, w, max(1.2, sy), max(1.2, across), rng)
        weight += amplitude
        amplitude *= gain
        sy, across = sy / 2, across / 2
    return total / weight


def ramp(t: Array, colours: Sequence[str]) -> Array:
    """Colours by value: 0 is the first, 1 the last."""
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
    """A picture under one lamp: ``high`` below it, falling to ``low``."""
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
