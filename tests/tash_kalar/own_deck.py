"""Decks of players, made of cards of the box and of expansions under other names."""

import json
from typing import Any

from games.tash_kalar.cards import CARDS_FILE
from games.tash_kalar.expansions import list_expansions


def own_deck(code: str = "my_deck", built_in: int = 2) -> dict[str, Any]:
    """The data of a deck file that is fit to be played."""
    return name_cards(code, json.loads(CARDS_FILE.read_text("utf-8"))["decks"][built_in]["cards"])


def mixed_deck(code: str = "mixed", take: int = 9) -> dict[str, Any]:
    """A deck with the first ``take`` cards of the first expansion and the last ones of the second."""
    first, second = (json.loads(one.cards.read_text("utf-8"))["cards"] for one in list_expansions()[:2])
    return name_cards(code, [*first[:take], *second[take:]])


def name_cards(code: str, cards: list[dict[str, Any]]) -> dict[str, Any]:
    """A deck of these cards, with names and texts."""
    named = [{**card, "name": f"My {number}", "text": "What it does."} for number, card in enumerate(cards, 1)]
    return {"code": code, "name": "My deck", "cards": named}
