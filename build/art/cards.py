"""The pictures on the cards: King of 12 in two shapes (above a text, and alone), Legends in one."""

from __future__ import annotations

import json
from pathlib import Path

from noise import save
from pictures import card_picture

SPRITES = Path(__file__).resolve().parents[2] / "sprites"
DATA = SPRITES / "king_of_12_cards.json"
LEGENDS = SPRITES / "legends_cards.json"
SHARP = 2.4
"""Pixels per unit: enough for the raised card in a window of 3840 × 2160."""


def write() -> None:
    """Bake all pictures."""
    u = 176 / 132
    for number, (code, card) in enumerate(json.loads(DATA.read_text("utf-8")).items()):
        seed = number * 7 + 3
        wide = round((132 - 15) * u * SHARP)
        high = round((132 * 1.68 * 0.60 - 7.5) * u * SHARP)
        save(card_picture(wide, high, card["theme"], card["icon"], seed), f"king_of_12/{code}.jpg", 90)
        tall = card_picture(
            round((94 - 10.7) * SHARP * 1.25),
            round((94 * 1.68 - 10.7) * SHARP * 1.25),
            card["theme"],
            card["icon"],
            seed,
            at=0.46,
        )
        save(tall, f"king_of_12/{code}_tall.jpg", 90)
    _legends()


def _legends() -> None:
    """The cards of Legends; their preview is one and a half times as large as the card in the row."""
    for number, (code, card) in enumerate(json.loads(LEGENDS.read_text("utf-8")).items()):
        wide, high = round((225 - 21) * SHARP), round(132 * SHARP)
        made = card_picture(wide, high, card["theme"], card["icon"], number * 5 + 2, 0.72, 0.5)
        save(made, f"legends/{code}.jpg", 88)
