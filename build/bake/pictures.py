"""The pictures on cards and covers: sky, light with rays, clouds, misty ridges, a lit emblem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from icon_shapes import emblem, light_disc
from noise import Array, blend, fbm, ramp, rgb

THEMES = {
    "night": ("#0d1430", "#233a72", "#6c7fb8", "#e8d7b0"),
    "dusk": ("#2a1436", "#7a2f4f", "#d9713f", "#ffd796"),
    "day": ("#23506e", "#5f9cb8", "#d8d8b8", "#fff3cf"),
    "forest": ("#0f2a22", "#2c5a3e", "#86a35e", "#f0e3a0"),
    "fire": ("#240a08", "#6e1a10", "#d2541d", "#ffc860"),
    "mystic": ("#1c0f33", "#45256e", "#8f5fb3", "#f2c8e6"),
    "sea": ("#0b2c3c", "#1f6174", "#6cb0ae", "#f3e7bd"),
    "stone": ("#241f1c", "#544a42", "#a08e76", "#f0dcb0"),
    "ice": ("#0b1a3a", "#1e4a86", "#6db4de", "#e6f8ff"),
    "swamp": ("#141c10", "#3b4a22", "#8a9148", "#e9e2a0"),
    "gold": ("#3a2208", "#8a5a18", "#dda63c", "#fff0b8"),
    "wine": ("#26081a", "#6a1838", "#c2587a", "#ffdcc8"),
    "felt": ("#06201a", "#10523c", "#4f946c", "#f2e4b0"),
    "meadow": ("#1c2a0c", "#56742a", "#bcbc5a", "#fff0b0"),
}


def _ridge(w: int, y0: float, amplitude: float, seed: int, cell: float) -> Array:
    rng = np.random.default_rng(seed)
    total = np.zeros(w)
    weight, amount = 0.0, 1.0
    for _ in range(5):
        grid = rng.random(int(w / cell) + 4)
        x = np.arange(w) / cell
        i = x.astype(int)
        f = x - i
        total += amount * (grid[i] * (1 - f) + grid[i + 1] * f)
        weight += amount
        amount *= 0.5
        cell = max(2.0, cell / 2)
    return (y0 - amplitude * (total / weight - 0.25)).astype(np.float32)


def landscape(
    w: int,
    h: int,
    theme: str,
    seed: int,
    ridges: int = 3,
    disc: tuple[float, float] = (0.5, 0.36),
    scene: Callable[[Array], None] | None = None,
) -> Array:
    """Sky and hills of a theme; ``scene`` adds to it before anything covers it."""
    names = THEMES[theme]
    dark, low, mid, light = (rgb(n) for n in names)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t = yy / h
    sky = ramp(np.clip(t * 1.25, 0, 1), names[:3])
    dx, dy = xx / w - disc[0], (yy - h * disc[1]) / w
    away = np.hypot(dx, dy)
    sky += (light - sky) * (np.exp(-((away / 0.30) ** 1.6)) * 0.85)[..., None]
    rays = (0.5 + 0.5 * np.sin(np.arctan2(dy, dx) * 14 + seed)) ** 2 * np.exp(-away * 2.0) * 0.25
    sky += (light - sky) * rays[..., None]
    cloud = fbm(h, w, h * 0.16, w * 0.5, 4, seed + 3)
    veil = np.clip((cloud - 0.52) * 3, 0, 1) * 0.42 * np.clip(1.2 - t * 1.6, 0, 1)
    sky += (blend(mid, light, 0.35) - sky) * veil[..., None]
    for i in range(ridges):
        f = (i + 1) / ridges
        line = _ridge(
            w, h * (0.60 + 0.16 * i), h * (0.30 - 0.055 * i), seed * 17 + i * 5, w * max(0.12, 0.42 - 0.08 * i)
        )
        inside = np.clip(yy - line[None], 0, 1)
        colour = dark * f * 0.72 + blend(low, mid, 0.55) * (1 - f)
        fog = np.clip((yy - line[None]) / (h * 0.34), 0, 1) * 0.55 * (1 - f * 0.62)
        hill = colour + (blend(mid, light, 0.4) - colour) * fog[..., None]
        sky = sky * (1 - inside[..., None]) + hill * inside[..., None]
    corner = np.clip(np.hypot((xx / w - 0.5) * 1.25, (yy / h - 0.5) * 1.15), 0, 1) ** 2.4
    sky = sky * np.clip(1 - 0.62 * 1.3 * corner, 0.25, 1)[..., None]
    sky = sky.astype(np.float32)
    if scene:
        scene(sky)
    return sky


def card_picture(w: int, h: int, theme: str, icon: str, seed: int, size: float = 0.60, at: float = 0.45) -> Array:
    """A landscape with one emblem; ``size`` is its share of the shorter side, ``at`` its height."""
    made = landscape(w, h, theme, seed)
    dark, _, mid, light = (rgb(n) for n in THEMES[theme])
    px = round(min(w, h) * size)
    light_disc(made, w * 0.5, h * at, px * 0.86, light, 150 / 255)
    emblem(made, icon, w * 0.5, h * at, px, rgb("#fbe9c0"), blend(light, mid, 0.42), dark * 0.55)
    return made
