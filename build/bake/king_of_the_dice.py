"""What King of the Dice is drawn from: ground of fifteen terrains, sea, tray, felt, and the citizens' pictures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from noise import Array, fbm, lamp, ramp, save
from pictures import card_picture
from surfaces import wood

DATA = Path(__file__).resolve().parents[2] / "sprites" / "king_of_the_dice/look.json"
TILE = 416
"""Pixels of a square of ground; it covers 208 units of the table."""
GRAIN = TILE / 208


def _ground(low: str, high: str, grain: tuple[float, float], rows: float, seed: int) -> Array:
    """Noise between two colours; ``grain`` is the size of its cells in units, ``rows`` the distance of furrows."""
    across, down = grain[0] * GRAIN, grain[1] * GRAIN
    slow = fbm(TILE, TILE, down, across, 4, seed)
    fine = fbm(TILE, TILE, 6 * GRAIN, 6 * GRAIN, 2, seed + 1)
    t = 0.5 + 1.05 * (slow - 0.5) + 0.32 * (fine - 0.5)
    if rows:
        yy, xx = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
        bend = (fbm(TILE, TILE, 60 * GRAIN, 60 * GRAIN, 2, seed + 2) - 0.5) * 22 * GRAIN
        t = t + 0.17 * np.sin((yy + 0.35 * xx + bend) * 6.283 / (rows * GRAIN))
    return ramp(np.clip(t, 0, 1), (low, high))


def _sea(w: int, h: int) -> Array:
    waves = fbm(h, w, 50, 120, 4, 14)
    return ramp(np.clip(0.45 + 0.9 * (waves - 0.5), 0, 1), ("#86aba6", "#9dbfb4", "#bcd2bf"))


def _felt(w: int, h: int) -> Array:
    slow = fbm(h, w, 140, 140, 3, 3)
    fine = fbm(h, w, 3, 3, 2, 4)
    t = np.clip(0.5 + 0.7 * (slow - 0.5) + 0.3 * (fine - 0.5), 0, 1)
    return lamp(ramp(t, ("#12271c", "#1f3d2c", "#2b5039")), 0.45, 0.35, 1.2, 0.55, 1.35)


def write() -> None:
    """Bake the surfaces of King of the Dice."""
    look = json.loads(DATA.read_text("utf-8"))
    for number, (name, terrain) in enumerate(look["terrains"].items()):
        grain = (terrain["grain"][0], terrain["grain"][1])
        made = _ground(terrain["low"], terrain["high"], grain, terrain["rows"], 40 + 3 * number)
        save(made, f"king_of_the_dice/ground_{name}.jpg", 79)
    save(_sea(1360, 702), "king_of_the_dice/sea.jpg", 79)
    save(_felt(976, 300), "king_of_the_dice/felt.jpg", 79)
    board = wood(1032, 636, 31, 160, ("#3a2213", "#5d3a21", "#835633", "#a06d42"), 2.0)
    save(lamp(board, 0.4, 0.3, 1.2, 0.7, 1.3), "king_of_the_dice/tray.jpg", 79)
    for number, (code, card) in enumerate(look["citizens"].items()):
        made = card_picture(450, 366, card["theme"], card["icon"], number * 9 + 4, 0.66, 0.54)
        save(made, f"king_of_the_dice/{code}.jpg", 79)
