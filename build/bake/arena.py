"""The stone of the arena of Tash-Kalar: squares of four kinds, and the carved frame."""

from __future__ import annotations

import numpy as np
from noise import Array, fbm, lamp, ramp, save

SQUARES = 1080
FRAME = 1200
PATCH = 480
_RAMPS = {
    "plain": ("#6f6252", "#978872", "#baa98d"),
    "centre": ("#4a4037", "#67594c", "#827261"),
    "red": ("#6e3022", "#9c4a34", "#bf6a4c"),
    "green": ("#3c4f2d", "#5d7743", "#809a5c"),
}


def _stone(side: int, kind: str, seed: int) -> Array:
    slow = fbm(side, side, 44, 44, 4, seed)
    fine = fbm(side, side, 6.8, 6.8, 2, seed + 1)
    return ramp(np.clip(0.5 + 1.0 * (slow - 0.5) + 0.45 * (fine - 0.5), 0, 1), _RAMPS[kind])


def write() -> None:
    """Bake the pictures of the arena."""
    plain = lamp(_stone(SQUARES, "plain", 43), 0.46, 0.4, 1.1, 0.84, 1.14, (1.02, 1.0, 0.96))
    save(plain, "tash_kalar/stone_plain.jpg", 79)
    for number, kind in enumerate(("centre", "red", "green")):
        save(_stone(PATCH, kind, 51 + 2 * number), f"tash_kalar/stone_{kind}.jpg", 79)
    slow = fbm(FRAME, FRAME, 120, 120, 5, 41)
    fine = fbm(FRAME, FRAME, 8, 8, 2, 42)
    t = np.clip(0.5 + 0.8 * (slow - 0.5) + 0.35 * (fine - 0.5), 0, 1)
    frame = ramp(t, ("#4a4038", "#6d6053", "#8f806d", "#ab9a83"))
    save(lamp(frame, 0.4, 0.3, 1.1, 0.62, 1.24), "tash_kalar/stone_frame.jpg", 79)
