"""Boxes of decks: which random ones are drawn from, and the character that is counted from the cards."""

from typing import Any

import pytest

from engine.chance import SeededChance
from engine.contract import BadOptions
from games.tash_kalar import RULES
from games.tash_kalar.cards import IN_DECK, build_book
from games.tash_kalar.options import (
    BASE_DECKS,
    RANDOM,
    list_boxes,
    measure_cards,
)
from games.tash_kalar.state import DECK_OF, DECKS

from .own_deck import own_deck


def draw_decks(seats: int, options: dict[str, Any]) -> set[str]:
    """Decks that seats get in many games."""
    found: set[str] = set()
    for seed in range(40):
        state = RULES.new({"form": "high", **options}, seats, SeededChance(seed))
        found |= {DECKS[deck] for deck in state.decks}
    return found


def test_random_decks_come_from_what_is_ticked() -> None:
    assert draw_decks(2, {RANDOM: ["everfrost", "nethervoid"]}) == {"everfrost", "nethervoid"}
    assert draw_decks(2, {RANDOM: ["sylvan"]}) == {"sylvan"}, "one deck serves both seats"
    ticked = [*BASE_DECKS, "own_1", "everfrost"]
    assert draw_decks(2, {RANDOM: ticked, "decks": [own_deck()]}) == set(ticked)


def test_without_ticks_they_come_from_the_base_and_own_decks() -> None:
    assert draw_decks(2, {}) == set(BASE_DECKS)
    assert draw_decks(2, {"decks": [own_deck()]}) == {*BASE_DECKS, "own_1"}


def test_the_option_is_absent_unless_it_changes_something() -> None:
    for ticked in (None, [], list(BASE_DECKS), list(reversed(BASE_DECKS)), ["own_1"]):
        assert RANDOM not in RULES.check_options({RANDOM: ticked}, 2)
    full = RULES.check_options({RANDOM: ["nethervoid", "sylvan", "own_2"], "decks": [own_deck()]}, 2)
    assert full[RANDOM] == ["sylvan", "nethervoid"], "an own deck that is not there is left out"
    assert RULES.check_options(full, 2) == full


@pytest.mark.parametrize("ticked", ["sylvan", ["random"], ["frost"], [3], 3, {}])
def test_wrong_ticks_are_refused_with_a_message(ticked: Any) -> None:
    with pytest.raises(BadOptions, match=r"random_decks: expected (a list|one) of"):
        RULES.check_options({RANDOM: ticked}, 2)


def test_every_deck_lies_in_one_box_and_has_a_character() -> None:
    boxes = list_boxes()
    decks = [deck for box in boxes for deck in box.decks]
    assert sorted([*decks, "random", "own_1", "own_2", "own_3", "own_4"]) == sorted(DECKS)
    assert [box.domain for box in boxes][:3] == ["tash_kalar", "everfrost", "nethervoid"]
    book = build_book(())
    firsts = {deck: book.first(DECK_OF[DECKS.index(deck)]) for box in boxes[:3] for deck in box.decks}
    characters = {deck: measure_cards([book.card(first + n) for n in range(IN_DECK)]) for deck, first in firsts.items()}
    assert characters["imperial_north"] == characters["imperial_south"]
    assert len(set(characters.values())) == len(characters) - 1
    # Six Everfrost cards destroy or convert: Winter Whisperer, Glacier Giant, Snow Monster, Ice Wyvern, Deathbringer
    # and Frostweave Illusionist.
    assert characters["everfrost"].attack == 6
