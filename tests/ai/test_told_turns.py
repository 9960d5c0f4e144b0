"""Turns that are told by putting parts together, in whole games of computers and in every language.

``python3 -m tests.support.told_turns`` prints them to be read; what a machine can see of their forms is held here.
"""

import re

import pytest

from scenes.shell.i18n import Texts
from tests.support.catalogues import LANGUAGES
from tests.support.told_turns import tell_game

BAD = re.compile(r"[{}]|  |\( | [,.)]|,,|\b[a-z_0-9]+\.[a-z_]+\.[a-z_]|\bNone\b|: :|\*\*|(?:\d, ){3}")
"""A slot, two spaces, a loose mark, an id, a missing value, nothing between marks, a row of numbers among commas."""
GAMES = ("king_of_12", "king_of_the_dice", "legends", "tash_kalar")
SEEDS = [pytest.param(range(2, 4), id="two"), pytest.param(range(60), id="sixty", marks=pytest.mark.soak)]


def test_what_is_bad_is_seen() -> None:
    for said in ("Do {what}", "Do  it", "Do it ,", "Do tash_kalar.turn.placed", "Take 5, 4, 3, 1, then hire"):
        assert BAD.search(said)
    assert not BAD.search("Put a piece on C4, D4 and E4 (takes 1 back)")


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_told_turns_have_no_form_that_a_machine_can_see_is_wrong(game: str, language: str, seeds: range) -> None:
    texts = Texts(language)
    said = [one for seed in seeds for one in tell_game(game, seed, texts)]
    assert len(said) > 10 * len(seeds)
    for one in said:
        assert not BAD.search(one), one
        assert one.count("(") == one.count(")") and one.count("*") % 2 == 0, one
        assert not one.strip("*")[0].islower(), one
