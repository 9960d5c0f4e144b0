"""The number of cards stands in one place, so that a new card changes no other module."""

import re
from pathlib import Path

import pytest

from ai.king_of_12.evaluate import add_new_cards
from ai.king_of_12.lookahead import LeafCoefficients
from engine import schema
from engine.bootstrap import ROOT
from games.king_of_12.cards import CARD_COUNT, CODES, PROMO_CARDS, deck
from games.king_of_12.options import PROMOS
from games.king_of_12.views import find_promo

FOLDERS = ("games/king_of_12", "ai/king_of_12", "build/fit", "tests/king_of_12")
NUMBER = re.compile(rf"range\({CARD_COUNT}\)|action < {CARD_COUNT}\b|\] \* {CARD_COUNT}\b|\"cards\", {CARD_COUNT}\b")


def test_no_module_writes_the_number_of_cards() -> None:
    paths = [path for folder in FOLDERS for path in (Path(ROOT) / folder).rglob("*.py")]
    assert len(paths) > 60
    assert [f"{path}: write CARD_COUNT" for path in paths if NUMBER.search(path.read_text("utf-8"))] == []


def test_promo_cards_come_from_one_list() -> None:
    assert [card.id for card in deck().cards if card.promo] == list(PROMO_CARDS)
    assert list(PROMOS) == ["none", *(CODES[card] for card in PROMO_CARDS)]
    assert [find_promo(1 | 1 << card) for card in PROMO_CARDS] == list(PROMOS)[1:]
    assert find_promo(0b1111111) == "none"


def test_a_card_newer_than_the_fit_counts_as_nought() -> None:
    assert add_new_cards([0.5] * (CARD_COUNT - 1)) == [*[0.5] * (CARD_COUNT - 1), 0.0]
    numbers = {"points": (0.0,) * 2, "faces": (0.0,) * 12, "trick": (0.0,) * 3}
    LeafCoefficients(cards=(0.0,) * (CARD_COUNT - 1), **numbers)
    for count in (0, CARD_COUNT + 1):
        with pytest.raises(schema.Misfit):
            LeafCoefficients(cards=(0.0,) * count, **numbers)
