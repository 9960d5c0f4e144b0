"""The pictures on the four boxes, without any text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from icon_shapes import emblem, light_disc, mask, paste
from noise import Array, blend, rgb, save
from pictures import landscape
from tokens import crystal, die, piece

SHARP = 2.4
WIDTH, HEIGHT = 310, 466
"""The picture of a box in units."""


def _hero(
    s: Array, icon: str, x: float, y: float, size: float, top: str, low: str, outline: str, glow: str, alpha: float
) -> None:
    light_disc(s, x * SHARP, y * SHARP, size * 0.8 * SHARP, rgb(glow), alpha)
    emblem(s, icon, x * SHARP, y * SHARP, round(size * SHARP), rgb(top), rgb(low), rgb(outline), rim=2 * SHARP)


def _shape(
    s: Array, icon: str, x: float, y: float, size: float, top: str, low: str, outline: str | None = None
) -> None:
    px = round(size * SHARP)
    shape = mask(icon, px)
    if outline:
        from icon_shapes import grow

        paste(s, rgb(outline), grow(np.pad(shape, 8), SHARP), x * SHARP, y * SHARP)
    down = np.linspace(0, 1, px, dtype=np.float32)[:, None, None] * np.ones((1, px, 1), np.float32)
    paste(s, rgb(top) * (1 - down) + rgb(low) * down, shape, x * SHARP, y * SHARP)


def king_of_12(s: Array) -> None:
    """The throne and three crystal dice."""
    w, h = WIDTH, HEIGHT
    emblem(
        s,
        "stone-throne",
        w / 2 * SHARP,
        h * 0.365 * SHARP,
        round(262 * SHARP),
        rgb("#8577b4"),
        rgb("#3a2d63"),
        rgb("#120b24"),
        rim=2 * SHARP,
    )
    light_disc(s, w / 2 * SHARP, h * 0.43 * SHARP, 130 * SHARP, rgb("#8fd8ff"), 0.5, add=True)
    for number, x, y, size, spin in (
        (5, 52, h * 0.60, 62, 0.3),
        (9, w - 56, h * 0.595, 58, 0.3),
        (12, w / 2, h * 0.435, 132, -0.08),
    ):
        crystal(s, number, x * SHARP, y * SHARP, size * SHARP, spin)


def legends(s: Array) -> None:
    """A wyvern over the sea, an island and a ship."""
    w, h = WIDTH, HEIGHT
    yy, xx = np.mgrid[0 : s.shape[0], 0 : s.shape[1]].astype(np.float32) / SHARP
    for k in range(4):
        top = h * 0.56 + k * 26 + 7 * np.sin(xx / 19 + k * 1.7)
        water = np.clip((yy - top) * SHARP, 0, 1)
        foam = np.clip(1.3 - np.abs(yy - top) * 1.4, 0, 1)
        s += (blend(rgb("#2f7f88"), rgb("#0a2732"), k / 3) - s) * water[..., None]
        s += (blend(rgb("#bfe5d6"), rgb("#1f6174"), k / 3) - s) * foam[..., None]
        if k == 0:
            _shape(s, "caravel", w * 0.70, h * 0.53, 104, "#33261a", "#17100a", "#0a1418")
    _hero(s, "wyvern", w * 0.43, h * 0.29, 176, "#fff6dc", "#e0b877", "#10262e", "#fff0c0", 0.47)
    _shape(s, "island", w * 0.22, h * 0.56, 92, "#2a4a3a", "#12241d")


def king_of_the_dice(s: Array) -> None:
    """A castle gate under a crown, three wooden dice."""
    w, h = WIDTH, HEIGHT
    for x, y, size, top in (
        (36, h * 0.60, 80, "#2a3a18"),
        (w - 34, h * 0.62, 92, "#22310f"),
        (78, h * 0.64, 62, "#1c2a10"),
    ):
        _shape(s, "pine-tree", x, y, size, top, top)
    _hero(s, "medieval-gate", w / 2, h * 0.31, 178, "#fff4d6", "#c9924a", "#2e1c08", "#fff0c0", 0.62)
    emblem(
        s,
        "queen-crown",
        w / 2 * SHARP,
        h * 0.105 * SHARP,
        round(66 * SHARP),
        rgb("#ffe7a0"),
        rgb("#d99a2e"),
        rgb("#3a2206"),
        rim=1.6 * SHARP,
    )
    sides = ((2, "g"), (4, "r"), (3, "b"), (1, "r"))
    for number, kind, across, down, turn, size in (
        (6, "b", w * 0.24, h * 0.585, 0.3, 66),
        (6, "g", w * 0.76, h * 0.58, -0.25, 66),
        (6, "r", w * 0.5, h * 0.60, -0.05, 86),
    ):
        die(s, number, kind, across * SHARP, down * SHARP, size * SHARP, turn, sides)


def tash_kalar(s: Array) -> None:
    """A minotaur in the arena and three pieces."""
    w, h = WIDTH, HEIGHT
    for x in (24, w - 24):
        _shape(s, "stone-tower", x, h * 0.42, 130, "#6a2a18", "#240b06")
    _hero(s, "minotaur", w / 2, h * 0.30, 190, "#fff0cc", "#f08a3a", "#2a0804", "#ffb25a", 0.72)
    piece(s, 0, "legendary", w / 2 * SHARP, h * 0.60 * SHARP, 1.55 * SHARP)
    piece(s, 1, "heroic", w * 0.22 * SHARP, h * 0.615 * SHARP, 1.15 * SHARP)
    piece(s, 2, "heroic", w * 0.78 * SHARP, h * 0.615 * SHARP, 1.15 * SHARP)


COVERS: dict[str, tuple[str, Callable[[Array], None], int]] = {
    "king_of_12": ("night", king_of_12, 3),
    "legends": ("sea", legends, 9),
    "king_of_the_dice": ("gold", king_of_the_dice, 14),
    "tash_kalar": ("fire", tash_kalar, 8),
}


def write() -> None:
    """Bake the four pictures."""
    for name, (theme, scene, seed) in COVERS.items():
        made = landscape(round(WIDTH * SHARP), round(HEIGHT * SHARP), theme, seed, 4, (0.5, 0.40), scene)
        save(made, f"covers/{name}.jpg", 89)
