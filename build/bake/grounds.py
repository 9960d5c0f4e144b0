"""What tables are made of: wood, velvet, parchment, curtain cloth; sea and grounds of maps, felt, stone."""

import json
from pathlib import Path

import numpy as np
from pictures import card_picture
from raster import Array, fbm, lamp, ramp, save

WALNUT = ("#1f130b", "#3a2416", "#553520", "#6b4429")
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
SQUARES = 1080
FRAME = 1200
PATCH = 480
_RAMPS = {
    "plain": ("#6f6252", "#978872", "#baa98d"),
    "centre": ("#4a4037", "#67594c", "#827261"),
    "red": ("#6e3022", "#9c4a34", "#bf6a4c"),
    "green": ("#3c4f2d", "#5d7743", "#809a5c"),
}
LOOK = Path(__file__).resolve().parents[2] / "sprites" / "king_of_the_dice/look.json"
TILE = 416
"""Pixels of a square of ground; it covers 208 units of the table."""
GRAIN = TILE / 208


def wood(
    w: int, h: int, seed: int = 3, plank: int = 165, colours: tuple[str, ...] = WALNUT, grain: float = 1.0
) -> Array:
    """Return walnut boards lying across, about ``plank`` pixels high; ``grain``: pixels per unit of the pattern."""
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


Layer = tuple[float, float, float, int, int]
"""Weight of a layer of noise, the size of its cells down and across in pixels, its octaves and its seed."""


def mix(w: int, h: int, middle: float, *layers: Layer) -> Array:
    """Return ``middle`` plus layers of noise, h × w; a layer is (weight, cell height, cell width, octaves, seed)."""
    total = np.full((h, w), middle, np.float32)
    for weight, down, across, octaves, seed in layers:
        total = total + weight * (fbm(h, w, down, across, octaves, seed) - 0.5)
    return total


def surface(w: int, h: int, colours: tuple[str, ...], middle: float, *layers: Layer) -> Array:
    """Return noise (see :func:`mix`) in a ramp of colours: 0 is the first, 1 the last."""
    return ramp(np.clip(mix(w, h, middle, *layers), 0, 1), colours)


def parchment(w: int, h: int) -> Array:
    """Return parchment, darker towards its edges."""
    t = mix(w, h, 0.62, (0.55, 120, 120, 5, 7), (0.14, 5, 5, 2, 8))
    yy, xx = np.mgrid[0:h, 0:w]
    edge = np.minimum(np.minimum(xx, w - xx), np.minimum(yy, h - yy)) / max(1, min(w, h))
    return ramp(np.clip(t - 0.30 * np.exp(-edge * 18), 0, 1), ("#b99a63", "#dcc494", "#eddcb4", "#f5ead0"))


def curtain(w: int, h: int) -> Array:
    """Return a red curtain in folds over the whole picture, darker below."""
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


def write_surfaces() -> None:
    """Write the surfaces of all tables. The wood is stored bright; lamp light is added when a window is drawn."""
    save(wood(3200, 1800, 5, 330, grain=2.0) * 1.45, "wood.jpg", 74)
    velvet = surface(2200, 1024, ("#26101f", "#45203a", "#5a2c4a"), 0.5, (0.7, 280, 280, 3, 5), (0.22, 6, 6, 2, 6))
    save(lamp(velvet, 0.5, 0.44, 1.15, 0.62, 1.42, (1.04, 1, 1)), "velvet.jpg", 79)
    save(parchment(900, 640), "parchment.jpg", 79)
    save(curtain(1600, 900), "curtain.jpg", 79)


def write_chart() -> None:
    """Write the surfaces of the sea chart: deep water with a slow swell and short ripples, terrains with clouds, brush
    strokes and grain."""
    swell, ripple = (0.75, 90, 210, 5, 21), (0.26, 5, 26, 3, 22)
    sea = surface(2112, 900, ("#0b3646", "#154f60", "#226b79", "#4a9291"), 0.40, swell, ripple)
    save(lamp(sea, 0.5, 0.42, 1.3, 0.74, 1.14, (1, 1, 1)), "legends/sea.jpg", 79)
    for number, (name, colours) in enumerate(GROUNDS.items()):
        seed = 40 + 3 * number
        layers = (0.95, 70, 90, 4, seed), (0.42, 4, 22, 3, seed + 1), (0.30, 2.4, 2.4, 2, seed + 2)
        save(surface(384, 384, colours, 0.5, *layers), f"legends/ground_{name}.jpg", 79)


def _stone(side: int, kind: str, seed: int) -> Array:
    return surface(side, side, _RAMPS[kind], 0.5, (1.0, 44, 44, 4, seed), (0.45, 6.8, 6.8, 2, seed + 1))


def write_arena() -> None:
    """Write the surfaces of the arena."""
    plain = lamp(_stone(SQUARES, "plain", 43), 0.46, 0.4, 1.1, 0.84, 1.14, (1.02, 1.0, 0.96))
    save(plain, "tash_kalar/stone_plain.jpg", 79)
    for number, kind in enumerate(("centre", "red", "green")):
        save(_stone(PATCH, kind, 51 + 2 * number), f"tash_kalar/stone_{kind}.jpg", 79)
    browns = ("#4a4038", "#6d6053", "#8f806d", "#ab9a83")
    frame = surface(FRAME, FRAME, browns, 0.5, (0.8, 120, 120, 5, 41), (0.35, 8, 8, 2, 42))
    save(lamp(frame, 0.4, 0.3, 1.1, 0.62, 1.24), "tash_kalar/stone_frame.jpg", 79)


def _ground(low: str, high: str, grain: tuple[float, float], rows: float, seed: int) -> Array:
    """Return noise between two colours; ``grain``: size of its cells in units; ``rows``: distance of furrows."""
    slow, fine = (1.05, grain[1] * GRAIN, grain[0] * GRAIN, 4, seed), (0.32, 6 * GRAIN, 6 * GRAIN, 2, seed + 1)
    t = mix(TILE, TILE, 0.5, slow, fine)
    if rows:
        yy, xx = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
        bend = (fbm(TILE, TILE, 60 * GRAIN, 60 * GRAIN, 2, seed + 2) - 0.5) * 22 * GRAIN
        t = t + 0.17 * np.sin((yy + 0.35 * xx + bend) * 6.283 / (rows * GRAIN))
    return ramp(np.clip(t, 0, 1), (low, high))


def write_king_of_the_dice() -> None:
    """Write the surfaces of King of the Dice."""
    look = json.loads(LOOK.read_text("utf-8"))
    for number, (name, terrain) in enumerate(look["terrains"].items()):
        grain = (terrain["grain"][0], terrain["grain"][1])
        made = _ground(terrain["low"], terrain["high"], grain, terrain["rows"], 40 + 3 * number)
        save(made, f"king_of_the_dice/ground_{name}.jpg", 79)
    sea = surface(1360, 702, ("#86aba6", "#9dbfb4", "#bcd2bf"), 0.45, (0.9, 50, 120, 4, 14))
    save(sea, "king_of_the_dice/sea.jpg", 79)
    felt = surface(976, 300, ("#12271c", "#1f3d2c", "#2b5039"), 0.5, (0.7, 140, 140, 3, 3), (0.3, 3, 3, 2, 4))
    save(lamp(felt, 0.45, 0.35, 1.2, 0.55, 1.35), "king_of_the_dice/felt.jpg", 79)
    board = wood(1032, 636, 31, 160, ("#3a2213", "#5d3a21", "#835633", "#a06d42"), 2.0)
    save(lamp(board, 0.4, 0.3, 1.2, 0.7, 1.3), "king_of_the_dice/tray.jpg", 79)
    for number, (code, card) in enumerate(look["citizens"].items()):
        made = card_picture(450, 366, card["theme"], card["icon"], number * 9 + 4, 0.66, 0.54)
        save(made, f"king_of_the_dice/{code}.jpg", 79)
