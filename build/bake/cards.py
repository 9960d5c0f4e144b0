"""The pictures on the cards: King of 12 in two shapes (above a text, and alone), Legends and Tash-Kalar in one."""

from __future__ import annotations

import json
from pathlib import Path

from icon_shapes import emblem, light_disc
from noise import blend, rgb, save
from pictures import THEMES, card_picture, landscape

SPRITES = Path(__file__).resolve().parents[2] / "sprites"
DATA = SPRITES / "king_of_12/cards.json"
LEGENDS = SPRITES / "legends/cards.json"
TASH_KALAR = SPRITES / "tash_kalar/cards.json"
EXPANSIONS = SPRITES.parent / "games/tash_kalar"
SHARP = 2.4
"""Pixels per unit: enough for the raised card in a window of 3840 × 2160."""


def write() -> None:
    """Bake all pictures."""
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
    """The cards of Legends; their preview is one and a half times as large as the card in the row."""
    for number, (code, card) in enumerate(json.loads(LEGENDS.read_text("utf-8")).items()):
        wide, high = round((225 - 21) * SHARP), round(132 * SHARP)
        made = card_picture(wide, high, card["theme"], card["icon"], number * 5 + 2, 0.72, 0.5)
        save(made, f"legends/{code}.jpg", 79)


def _tash_kalar() -> None:
    """The ground of each being with its emblem on the right, next to the pattern; 132 × 128 units of a card of 146."""
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
