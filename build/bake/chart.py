"""The sea and the grounds of the Legends chart."""

from __future__ import annotations

import numpy as np
from noise import Array, fbm, lamp, ramp, save

GROUNDS = {
    "forest": ("#2f5a2b", "#4d7d3b", "#6c9a4c"),
    "meadow": ("#8f9f3f", "#aab552", "#c6c96e"),
    "mountain": ("#6f665b", "#948a7b", "#b3a892"),
    "desert": ("#bd924f", "#d6b06f", "#e8cb8a"),
    "moor": ("#4f5d3d", "#6d7a4e", "#8b9363"),
    "amethyst": ("#5d4979", "#7d689b", "#a18bb8"),
    "snow": ("#a9bcc6", "#cfdce0", "#eef3f2"),
}
"""Terrain of the maps → dark, middle, light."""


def sea(w: int, h: int) -> Array:
    """Deep water with a slow swell and short ripples."""
    swell = fbm(h, w, 90, 210, 5, 21)
    ripple = fbm(h, w, 5, 26, 3, 22)
    t = np.clip(0.40 + 0.75 * (swell - 0.5) + 0.26 * (ripple - 0.5), 0, 1)
    return lamp(ramp(t, ("#0b3646", "#154f60", "#226b79", "#4a9291")), 0.5, 0.42, 1.3, 0.74, 1.14, (1, 1, 1))


def ground(size: int, colours: tuple[str, ...], seed: int) -> Array:
    """One terrain: a flat ramp with clouds, grain and light brush strokes."""
    clouds = fbm(size, size, 70, 90, 4, seed)
    strokes = fbm(size, size, 4, 22, 3, seed + 1)
    grain = fbm(size, size, 2.4, 2.4, 2, seed + 2)
    t = np.clip(0.5 + 0.95 * (clouds - 0.5) + 0.42 * (strokes - 0.5) + 0.30 * (grain - 0.5), 0, 1)
    return ramp(t, colours)


def write() -> None:
    """Bake the surfaces of the sea chart."""
    save(sea(2112, 900), "legends/sea.jpg", 79)
    for number, (name, colours) in enumerate(GROUNDS.items()):
        save(ground(384, colours, 40 + 3 * number), f"legends/ground_{name}.jpg", 79)
