"""The pictures on cards and boxes: sky, light with rays, clouds, misty ridges, a lit emblem; no text.

Those of King of 12 have two shapes (above a text, and alone), those of Legends and Tash-Kalar one.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from raster import Array, blend, emblem, fbm, grow, light_disc, mask, paste, ramp, rgb, save
from tokens import crystal, die, piece

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
SPRITES = Path(__file__).resolve().parents[2] / "sprites"
DATA = SPRITES / "king_of_12/cards.json"
LEGENDS = SPRITES / "legends/cards.json"
TASH_KALAR = SPRITES / "tash_kalar/cards.json"
EXPANSIONS = SPRITES.parent / "games/tash_kalar"
SHARP = 2.4
"""Pixels per unit: enough for the raised card in a window of 3840 × 2160."""
WIDTH, HEIGHT = 310, 466
"""The picture of a box in units."""


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
    """Return sky and hills of a theme; ``disc``: centre of the light as parts of width and height; ``scene`` draws
    before hills cover it."""
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
    """Return a landscape with an icon as emblem, ``size`` of the shorter side wide, centred at ``at`` of the height."""
    made = landscape(w, h, theme, seed)
    dark, _, mid, light = (rgb(n) for n in THEMES[theme])
    px = round(min(w, h) * size)
    light_disc(made, w * 0.5, h * at, px * 0.86, light, 150 / 255)
    emblem(made, icon, w * 0.5, h * at, px, rgb("#fbe9c0"), blend(light, mid, 0.42), dark * 0.55)
    return made


def write_cards() -> None:
    """Write the pictures of all cards."""
    u = 176 / 132
    for number, (code, card) in enumerate(json.loads(DATA.read_text("utf-8")).items()):
        seed = number * 7 + 3
        wide = round((132 - 15) * u * SHARP)
        high = round((132 * 1.68 * 0.60 - 7.5) * u * SHARP)
        save(card_picture(wide, high, card["theme"], card["icon"], seed), f"king_of_12/{code}.jpg", 79)
        tall = card_picture(
            round((94 - 10.7) * SHARP * 1.25),
            round((94 * 1.68 - 10.7) * SHARP * 1.25),
            card["theme"],
            card["icon"],
            seed,
            at=0.46,
        )
        save(tall, f"king_of_12/{code}_tall.jpg", 79)
    _legends()
    _tash_kalar()


def _legends() -> None:
    """Write the cards of Legends; their preview is one and a half times as large as the card in the row."""
    for number, (code, card) in enumerate(json.loads(LEGENDS.read_text("utf-8")).items()):
        wide, high = round((225 - 21) * SHARP), round(132 * SHARP)
        made = card_picture(wide, high, card["theme"], card["icon"], number * 5 + 2, 0.72, 0.5)
        save(made, f"legends/{code}.jpg", 79)


def _tash_kalar() -> None:
    """Write the picture of each being, its emblem on the right, next to the pattern; 132 × 128 units of a card of
    146."""
    pictures = json.loads(TASH_KALAR.read_text("utf-8"))["pictures"]
    for manifest in sorted(EXPANSIONS.glob("*/manifest.json")):
        look = TASH_KALAR.with_name(f"{manifest.parent.name}.json")
        pictures |= json.loads(look.read_text("utf-8"))["pictures"] if look.exists() else {}
    for number, (code, card) in enumerate(pictures.items()):
        wide, high = round(132 * 3.2), round(128 * 3.2)
        made = landscape(wide, high, card["theme"], number * 5 + 1, disc=(0.84, 0.44))
        dark, _, mid, light = (rgb(name) for name in THEMES[card["theme"]])
        x, y, px = wide * 0.842, high * 0.52, round(41 * 3.2)
        light_disc(made, x, y, px * 0.9, light, 0.5)
        emblem(made, card["icon"], x, y, px, rgb("#fbe9c0"), blend(light, mid, 0.42), dark * 0.5, rim=3.4)
        save(made, f"tash_kalar/{code}.jpg", 79)


def _hero(
    s: Array, icon: str, x: float, y: float, size: float, colours: tuple[str, str, str], glow: tuple[str, float]
) -> None:
    light_disc(s, x * SHARP, y * SHARP, size * 0.8 * SHARP, rgb(glow[0]), glow[1])
    _relief(s, icon, x, y, size, colours)


def _relief(
    s: Array, icon: str, x: float, y: float, size: float, colours: tuple[str, str, str], rim: float = 2
) -> None:
    top, low, outline = map(rgb, colours)
    emblem(s, icon, x * SHARP, y * SHARP, round(size * SHARP), top, low, outline, rim=rim * SHARP)


def _shape(
    s: Array, icon: str, x: float, y: float, size: float, top: str, low: str, outline: str | None = None
) -> None:
    px = round(size * SHARP)
    shape = mask(icon, px)
    if outline:
        paste(s, rgb(outline), grow(np.pad(shape, 8), SHARP), x * SHARP, y * SHARP)
    down = np.linspace(0, 1, px, dtype=np.float32)[:, None, None] * np.ones((1, px, 1), np.float32)
    paste(s, rgb(top) * (1 - down) + rgb(low) * down, shape, x * SHARP, y * SHARP)


def king_of_12(s: Array) -> None:
    """Draw the cover scene onto ``s``: the throne and three crystal dice."""
    w, h = WIDTH, HEIGHT
    _relief(s, "stone-throne", w / 2, h * 0.365, 262, ("#8577b4", "#3a2d63", "#120b24"))
    light_disc(s, w / 2 * SHARP, h * 0.43 * SHARP, 130 * SHARP, rgb("#8fd8ff"), 0.5, add=True)
    for number, x, y, size, spin in (
        (5, 52, h * 0.60, 62, 0.3),
        (9, w - 56, h * 0.595, 58, 0.3),
        (12, w / 2, h * 0.435, 132, -0.08),
    ):
        crystal(s, number, x * SHARP, y * SHARP, size * SHARP, spin)


def legends(s: Array) -> None:
    """Draw the cover scene onto ``s``: a wyvern over the sea, an island and a ship."""
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
    _hero(s, "wyvern", w * 0.43, h * 0.29, 176, ("#fff6dc", "#e0b877", "#10262e"), ("#fff0c0", 0.47))
    _shape(s, "island", w * 0.22, h * 0.56, 92, "#2a4a3a", "#12241d")


def king_of_the_dice(s: Array) -> None:
    """Draw the cover scene onto ``s``: a castle gate under a crown, three wooden dice."""
    w, h = WIDTH, HEIGHT
    for x, y, size, top in (
        (36, h * 0.60, 80, "#2a3a18"),
        (w - 34, h * 0.62, 92, "#22310f"),
        (78, h * 0.64, 62, "#1c2a10"),
    ):
        _shape(s, "pine-tree", x, y, size, top, top)
    _hero(s, "medieval-gate", w / 2, h * 0.31, 178, ("#fff4d6", "#c9924a", "#2e1c08"), ("#fff0c0", 0.62))
    _relief(s, "queen-crown", w / 2, h * 0.105, 66, ("#ffe7a0", "#d99a2e", "#3a2206"), rim=1.6)
    sides = ((2, "g"), (4, "r"), (3, "b"), (1, "r"))
    for number, kind, across, down, turn, size in (
        (6, "b", w * 0.24, h * 0.585, 0.3, 66),
        (6, "g", w * 0.76, h * 0.58, -0.25, 66),
        (6, "r", w * 0.5, h * 0.60, -0.05, 86),
    ):
        die(s, number, kind, across * SHARP, down * SHARP, size * SHARP, turn, sides)


def tash_kalar(s: Array) -> None:
    """Draw the cover scene onto ``s``: a minotaur in the arena and three pieces."""
    w, h = WIDTH, HEIGHT
    for x in (24, w - 24):
        _shape(s, "stone-tower", x, h * 0.42, 130, "#6a2a18", "#240b06")
    _hero(s, "minotaur", w / 2, h * 0.30, 190, ("#fff0cc", "#f08a3a", "#2a0804"), ("#ffb25a", 0.72))
    piece(s, 0, "legendary", w / 2 * SHARP, h * 0.60 * SHARP, 1.55 * SHARP)
    piece(s, 1, "heroic", w * 0.22 * SHARP, h * 0.615 * SHARP, 1.15 * SHARP)
    piece(s, 2, "heroic", w * 0.78 * SHARP, h * 0.615 * SHARP, 1.15 * SHARP)


COVERS: dict[str, tuple[str, Callable[[Array], None], int]] = {
    "king_of_12": ("night", king_of_12, 3),
    "legends": ("sea", legends, 9),
    "king_of_the_dice": ("gold", king_of_the_dice, 14),
    "tash_kalar": ("fire", tash_kalar, 8),
}


def write_covers() -> None:
    """Write the pictures of the four covers."""
    for name, (theme, scene, seed) in COVERS.items():
        made = landscape(round(WIDTH * SHARP), round(HEIGHT * SHARP), theme, seed, 4, (0.5, 0.40), scene)
        save(made, f"covers/{name}.jpg", 89)
