"""Wood, velvet, parchment and curtain cloth."""

from __future__ import annotations

import numpy as np
from noise import Array, fbm, lamp, ramp, save

WALNUT = ("#1f130b", "#3a2416", "#553520", "#6b4429")


def wood(
    w: int, h: int, seed: int = 3, plank: int = 165, colours: tuple[str, ...] = WALNUT, grain: float = 1.0
) -> Array:
    """Warm walnut boards lying across; ``grain`` is pixels per unit of the pattern."""
    rng = np.random.default_rng(seed)
    out = np.zeros((h, w, 3), np.float32)
    y = 0
    g = grain
    while y < h:
        high = min(int(plank * rng.uniform(0.85, 1.15)), h - y)
        s = int(rng.integers(1_000_000))
        base = fbm(high, w, 38 * g, 520 * g, 3, s)
        warp = fbm(high, w, 90 * g, 420 * g, 2, s + 1)
        yy = np.arange(high)[:, None] / high
        rings = 0.5 + 0.5 * np.sin((yy * 2.2 + warp * 5 + rng.uniform(0, 6)) * 6.283 * 1.15)
        fine = fbm(high, w, 2.4 * g, 180 * g, 2, s + 2)
        t = 0.30 + 0.30 * (base - 0.5) + 0.16 * (rings - 0.5) + 0.20 * (fine - 0.5) + rng.uniform(-0.05, 0.05)
        out[y : y + high] = ramp(np.clip(t, 0, 1) * 1.25, colours)
        edge = np.minimum(np.arange(high), np.arange(high)[::-1])[:, None]
        out[y : y + high] *= np.clip(0.45 + edge / (3.2 * g), 0, 1)[..., None]
        lip = (np.abs(np.arange(high) - 3 * g) < g * 0.6)[:, None]
        out[y : y + high] += lip[..., None] * 9
        y += high
    return out


def velvet(w: int, h: int, colours: tuple[str, ...], seed: int, grain: float) -> Array:
    """Velvet: a slow cloud of colour and fine grain."""
    slow = fbm(h, w, 140 * grain, 140 * grain, 3, seed)
    fine = fbm(h, w, 3 * grain, 3 * grain, 2, seed + 1)
    return ramp(np.clip(0.5 + 0.7 * (slow - 0.5) + 0.22 * (fine - 0.5), 0, 1), colours)


def parchment(w: int, h: int, seed: int = 7) -> Array:
    """Parchment, darker towards its edges."""
    slow = fbm(h, w, 120, 120, 5, seed)
    fine = fbm(h, w, 5, 5, 2, seed + 1)
    t = 0.62 + 0.55 * (slow - 0.5) + 0.14 * (fine - 0.5)
    yy, xx = np.mgrid[0:h, 0:w]
    edge = np.minimum(np.minimum(xx, w - xx), np.minimum(yy, h - yy)) / max(1, min(w, h))
    return ramp(np.clip(t - 0.30 * np.exp(-edge * 18), 0, 1), ("#b99a63", "#dcc494", "#eddcb4", "#f5ead0"))


def curtain(w: int, h: int) -> Array:
    """One red curtain over the whole window, in folds, darker below."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    u = xx / w
    sway = np.sin(yy / h * 2.2) * 0.9 * np.sign(u - 0.5)
    wave = np.sin(u * 62 + sway + 0.5 * np.sin(u * 15)) * 0.8 + 0.25 * np.sin(u * 131 + 1.3)
    t = 0.46 + 0.34 * wave + 0.07 * np.sin(u * 240)
    a = ramp(np.clip(t, 0, 1), ("#240408", "#560e14", "#8b2028", "#b03f45"))
    a = a * (1.06 - 0.42 * (yy / h))[..., None]
    a = lamp(a, 0.5, 0.4, 1.15, 0.42, 1.16, power=1.3)
    # The two halves meet in a dark fold.
    a = a * (1 - 0.72 * np.exp(-((np.abs(u - 0.5) / 0.011) ** 1.4)))[..., None]
    return a * (0.94 + 0.12 * fbm(h, w, 4, 12, 2, 3))[..., None]


def write() -> None:
    """Bake all of them. The wood is stored bright; the lamp is put over it when a window is drawn."""
    save(wood(3200, 1800, 5, 330, grain=2.0) * 1.45, "wood.jpg", 74)
    mat = lamp(velvet(2200, 1024, ("#26101f", "#45203a", "#5a2c4a"), 5, 2.0), 0.5, 0.44, 1.15, 0.62, 1.42, (1.04, 1, 1))
    save(mat, "velvet.jpg", 79)
    save(parchment(900, 640), "parchment.jpg", 79)
    save(curtain(1600, 900), "curtain.jpg", 79)
