"""A deck of a player's own, made of cards of the box under other names."""

from __future__ import annotations

import json
from typing import Any

from games.tash_kalar.cards import CARDS_FILE


def own_deck(code: str = "my_deck", built_in: int = 2) -> dict[str, Any]:
    """The data of a deck file that is fit to be played."""
    cards = json.loads(CARDS_FILE.read_text("utf-8"))["decks"][built_in]["cards"]
    named = [{**card, "name": f"My {number}", "text": "What it does."} for number, card in enumerate(cards, 1)]
    return {"code": code, "name": "My deck", "cards": named}
