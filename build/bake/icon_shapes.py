"""Icons as arrays and as lit reliefs for the baked pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
from noise import Array

ICONS = Path(__file__).resolve().parents[2] / "sprites" / "art" / "icons"


def mask(name: str, px: int, flip: bool = False) -> Array:
    """The shape of an icon, 0 … 1, px × px."""
    drawn = pygame.image.load_sized_svg(str(ICONS / f"{name}.svg"), (px, px))
    shape = pygame.surfarray.array_alpha(drawn).T.astype(np.float32) / 255
    return shape[:, ::-1] if flip else shape


def blur(shape: Array, radius: float) -> Array:
    """A soft copy of an array; ``radius`` is the spread of the bell curve in pixels."""
    h, w = shape.shape
    fy, fx = np.fft.fftfreq(h)[:, None], np.fft.rfftfreq(w)[None]
    bell = np.exp(-2 * (np.pi * radius) ** 2 * (fy * fy + fx * fx))
    return np.clip(np.fft.irfft2(np.fft.rfft2(shape) * bell, s=(h, w)), 0, None).astype(np.float32)


def grow(shape: Array, radius: float) -> Array:
    """The shape with a rim ``radius`` wide."""
    h, w = shape.shape
    reach = int(np.ceil(radius)) + 1
    wide = np.pad(shape, reach)
    out = wide.copy()
    for k in range(28):
        dx, dy = radius * np.cos(k * np.pi / 14), radius * np.sin(k * np.pi / 14)
        out = np.maximum(out, np.roll(wide, (round(dy), round(dx)), (0, 1)))
    return out[reach : reach + h, reach : reach + w]


def relief(shape: Array, top: Array, low: Array) -> Array:
    """The colours of a shape as a rounded relief lit from the upper left; ``top`` and ``low`` run down the shape."""
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
    """Lay colours (an array like the shape, or one colour) over a picture, centred at pixel cx, cy."""
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
    """Paint a soft round light."""
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
    shadow: float = 0.75,
    flip: bool = False,
) -> None:
    """An icon as a relief with a dark outline and a shadow below."""
    room = px // 5
    shape = np.pad(mask(name, px, flip), room)
    paste(target, np.zeros(3, np.float32), blur(shape, px * 0.032), cx, cy + px * 0.05, shadow)
    paste(target, outline, grow(shape, rim if rim is not None else max(1.4, px * 0.014)), cx, cy)
    inner = shape[room : room + px, room : room + px]
    paste(target, relief(inner, top, low), inner, cx, cy)
